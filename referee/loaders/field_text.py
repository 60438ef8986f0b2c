"""A field profile as a file that people go on editing, with remarks on what was guessed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import LENGTH_KEYS, OUTLINE_KEYS, STEPS_YD, FieldProfile
from referee.loaders.formats.atomic_file import write_text

HEADING = (
    "A field measured from a picture. How a field file is read: docs/fields.md",
    "Look at it with `referee field check` and `referee field show`, and correct it with a ruler.",
)


def write_field(path: Path, profile: FieldProfile, remarks: Sequence[str]) -> None:
    """Write the file whole; one that is there is left alone."""
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
