"""The signed gap, against shapely's polygons and hand-made cases."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings

from referee.apps.drawings.base_picture import outline_pieces
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BasePart, beveled_front, rounded_rectangle
from referee.core.geometry.gap import pair_gaps_mm, pose_row, signed_gap
from referee.core.geometry.pose import Pose
from tests.core.strategies import SHAPES, poses, shapes

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)
SAGITTA_MM = 0.001


def polygon(shape, pose):
    return shapely.Polygon(pose.to_board(shape.outline_mm(SAGITTA_MM)))


def depth_mm(a: shapely.Polygon, b: shapely.Polygon) -> float:
    """Penetration depth by the Minkowski difference, straight from its definition."""
    ca, cb = np.array(a.exterior.coords)[:-1], np.array(b.exterior.coords)[:-1]
    difference = shapely.MultiPoint((cb[:, None, :] - ca[None, :, :]).reshape(-1, 2)).convex_hull
    return difference.exterior.distance(shapely.Point(0.0, 0.0))


@given(shapes, poses(), shapes, poses())
@settings(max_examples=150, deadline=None)
def test_gap_agrees_with_polygons(shape_a, pose_a, shape_b, pose_b):
    a, b = polygon(shape_a, pose_a), polygon(shape_b, pose_b)
    expected = a.distance(b)
    if expected == 0.0:
        expected = -depth_mm(a, b)
    assert signed_gap(shape_a, pose_a, shape_b, pose_b).gap_mm == pytest.approx(expected, abs=0.01)


@given(shapes, poses(), shapes, poses())
@settings(max_examples=150, deadline=None)
def test_witness_points_lie_on_the_outlines_at_the_gap(shape_a, pose_a, shape_b, pose_b):
    gap = signed_gap(shape_a, pose_a, shape_b, pose_b)
    a, b = np.array(gap.point_a_mm), np.array(gap.point_b_mm)
    assert b - a == pytest.approx(gap.gap_mm * np.array(gap.normal), abs=1e-9)
    assert math.hypot(*gap.normal) == pytest.approx(1.0)
    for shape, pose, point in ((shape_a, pose_a, a), (shape_b, pose_b, b)):
        outline = polygon(shape, pose).exterior
        assert outline.distance(shapely.Point(point)) < 0.01


@given(shapes, poses(), shapes, poses())
@settings(max_examples=100, deadline=None)
def test_witness_points_lie_on_the_parts_they_name(shape_a, pose_a, shape_b, pose_b):
    gap = signed_gap(shape_a, pose_a, shape_b, pose_b)
    for shape, pose, point, part in (
        (shape_a, pose_a, gap.point_a_mm, gap.part_a),
        (shape_b, pose_b, gap.point_b_mm, gap.part_b),
    ):
        named = [
            shapely.LineString(pose.to_board(piece))
            for piece_part, piece in outline_pieces(shape)
            if piece_part is part
        ]
        assert shapely.MultiLineString(named).distance(shapely.Point(point)) < 0.03


@given(shapes, poses(), shapes, poses())
@settings(max_examples=100, deadline=None)
def test_gap_is_symmetric(shape_a, pose_a, shape_b, pose_b):
    one = signed_gap(shape_a, pose_a, shape_b, pose_b)
    other = signed_gap(shape_b, pose_b, shape_a, pose_a)
    assert one.gap_mm == pytest.approx(other.gap_mm, abs=1e-9)


@given(shapes, poses(), shapes, poses(), poses(900.0))
@settings(max_examples=100, deadline=None)
def test_gap_stays_when_the_board_is_turned_and_moved(shape_a, pose_a, shape_b, pose_b, motion):
    def moved(pose: Pose) -> Pose:
        x, y = motion.to_board(np.array([[pose.x_mm, pose.y_mm]]))[0]
        return Pose(x, y, pose.heading_deg + motion.heading_deg)

    before = signed_gap(shape_a, pose_a, shape_b, pose_b).gap_mm
    after = signed_gap(shape_a, moved(pose_a), shape_b, moved(pose_b)).gap_mm
    assert after == pytest.approx(before, abs=1e-7)


MIRRORED = {
    BasePart.FRONT_LEFT: BasePart.FRONT_RIGHT,
    BasePart.BACK_LEFT: BasePart.BACK_RIGHT,
    BasePart.LEFT: BasePart.RIGHT,
}
MIRRORED |= {v: k for k, v in MIRRORED.items()}


@given(shapes, poses(), shapes, poses())
@settings(max_examples=100, deadline=None)
def test_a_mirror_keeps_the_gap(shape_a, pose_a, shape_b, pose_b):
    def mirrored(pose: Pose) -> Pose:
        return Pose(pose.x_mm, -pose.y_mm, -pose.heading_deg)

    before = signed_gap(shape_a, pose_a, shape_b, pose_b).gap_mm
    after = signed_gap(shape_a, mirrored(pose_a), shape_b, mirrored(pose_b)).gap_mm
    assert after == pytest.approx(before, abs=1e-9)


def test_many_poses_at_once_equal_one_at_a_time():
    rng = np.random.default_rng(7)
    for shape_a in SHAPES:
        for shape_b in SHAPES:
            degrees = rng.uniform(0, 360, (20, 2))
            places = rng.uniform(-30, 30, (20, 4))
            pairs = [
                (Pose(*p[:2], d[0]), Pose(*p[2:], d[1]))
                for p, d in zip(places, degrees, strict=True)
            ]
            rows_a = [pose_row(a) for a, _ in pairs]
            rows_b = [pose_row(b) for _, b in pairs]
            each = [signed_gap(shape_a, a, shape_b, b).gap_mm for a, b in pairs]
            assert pair_gaps_mm(shape_a, rows_a, shape_b, rows_b) == pytest.approx(each, abs=1e-12)


# Every case by hand: where b stands, the gap, where a is touched, where b is.
BY_HAND = [
    # nose to tail: 40 - 27.8 between the edges
    ((40, 0, 0), 12.2, BasePart.FRONT, BasePart.BACK),
    # nose to nose, off centre: the edges still lie flat on each other
    ((27.8, 6, 180), 0.0, BasePart.FRONT, BasePart.FRONT),
    # side by side
    ((3, 25, 0), 4.4, BasePart.LEFT, BasePart.RIGHT),
    # b drives its front into a's right side, 1 mm deep
    ((0, -23.2, 90), -1.0, BasePart.RIGHT, BasePart.FRONT),
    # diagonal: corner arcs, centres 4 + 3 and 4 + 4 mm apart beyond the skeletons
    ((13.9 + 13.9 - 4 + 3, 20.6 - 4 + 4, 0), 1.0, BasePart.FRONT_LEFT, BasePart.BACK_RIGHT),
]


@pytest.mark.parametrize(("pose_b", "gap_mm", "part_a", "part_b"), BY_HAND)
def test_cases_by_hand(pose_b, gap_mm, part_a, part_b):
    gap = signed_gap(STANDARD, Pose(0, 0, 0), STANDARD, Pose(*pose_b))
    assert gap.gap_mm == pytest.approx(gap_mm, abs=1e-9)
    assert (gap.part_a, gap.part_b) == (part_a, part_b)


def test_a_corner_on_an_edge_is_corner_to_edge():
    # b stands on its front-right corner: the arc's centre is at (11.9, -8.3) in its own frame
    turned = Pose(0, 0, 225).to_board(np.array([[11.9, -8.3]]))[0]
    pose_b = Pose(13.9 + 0.5 + 2.0 - turned[0], 1.0 - turned[1], 225)
    gap = signed_gap(STANDARD, Pose(0, 0, 0), STANDARD, pose_b)
    assert gap.gap_mm == pytest.approx(0.5)
    assert (gap.part_a, gap.part_b) == (BasePart.FRONT, BasePart.FRONT_RIGHT)
    assert gap.point_a_mm == pytest.approx((13.9, 1.0))


def test_flat_edges_touch_in_the_middle_of_what_they_share():
    # fronts of 16.6 mm straight edge, 6 mm aside: shared from -2.3 to 8.3
    gap = signed_gap(STANDARD, Pose(0, 0, 0), STANDARD, Pose(27.8, 6.0, 180))
    assert gap.point_a_mm == pytest.approx((13.9, 3.0))


def test_a_bevel_is_a_front_corner():
    shape = beveled_front("bevelled", 27.8, 20.6, 1.5, 4.0)
    gap = signed_gap(shape, Pose(0, 0, 0), STANDARD, Pose(23, 19.5, 45))
    assert gap.part_a is BasePart.FRONT_LEFT


@given(shapes, poses(), shapes, poses())
@settings(max_examples=100, deadline=None)
def test_the_mirror_of_a_touch_is_on_the_mirrored_part(shape_a, pose_a, shape_b, pose_b):
    gap = signed_gap(shape_a, pose_a, shape_b, pose_b)
    if gap.gap_mm < -1.0:
        return  # two ways out may be equally short
    mirror = signed_gap(
        shape_a,
        Pose(pose_a.x_mm, -pose_a.y_mm, -pose_a.heading_deg),
        shape_b,
        Pose(pose_b.x_mm, -pose_b.y_mm, -pose_b.heading_deg),
    )
    assert math.dist(mirror.point_a_mm, (gap.point_a_mm[0], -gap.point_a_mm[1])) < 1e-3
    assert MIRRORED.get(gap.part_a, gap.part_a) == mirror.part_a
    assert MIRRORED.get(gap.part_b, gap.part_b) == mirror.part_b


def test_poses_of_a_wrong_form_are_named():
    with pytest.raises(BadValue, match=r"poses is \(2, 2\)"):
        pair_gaps_mm(STANDARD, np.zeros((2, 2)), STANDARD, np.zeros((2, 3)))
    with pytest.raises(BadValue, match="poses_b"):
        pair_gaps_mm(STANDARD, np.zeros((2, 3)), STANDARD, np.zeros((3, 3)))
