"""Base files: the outline of a figure's base, by name from the catalogue or from one's own file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import (
    MAX_SIZE_MM,
    MIN_SIZE_MM,
    BaseShape,
    beveled_front,
    round_front,
    rounded_rectangle,
)
from referee.core.settings.name_check import check_name
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.toml import read_toml
from referee.loaders.shipped_data import find_shipped, shipped_names


@dataclass(frozen=True, slots=True)
class BaseKind:
    """A base of the catalogue: its shape and what there is to know about it."""

    shape: BaseShape
    title: str
    outline: str
    notes: str


def _bevel_mm(table: SettingsTable) -> dict[str, float]:
    return {"bevel_mm": table.length_mm("bevel_mm", 0.1, MAX_SIZE_MM / 2)}


def _bulge_mm(table: SettingsTable) -> dict[str, float]:
    return {"bulge_mm": table.length_mm("bulge_mm", 0.2, MAX_SIZE_MM / 2)}


# An outline's name in a file: the function that makes it, and its sizes besides the common ones.
OUTLINES: Mapping[
    str, tuple[Callable[..., BaseShape], Callable[[SettingsTable], dict[str, float]]]
] = {
    "rounded rectangle": (rounded_rectangle, lambda _: {}),
    "bevelled front": (beveled_front, _bevel_mm),
    "round front": (round_front, _bulge_mm),
}


def base_names() -> list[str]:
    """The bases that come with the program."""
    return shipped_names("bases")


def load_base(name_or_path: str) -> BaseShape:
    """A base by its name ("standard") or from a file of one's own ("bases/mine.toml").

    >>> load_base("standard").length_mm
    27.8
    """
    return find_base(name_or_path).shape


def find_base(name_or_path: str) -> BaseKind:
    """A base with its title and notes, by name or from a file of one's own."""
    return read_base(find_shipped("bases", name_or_path, "base"))


def read_base(path: Path) -> BaseKind:
    """The base in a base file."""
    table = read_toml(path)
    shape_of = outline_of(table)
    outline = table.choice("outline", OUTLINES)
    name, title = table.text("name", 40), table.text("title", 80)
    notes = table.text("notes", 2000, "", min_len=0, lines=True)
    table.done()
    try:
        check_name(name)
        return BaseKind(shape_of(name), title, outline, notes)
    except BadValue as error:
        raise table.owning(error) from None


def outline_of(table: SettingsTable) -> Callable[[str], BaseShape]:
    """Read an outline and its sizes from a table; what is returned makes the shape of that name."""
    make, extras = OUTLINES[table.choice("outline", OUTLINES, "rounded rectangle")]
    sizes = {
        "length_mm": table.length_mm("length_mm", MIN_SIZE_MM, MAX_SIZE_MM),
        "width_mm": table.length_mm("width_mm", MIN_SIZE_MM, MAX_SIZE_MM),
        "radius_mm": table.length_mm("radius_mm", 0.05, 20.0),
        "height_mm": table.length_mm("height_mm", 0.5, 20.0, 3.0),
        **extras(table),
    }
    return lambda name: make(name, **sizes)
