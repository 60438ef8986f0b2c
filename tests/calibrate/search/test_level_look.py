"""How a camera hangs, while it is still being hung: against the camera that took the picture."""

from __future__ import annotations

import numpy as np
import pytest

from referee.calibrate.lines.ridges import grey_of
from referee.calibrate.search.level_look import look_level
from tests.camera.watch.painted import BOARD, CAMERA, picture


def test_lean_and_what_is_seen_are_told_of_a_camera_that_is_known():
    look = look_level(grey_of(picture()), BOARD, CAMERA.fx_px)
    assert look is not None
    assert look.tilt_deg == pytest.approx(6.0, abs=1.0)  # as the painted camera leans
    assert look.in_view > 0.98
    ends = [(BOARD.left_end_line_x_mm, 0, 0), (BOARD.right_end_line_x_mm, 0, 0)]
    left, right = CAMERA.project(np.array(ends, dtype=float))[:, 0]
    assert look.across == pytest.approx((right - left) / CAMERA.width_px, abs=0.03)


def test_without_a_known_lens_the_lean_is_right_to_a_third():
    look = look_level(grey_of(picture()), BOARD)
    assert look is not None
    assert look.tilt_deg == pytest.approx(6.0, rel=0.34)


@pytest.mark.parametrize("image", ["grey", "noise"])
def test_where_no_field_is_nothing_is_told(image):
    plain = np.full((360, 640, 3), 90, np.uint8)
    noise = np.random.default_rng(3).integers(0, 255, (360, 640, 3), dtype=np.uint8)
    assert look_level(grey_of({"grey": plain, "noise": noise}[image]), BOARD) is None
