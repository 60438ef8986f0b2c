"""The first evening with a new camera: what a coach does, counted in seconds and clicks."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from referee.bench.camera_cases.watched import crowd_on, frame_of, scene_of
from referee.calibrate.outcome import Refused
from referee.calibrate.save import beside, write_solved
from referee.calibrate.solve import calibrate
from referee.camera.calib_file import read_calibration
from referee.camera.charuco.sheet import SHEETS
from referee.camera.charuco.solve import solve_lens
from referee.camera.charuco.views import find_sheet
from referee.camera.model import CameraModel
from referee.camera.watch.watch import CameraWatch
from referee.core.errors import BadValue, Word
from referee.core.field import FieldProfile
from referee.sim.render import LIVE, Renderer
from referee.sim.waved_sheet import photograph, wave

SEED = 8_300_000
CLICK_PX = 4.0  # how exactly people click
PHOTOS = 12
HOLD_S, CLICK_S = 2.0, 4.0  # a person holds the sheet still and finds the next place; and clicks
SHEET = SHEETS["a4"]


def first_evening() -> tuple[float, float, int]:
    """What a coach does with a new camera: seconds with his hands, of a core, and clicks.

    Drawing the pictures is not counted: a camera does that. The field is found by itself; then
    once more with clicks, as if it had not been, so both ways are in the time.
    """
    profile, look, rng = scene_of(77)
    renderer = Renderer(profile, look, LIVE)
    pictures = [renderer.render(crowd_on(profile, look, rng)).image]
    lens_rng = np.random.default_rng([SEED, 78])
    photos = [photograph(SHEET, p, lens_rng) for p in wave(look.camera, SHEET, lens_rng, PHOTOS)]
    outer = _outer_corners(look.camera, profile)
    clicked = [(float(x), float(y)) for x, y in outer + rng.uniform(-CLICK_PX, CLICK_PX, (4, 2))]
    clock, core = time.perf_counter(), time.process_time()
    lens = solve_lens([view for photo in photos if (view := find_sheet(photo)) is not None])
    found = calibrate(pictures, profile, lens=lens)
    shown = calibrate(pictures, profile, lens=lens, corners_px=clicked)
    solved = shown if isinstance(found, Refused) else found
    if isinstance(solved, Refused):
        raise BadValue("the procedure", Word("refused"), f"a calibration: {solved}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.calib.json"
        write_solved(solved, path)
        calibration = read_calibration(path)
        picture = cv2.imread(str(beside(path, ".calib.png")))
        guard = CameraWatch(np.asarray(picture, np.uint8), calibration.camera, calibration.board)
        if not guard.look(frame_of(pictures[0], 0), 0).ready:
            raise RuntimeError("the watch does not take the picture it was made from")
    hands_s = PHOTOS * HOLD_S + len(clicked) * CLICK_S
    spent_s = hands_s + time.perf_counter() - clock
    return spent_s, time.process_time() - core, 4 if isinstance(found, Refused) else 0


def _outer_corners(camera: CameraModel, profile: FieldProfile) -> np.ndarray:
    left, right = profile.left_end_line_x_mm, profile.right_end_line_x_mm
    far = profile.width_mm
    return camera.project([(left, 0, 0), (right, 0, 0), (right, far, 0), (left, far, 0)])
