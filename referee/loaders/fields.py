"""Field files: read a profile by name or path; write a measured one, or a template to fill in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import (
    BORDER_MM,
    LENGTH_KEYS,
    OUTLINE_KEYS,
    STEPS_YD,
    BoundaryPrint,
    FieldProfile,
    length_range_mm,
)
from referee.core.settings.name_check import check_name
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.toml import read_toml
from referee.loaders.shipped_data import BLANK, find_shipped, shipped_folder, shipped_names

NOT_MEASURED = "?"
HEADING = (
    "A field measured from a picture. How a field file is read: docs/fields.md",
    "Look at it with `referee field check` and `referee field show`, and correct it with a ruler.",
)


def field_names() -> list[str]:
    """The fields that come with the program."""
    return shipped_names("fields")


def load_field(name_or_path: str) -> FieldProfile:
    """A field by its name ("620") or from a file of one's own ("boards/mine.toml").

    >>> load_field("620").name
    '620'
    """
    return read_field(find_shipped("fields", name_or_path, "field"))


def read_field(path: Path) -> FieldProfile:
    """The profile in a field file."""
    table = read_toml(path)
    _reject_unmeasured(table)
    profile = profile_of(table)
    table.done()
    return profile


def profile_of(table: SettingsTable) -> FieldProfile:
    """The profile in a table of measures; other keys are left to the caller."""
    lengths = {key: table.length_mm(key, *length_range_mm(key)) for key in LENGTH_KEYS}
    steps = {key: table.whole(key, min(of), max(of)) for key, of in STEPS_YD.items()}
    outlines = {
        key: table.choice(key, BoundaryPrint, BoundaryPrint.UNKNOWN) for key in OUTLINE_KEYS
    }
    try:
        return FieldProfile(
            name=table.text("name", 40),
            title=table.text("title", 80),
            notes=table.text("notes", 2000, "", min_len=0, lines=True),
            **lengths,
            yard_line_every_yd=steps["yard_line_every_yd"],
            numbers_every_yd=steps["numbers_every_yd"],
            sideline_is=outlines["sideline_is"],
            end_line_is=outlines["end_line_is"],
            border_width_mm=table.length_mm("border_width_mm", *BORDER_MM, 0.0),
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None


def write_template(path: Path, name: str) -> None:
    """A commented field file without measures, to be filled in by hand."""
    check_name(name)
    if path.exists():
        raise BadValue("the file", PlainWord("already there"), "a new name", str(path))
    blank = (shipped_folder("fields") / f"{BLANK}.toml").read_text(encoding="utf-8")
    write_text(path, blank.replace(f'name = "{BLANK}"', f'name = "{name}"', 1))


def write_field(path: Path, profile: FieldProfile, remarks: Sequence[str]) -> None:
    """Write a measured profile with remarks on what was guessed; a file that exists stays."""
    if path.suffix.lower() != ".toml":
        raise BadValue("the field file", str(path), "a name that ends in .toml")
    if path.exists():
        raise BadValue("the file", PlainWord("already there"), "a new name", str(path))
    lines = [f"# {line}" for line in (*HEADING, *remarks)]
    lines += [
        f'name = "{profile.name}"',
        f'title = "{profile.title}"',
        f'notes = "{profile.notes}"',
    ]
    lines += ["", *(f"{key} = {getattr(profile, key):.2f}" for key in LENGTH_KEYS)]
    lines += ["", *(f"{key} = {getattr(profile, key)}" for key in STEPS_YD)]
    lines += [f'{key} = "{getattr(profile, key)}"' for key in OUTLINE_KEYS]
    lines += [f"border_width_mm = {profile.border_width_mm:.2f}"]
    write_text(path, "\n".join(lines) + "\n")


def _reject_unmeasured(table: SettingsTable) -> None:
    keys = [key for key in table.keys if table.raw(key) == NOT_MEASURED]
    if keys:
        allowed = f'a measure in place of each "{NOT_MEASURED}": {", ".join(keys)}'
        raise BadValue("the field", PlainWord("not fully measured"), allowed, table.where)
