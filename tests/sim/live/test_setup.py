"""What a simulated game is made from."""

from __future__ import annotations

from referee.sim.live.setup import usual_size_px


def test_two_cores_that_also_referee_draw_a_smaller_picture():
    assert usual_size_px(1) == usual_size_px(2) == (1280, 720)
    assert usual_size_px(4) == usual_size_px(16) == (1920, 1080)
