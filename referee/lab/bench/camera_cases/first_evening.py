"""The first evening with a new camera: what a coach does, counted in seconds and clicks."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from referee.calibrate.calibration_files import file_beside, write_calibration_files
from referee.calibrate.outcome import CalibrationRefused
from referee.calibrate.solver import calibrate
from referee.camera.calibration import read_calibration
from referee.camera.camera_model import CameraModel
from referee.camera.charuco.lens_sheet import LENS_SHEETS
from referee.camera.charuco.lens_solver import solve_lens
from referee.camera.charuco.sheet_view import find_sheet
from referee.camera.watch.camera_watch import CameraWatch
from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.lab.bench.camera_cases.nudged_cameras import crowd_on, frame_of, scene_of
from referee.lab.pictures.waved_lens_sheet import photograph, wave_poses
from referee.sim.render import LIVE, Renderer

SEED = 8_300_000
CLICK_PX = 4.0  # how exactly people click
PHOTOS = 12
HOLD_S, CLICK_S = 2.0, 4.0  # a person holds the sheet still and finds the next place; and clicks
SHEET = LENS_SHEETS["a4"]


def first_evening() -> tuple[float, float, int]:
    """What a coach does with a new camera: seconds with hands and of a core, and clicks.

    Drawing the pictures is not counted: a camera does that. The field is found by itself; then
    once more with clicks, as if it had not been, so both ways are in the time.
    """
    profile, look, rng = scene_of(77)
    renderer = Renderer(profile, look, LIVE)
    pictures = [renderer.render(crowd_on(profile, look, rng)).image]
    lens_rng = np.random.default_rng([SEED, 78])
    photos = [
        photograph(SHEET, p, lens_rng) for p in wave_poses(look.camera, SHEET, lens_rng, PHOTOS)
    ]
    outer = _outer_corners(look.camera, profile)
    clicked = [(float(x), float(y)) for x, y in outer + rng.uniform(-CLICK_PX, CLICK_PX, (4, 2))]
    clock, core = time.perf_counter(), time.process_time()
    lens = solve_lens([view for photo in photos if (view := find_sheet(photo)) is not None])
    found = calibrate(pictures, profile, lens=lens)
    shown = calibrate(pictures, profile, lens=lens, corners_px=clicked)
    solved = shown if isinstance(found, CalibrationRefused) else found
    if isinstance(solved, CalibrationRefused):
        raise BadValue("the procedure", PlainWord("refused"), f"a calibration: {solved}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.calib.json"
        write_calibration_files(solved, path)
        calibration = read_calibration(path)
        picture = cv2.imread(str(file_beside(path, ".calib.png")))
        guard = CameraWatch(np.asarray(picture, np.uint8), calibration.camera, calibration.board)
        if not guard.look(frame_of(pictures[0], 0), 0).ready:
            raise RuntimeError("the watch does not take the picture it was made from")
    hands_s = PHOTOS * HOLD_S + len(clicked) * CLICK_S
    spent_s = hands_s + time.perf_counter() - clock
    return spent_s, time.process_time() - core, 4 if isinstance(found, CalibrationRefused) else 0


def _outer_corners(camera: CameraModel, profile: FieldProfile) -> np.ndarray:
    left, right = profile.left_end_line_x_mm, profile.right_end_line_x_mm
    far = profile.width_mm
    return camera.project([(left, 0, 0), (right, 0, 0), (right, far, 0), (left, far, 0)])
