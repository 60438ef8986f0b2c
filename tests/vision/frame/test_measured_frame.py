"""What becomes of a candidate: refined if its outline is seen, left with a large error if not."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.vision.frame.candidate_outlines import CandidateOutline
from referee.vision.frame.finder import BaseCandidate, diagonal_covariance
from referee.vision.frame.measured_frame import examine_candidates, sighting_of
from referee.vision.refine.refinement import MeasuredBase, MeasurementQuality, NearPair, Refinement

SHAPE = rounded_rectangle("b", 28.0, 20.0, 2.0)
KNOWN = CandidateOutline(SHAPE, 0.0)
FINE = diagonal_covariance(0.1, 0.01)
ROUGH = diagonal_covariance(1.5, 0.1)
CAMERA = overhead_camera(
    width_px=640, height_px=360, target_mm=(200.0, 100.0), height_mm=600.0, focal_px=500.0
)
IMAGE = np.zeros((360, 640, 3), dtype=np.uint8)


def candidate(x=100.0, y=50.0, heading=30.0, **changes):
    values = {"score": 0.6, "front": 0.8, "fallen": 0.0, "covariance": ROUGH}
    return BaseCandidate(Pose(x, y, heading), 28.0, 20.0, **values | changes)


class Refines:
    """A refiner that answers what it was told about the place nearest to the guess."""

    def __init__(self, *answers):
        self.answers = answers

    def settle(self, image, guesses):
        def told(guess):
            return min(self.answers, key=lambda m: abs(m.pose.x_mm - guess.pose.x_mm))

        return Refinement(tuple(told(guess) for guess in guesses), ())


def measured(x, y, heading, quality=MeasurementQuality.MEASURED):
    return MeasuredBase(Pose(x, y, heading), FINE, quality, 0.99)


class Pairs(Refines):
    """The same, with a gap between the first two."""

    def settle(self, image, guesses):
        pair = NearPair(0, 1, 0.5, 0.1)
        return Refinement(super().settle(image, guesses).bases, (pair,))


def two(sides_mm=0.0, quality=MeasurementQuality.MEASURED):
    pair = [candidate(score=0.4), candidate(x=129.0)]
    answers = measured(100.0, 50.0, 30.0, quality), measured(129.0, 50.0, 30.0)
    return examine_candidates(
        IMAGE, Pairs(*answers), None, pair, [CandidateOutline(SHAPE, sides_mm)] * 2
    )


def test_a_gap_belongs_to_the_bases_it_was_measured_between():
    seen = two()
    (pair,) = seen.pairs
    # The one with the higher score is measured first.
    assert [seen.bases[k].pose.x_mm for k in (pair.first, pair.second)] == [129.0, 100.0]
    assert (pair.gap_mm, pair.sigma_mm) == (0.5, 0.1)


def test_outlines_that_are_not_well_known_widen_the_gaps_error():
    (pair,) = two(sides_mm=1.0).pairs
    assert pair.sigma_mm > 0.5


def test_a_doubtful_base_has_no_gap():
    assert two(quality=MeasurementQuality.DOUBTFUL).pairs == []


class Reads:
    """A reader with one opinion of everything."""

    def __init__(self, front=0.5, fallen=0.05, base=0.95):
        self.opinion = SimpleNamespace(front=front, fallen=fallen, base=base)

    def read(self, image, poses, shapes):
        return [self.opinion for _ in poses]


def one(answer, reader=None, outline=KNOWN, **changes):
    return examine_candidates(
        IMAGE, Refines(answer), reader, [candidate(**changes)], [outline]
    ).bases


def test_a_measured_base_has_the_refined_pose_and_error():
    (seen,) = one(measured(100.7, 50.2, 31.0))
    assert (seen.pose, seen.covariance, seen.measured) == (Pose(100.7, 50.2, 31.0), FINE, True)


def test_a_base_far_from_the_candidate_is_another_one():
    (seen,) = one(measured(108.0, 50.0, 30.0))
    assert (seen.measured, seen.pose) == (False, Pose(100.0, 50.0, 30.0))


@pytest.mark.parametrize("quality", [MeasurementQuality.DOUBTFUL, MeasurementQuality.UNMEASURED])
def test_a_doubtful_base_keeps_the_detectors_pose_and_error(quality):
    (seen,) = one(measured(106.0, 55.0, 60.0, quality))
    assert (seen.pose, seen.covariance, seen.measured) == (Pose(100, 50, 30), ROUGH, False)


def test_an_outline_that_is_not_well_known_widens_the_error():
    (seen,) = one(measured(100.0, 50.0, 30.0), outline=CandidateOutline(SHAPE, 1.0))
    assert seen.covariance[0][0] > 0.4**2


def test_what_is_in_a_hand_may_be_high_above_the_board():
    (seen,) = one(measured(100.0, 50.0, 30.0), in_hand=True)
    assert seen.covariance[0][0] >= 2.0**2


def test_two_candidates_that_refine_onto_one_base_are_one():
    answers = measured(99.0, 50.0, 0.0), measured(101.0, 50.5, 0.0)
    pair = [candidate(x=94.0, heading=0.0), candidate(x=106.0, heading=90.0, score=0.4)]
    (seen,) = examine_candidates(IMAGE, Refines(*answers), None, pair, [KNOWN, KNOWN]).bases
    assert seen.score == 0.6


def test_a_reader_who_sees_the_front_at_the_back_turns_the_base():
    (seen,) = one(measured(100.0, 50.0, 210.0), Reads(front=0.02))
    assert seen.pose.heading_deg == pytest.approx(210.0)
    # The reader's odds of 49 to 1 against the detector's 4 to 1, of which the root counts.
    assert seen.front == pytest.approx(24.5 / 25.5)


@pytest.mark.parametrize(
    ("score", "base", "there"),
    [
        (0.9, 0.1, False),
        (0.9, 0.5, True),
        (0.25, 0.9, False),
        (0.25, 0.97, True),
        (0.05, 0.97, False),
    ],
)
def test_both_must_believe_in_a_base(score, base, there):
    """A detector that is just sure enough for itself needs a reader who is surer."""
    found = one(measured(100.0, 50.0, 30.0), Reads(base=base), score=score, least_score=0.25)
    assert len(found) == there


def test_beyond_the_lines_both_must_be_surer():
    """Much of what is printed there looks like a base."""
    reader = Reads(base=0.9)
    assert len(one(measured(100.0, 50.0, 30.0), reader)) == 1
    assert one(measured(100.0, 50.0, 30.0), reader, beyond_mm=40.0) == []


def test_detector_and_reader_together_say_whether_a_figure_lies():
    (stands,) = one(measured(100.0, 50.0, 30.0), Reads(fallen=0.02), fallen=0.4)
    (lies,) = one(measured(100.0, 50.0, 30.0), Reads(fallen=0.98), fallen=0.4)
    assert stands.fallen < 0.05
    assert lies.fallen > 0.9


def test_a_sightings_corners_are_those_of_the_top_in_the_picture():
    (seen,) = one(measured(100.0, 50.0, 90.0))
    sighting = sighting_of(seen, 7, CAMERA, None, 0.5)
    # Facing +y: the front is 14 mm ahead, the left side 10 mm toward -x, 3 mm above the board.
    corners = [(90, 64, 3), (110, 64, 3), (110, 36, 3), (90, 36, 3)]
    assert np.array(sighting.corners_px) == pytest.approx(CAMERA.project(corners), abs=1e-6)
    assert math.sqrt(sighting.covariance[2][2]) == pytest.approx(0.01)
