"""From the detector's pixels to candidates: on the metal, of a base's size, once each."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.loaders.fields import load_field
from referee.vision.frame.finder import Finder
from referee.vision.network.default_models import DetectorErrors
from referee.vision.plate.clean_plate import empty_board
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.sighting import Detection, Thing

FIELD = load_field("620")
CAMERA = overhead_camera(
    width_px=1280, height_px=720, target_mm=(457.0, 229.0), height_mm=900.0, focal_px=1000.0,
    tilt_deg=5.0,
)  # fmt: skip
IMAGE = np.zeros((720, 1280, 3), dtype=np.uint8)
TOP_MM = 3.0


class Says:
    """A detector that has made up its mind."""

    def __init__(self, *detections):
        self.detections = detections

    def find(self, image, px_per_mm):
        return self.detections


def base(x, y, heading, score=0.8, length=27.8, width=20.6):
    corners = Pose(x, y, heading).to_board(rounded_rectangle("b", length, width, 2.0).corners_mm)
    px = CAMERA.project(np.c_[corners, np.full(4, TOP_MM)])
    box = tuple(float(v) for v in (*px.min(axis=0), *px.max(axis=0)))
    return Detection(Thing.BASE, score, box, tuple(map(tuple, px.tolist())))


def boxed(thing, x, y, half_px, score=0.8):
    u, v = CAMERA.project([x, y, 0.0])
    return Detection(thing, score, (u - half_px, v - half_px, u + half_px, v + half_px))


def find(*detections, board=FIELD):
    return Finder(Says(*detections), CAMERA, board, TOP_MM, DetectorErrors(1.5, 5.0, 0.8)).find(
        IMAGE
    )


def test_a_base_stands_where_its_corners_are_seen():
    (found,) = find(base(300.0, 100.0, 200.0)).candidates
    assert (found.pose.x_mm, found.pose.y_mm) == pytest.approx((300.0, 100.0), abs=1e-3)
    assert found.pose.heading_deg == pytest.approx(200.0, abs=1e-3)
    assert (found.length_mm, found.width_mm) == pytest.approx((27.8, 20.6), abs=1e-3)
    assert found.covariance[0][0] == pytest.approx(1.5**2)
    assert found.front == 0.8


@pytest.mark.parametrize("y_mm", [-8.0, FIELD.width_mm + 8.0])
def test_a_base_beyond_the_lines_but_on_the_metal_counts(y_mm):
    assert len(find(base(300.0, y_mm, 0.0)).candidates) == 1


def test_a_base_beside_the_metal_does_not_count_unless_the_board_is_unknown():
    beside = base(300.0, FIELD.metal_near_y_mm - 20.0, 0.0)
    assert (find(beside).candidates, find(beside).beside) == ((), 1)
    assert len(find(beside, board=None).candidates) == 1


@pytest.mark.parametrize("size", [(7.0, 5.0), (80.0, 60.0), (50.0, 12.0)])
def test_what_has_no_size_of_a_base_is_none(size):
    assert find(base(300.0, 100.0, 0.0, length=size[0], width=size[1])).candidates == ()


def test_two_answers_for_one_base_are_one_and_neighbours_are_two():
    same = find(base(300.0, 100.0, 0.0, 0.5), base(303.0, 101.0, 80.0, 0.7)).candidates
    assert [c.score for c in same] == [0.7]
    touching = find(base(300.0, 100.0, 0.0), base(300.0, 121.0, 0.0)).candidates
    assert len(touching) == 2


def test_a_figure_that_lies_has_a_place_and_a_large_error():
    (found,) = find(boxed(Thing.FALLEN, 400.0, 200.0, 20.0)).candidates
    assert found.fallen == 1.0
    assert np.hypot(found.pose.x_mm - 400.0, found.pose.y_mm - 200.0) < 5.0
    assert found.covariance[0][0] >= 10.0**2


def test_a_base_in_the_box_of_a_lying_figure_is_one_thing_that_lies_or_stands():
    (found,) = find(
        base(400.0, 200.0, 0.0, 0.6), boxed(Thing.FALLEN, 400.0, 200.0, 16.0, 0.3)
    ).candidates
    assert found.fallen == pytest.approx(1.0 / 3.0)


def test_a_base_in_a_hand_is_marked():
    found = find(
        base(400.0, 200.0, 0.0), base(600.0, 200.0, 0.0), boxed(Thing.HAND, 400.0, 200.0, 60)
    )
    assert [c.in_hand for c in found.candidates] == [True, False]
    assert len(found.hands) == 1


def test_a_marker_is_one_whatever_two_answers_call_it():
    found = find(
        boxed(Thing.RED_MAGNET, 400.0, 200.0, 6.0, 0.4),
        boxed(Thing.ORANGE_PYLON, 401.0, 200.0, 6.0, 0.6),
        boxed(Thing.FELT_BALL, 500.0, 220.0, 6.0),
        boxed(Thing.FELT_BALL, 500.0, FIELD.metal_near_y_mm - 30.0, 6.0),
    ).markers
    assert [m.kind for m in found] == [Thing.FELT_BALL, Thing.ORANGE_PYLON]
    assert np.hypot(found[0].x_mm - 500.0, found[0].y_mm - 220.0) < 2.0


def test_markers_are_looked_at_once_more():
    says = Says(boxed(Thing.RED_MAGNET, 300.0, 100.0, 4.0, 0.45))
    finder = Finder(says, CAMERA, FIELD, TOP_MM)
    assert len(finder.find(IMAGE).markers) == 1
    strict = replace(finder, least_markers={Thing.RED_MAGNET: 0.4})
    assert strict.find(IMAGE).markers == ()


def test_claims_where_the_board_looks_as_it_does_when_empty_are_print():
    empty = np.full((720, 1280, 3), (60, 120, 50), dtype=np.uint8)
    stands = Pose(300.0, 100.0, 0.0).to_board(rounded_rectangle("b", 27.8, 20.6, 2.0).corners_mm)
    now = empty.copy()
    px = CAMERA.project(np.c_[stands, np.full(4, TOP_MM)])
    cv2.fillConvexPoly(now, np.round(px).astype(np.int32), (30, 30, 30))
    claims = [
        base(300.0, 100.0, 0.0),
        base(500.0, 300.0, 0.0),
        boxed(Thing.FALLEN, 700.0, 100.0, 20.0),
        boxed(Thing.BALL_MAGNET, 200.0, 300.0, 5.0),
        boxed(Thing.HAND, 600.0, 200.0, 60.0),
    ]
    plate = PlateKeeper(CAMERA, empty_board(empty))
    found = Finder(Says(*claims), CAMERA, FIELD, TOP_MM, plate=plate).find(now)
    assert [round(each.pose.x_mm) for each in found.candidates] == [300]
    assert (found.markers, found.hands) == ((), ())
    without = Finder(Says(*claims), CAMERA, FIELD, TOP_MM).find(now)
    assert (len(without.candidates), len(without.markers), len(without.hands)) == (3, 1, 1)
