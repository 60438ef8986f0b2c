"""Bases are measured where OpenCV drew them, and nothing is claimed where nothing can be seen."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose
from referee.vision.refine.fit_evidence import RIVAL
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refinement import MeasuredBase, MeasurementQuality
from referee.vision.refine.refiner import Refiner
from referee.vision.refine.refiner_weights import read_weights
from tests.vision.refine.drawn import BLUE, SHAPES, TURF, WHITE, at_height, camera, drawn

MODEL = camera()
REFINER = Refiner(MODEL)
STANDARD = SHAPES["rounded"]
POSE = Pose(88.0, 55.0, 25.0)


def off(pose: Pose, dx_mm: float = 1.0, dy_mm: float = -0.8, turn_deg: float = 3.5) -> Pose:
    return Pose(pose.x_mm + dx_mm, pose.y_mm + dy_mm, pose.heading_deg + turn_deg)


def miss_mm(found: MeasuredBase, pose: Pose) -> float:
    return float(np.hypot(found.pose.x_mm - pose.x_mm, found.pose.y_mm - pose.y_mm))


def turn_deg(found: MeasuredBase, pose: Pose) -> float:
    return abs((found.pose.heading_deg - pose.heading_deg + 180.0) % 360.0 - 180.0)


def sigma_mm(found: MeasuredBase) -> float:
    return float(np.sqrt(found.covariance[0][0] + found.covariance[1][1]))


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
@pytest.mark.parametrize("colour", [WHITE, BLUE], ids=["white", "blue"])
@pytest.mark.parametrize("pose", [POSE, Pose(35.0, 30.0, 90.0), Pose(70.0, 70.0, 200.0)], ids=str)
def test_a_base_is_found_where_it_was_drawn(shape, colour, pose):
    image = drawn(MODEL, [(shape, pose, colour)])
    found = REFINER.refine(image, [PoseGuess(shape, off(pose))]).bases[0]
    assert found.quality is MeasurementQuality.MEASURED
    assert miss_mm(found, pose) < 0.3
    assert turn_deg(found, pose) < 1.2


@pytest.mark.parametrize("side", [0.35, 0.7], ids=["dark sides", "light sides"])
def test_side_faces_do_not_pull_the_outline_their_way(side):
    shape = SHAPES["rounded"]
    for pose in (Pose(140.0, 50.0, 0.0), Pose(60.0, 20.0, 45.0), Pose(20.0, 80.0, 90.0)):
        image = drawn(MODEL, [(shape, pose, WHITE)], side=side)
        found = REFINER.refine(image, [PoseGuess(shape, off(pose))]).bases[0]
        assert miss_mm(found, pose) < 0.3


@pytest.mark.parametrize("gap_mm", [0.0, 0.8, 2.5])
def test_the_gap_of_two_bases_is_measured_together(gap_mm):
    first = Pose(60.0, 50.0, 0.0)
    second = Pose(60.0 + 27.8 + gap_mm, 52.0, 0.0)
    image = drawn(MODEL, [(STANDARD, first, WHITE), (STANDARD, second, BLUE)], side=0.6)
    guesses = [PoseGuess(STANDARD, off(first)), PoseGuess(STANDARD, off(second, -0.9, 0.7, -3.0))]
    found = REFINER.refine(image, guesses)
    (pair,) = found.pairs
    assert (pair.first, pair.second) == (0, 1)
    assert pair.gap_mm == pytest.approx(gap_mm, abs=0.3)
    assert pair.gap_mm == pytest.approx(
        signed_gap(STANDARD, found.bases[0].pose, STANDARD, found.bases[1].pose).gap_mm, abs=1e-6
    )


def test_a_base_is_settled_from_where_a_detector_saw_it():
    poses = [POSE, Pose(35.0, 30.0, 90.0)]
    image = drawn(MODEL, [(STANDARD, pose, WHITE) for pose in poses])
    found = REFINER.settle(
        image, [PoseGuess(STANDARD, off(pose, 1.6, -1.2, 5.0)) for pose in poses]
    )
    for base, pose in zip(found.bases, poses, strict=True):
        assert base.quality is MeasurementQuality.MEASURED
        assert miss_mm(base, pose) < 0.3


def test_a_base_is_followed_from_frame_to_frame():
    image = drawn(MODEL, [(STANDARD, POSE, BLUE)])
    (base,) = REFINER.follow(image, [PoseGuess(STANDARD, off(POSE, 0.3, -0.2, 0.8))]).bases
    assert base.quality is MeasurementQuality.MEASURED
    assert miss_mm(base, POSE) < 0.3


@pytest.mark.parametrize("measure", [REFINER.settle, REFINER.follow])
def test_whoever_measures_refuses_a_frame_of_another_size(measure):
    with pytest.raises(BadValue, match="320 x 240"):
        measure(np.zeros((240, 320, 3), np.uint8), [PoseGuess(STANDARD, POSE)])
    assert measure(drawn(MODEL, []), []).bases == ()


def test_other_outlines_at_the_same_places_are_other_bases():
    other = SHAPES["bevelled"]
    image = drawn(MODEL, [(other, POSE, WHITE)])
    refiner = Refiner(MODEL)
    refiner.refine(image, [PoseGuess(STANDARD, off(POSE))])
    again = refiner.refine(image, [PoseGuess(other, off(POSE))])
    assert again == REFINER.refine(image, [PoseGuess(other, off(POSE))])


def test_what_is_hidden_is_left_out_and_widens_the_error_bar():
    clear = REFINER.refine(
        drawn(MODEL, [(STANDARD, POSE, WHITE)]), [PoseGuess(STANDARD, off(POSE))]
    )
    cover = POSE.to_board(np.array([[2.0, -14.0], [18.0, -14.0], [18.0, 4.0], [2.0, 4.0]]))
    image = drawn(MODEL, [(STANDARD, POSE, WHITE)], over=[(at_height(cover, 3.0), (60, 70, 160))])
    hidden = REFINER.refine(image, [PoseGuess(STANDARD, off(POSE))])
    assert miss_mm(hidden.bases[0], POSE) < 0.6
    assert sigma_mm(hidden.bases[0]) > 1.2 * sigma_mm(clear.bases[0])


def test_no_base_where_one_was_expected_is_no_measurement():
    image = drawn(MODEL, [(STANDARD, POSE, WHITE)])
    found = REFINER.refine(image, [PoseGuess(STANDARD, Pose(35.0, 30.0, 10.0))]).bases[0]
    assert found.quality is not MeasurementQuality.MEASURED
    assert sigma_mm(found) > 1.0


@pytest.mark.parametrize("level", [0, 128, 255], ids=["black", "grey", "white"])
def test_an_empty_frame_measures_nothing(level):
    image = np.full((MODEL.height_px, MODEL.width_px, 3), level, dtype=np.uint8)
    found = REFINER.refine(image, [PoseGuess(STANDARD, POSE)]).bases[0]
    assert found.quality is MeasurementQuality.UNMEASURED
    assert found.pose == POSE
    assert sigma_mm(found) > 100.0


@pytest.mark.parametrize("pose", [Pose(5000.0, 0.0, 0.0), Pose(-37.0, 50.0, 0.0)], ids=str)
def test_a_base_outside_the_picture_is_not_measured(pose):
    found = REFINER.refine(drawn(MODEL, []), [PoseGuess(STANDARD, pose)]).bases[0]
    assert found.quality is MeasurementQuality.UNMEASURED
    assert sigma_mm(found) > 100.0


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (np.zeros((240, 320, 3), np.uint8), "320 x 240.*400 x 280"),
        (np.zeros((280, 400), np.uint8), "8 bit BGR"),
        (np.zeros((280, 400, 3), np.float32), "8 bit BGR"),
    ],
    ids=["another size", "grey", "floating point"],
)
def test_a_frame_of_another_kind_is_refused(frame, words):
    with pytest.raises(BadValue, match=words):
        REFINER.refine(frame, [PoseGuess(STANDARD, POSE)])


def test_nobody_to_look_for_is_an_empty_answer():
    assert REFINER.refine(drawn(MODEL, []), []).bases == ()


def test_the_same_frame_gives_the_same_answer_in_any_order():
    poses = [POSE, Pose(35.0, 30.0, 90.0), Pose(130.0, 80.0, 300.0)]
    image = drawn(MODEL, [(STANDARD, pose, BLUE) for pose in poses])
    guesses = [PoseGuess(STANDARD, off(pose)) for pose in poses]
    straight = REFINER.refine(image, guesses).bases
    again = REFINER.refine(image, guesses).bases
    turned = REFINER.refine(image, guesses[::-1]).bases[::-1]
    assert straight == again
    for a, b in zip(straight, turned, strict=True):
        assert miss_mm(a, b.pose) < 1e-4


def test_weights_that_are_not_those_of_the_program_are_refused(tmp_path):
    path = tmp_path / "edges.npz"
    path.write_bytes(b"other weights")
    with pytest.raises(BadValue, match="SHA-256"):
        read_weights(path, "0" * 64)
    with pytest.raises(BadValue, match="missing"):
        read_weights(tmp_path / "none.npz", "0" * 64)


def test_an_end_that_may_be_another_is_noticed():
    """A front edge painted like the turf: the base may as well end behind the paint."""
    strip = POSE.to_board(np.array([[12.0, -10.2], [13.8, -10.2], [13.8, 10.2], [12.0, 10.2]]))
    plain = drawn(MODEL, [(STANDARD, POSE, WHITE)])
    painted = drawn(MODEL, [(STANDARD, POSE, WHITE)], over=[(at_height(strip, 3.0), TURF)])
    clear, doubted = (
        REFINER.fit(image, [PoseGuess(STANDARD, off(POSE))]).figures[0, RIVAL]
        for image in (plain, painted)
    )
    assert doubted > clear + 0.5
