"""A quick look at how a camera hangs, while somebody is still hanging it: lean, and what it sees.

It needs a third of a second where a calibration needs several. How far away the camera is it takes
from what webcams are like, so the lean is right to about a third of itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from referee.calibrate.lines.printed_line import PrintedLine, printed_lines
from referee.calibrate.lines.ridges import Ridges, find_ridges
from referee.calibrate.search.overhead_view import find_overhead_views
from referee.calibrate.search.pattern_match import camera_candidates
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, F64
from referee.core.field.field_profile import FieldProfile

FEWEST = 200  # points of lines, for a field to be looked for
TRIED = 6  # candidates, of all that the views allow
PLAIN = 1e-3  # spread of brightness of a picture that shows nothing
POINTS = 41  # along a line
MASK_PX = 480  # width of the picture in which points of lines are looked up
CLOSE_PX = 2  # of that picture, from a point of a line to where it should be
FOUND = 0.45  # of the lines' points beyond chance, from which on the field counts as found


@dataclass(frozen=True, slots=True)
class LevelLook:
    """``tilt_deg`` off straight down. ``across`` and ``up``: the share of the picture's width and
    height between the field's outermost places that it shows; ``in_view`` of the field's area.
    """

    tilt_deg: float
    across: float
    up: float
    in_view: float


def look_level(grey: F32, profile: FieldProfile, focal_px: float | None = None) -> LevelLook | None:
    """How the camera hangs, None where the field's lines are not found.

    ``focal_px`` is the focal length of a calibration, if there is one.
    """
    if float(grey.std()) < PLAIN:
        return None
    ridges = find_ridges(grey)
    if len(ridges.at_px) < FEWEST:
        return None
    lines = printed_lines(profile)
    cameras = [
        candidate.camera
        for view in find_overhead_views(ridges)
        for candidate in camera_candidates(ridges, view, profile)[:TRIED]
    ]
    mask = _mask(ridges)
    rated = [(_cover(camera, lines, mask), k) for k, camera in enumerate(cameras)]
    cover, best = max(rated, default=(0.0, 0))
    return _look(cameras[best], profile, focal_px) if cover >= FOUND else None


def _mask(ridges: Ridges) -> F64:
    """A small picture in which points of lines are 1."""
    share = MASK_PX / ridges.size_px[0]
    mask = np.zeros((math.ceil(ridges.size_px[1] * share), MASK_PX), np.uint8)
    at = np.floor((ridges.at_px + 0.5) * share).astype(int)
    mask[np.clip(at[:, 1], 0, len(mask) - 1), np.clip(at[:, 0], 0, MASK_PX - 1)] = 1
    side = 2 * CLOSE_PX + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), dtype=float)


def _cover(camera: CameraModel, lines: tuple[PrintedLine, ...], mask: F64) -> float:
    """The share of the lines' points inside the picture at which a line is seen, beyond chance."""
    share = np.linspace(0.02, 0.98, POINTS)[:, None]
    ends = [(np.array(line.start_mm), np.array(line.end_mm)) for line in lines]
    places = np.concatenate([start + share * (end - start) for start, end in ends])
    at = camera.project_flat(places)
    at = at[_inside(at, camera)]
    if len(at) < len(places) / 2:
        return 0.0
    small = np.floor((at + 0.5) * MASK_PX / camera.width_px).astype(int)
    rows, columns = mask.shape
    seen = float(mask[small[:, 1].clip(0, rows - 1), small[:, 0].clip(0, columns - 1)].mean())
    chance = float(mask.mean())
    return (seen - chance) / max(1.0 - chance, PLAIN)


def _look(camera: CameraModel, profile: FieldProfile, focal_px: float | None) -> LevelLook:
    tilt = math.acos(min(1.0, -float(camera.rotation_matrix[2, 2])))
    if focal_px is not None:
        # The picture tells how quickly lines run together: the lean by the focal length.
        tilt = math.atan(math.tan(tilt) * focal_px / camera.fx_px)
    x = np.linspace(profile.left_end_line_x_mm, profile.right_end_line_x_mm, POINTS)
    y = np.linspace(0.0, profile.width_mm, POINTS)
    at = camera.project_flat(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2))
    inside = _inside(at, camera)
    shown = at[inside]
    across, up = np.ptp(shown, axis=0) / (camera.width_px, camera.height_px)
    return LevelLook(math.degrees(tilt), float(across), float(up), float(inside.mean()))


def _inside(at: F64, camera: CameraModel) -> F64:
    size = (camera.width_px - 1, camera.height_px - 1)
    return np.asarray(((at >= 0.0) & (at <= size)).all(axis=1))
