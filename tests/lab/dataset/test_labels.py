"""What a picture is said to hold: nothing that an arm hides, hands without their arms."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.roster import Roster
from referee.lab.dataset.labels import HAND_MM, LEAST_MARKER_MM, labels_of
from referee.loaders.fields import load_field
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.board_state import BoardState, HandState, MarkerKind
from referee.sim.render.truth.frame_truth import FrameTruth, MarkerTruth
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.network.detector_classes import BALL, HAND

LOOK = standard_look(load_field("620"), Roster(()))
X_MM, Y_MM = 300.0, 150.0


def labels(marker_mm, hands=()):
    x, y = marker_mm
    ((u, v),) = LOOK.camera.project(np.array([[x, y, 0.0]]))
    ball = MarkerTruth(MarkerKind.BALL_MAGNET, 0, x, y, 0.0, (float(u), float(v)))
    truth = FrameTruth(0, 0.0, (), (ball,), (), ())
    return labels_of(
        truth, BoardState(t_ns=0, power_gain=0.0, pieces=(), hands=hands), Roster(()), {}, LOOK
    )


def hand():
    """Fingers at the middle of the board, the arm toward the near side."""
    return HandState(x_mm=X_MM, y_mm=Y_MM, z_mm=30.0, arm_heading_deg=270.0)


def test_a_marker_has_a_box_that_the_network_can_see():
    (ball,) = labels((X_MM, Y_MM))
    sides = ball.box_px[2:] - ball.box_px[:2]
    assert ball.kind == BALL
    assert sides.min() == pytest.approx(
        LEAST_MARKER_MM * board_scale_px_per_mm(LOOK.camera), rel=0.02
    )


def test_what_an_arm_hides_is_not_there():
    assert [each.kind for each in labels((X_MM, Y_MM - 90.0), (hand(),))] == [HAND]
    assert [each.kind for each in labels((X_MM, Y_MM + 90.0), (hand(),))] == [HAND, BALL]


def test_a_hand_ends_at_its_wrist():
    """The arm goes on to the edge of the picture, the box does not."""
    (found,) = [each for each in labels((X_MM, Y_MM + 90.0), (hand(),)) if each.kind == HAND]
    tall_mm = (found.box_px[3] - found.box_px[1]) / board_scale_px_per_mm(LOOK.camera)
    assert 0.6 * HAND_MM < tall_mm < 1.5 * HAND_MM
