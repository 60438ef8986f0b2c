"""An arm over the board's edge is a hand; a base, a cup, a shadow or a painted end zone is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.loaders.fields import load_field
from referee.vision.frame.hand_finder import HandFinder, each_hand_once, shared
from referee.vision.sighting import HandSighting

FIELD = load_field("620")
CAMERA = overhead_camera(
    width_px=1280, height_px=720, target_mm=(457.0, 229.0), height_mm=900.0, focal_px=880.0,
)  # fmt: skip
HANDS = HandFinder(CAMERA, FIELD)
TABLE, RIM, TURF, ZONE, LINE = (
    (70, 80, 95),
    (190, 200, 205),
    (60, 120, 50),
    (40, 60, 170),
    (230,) * 3,
)
SKIN, SLEEVE = (120, 150, 205), (90, 50, 40)


def painted(image, points_mm, colour):
    points = np.asarray(points_mm, dtype=float)
    px = np.round(CAMERA.project(np.c_[points, np.zeros(len(points))]) * 16).astype(np.int32)
    cv2.fillPoly(image, [px], colour, cv2.LINE_AA, 4)


def box(left, near, right, far):
    return [(left, near), (right, near), (right, far), (left, far)]


def board():
    image = np.full((720, 1280, 3), TABLE, dtype=np.uint8)
    f = FIELD
    metal = f.metal_left_x_mm, f.metal_near_y_mm, f.metal_right_x_mm, f.metal_far_y_mm
    painted(image, box(metal[0] - 12, metal[1] - 12, metal[2] + 12, metal[3] + 12), RIM)
    painted(image, box(*metal), TURF)
    painted(image, box(-f.left_end_zone_mm, 0.0, 0.0, f.width_mm), ZONE)
    for k in range(21):
        x = k * f.goal_to_goal_mm / 20
        painted(image, box(x - 1, 0.0, x + 1, f.width_mm), LINE)
    noise = np.random.default_rng(1).normal(0.0, 3.0, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def arm(image, tip, elbow, wide=50.0):
    """A sleeve from the elbow to 130 mm before the tip, then a hand."""
    tip, elbow = np.array(tip), np.array(elbow)
    ahead = (tip - elbow) / np.hypot(*(tip - elbow))
    across = np.array([-ahead[1], ahead[0]]) * wide / 2
    wrist = tip - 130.0 * ahead
    painted(image, [elbow - across, wrist - across, wrist + across, elbow + across], SLEEVE)
    hand = [wrist - across, tip - 1.3 * across, tip + 1.3 * across, wrist + across]
    painted(image, hand, SKIN)
    px = CAMERA.project(np.c_[np.array(hand), np.zeros(4)])
    return (*px.min(axis=0), *px.max(axis=0))


@pytest.mark.parametrize(
    ("tip", "elbow"),
    [
        ((300.0, 200.0), (330.0, -300.0)),
        ((500.0, 330.0), (560.0, 800.0)),
        ((60.0, 240.0), (-400.0, 200.0)),
        ((800.0, 150.0), (1200.0, 300.0)),
        ((700.0, 30.0), (720.0, -300.0)),
    ],
)
def test_an_arm_from_any_side_is_a_hand_at_its_end(tip, elbow):
    image = board()
    true = arm(image, tip, elbow)
    (hand,) = HANDS.find(image)
    assert shared(hand.box_px, true) > 0.4
    assert hand.score > 0.7


def test_two_arms_are_two_hands():
    image = board()
    arm(image, (200.0, 200.0), (200.0, -300.0))
    arm(image, (700.0, 200.0), (700.0, 800.0))
    assert len(HANDS.find(image)) == 2


def test_an_empty_board_has_no_hand():
    assert HANDS.find(board()) == ()


def test_bases_at_the_edge_a_cup_beside_it_and_shade_are_no_hands():
    image = board()
    shape = rounded_rectangle("b", 28.0, 21.0, 2.0)
    for k in range(5):
        painted(
            image, Pose(300.0 + 24.0 * k, -15.0, 90.0).to_board(shape.corners_mm), (30, 30, 200)
        )
    turn = np.linspace(0.0, 2 * np.pi, 40)
    cup = np.c_[np.cos(turn), np.sin(turn)] * 40 + [600.0, FIELD.metal_far_y_mm + 60.0]
    painted(image, cup, (230, 230, 240))
    shade = np.ones(1280)
    shade[900:] = 0.6
    image = (image * shade[None, :, None]).astype(np.uint8)
    assert HANDS.find(image) == ()


def test_bases_side_by_side_where_the_table_changes_are_no_arm():
    """At the end of the stands the table looks otherwise by itself: a night stood still there."""
    image = board()
    far = FIELD.metal_far_y_mm
    painted(image, box(285.0, far + 2.0, 1200.0, far + 200.0), (20, 20, 25))
    painted(image, box(-300.0, far + 2.0, 190.0, far + 200.0), (20, 20, 25))
    shape = rounded_rectangle("b", 28.0, 21.0, 2.0)
    poses = [Pose(205.0 + 23.0 * k, far - 16.0, 90.0) for k in range(4)]
    for pose in poses:
        painted(image, pose.to_board(shape.corners_mm), (225, 225, 225))
    assert HANDS.find(image)
    assert HANDS.find(image, [(pose.x_mm, pose.y_mm) for pose in poses]) == ()


def test_an_arm_over_bases_at_the_edge_is_still_a_hand():
    image = board()
    arm(image, (300.0, 200.0), (330.0, -300.0), wide=60.0)
    beside = [(250.0, -15.0), (380.0, -15.0)]
    assert len(HANDS.find(image, beside)) == 1


def test_the_detector_alone_must_be_surer_and_both_together_are_one():
    near, same, far = (0.0, 0.0, 10.0, 10.0), (2.0, 0.0, 12.0, 10.0), (50.0, 50.0, 60.0, 60.0)
    seen = [HandSighting(same, 0.9)]
    said = [HandSighting(near, 0.3), HandSighting(far, 0.3)]
    assert each_hand_once(said, seen) == (HandSighting(near, 0.9),)
    assert each_hand_once([HandSighting(far, 0.8)], seen) == (HandSighting(far, 0.8), *seen)


def test_a_strip_across_the_edge_that_the_plate_explains_is_no_arm():
    image = board()
    arm(image, (300.0, 200.0), (330.0, -300.0))
    strips = []

    def explained(corners_mm):
        strips.append(corners_mm)
        return True

    assert HANDS.find(image, (), explained) == ()
    (strip,) = strips
    # About where the arm, 50 mm wide, crosses the near edge: from the board outward.
    assert abs(strip[:, 0].mean() - 314.0) < 30.0
    low, high = strip[:, 1].min(), strip[:, 1].max()
    assert low < FIELD.metal_near_y_mm - 20.0 < FIELD.metal_near_y_mm + 20.0 < high
