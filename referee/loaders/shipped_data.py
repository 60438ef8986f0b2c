"""Data that comes with the program: fields and bases, found by name or by a path of one's own."""

from __future__ import annotations

import difflib
from pathlib import Path

from referee.core.errors import BadValue

BLANK = "blank"
_PACKAGE = Path(__file__).resolve().parents[1]
# In a wheel the data travels inside the package; in a checkout it lies at the top level.
_PLACES = (_PACKAGE / "_shipped" / "calibration", _PACKAGE.parent / "calibration")


def names_a_file(name_or_path: str) -> bool:
    """Whether a thing is named by its file: a path ends in .toml or holds a slash."""
    return name_or_path.endswith(".toml") or "/" in name_or_path or "\\" in name_or_path


def shipped_folder(kind: str) -> Path:
    """Where the files of a kind (``fields`` or ``bases``) lie."""
    for place in _PLACES:
        if (place / kind).is_dir():
            return place / kind
    raise BadValue("calibration", str(_PLACES[-1]), "an installation with its calibration folder")


def shipped_names(kind: str) -> list[str]:
    """The names of a kind, in alphabetical order; templates are not among them."""
    stems = (p.stem for p in shipped_folder(kind).glob("*.toml"))
    return sorted(stem for stem in stems if stem != BLANK)


def find_shipped(kind: str, name_or_path: str, what: str) -> Path:
    """The file of a shipped name, or the path itself if it is written as one.

    ``what`` names the thing in the error.
    """
    if names_a_file(name_or_path):
        return Path(name_or_path)
    names = shipped_names(kind)
    if name_or_path in {*names, BLANK}:
        return shipped_folder(kind) / f"{name_or_path}.toml"
    close = difflib.get_close_matches(name_or_path.lower(), names, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    allowed = f"one of {', '.join(names)}, or the path of a .toml file{hint}"
    raise BadValue(what, name_or_path, allowed)
