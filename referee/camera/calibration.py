"""Calibration files: the camera over one board, as JSON that people and other programs can read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from datetime import date
from pathlib import Path

from referee.camera.calibration_keys import (
    FIELD,
    CalibrationKeys,
    camera_id_of,
    camera_of,
    check_in_view,
    day_of,
    error_of,
    top_height_of,
)
from referee.camera.camera_model import CameraModel
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.fields import field_names, load_field, profile_of
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.json_table import read_json

VERSION = 1
MAX_BYTES = 20_000_000
NO_FIELD = "{}, so bases beside the board cannot be told from those on it; say it with --field."
# What a board must say; everything else about it has a usual value.
USUAL = {f.name: f.default for f in fields(FieldProfile) if f.default is not MISSING}
MEASURES = tuple(f.name for f in fields(FieldProfile) if f.type == "float" and f.default is MISSING)
FORMAT = "referee.calibration"


@dataclass(frozen=True, slots=True)
class Calibration:
    """The camera, the height of base tops it was made for, the board, and how good it is.

    ``field`` is None in a file that does not say which board it is; ``error_mm`` is the largest
    known error of a point on the board; ``day`` is None for a camera that is known rather than
    measured, such as the simulated one; ``notes`` say what could not be made use of.
    """

    camera: CameraModel
    top_height_mm: float
    field: FieldProfile | None
    camera_id: str
    error_mm: float = 0.0
    day: date | None = None
    notes: tuple[str, ...] = ()

    @property
    def board(self) -> FieldProfile:
        """The field; raises `BadValue` if the calibration has none."""
        if self.field is None:
            raise BadValue("field", None, "a field in the calibration, or its name with --field")
        return self.field


def write_calibration(
    path: Path, calibration: Calibration, certificate: Mapping[str, object] | None = None
) -> None:
    """Write the file whole; the name should end in ``.calib.json``."""
    camera = calibration.camera
    values: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "camera_id": calibration.camera_id,
        "date": calibration.day.isoformat() if calibration.day else None,
        "image_size_px": [camera.width_px, camera.height_px],
        "camera_matrix": camera.camera_matrix.tolist(),
        "distortion": list(camera.distortion),
        "rotation": [list(row) for row in camera.rotation],
        "translation_mm": list(camera.translation_mm),
        "top_height_mm": calibration.top_height_mm,
        "error_mm": calibration.error_mm,
        "field": None if calibration.field is None else asdict(calibration.field),
    }
    if certificate is not None:
        values["certificate"] = dict(certificate)
    write_text(path, json.dumps(values, indent=2, allow_nan=False, ensure_ascii=False) + "\n")


def read_calibration(path: Path, field: str | None = None) -> Calibration:
    """The calibration in a file; ``field`` (a name or a .toml file) goes before the file's own."""
    keys = CalibrationKeys(
        read_json(path, "the calibration", "a calibration in JSON, *.calib.json", MAX_BYTES)
    )
    _check_version(keys)
    try:
        camera, off_px = camera_of(keys)
        board, notes = _field(keys) if field is None else (load_field(field), ())
    except BadValue as error:
        raise error if error.where else error.at(str(path)) from None
    check_in_view(keys, camera, board)
    return Calibration(
        camera,
        top_height_of(keys),
        board,
        camera_id_of(keys),
        error_of(keys) + off_px * camera.mm_per_px,
        day_of(keys),
        notes,
    )


def _field(keys: CalibrationKeys) -> tuple[FieldProfile | None, tuple[str, ...]]:
    """The board in the file, a name of one we know or all its measures; or a note why it is not."""
    key, value = keys.find(FIELD)
    if value is None:
        return None, (NO_FIELD.format("the calibration names no field"),)
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        known = str(value) in field_names()
        unknown = (NO_FIELD.format(f"field {value!r} of the calibration is not known"),)
        return (load_field(str(value)), ()) if known else (None, unknown)
    if not isinstance(value, dict):
        raise keys.error(key, value, "the name of a field, or a field with its measures")
    lacking = [name for name in MEASURES if name not in value]
    if not lacking:
        whole = {"title": str(value.get("name")), **USUAL, **value}
        return profile_of(SettingsTable(whole, keys.table.where, key)), ()
    if str(value.get("name")) in field_names():
        return load_field(str(value["name"])), ()
    return None, (NO_FIELD.format(f"the calibration's field has no {lacking[0]}"),)


def _check_version(keys: CalibrationKeys) -> None:
    """A file of ours says its version; another one need not."""
    if keys.table.raw("format") == FORMAT:
        keys.table.whole("version", VERSION, VERSION)
