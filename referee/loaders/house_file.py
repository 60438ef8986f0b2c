"""A house's rulebook as a file: what it extends, and what it says otherwise, section by section."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from referee.core.errors import BadValue
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.toml import read_toml
from referee.loaders.rulebooks import LEAGUES, house_rulebook, load_rulebook
from referee.loaders.shipped_data import names_a_file
from referee.rulebooks.house_settings import house_settings
from referee.rulebooks.rulebook import LONGEST_EXTENDS, Rulebook

HouseValue: TypeAlias = bool | float | str
SectionKey: TypeAlias = tuple[str, str]
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class HouseFile:
    """``changes``: values by section and key; ``extends``: a league's name or a file's path."""

    extends: str
    name: str
    title: str
    changes: Mapping[SectionKey, HouseValue]

    def text(self) -> str:
        """The file: short, in the order of its changes."""
        head = {"extends": self.extends, "name": self.name, "title": self.title}
        lines = [f"{key} = {_written(value)}" for key, value in head.items()]
        section = ""
        for (where, key), value in sorted(self.changes.items(), key=lambda item: item[0][0]):
            if where != section:
                section = where
                lines += ["", f"[{_header(section)}]"]
            lines.append(f"{_key(key)} = {_written(value)}")
        return "\n".join(lines) + "\n"

    def rulebook(self, path: Path) -> Rulebook:
        """The rulebook that it would be at ``path``; what does not fit is a BadValue."""
        if self.name in LEAGUES:
            raise BadValue("name", self.name, "a name of your own, which is no league's")
        return house_rulebook(self.text(), path)

    def write(self, path: Path) -> None:
        """Write the file whole, if it is a rulebook; nothing else is ever written."""
        self.rulebook(path)
        write_text(path, self.text())


def read_house(path: Path) -> HouseFile:
    """A house's file as it says it; it was checked as `load_rulebook` checks it."""
    book = load_rulebook(str(path))
    table = read_toml(path)
    extends = table.text("extends", LONGEST_EXTENDS)
    if names_a_file(extends):
        extends = str((path.parent / extends).resolve())
    changes: dict[SectionKey, HouseValue] = {}
    for each in house_settings(book):
        said = _said(table.raw(each.section.partition(".")[0]), each.section, each.key)
        if isinstance(said, (bool, int, float, str)):
            changes[each.section, each.key] = said
    return HouseFile(extends, book.name, book.title, changes)


def _said(chapter: object, section: str, key: str) -> object:
    """What a chapter of the file says under a key; a kick's is one table further down."""
    kick = section.partition(".")[2]
    if kick and isinstance(chapter, Mapping):
        chapter = chapter.get(kick)
    return chapter.get(key) if isinstance(chapter, Mapping) else None


def _header(section: str) -> str:
    first, dot, rest = section.partition(".")
    return f"{first}{dot}{_key(rest)}" if rest else first


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _written(key)


def _written(value: HouseValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return repr(float(value)).removesuffix(".0")
