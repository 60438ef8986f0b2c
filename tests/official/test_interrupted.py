"""A hand over the board, a lost camera: the power goes off and the play waits where it was."""

from __future__ import annotations

import pytest

from referee.core.geometry.marker import Marker
from referee.official.declarations.types import (
    BallAtRest,
    PowerInterrupted,
    StopRequested,
    SwitchUsed,
)
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import evening, put, snap

STILL = {"H1": [(0, 250, 160, 180)], "H22": [(0, 270, 160, 0)]}
FRAME_S = 1 / 30


def test_a_pulse_goes_on_for_what_was_left_of_it():
    script = [*snap("H1"), (0.2, PowerInterrupted("a hand")), (1.0, SwitchUsed(True))]
    got = evening("efhl", script, STILL, 2.0)
    waiting = got.at(0.6)
    assert (waiting.step, waiting.power) == (PlayStep.SNAP, False)
    assert waiting.pulse_ns / 1e9 == pytest.approx(0.15, abs=FRAME_S)  # EFHL-SNP-01: 0.25 s
    (over,) = got.calls
    assert over.kind.value == "pulse over"
    assert over.t_ns / 1e9 == pytest.approx(1.15, abs=FRAME_S)


def test_a_stop_is_not_used_up():
    script = [
        *put(PlayStep.AFTER_THE_LINE, "H22"),
        (0.5, PowerInterrupted("the camera")),
        (1.0, SwitchUsed(True)),
        (1.5, StopRequested()),
    ]
    got = evening("efhl", script, STILL, 2.2)
    assert got.at(0.9).step is PlayStep.AFTER_THE_LINE
    assert got.at(1.4).step is PlayStep.AFTER_THE_LINE
    assert got.at(2.0).step is PlayStep.TO_THE_END  # EFHL-RUN-05: the defense's one stop
    assert got.said() == []


def test_the_carrier_is_tackled_after_it_as_before_it():
    moves = {
        "H1": [(0, 250, 160, 180)],
        "H22": [(0, 302.1, 130, 0)],
        "A50": [(0, 369.9, 130, 180), (1.1, 369.9, 130, 180), (1.8, 329.9, 130, 180)],
    }
    script = [
        *put(PlayStep.AFTER_THE_LINE, "H22"),
        (0.5, PowerInterrupted("a hand")),
        (1.0, SwitchUsed(True)),
    ]
    got = evening("efhl", script, moves, 3.2)
    assert [kind for kind, _ in got.said()] == ["tackle"]


def test_a_ball_fumbled_just_then_is_played_for_and_the_run_does_not_go_on():
    moves = {
        "H1": [(0, 250, 160, 180)],
        "H22": [(0, 302.1, 130, 0)],
        "A50": [(0, 240, 130, 0), (0.7, 240, 130, 0), (1.1, 273, 130, 0), (1.2, 274.4, 130, 0)],
    }
    script = [
        *put(PlayStep.AFTER_THE_LINE, "H22"),
        (1.1, PowerInterrupted("a hand")),  # he rolls on into his back
        (2.0, BallAtRest(Marker(340.0, 128.0, 4.5, 0.15))),
    ]
    got = evening("efhl", script, moves, 2.5)
    assert [kind for kind, _ in got.said()] == ["fumble"]
    waiting = got.at(2.2)
    assert (waiting.step, waiting.may_switch_on) == (PlayStep.RECOVERY, True)
    assert waiting.pulse_ns == 1_000_000_000  # EFHL-FUM-12


@pytest.mark.parametrize(
    ("step", "pulse_s"), [(PlayStep.SET, 0.25), (PlayStep.AFTER_THE_LINE, None)]
)
def test_before_the_power_it_is_known_how_long_a_pulse_will_be(step, pulse_s):
    script = [(0.0, put(step, "H22")[0][1])]
    got = evening("efhl", script, STILL, 0.3)
    pulse_ns = got.notices[-1][1].pulse_ns
    assert pulse_ns is None if pulse_s is None else pulse_ns == round(pulse_s * 1e9)


def test_at_rest_there_is_nothing_to_interrupt():
    got = evening("efhl", [(0.2, PowerInterrupted("a hand"))], STILL, 0.5)
    assert (got.calls, got.cuts, got.notices[-1][1].step) == ([], [], PlayStep.SET)


@pytest.mark.parametrize(("rulebook", "then"), [("efhl", PlayStep.READ), ("hefl", PlayStep.POCKET)])
def test_a_pulse_that_was_as_good_as_over_is_over(rulebook, then):
    """What is left of it would pass between two frames, and nobody would know that it had been."""
    pulse_s = {"efhl": 0.25, "hefl": 0.3}[rulebook]
    script = [*snap("H1"), (0.1 + pulse_s - 0.04, PowerInterrupted("a hand"))]
    got = evening(rulebook, script, STILL, 2.0)
    assert got.at(1.9).step is then
    assert got.at(1.9).pulse_ns is None or got.at(1.9).pulse_ns > 1e9 * FRAME_S
