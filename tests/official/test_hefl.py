"""HEFL: a snap, a switch that changes hands at the line, five yards, cutbacks, false starts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallAction
from referee.calls.play_name import ActingSide, PlayName
from referee.core.roster import Team
from referee.official.declarations.types import PlayMoved, PlayNamed, StopRequested, SwitchUsed
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import STATE, evening, put, snap

QUIET = {"H1": [(0, 250, 160, 180)], "H22": [(0, 240, 130, 0)], "A50": [(0, 500, 160, 180)]}
# H22's front is at the line at 1.0 s, 5 yards past it at 2.0 s.
RUN = {**QUIET, "H22": [(0, 246.1, 130, 0), (4.0, 406.1, 130, 0)]}


def test_five_yards_past_the_line_the_defense_turns_its_men():
    got = evening("hefl", put(PlayStep.AFTER_THE_LINE, "H22"), RUN, 3.0)
    (call,) = got.calls
    assert (call.kind.value, call.rule, call.action) == ("stop", "HEFL-FIV-01", CallAction.CUT)
    assert call.t_ns / 1e9 == pytest.approx(2.0, abs=0.02)
    assert call.spot.x_mm == pytest.approx(340.0, abs=1.0)
    assert got.notices[-1][1].step is PlayStep.TO_THE_END


def test_a_runner_for_whom_nobody_stops_the_board_keeps_three_yards():
    got = evening("hefl", put(PlayStep.TO_THE_LINE, "H22"), RUN, 3.0, relay=False)
    assert got.said() == [("stop", "HEFL-SWT-01"), ("gain cut back", "HEFL-RUN-03")]
    cut = got.calls[-1]
    assert cut.spot.x_mm == pytest.approx(324.0)
    assert cut.t_ns / 1e9 == pytest.approx(2.0, abs=0.02)
    state = got.official.state
    assert (state.down, state.x_mm) == (2, pytest.approx(324.0))


def test_a_touchdown_after_it_does_not_count():
    moves = {**QUIET, "H22": [(0, 246.1, 130, 0), (3.0, 846.1, 130, 0)]}
    got = evening("hefl", put(PlayStep.TO_THE_LINE, "H22"), moves, 3.0, relay=False)
    assert got.official.state.home_score == 0


@pytest.mark.parametrize("line_x", [757.0, 758.0, 759.0])
def test_a_touchdown_just_beyond_the_five_yards_does_not_count_either(line_x):
    """HEFL-RUN-03: the goal line is at 800, the run went too far at the line and 40 mm."""
    state = replace(STATE, x_mm=line_x, to_gain_x_mm=None)
    front = line_x - 100.0 - 13.9
    moves = {
        **QUIET,
        "H1": [(0, 600, 160, 180)],
        "H22": [(0, front, 130, 0), (1.0, front + 300, 130, 0)],
    }
    got = evening("hefl", put(PlayStep.TO_THE_LINE, "H22"), moves, 1.2, relay=False, state=state)
    after = got.official.state
    assert (after.home_score, after.down, after.x_mm) == (0, 2, pytest.approx(line_x + 24.0))


def test_a_runner_who_is_stopped_at_the_line_runs_on_without_a_limit():
    script = [*put(PlayStep.TO_THE_LINE, "H22"), (1.2, SwitchUsed(True))]
    got = evening("hefl", script, RUN, 3.0)
    assert got.said() == [("stop", "HEFL-SWT-01"), ("stop", "HEFL-FIV-01")]


@pytest.mark.parametrize(
    ("y", "refused"),
    [(160.0, False), (51.0, False), (49.0, True)],  # 40 mm and his half width of 10.3
)
def test_a_cutback_is_granted_inside_the_numbers_only(y, refused):
    moves = {**QUIET, "H22": [(0, 240, y, 0), (2.0, 270, y, 0)]}
    script = [*put(PlayStep.TO_THE_LINE, "H22"), (0.8, StopRequested(ActingSide.OFFENSE))]
    got = evening("hefl", script, moves, 1.4)
    assert got.said() == ([("not allowed", "HEFL-CUT-02")] if refused else [])
    assert got.notices[-1][1].power is refused
    assert (got.notices[-1][1].switch is Team.AWAY) is not refused


def test_a_delayed_runner_may_not_cut_back():
    moves = {**QUIET, "H22": [(0, 240, 160, 0), (3.0, 270, 160, 0)]}
    script = [
        (0.0, PlayMoved(step=PlayStep.POCKET, carrier="H1")),
        (0.1, SwitchUsed(True)),
        (0.5, StopRequested()),
        (0.8, PlayNamed(PlayName.DELAY, "H22")),
        (1.0, SwitchUsed(True)),
        (1.5, StopRequested(ActingSide.OFFENSE)),
    ]
    got = evening("hefl", script, moves, 2.0)
    assert ("not allowed", "HEFL-CUT-02") in got.said()


@pytest.mark.parametrize(("forward_mm", "foul"), [(22.0, False), (26.0, True)])
def test_three_yards_in_the_snap_are_a_false_start(forward_mm, foul):
    moves = {
        **QUIET,
        "H75": [(0, 285, 200, 0), (0.1, 285, 200, 0), (0.4, 285 + forward_mm, 200, 0)],
    }
    got = evening("hefl", snap(), moves, 1.0)
    assert (("false start", "HEFL-SNP-01") in got.said()) is foul


def test_no_pass_at_the_stop_after_the_snap():
    script = [
        *snap(),
        (0.8, PlayNamed(PlayName.FORWARD)),
        (0.9, SwitchUsed(True)),
        (1.5, StopRequested()),
    ]
    got = evening("hefl", [*script, (1.8, PlayNamed(PlayName.SCRAMBLE))], QUIET, 2.0)
    assert got.at(0.85).step is PlayStep.POCKET  # said, it means that the passer keeps it
    assert got.at(1.75).step is PlayStep.POCKET
    assert got.at(1.95).step is PlayStep.SCRAMBLE


def test_a_scrambler_at_the_line_hands_the_switch_over():
    moves = {**QUIET, "H1": [(0, 246.1, 160, 0), (2.0, 326.1, 160, 0)]}
    got = evening("hefl", put(PlayStep.SCRAMBLE, "H1"), moves, 2.0)
    (call,) = got.calls
    assert (call.rule, call.action) == ("HEFL-SCR-04", CallAction.HAND_OVER)
    assert got.notices[-1][1].switch is Team.AWAY


def test_an_interceptor_is_stopped_after_twenty_yards():
    moves = {"A50": [(0, 500, 160, 180), (0.1, 500, 160, 180), (3.1, 200, 160, 180)]}
    script = put(PlayStep.AFTER_INTERCEPTION, "A50", Team.AWAY)
    got = evening("hefl", script, moves, 3.2)
    (call,) = got.calls
    assert (call.kind.value, call.rule) == ("stop", "HEFL-INT-02")
    assert call.spot.x_mm == pytest.approx(500 - 13.9 - 160, abs=2.0)
    assert got.notices[-1][1].step is PlayStep.RETURN_STOPPED
