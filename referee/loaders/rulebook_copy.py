"""A house rulebook taken along: its file and those it extends, so that a folder explains itself."""

from __future__ import annotations

import json
import re
from pathlib import Path

from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.toml import read_toml

OWN = "rulebook.toml"
_EXTENDS = re.compile(r"^[ \t]*extends[ \t]*=.*$", re.MULTILINE)


def copy_rulebook(path: Path, folder: Path) -> None:
    """The house rulebook at ``path`` as rulebook.toml in ``folder``; it has been read before."""
    name, number = OWN, 1
    while True:
        text = path.read_text(encoding="utf-8-sig")
        extends = read_toml(path).text("extends", 200)
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


def names_a_file(name_or_path: str) -> bool:
    """Whether a rulebook is named by its file, not as a league."""
    return name_or_path.endswith(".toml") or "/" in name_or_path or "\\" in name_or_path
