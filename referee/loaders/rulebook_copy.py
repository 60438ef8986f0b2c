"""A house rulebook copied into a game's folder, with the files that it extends."""

from __future__ import annotations

import json
import re
from pathlib import Path

from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.toml import read_toml
from referee.loaders.shipped_data import names_a_file
from referee.rulebooks.rulebook import LONGEST_EXTENDS

OWN = "rulebook.toml"
_EXTENDS = re.compile(r"^[ \t]*extends[ \t]*=.*$", re.MULTILINE)


def copy_rulebook(path: Path, folder: Path) -> None:
    """Copy the house rulebook at ``path`` to rulebook.toml in ``folder``; it was read before."""
    name, number = OWN, 1
    while True:
        text = path.read_text(encoding="utf-8-sig")
        extends = read_toml(path).text("extends", LONGEST_EXTENDS)
        number += 1
        further = names_a_file(extends)
        next_name = f"rulebook-{number}.toml" if further else extends
        found = _EXTENDS.search(text)
        if found is not None:
            line = f"extends = {json.dumps(next_name)}"
            text = text[: found.start()] + line + text[found.end() :]
        write_text(folder / name, text)
        if not further:
            return
        path, name = path.parent / extends, next_name
