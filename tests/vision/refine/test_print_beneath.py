"""Beside print an edge is asked whether the board is bare there."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.geometry.pose import Pose
from referee.vision.plate.clean_plate import CleanPlate, empty_board
from referee.vision.plate.plate_difference import PlateReference
from referee.vision.refine.edges.outline_ring import POINTS, ring_of
from referee.vision.refine.edges.print_beneath import drawn_to_print, heed_print
from referee.vision.refine.edges.strip_clues import CLUES, read_clues
from referee.vision.refine.edges.strips import EXTRAS, SAMPLES, read_strips
from referee.vision.refine.guess_table import PoseGuess, guess_table_of
from referee.vision.refine.pose_fit import BIN_MM, BINS, LOWEST_MM
from tests.vision.refine.drawn import BLUE, SHAPES, WHITE, camera, drawn

SHAPE, CAMERA, POSE = SHAPES["rounded"], camera(), Pose(90.0, 50.0, 0.0)
BACK_MM = POSE.x_mm - SHAPE.length_mm / 2.0
GAP_MM, LINE_MM = 1.7, 1.5
NOT = 0.0, 0.0
OFFSETS_MM = LOWEST_MM + BIN_MM * np.arange(BINS)
BEHIND = ring_of(SHAPE)[:, 2] < -0.99


def line(back_to_line_mm):
    """A white line along y, so far behind the base's back."""
    right = BACK_MM - back_to_line_mm
    corners = [(right, 5.0), (right, 95.0), (right - LINE_MM, 95.0), (right - LINE_MM, 5.0)]
    return np.array([(x, y, 0.0) for x, y in corners]), WHITE


def empty(gap_mm=GAP_MM):
    return drawn(CAMERA, [], under=[line(gap_mm)])


def with_base(colour=WHITE, gap_mm=GAP_MM):
    return drawn(CAMERA, [(SHAPE, POSE, colour)], under=[line(gap_mm)])


def read(image, pose):
    """Strips of a base that is taken to stand there, its own colour, and what is needed besides."""
    table = guess_table_of([PoseGuess(SHAPE, pose)])
    strips = np.empty((1, POINTS, 3, SAMPLES), np.float32)
    extras = np.empty((1, POINTS, EXTRAS), np.float32)
    seen, colours = np.empty((1, POINTS), np.uint8), np.empty((1, 3), np.float32)
    where = CAMERA.packed, table.poses, table.rings, table.heights_mm
    read_strips(image, *where, strips, extras, seen)
    clues, contrasts = np.empty((POINTS, CLUES), np.float32), np.empty(1, np.float32)
    read_clues(strips, extras, seen, clues, colours, contrasts)
    return where, strips, colours, seen


def weighed(image, plate, pose=POSE):
    """What is left of likelihoods that knew nothing, (POINTS, BINS)."""
    where, strips, colours, seen = read(image, pose)
    said = np.full((1, POINTS, BINS), 1.0 / BINS, np.float32)
    printed = PlateReference(plate).printed
    heed_print(printed.picture, printed.known, *where, strips, colours, seen, said)
    return said[0]


def way_to_print(image, plate, pose):
    """Which way an outline there is taken to have been drawn to print, 0, 0: not at all."""
    where, strips, _, seen = read(image, pose)
    out, printed = np.empty((1, 2)), PlateReference(plate).printed
    picture, known, near = printed.picture, printed.known, printed.near
    drawn_to_print(picture, known, near, printed.shrink, *where, strips, seen, out)
    return tuple(out[0])


def beyond(said, offset_mm):
    """How likely each strip's edge is more than so far outside."""
    return said[:, offset_mm < OFFSETS_MM].sum(axis=1)


@pytest.mark.parametrize("colour", [WHITE, BLUE], ids=["white", "blue"])
@pytest.mark.parametrize("light", [1.0, 0.6])
def test_a_base_does_not_reach_across_bare_board_to_a_line(colour, light):
    image = np.rint(light * with_base(colour)).astype(np.uint8)
    said = weighed(image, empty_board(empty()))
    assert beyond(said, 1.0)[BEHIND].max() < 0.05
    assert said.sum(axis=1) == pytest.approx(np.ones(POINTS), abs=1e-4)


@pytest.mark.parametrize("light", [1.0, 0.6])
def test_an_outline_that_ends_with_the_line_beside_it_was_drawn_to_print(light):
    image, plate = np.rint(light * with_base(gap_mm=0.3)).astype(np.uint8), empty_board(empty(0.3))
    behind = Pose(POSE.x_mm - 0.3 - LINE_MM, POSE.y_mm, 0.0)
    assert way_to_print(image, plate, behind) == pytest.approx((-1.0, 0.0), abs=0.1)
    assert way_to_print(image, plate, POSE) == NOT


def test_a_base_whose_end_lies_at_a_line_is_not_taken_to_be_drawn_to_it():
    for colour in (WHITE, BLUE):
        assert way_to_print(with_base(colour, 0.0), empty_board(empty(0.0)), POSE) == NOT


def test_an_edge_of_print_that_is_seen_as_ever_says_little_of_a_base_of_its_colour():
    gap_mm = 0.3
    said = weighed(with_base(gap_mm=gap_mm), empty_board(empty(gap_mm)))
    far_edge = np.abs(OFFSETS_MM - gap_mm - LINE_MM) < 0.3
    near_edge = np.abs(OFFSETS_MM) < 0.3
    assert (
        said[BEHIND][:, far_edge].max(axis=1) < 0.2 * said[BEHIND][:, near_edge].max(axis=1)
    ).all()


def test_where_nothing_is_known_nothing_changes():
    votes = np.zeros((CAMERA.height_px, CAMERA.width_px), np.uint8)
    plate = CleanPlate(empty(), votes)
    assert (weighed(with_base(), plate) == np.float32(1.0 / BINS)).all()
    assert way_to_print(with_base(gap_mm=0.3), plate, Pose(88.2, POSE.y_mm, 0.0)) == NOT
