"""VSEFL and the simplified rules: nothing stops by itself in a run, coaches ask where they may."""

from __future__ import annotations

import pytest

from referee.calls.play_name import ActingSide, PlayName
from referee.core.roster import Team
from referee.official.declarations.types import PlayMoved, PlayNamed, StopRequested, SwitchUsed
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import evening, put, snap

QUIET = {"H1": [(0, 250, 160, 180)], "A50": [(0, 600, 160, 180)]}


def run(x: float, y: float = 160.0) -> dict:
    """H22 hardly moves, with his front at x - and his near side at y - 10.3."""
    return {**QUIET, "H22": [(0, x - 15.9, y, 0), (3.0, x - 11.9, y, 0)]}


def test_power_is_the_play_itself_and_the_passer_has_the_ball():
    got = evening("vsefl", snap(), QUIET, 1.0)
    assert got.said() == []
    assert got.at(0.05).step is PlayStep.SET
    assert got.at(0.9).step is PlayStep.POCKET
    assert got.at(0.9).off_ns is None


def test_a_run_is_named_before_the_power():
    script = [
        (0.0, PlayMoved(step=PlayStep.SET, carrier="H1")),
        (0.05, PlayNamed(PlayName.RUN, "H22")),
        (0.1, SwitchUsed(True)),
    ]
    got = evening("vsefl", script, run(250), 1.0)
    assert got.at(0.9).step is PlayStep.TO_THE_LINE
    assert got.at(0.9).carrier == "H22"


def test_the_line_stops_nobody():
    moves = {**QUIET, "H22": [(0, 246.1, 130, 0), (2.0, 326.1, 130, 0)]}
    got = evening("vsefl", put(PlayStep.TO_THE_LINE, "H22"), moves, 1.8)
    assert got.said() == []
    assert got.at(1.7).step is PlayStep.AFTER_THE_LINE
    assert got.at(1.7).power


@pytest.mark.parametrize(
    ("yards", "granted"), [(9.0, False), (11.0, True), (19.0, True), (21.0, False)]
)
def test_a_runner_is_stopped_on_request_from_ten_to_twenty_yards(yards, granted):
    script = [*put(PlayStep.AFTER_THE_LINE, "H22"), (0.8, StopRequested(ActingSide.OFFENSE))]
    got = evening("vsefl", script, run(300 + 8 * yards), 1.4)
    assert got.said() == ([] if granted else [("not allowed", "VSEFL-CUT-02")])
    assert got.notices[-1][1].power is not granted


@pytest.mark.parametrize(("y", "granted"), [(160.0, False), (92.0, True)])  # the box ends at 109.7
def test_a_cutback_is_granted_outside_the_tackle_box(y, granted):
    script = [*put(PlayStep.TO_THE_LINE, "H22"), (0.8, StopRequested(ActingSide.OFFENSE))]
    got = evening("vsefl", script, run(270, y), 1.4)
    assert got.said() == ([] if granted else [("not allowed", "VSEFL-CUT-01")])


def test_a_sweep_is_stopped_out_of_the_box_and_then_not_before_ten_yards():
    sweep = [
        (0.0, PlayMoved(step=PlayStep.SET, carrier="H1")),
        (0.0, PlayNamed(PlayName.SWEEP, "H22")),
        (0.1, SwitchUsed(True)),
        (0.8, StopRequested(ActingSide.OFFENSE)),
        (1.2, SwitchUsed(True)),
        (1.6, StopRequested(ActingSide.OFFENSE)),
    ]
    got = evening("vsefl", sweep, run(270, 92), 2.0)
    assert got.said() == [("not allowed", "VSEFL-RUN-02")]
    assert got.at(1.1).step is PlayStep.AFTER_THE_LINE
    assert not got.at(1.1).power


def test_no_pass_after_a_scramble_that_began_with_a_receiver_out_of_the_zone():
    moves = {**QUIET, "H88": [(0, 300 + 8 * 31, 40, 0)]}
    script = [
        *put(PlayStep.POCKET, "H1"),
        (0.5, StopRequested(ActingSide.OFFENSE)),
        (0.8, PlayNamed(PlayName.SCRAMBLE)),
        (0.9, SwitchUsed(True)),
        (1.3, StopRequested(ActingSide.OFFENSE)),
        (1.6, PlayNamed(PlayName.FORWARD)),
    ]
    got = evening("vsefl", script, moves, 2.0)
    assert got.said() == [("not allowed", "VSEFL-SCR-02")]


def test_a_read_option_has_three_stops_and_then_a_play_is_named():
    script = [
        (0.0, PlayMoved(step=PlayStep.SET, carrier="H1")),
        (0.0, PlayNamed(PlayName.READ_OPTION)),
    ]
    for k in range(3):
        script += [(0.1 + k, SwitchUsed(True)), (0.6 + k, StopRequested(ActingSide.OFFENSE))]
    got = evening("vsefl", script, QUIET, 3.0)
    assert got.said() == []
    assert got.at(1.9).asks == ()
    assert [ask.what for ask in got.notices[-1][1].asks] == ["play"]


@pytest.mark.parametrize(("gap_mm", "granted"), [(26.0, False), (30.0, True)])
def test_the_defense_stops_a_receiver_only_while_no_free_man_is_near(gap_mm, granted):
    moves = {
        **QUIET,
        "H88": [(0, 400, 160, 0)],
        "A50": [(0, 400 + 27.8 + gap_mm, 160, 180), (3, 400 + 27.8 + gap_mm, 160, 180)],
    }
    script = [*put(PlayStep.AFTER_CATCH, "H88"), (0.5, StopRequested(ActingSide.DEFENSE))]
    got = evening("vsefl", script, moves, 0.8)
    assert (("not allowed", "VSEFL-PAS-02") in got.said()) is not granted


def test_a_solitaire_coach_stops_whenever_he_likes():
    moves = run(250)
    script = [(0.0, PlayMoved(step=PlayStep.SET, carrier="H22")), (0.1, SwitchUsed(True))]
    script += [(0.6, StopRequested()), (1.0, SwitchUsed(True)), (1.5, SwitchUsed(False))]
    got = evening("simplified", script, moves, 2.0)
    assert got.said() == []
    assert [got.at(t).power for t in (0.5, 0.8, 1.4, 1.9)] == [True, False, True, False]
    assert got.notices[-1][1].step is PlayStep.TO_THE_END
    assert got.notices[-1][1].switch is Team.HOME


def test_a_passer_who_crosses_the_line_is_a_runner():
    moves = {**QUIET, "H1": [(0, 260, 160, 0), (1.0, 320, 160, 0)]}
    script = [
        (0.0, PlayMoved(step=PlayStep.SET, carrier="H1")),
        (0.0, PlayNamed(PlayName.FORWARD)),
        (0.1, SwitchUsed(True)),
    ]
    got = evening("simplified", script, moves, 1.4)
    assert got.at(0.3).step is PlayStep.POCKET
    assert got.notices[-1][1].step is PlayStep.TO_THE_END
