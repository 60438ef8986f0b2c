"""The steps of refinement, each against another way to compute it."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.geometry.gap import edges_of, pose_row, signed_gap
from referee.core.geometry.pose import Pose
from referee.vision.refine.edges.edge_reader import EdgeReader
from referee.vision.refine.edges.outline_ring import POINTS, ring_of
from referee.vision.refine.edges.strips import (
    EXTRAS,
    FIRST_MM,
    SAMPLES,
    SIDE,
    STEP_MM,
    outside_mm,
    read_strips,
)
from referee.vision.refine.guess_table import PoseGuess, guess_table_of
from referee.vision.refine.near_pairs import hold_bases_apart, independent_sigmas, limit_sigmas
from referee.vision.refine.pose_fit import BIN_MM, BINS, DOUBT, LOWEST_MM, felt
from tests.vision.refine.drawn import SHAPES, at_height, camera, pixels

STANDARD = SHAPES["rounded"]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_a_ring_lies_on_the_outline_evenly_with_normals_that_point_out(shape):
    ring = ring_of(shape)
    outline = shapely.Polygon(shape.outline_mm(0.001))
    assert len(ring) == POINTS
    assert shapely.distance(outline.exterior, shapely.points(ring[:, :2])).max() < 0.01
    for reach_mm, inside in ((-0.1, True), (0.1, False)):
        points = shapely.points(ring[:, :2] + reach_mm * ring[:, 2:])
        assert (shapely.contains(outline, points) == inside).all()
    steps = np.linalg.norm(np.roll(ring[:, :2], -1, axis=0) - ring[:, :2], axis=1)
    assert steps.max() <= outline.length / POINTS + 1e-3


@given(st.sampled_from(list(SHAPES)), st.floats(-25.0, 25.0), st.floats(-20.0, 20.0))
@settings(max_examples=60)
def test_the_distance_from_an_outline_is_shapelys(name, x, y):
    shape = SHAPES[name]
    polygon = shapely.Polygon(shape.outline_mm(0.0005))
    outside = outside_mm(edges_of(shape), shape.radius_mm, x, y)
    point = shapely.Point(x, y)
    if not polygon.contains(point):
        assert outside == pytest.approx(polygon.distance(point), abs=2e-3)
    else:
        assert outside <= 1e-3


def strips_of(image, model, pose, shape=STANDARD):
    table = guess_table_of([PoseGuess(shape, pose)])
    strips = np.empty((1, POINTS, 3, SAMPLES), np.float32)
    extras = np.empty((1, POINTS, EXTRAS), np.float32)
    seen = np.empty((1, POINTS), np.uint8)
    read_strips(
        image, model.packed, table.poses, table.rings, table.heights_mm, strips, extras, seen
    )
    return strips[0], extras[0], seen[0]


def test_strips_show_the_pixels_that_opencv_projects_to():
    model, pose = camera(), Pose(90.0, 40.0, 30.0)
    across = np.arange(model.width_px) * 0.5
    down = np.arange(model.height_px) * 0.9
    image = np.zeros((model.height_px, model.width_px, 3), np.uint8)
    image[..., 0], image[..., 1] = np.rint(across)[None, :], np.rint(down)[:, None]
    strips, _, seen = strips_of(image, model, pose)
    ring = ring_of(STANDARD)
    assert seen.all()
    for j in (0, 11, SAMPLES - 1):
        points = pose.to_board(ring[:, :2] + (FIRST_MM + STEP_MM * j) * ring[:, 2:])
        expected = pixels(model, at_height(points, STANDARD.height_mm))
        np.testing.assert_allclose(strips[:, 0, j], 0.5 * expected[:, 0], atol=0.55)
        np.testing.assert_allclose(strips[:, 1, j], 0.9 * expected[:, 1], atol=0.55)


def test_a_side_face_shows_as_far_as_its_lower_edge_is_seen_beside_the_top():
    model, pose = camera(), Pose(120.0, 60.0, 10.0)
    _, extras, _ = strips_of(np.zeros((280, 400, 3), np.uint8), model, pose)
    ring = ring_of(STANDARD)
    points, far = pose.to_board(ring[:, :2]), pose.to_board(ring[:, :2] + ring[:, 2:])
    low = model.to_plane(pixels(model, at_height(points, 0.0)), STANDARD.height_mm)
    shown = ((low - points) * (far - points)).sum(axis=1)
    np.testing.assert_allclose(extras[:, SIDE], shown, atol=1e-4)


@pytest.mark.parametrize("width_mm", [0.3, 0.8, 1.6])
def test_a_widened_likelihood_is_a_convolution_and_its_slope_its_derivative(width_mm):
    rng = np.random.default_rng(3)
    likelihood = rng.dirichlet(np.full(BINS, 0.3)).astype(np.float32)
    places = LOWEST_MM + BIN_MM * np.arange(BINS)

    def direct(at):
        bell = np.exp(-0.5 * ((places - at) / width_mm) ** 2)
        bell[np.abs(places - at) > 3.2 * width_mm] = 0.0
        floor = likelihood * (1 - DOUBT) + DOUBT / BINS
        return math.log((floor * bell).sum() * BIN_MM / (width_mm * math.sqrt(2 * math.pi)))

    for at in (-2.13, 0.04, 1.61):
        level, slope, bend = felt(likelihood, at, width_mm)
        near = felt(likelihood, at + 1e-4, width_mm)
        assert level == pytest.approx(direct(at), abs=1e-5)
        assert slope == pytest.approx((near[0] - level) / 1e-4, rel=0.01, abs=0.01)
        assert bend == pytest.approx(-(near[1] - slope) / 1e-4, rel=0.02, abs=0.02)


def test_the_reader_is_the_network_it_says_it_is():
    rng = np.random.default_rng(8)
    shapes = [(7, 5), (5,), (25, 5), (5,), (25, 4), (4,), (4, BINS), (BINS,)]
    parts = [rng.normal(0.0, 0.4, shape).astype(np.float32) for shape in shapes]
    clues = rng.normal(0.0, 1.0, (2 * POINTS, 7)).astype(np.float32)
    first, first_bias, second, second_bias, third, third_bias, last, last_bias = parts
    for base, found in enumerate(EdgeReader(*parts).likelihoods(clues)):
        h = np.maximum(clues[base * POINTS : (base + 1) * POINTS] @ first + first_bias, 0.0)
        for weights, bias in ((second, second_bias), (third, third_bias)):
            before, after, across = (np.roll(h, by, axis=0) for by in (1, -1, POINTS // 2))
            mean = np.broadcast_to(h.mean(axis=0), h.shape)
            h = np.hstack([before, h, after, across, mean]) @ weights + bias
            h = np.maximum(h, 0.0)
        odds = np.exp(h @ last + last_bias)
        np.testing.assert_allclose(found, odds / odds.sum(axis=1, keepdims=True), atol=1e-4)


def held(poses, covariances):
    """Poses after they are held apart, and rows of pairs, gaps and slopes."""
    table = guess_table_of([PoseGuess(STANDARD, pose) for pose in poses])
    who, gaps, slopes = np.zeros((9, 2), np.int64), np.zeros(9), np.zeros((9, 6))
    found = hold_bases_apart(
        table.edges,
        table.firsts,
        table.radii_mm,
        table.reaches_mm,
        table.poses,
        np.array(covariances),
        np.ones(len(poses), np.uint8),
        who,
        gaps,
        slopes,
    )
    return table.poses, who[:found], gaps[:found], slopes[:found]


def pair(gap_mm, covariances):
    poses, who, gaps, _ = held(
        [Pose(50.0, 50.0, 0.0), Pose(50.0 + 27.8 + gap_mm, 51.0, 0.0)], covariances
    )
    assert who.tolist() == [[0, 1]]
    return poses, gaps[0]


SURE, UNSURE = np.diag([1e-4, 1e-4, 1e-6]), np.diag([0.04, 0.04, 4e-4])


def test_bases_inside_each_other_are_parted_and_the_unsure_one_gives_way():
    poses, gap_mm = pair(-0.6, [SURE, UNSURE])
    assert gap_mm > -0.1
    assert abs(poses[0, 0] - 50.0) < 0.02
    assert poses[1, 0] > 50.0 + 27.8 - 0.1


@pytest.mark.parametrize("gap_mm", [0.0, 0.01, 1.5])
def test_bases_apart_are_left_where_they_are(gap_mm):
    poses, found_mm = pair(gap_mm, [UNSURE, UNSURE])
    assert found_mm == pytest.approx(gap_mm, abs=1e-9)
    assert poses[0, 0] == 50.0


def test_a_crowd_is_parted_as_one_whatever_its_order():
    row = [Pose(50.0 + 27.4 * k, 50.0 + k, 0.0) for k in range(4)]
    covariances = [UNSURE, SURE, UNSURE, UNSURE]
    straight, _, gaps, _ = held(row, covariances)
    turned, _, _, _ = held(row[::-1], covariances[::-1])
    np.testing.assert_allclose(straight, turned[::-1], atol=2e-3)
    assert gaps.min() > -0.1
    assert abs(straight[1, 0] - row[1].x_mm) < 0.05  # who is sure stays


def drawn_gaps(poses, joint, seed=2, count=1500):
    """The spread of the gap of two bases whose six numbers err with a covariance."""
    rng = np.random.default_rng(seed)
    rows = np.concatenate([pose_row(pose) for pose in poses])
    out = []
    for row in rng.multivariate_normal(rows, joint, count):
        a, b = (Pose(r[0], r[1], math.degrees(r[2])) for r in (row[:3], row[3:]))
        out.append(signed_gap(STANDARD, a, STANDARD, b).gap_mm)
    return float(np.std(out))


# Turned a little, so that one corner is nearest and the gap is smooth in every pose.
CORNERED = [Pose(50.0, 50.0, 0.0), Pose(82.0, 51.0, 30.0)]
COVARIANCES = np.array([np.diag([0.01, 0.02, 1e-4]), np.diag([0.03, 0.01, 2e-4])])


def test_the_gaps_sigma_is_that_of_random_poses():
    _, who, _, slopes = held(CORNERED, COVARIANCES)
    sigmas = np.empty(1)
    independent_sigmas(COVARIANCES, who, slopes, sigmas)
    joint = np.zeros((6, 6))
    joint[:3, :3], joint[3:, 3:] = COVARIANCES
    assert sigmas[0] == pytest.approx(drawn_gaps(CORNERED, joint), rel=0.1)


@pytest.mark.parametrize("share", [0.6, 1.0, 1.25, 3.0])
def test_errors_of_two_bases_go_together_no_more_than_wholly(share):
    _, who, _, slopes = held(CORNERED, COVARIANCES)
    sigmas = np.empty(1)
    independent_sigmas(COVARIANCES, who, slopes, sigmas)
    wanted = sigmas * share
    limit_sigmas(COVARIANCES, who, slopes, wanted)
    parts = [
        slopes[0, k : k + 3] @ c @ slopes[0, k : k + 3]
        for k, c in zip((0, 3), COVARIANCES, strict=True)
    ]
    wholly = sum(math.sqrt(part) for part in parts)
    if share < 1.4:
        assert wanted[0] == pytest.approx(share * sigmas[0])
    else:
        assert 0.95 * wholly < wanted[0] <= wholly
