"""What was found in an earlier picture is found again in the present one, or not at all."""

from __future__ import annotations

import pytest

from referee.core.geometry.pose import Pose
from referee.vision.watch.picture.present_pose import present_pose
from tests.vision.watch import scene

PASSED_S = 0.1


def found(now, pose=scene.LINE_UP["H2"]):
    before = scene.paint(scene.LINE_UP, noise=1)
    return present_pose(before, now, PASSED_S, scene.CAMERA, pose, scene.TOP_MM)


@pytest.mark.parametrize(("dx", "dy"), [(0.0, 0.0), (7.0, 2.0), (-18.0, 9.0)])
def test_it_is_where_its_picture_went(dx, dy):
    start = scene.LINE_UP["H2"]
    moved = {**scene.LINE_UP, "H2": Pose(start.x_mm + dx, start.y_mm + dy, start.heading_deg)}
    pose = found(scene.paint(moved, noise=2))
    assert (pose.x_mm, pose.y_mm) == pytest.approx((start.x_mm + dx, start.y_mm + dy), abs=1.0)


def test_what_is_covered_now_is_not_found():
    assert found(scene.paint(scene.LINE_UP, noise=2, hidden=[scene.LINE_UP["H2"]])) is None


def test_what_lies_outside_the_picture_is_not_found():
    assert found(scene.paint(scene.LINE_UP, noise=2), Pose(-300.0, 90.0, 0.0)) is None
