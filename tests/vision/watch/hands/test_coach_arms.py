"""Hands: what hand and arm hide on the board, and where the fingers may be."""

from __future__ import annotations

import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.vision.sighting import HandSighting
from referee.vision.watch.hands.coach_arms import FINGERS_MM, HAND_HEIGHT_MM, CoachArms

# One pixel is one millimetre at the height of hands; board y runs up, rows run down.
CAMERA = overhead_camera(
    width_px=1000,
    height_px=600,
    target_mm=(499.5, 299.5),
    height_mm=1000.0 + HAND_HEIGHT_MM,
    focal_px=1000.0,
)


def area(*box_px, before=()):
    arms = CoachArms(CAMERA)
    for k, other in enumerate(before):
        arms.look(k, [HandSighting(other, 0.9)])
    arms.look(10**6, [HandSighting(box_px, 0.9)])
    (found,) = arms.at(10**6)
    return found


@pytest.mark.parametrize(
    ("box_px", "tips_mm"),
    [
        # enters at the bottom (y = 0): tips at the top of the box, a finger's length inward
        ((400, 300, 480, 599), [(420, 299 - FINGERS_MM), (460, 299 - FINGERS_MM)]),
        # enters at the top (y = 599): tips at its lower side
        ((400, 0, 480, 200), [(420, 399 + FINGERS_MM), (460, 399 + FINGERS_MM)]),
        # enters at the left: tips at its right side
        ((0, 200, 300, 280), [(300 - FINGERS_MM, 379), (300 - FINGERS_MM, 339)]),
        ((700, 200, 999, 280), [(700 + FINGERS_MM, 379), (700 + FINGERS_MM, 339)]),
    ],
)
def test_tips_lie_farthest_from_where_the_arm_enters(box_px, tips_mm):
    assert np.allclose(sorted(area(*box_px).tips_mm), sorted(tips_mm), atol=1.0)


def test_the_arm_hides_everything_up_to_the_edge():
    found = area(400, 200, 480, 330)  # a hand without its arm
    assert np.allclose((found.left_mm, found.right_mm, found.far_mm), (400, 480, 399), atol=1.0)
    assert found.near_mm == pytest.approx(0.0, abs=1.0)


def test_the_side_of_the_arm_is_learned_where_hands_enter():
    entering = [(400, 0, 480, 40), (410, 0, 490, 90)]
    found = area(400, 200, 480, 330, before=entering)
    assert found.far_mm == pytest.approx(599.0, abs=1.0)
    assert found.near_mm == pytest.approx(269.0, abs=1.0)


def test_between_looks_a_hand_moves_on():
    arms = CoachArms(CAMERA)
    arms.look(0, [HandSighting((400, 300, 480, 599), 0.9)])
    arms.look(100_000_000, [HandSighting((430, 300, 510, 599), 0.9)])
    (now,) = arms.at(150_000_000)
    (then,) = arms.at(100_000_000)
    moved = np.array(now.tips_mm) - np.array(then.tips_mm)
    assert np.allclose(moved, [[15.0, 0.0], [15.0, 0.0]], atol=0.5)
    assert now.left_mm == then.left_mm


def test_a_board_without_hands_hides_nothing():
    arms = CoachArms(CAMERA)
    arms.look(0, [])
    assert arms.at(10) == ()
