"""The power, told from how many bases move at once."""

from __future__ import annotations

import numpy as np

from referee.core.geometry.pose import Pose
from referee.vision.watch.board_shake import BoardShake

FRAME_NS = 33_333_333


def powered(ways_mm):
    """Eight bases; each row says how far every base has come in that frame."""
    motion = BoardShake()
    rng = np.random.default_rng(3)
    out = []
    for k, way in enumerate(ways_mm):
        noise = rng.normal(0.0, 0.1, 8)
        poses = {
            str(i): Pose(50.0 * i + float(way[i] + noise[i]), 10.0, 0.0) for i in range(len(way))
        }
        out.append(motion.update(k * FRAME_NS, poses))
    return out


def test_a_resting_board_is_off():
    assert not any(powered([[0.0] * 8] * 30))


def test_many_that_start_at_once_mean_power_and_it_is_noticed_within_a_fifth_of_a_second():
    still = [[0.0] * 8] * 10
    on = powered(still + [[1.5 * k] * 6 + [0.0] * 2 for k in range(1, 20)])
    assert not any(on[:10])
    assert all(on[16:])


def test_a_hand_that_moves_two_figures_is_no_power():
    assert not any(powered([[5.0 * k] * 2 + [0.0] * 6 for k in range(30)]))


def test_when_all_have_come_to_rest_the_power_is_off():
    moving = [[1.5 * k] * 8 for k in range(20)]
    on = powered(moving + [moving[-1]] * 12)
    assert on[19]
    assert not on[-1]
