"""The values of a calibration file, read under any of their usual names and checked.

The program's own name of a key is the first of each row; the others are those that people and
programs that calibrate with OpenCV write.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from datetime import date

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel, camera_of_arrays
from referee.camera.lens_coefficients import five_coefficients
from referee.core.arrays import F64
from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.core.settings.settings_table import MISSING, SettingsTable

GROUPS = ("intrinsics", "extrinsics", "camera", "board_to_camera", "pose")
SIZE = ("image_size_px", "image_size", "size_px", "resolution")
MATRIX = ("camera_matrix", "K", "matrix", "intrinsic_matrix")
DISTORTION = ("distortion", "dist_coeffs", "distortion_coefficients", "dist")
ROTATION = ("rotation", "rotation_matrix", "rvec", "rotation_vector", "R")
TRANSLATION = ("translation_mm", "translation", "tvec", "tvec_mm", "t")
TOP = ("top_height_mm", "base_top_height_mm", "base_top_mm", "base_height_mm", "base_top_height")
FIELD = ("field", "field_profile", "profile")
ERROR = ("error_mm", "error_map", "error_map_mm")
CAMERA_ID = ("camera_id", "camera_name")
DATE = ("date", "day", "created")

TOP_HEIGHT_MM = 3.0  # of base tops above the print, where a file does not say it
MOST_TOP_MM = 20.0
COUNTS = (4, 5, 8, 12, 14)  # of OpenCV's distortion coefficients
MOST_COEFFICIENT = 1000.0  # of the distortion, either sign
NOT_TURNED = 2e-3  # by which a rotation written with few digits may miss being one
LENS_PX = 0.3  # that a lens we cannot say exactly may be off
MOST_MM = 50_000.0  # from the board to the camera, along an axis


class CalibrationKeys:
    """Looks values up by any of their names, in the file itself and in its usual groups."""

    def __init__(self, table: SettingsTable) -> None:
        self.table = table

    def find(self, names: tuple[str, ...]) -> tuple[str, object]:
        """The key's path and its value; the first name and None when it is not there."""
        for path, values in self._places():
            for name in names:
                if values.get(name) is not None:
                    return path + name, values[name]
        return names[0], None

    def error(self, key: str, value: object, allowed: str) -> BadValue:
        """A complaint about a key; one that is not there is missing."""
        return self.table.error(key, MISSING if value is None else value, allowed)

    def array(self, names: tuple[str, ...], allowed: str) -> tuple[str, F64]:
        """Finite numbers, however they are nested, as one row."""
        key, value = self.find(names)
        numbers = list(_numbers(value))
        if not numbers or not all(map(math.isfinite, numbers)):
            raise self.error(key, _shown(value), allowed)
        return key, np.array(numbers)

    def _places(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        top = {key: self.table.raw(key) for key in self.table.keys}
        yield "", top
        for group in GROUPS:
            inner = top.get(group)
            if isinstance(inner, Mapping):
                yield f"{group}.", inner


def camera_of(keys: CalibrationKeys) -> tuple[CameraModel, float]:
    """The camera, and by how many pixels our model of its lens may miss the file's."""
    width, height = _size(keys)
    matrix = _matrix(keys, width, height)
    allowed = "4, 5, 8, 12 or 14 numbers as OpenCV orders them: k1, k2, p1, p2, k3 ..."
    key, found = keys.find(DISTORTION)
    coefficients = np.zeros(5) if found is None else keys.array(DISTORTION, allowed)[1]
    if len(coefficients) not in COUNTS or np.abs(coefficients).max() > MOST_COEFFICIENT:
        raise keys.error(key, _shown(found), allowed)
    matrix, distortion, off_px = five_coefficients(matrix, coefficients.tolist(), (width, height))
    if not off_px <= LENS_PX:
        raise keys.error(key, _shown(found), "a lens that k1, k2, p1, p2, k3 can describe")
    turn = _rotation(keys)
    key, move = keys.array(TRANSLATION, "3 numbers in mm, from board to camera")
    if len(move) != 3 or np.abs(move).max() > MOST_MM:
        raise keys.error(key, move.tolist(), "3 numbers in mm, from board to camera")
    focal_px = (matrix[0, 0], matrix[1, 1])
    centre_px = (matrix[0, 2], matrix[1, 2])
    camera = camera_of_arrays(
        (width, height), focal_px, centre_px, np.array(distortion), turn, move
    )
    if camera.position_mm[2] <= 0.0:
        allowed = "a camera above the board: the motion from board to camera, z up from the board"
        below = PlainWord(
            f"such that the camera is {-camera.position_mm[2]:.0f} mm below the board"
        )
        raise keys.error("rotation and translation", below, allowed)
    return camera, off_px


def check_in_view(keys: CalibrationKeys, camera: CameraModel, board: FieldProfile | None) -> None:
    """Refuse a camera that sees less than a tenth of the board."""
    if board is None:
        return
    x = np.linspace(board.metal_left_x_mm, board.metal_right_x_mm, 15)
    y = np.linspace(board.metal_near_y_mm, board.metal_far_y_mm, 9)
    points = np.array([(a, b, 0.0) for a in x for b in y])
    depth = (points @ camera.rotation_matrix.T + camera.translation_mm)[:, 2]
    px = camera.project(points[depth > 0.0])
    inside = (px >= -0.5).all(axis=1) & (px <= (camera.width_px, camera.height_px)).all(axis=1)
    if not inside.sum() >= 0.1 * len(points):
        looking = PlainWord("such that the camera does not see the board")
        allowed = f"a motion that brings field {board.name} into the picture"
        raise keys.error("rotation and translation", looking, allowed)


def top_height_of(keys: CalibrationKeys) -> float:
    """Millimetres from the board up to the tops of bases; the usual height where it is missing."""
    key, value = keys.find(TOP)
    if value is None:
        return TOP_HEIGHT_MM
    return SettingsTable({key: value}, keys.table.where).number(key, 0.0, MOST_TOP_MM)


def error_of(keys: CalibrationKeys) -> float:
    """The largest error of a point that the file tells of, in mm."""
    key, value = keys.find(ERROR)
    numbers = [abs(v) for v in _numbers(value)]
    if not all(map(math.isfinite, numbers)):
        raise keys.error(key, _shown(value), "finite numbers in mm")
    return max(numbers, default=0.0)


def camera_id_of(keys: CalibrationKeys) -> str:
    """What the file calls the camera."""
    value = keys.find(CAMERA_ID)[1]
    return "unknown" if value is None else str(value)


def day_of(keys: CalibrationKeys) -> date | None:
    """When it was calibrated, if the file tells."""
    key, value = keys.find(DATE)
    if value is None:
        return None
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        raise keys.error(key, value, "a date such as 2025-11-03") from None


def _size(keys: CalibrationKeys) -> tuple[int, int]:
    key, value = keys.find(SIZE)
    if value is None or isinstance(value, Mapping):
        inner = CalibrationKeys(SettingsTable(value, keys.table.where, key)) if value else keys
        value = [inner.find((name, f"{name}_px"))[1] for name in ("width", "height")]
        value = None if None in value else value
    allowed = "[width, height] in pixels, each a whole number from 16 to 16384"
    numbers = list(_numbers(value))
    whole = all(math.isfinite(v) and v == int(v) and 16 <= v <= 16384 for v in numbers)
    if len(numbers) != 2 or not whole:
        raise keys.error(key, _shown(value), allowed)
    return int(numbers[0]), int(numbers[1])


def _matrix(keys: CalibrationKeys, width: int, height: int) -> F64:
    """OpenCV's camera matrix: nine numbers, or fx, fy, cx, cy by name."""
    allowed = "3 x 3 numbers: [[fx, 0, cx], [0, fy, cy], [0, 0, 1]]"
    key, value = keys.find(MATRIX)
    if value is None:
        named = [keys.find((name, f"{name}_px"))[1] for name in ("fx", "fy", "cx", "cy")]
        fx, fy, cx, cy = named
        value = None if None in named else [fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0]
    numbers = np.array(list(_numbers(value)), dtype=float)
    if len(numbers) != 9 or not np.isfinite(numbers).all():
        raise keys.error(key, _shown(value), allowed)
    matrix = numbers.reshape(3, 3)
    lengths = matrix[0, 0], matrix[1, 1]
    if not all(0.1 * width < focal < 100.0 * width for focal in lengths):
        raise keys.error(key, _shown(value), "focal lengths from 0.1 to 100 widths of the picture")
    zeros = np.abs(matrix[[0, 1, 2, 2], [1, 0, 0, 1]]).max()
    if zeros > 1e-3 * width or abs(matrix[2, 2] - 1.0) > 1e-6:
        raise keys.error(key, _shown(value), allowed)
    off = np.abs(matrix[:2, 2] / (width, height) - 0.5).max()
    if off > 1.0:
        raise keys.error(key, _shown(value), "a principal point (cx, cy) in or near the picture")
    return matrix


def _rotation(keys: CalibrationKeys) -> F64:
    allowed = "a rotation from board to camera: 3 x 3 numbers, or OpenCV's vector of 3"
    key, numbers = keys.array(ROTATION, allowed)
    if len(numbers) == 3 and np.abs(numbers).max() < 4 * math.pi:
        return np.asarray(cv2.Rodrigues(numbers)[0], dtype=float)
    turn = numbers.reshape(3, 3) if len(numbers) == 9 else np.zeros((3, 3))
    if not np.allclose(turn @ turn.T, np.eye(3), atol=NOT_TURNED) or np.linalg.det(turn) < 0.0:
        raise keys.error(key, numbers.round(4).tolist(), allowed)
    if np.allclose(turn @ turn.T, np.eye(3), rtol=0.0, atol=1e-9):
        return turn
    left, _, right = np.linalg.svd(turn)
    return np.asarray(left @ right)


def _numbers(value: object) -> Iterator[float]:
    """Every number in nested lists, in order; anything else counts as not a number."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float, list, tuple, Mapping)):
        yield math.nan
    elif isinstance(value, (int, float)):
        try:
            yield float(value)
        except OverflowError:
            yield math.inf
    elif not isinstance(value, Mapping):
        for item in value:
            yield from _numbers(item)


def _shown(value: object) -> object:
    return PlainWord("missing") if value is None else value
