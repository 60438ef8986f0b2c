"""Hand-offs: how far they reach, and that a passer who has scrambled makes none."""

from __future__ import annotations

import pytest

from referee.calls.play_name import ActingSide, PlayName
from referee.official.declarations.types import (
    BallHandedOff,
    BallPitched,
    PlayNamed,
    StopRequested,
    SwitchUsed,
)
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import evening, put, snap

# H22 stands beside the passer, 9.4 mm away and behind it.
BESIDE = {"H1": [(0, 250, 160, 180)], "H22": [(0, 240, 130, 0)], "A50": [(0, 500, 160, 180)]}
STOP = (0.4, StopRequested(ActingSide.OFFENSE))
GIVEN = [
    [BallHandedOff("H22")],
    [PlayNamed(PlayName.DRAW), BallHandedOff("H22")],
    [PlayNamed(PlayName.RUN, "H22")],
]


@pytest.mark.parametrize("given", GIVEN, ids=["hand-off", "draw", "run"])
@pytest.mark.parametrize("league", ["efhl", "hefl", "vsefl"])
def test_after_a_scramble_nobody_is_handed_the_ball(league, given):
    """EFHL-SCM-02 does not list it, HEFL-DLY-01 and VSEFL-DLY-01 rule it out."""
    script = [*put(PlayStep.SCRAMBLE, "H1"), STOP, *((0.9, said) for said in given)]
    got = evening(league, script, BESIDE, 1.4)
    assert {kind for kind, _ in got.said()} == {"not allowed"}
    last = got.notices[-1][1]
    assert (last.carrier, last.step) == ("H1", PlayStep.SCRAMBLE)
    assert not last.asks or all(ask.roll is None for ask in last.asks)


def test_the_rule_that_is_named_is_the_books_own():
    got = evening(
        "efhl", [*put(PlayStep.SCRAMBLE, "H1"), STOP, (0.9, BallHandedOff("H22"))], BESIDE, 1.4
    )
    assert got.said() == [("not allowed", "EFHL-SCM-02")]


def test_in_efhl_a_passer_who_has_scrambled_may_pitch():
    got = evening(
        "efhl", [*put(PlayStep.SCRAMBLE, "H1"), STOP, (0.9, BallPitched("H22"))], BESIDE, 1.4
    )
    assert got.said() == []


def test_in_vsefl_a_pass_play_has_no_pitch():
    """VSEFL-RD-02 has it on a read option only."""
    got = evening(
        "vsefl", [*put(PlayStep.POCKET, "H1"), STOP, (0.9, BallPitched("H22"))], BESIDE, 1.4
    )
    assert [kind for kind, _ in got.said()] == ["not allowed"]
    assert got.notices[-1][1].carrier == "H1"


# Two base lengths are 55.6 mm; the bases are 20.6 mm wide.
@pytest.mark.parametrize(("apart_mm", "allowed"), [(54.4, True), (56.9, False)])
def test_in_hefl_a_hand_off_reaches_two_base_lengths(apart_mm, allowed):
    moves = {**BESIDE, "H22": [(0, 240, 160 - 20.6 - apart_mm, 0)]}
    got = evening("hefl", [*snap(), (0.8, PlayNamed(PlayName.RUN, "H22"))], moves, 1.2)
    assert (("not allowed", "HEFL-RUN-01") in got.said()) is not allowed
    assert got.notices[-1][1].carrier == ("H22" if allowed else "H1")


def test_whoever_gets_the_ball_late_in_hefl_is_a_delayed_runner():
    """HEFL-DLY-01: at a stop of a pass play, within two base lengths."""
    script = [
        *put(PlayStep.POCKET, "H1"),
        STOP,
        (0.9, BallHandedOff("H22")),
        (1.2, SwitchUsed(True)),
    ]
    near = evening("hefl", script, BESIDE, 1.4)
    assert (near.said(), near.notices[-1][1].carrier) == ([], "H22")
    away = {**BESIDE, "H22": [(0, 240, 80, 0)]}
    far = evening("hefl", script, away, 1.4)
    assert far.said() == [("not allowed", "HEFL-DLY-01")]
