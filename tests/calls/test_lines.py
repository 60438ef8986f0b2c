"""Boundaries, goal lines and the line to gain, from plays written down as moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallAction, CallKind
from referee.calls.phase_state import PlayPhase
from referee.core.field.direction import Direction
from referee.core.roster import Team
from tests.calls.plays import MS, film, judged, situation

FOUR = ("efhl", "hefl", "vsefl", "simplified")
FAR = [(0.0, 40.0, 280.0, 180.0)]


def run(keys, seconds=1.5, rulebook="hefl", **changes):
    moves = {"H1": keys, "A1": FAR}
    return judged(rulebook, film(moves, seconds), situation(moves, **changes))


@pytest.mark.parametrize("rulebook", FOUR)
def test_out_as_soon_as_any_part_is_over_the_sideline(rulebook):
    # Heading +x, 60 mm/s toward the near sideline: his right side is there when y = 10.3.
    calls = run([(0.0, 400.0, 70.3, 0.0), (1.4, 400.0, -13.7, 0.0)], rulebook=rulebook)
    call = next(c for c in calls if c.kind is CallKind.OUT_OF_BOUNDS)
    assert (call.action, call.flag) == (CallAction.CUT, ())
    assert call.t_ns == pytest.approx(1000 * MS, abs=8 * MS)
    assert call.rule.endswith(
        {"efhl": "SPT-03", "hefl": "DED-01", "vsefl": "SCO-01"}.get(rulebook, "OOB-01")
    )


def test_the_spot_is_the_foremost_part_or_where_he_went_out():
    # At 30 degrees the corner that goes out is the front left one, the foremost the front right.
    keys = [(0.0, 400.0, 262.0, 60.0), (1.4, 400.0, 332.0, 60.0)]
    foremost = next(c for c in run(keys, rulebook="hefl") if c.kind is CallKind.OUT_OF_BOUNDS)
    crossing = next(c for c in run(keys, rulebook="simplified") if c.kind is CallKind.OUT_OF_BOUNDS)
    assert foremost.spot.x_mm - crossing.spot.x_mm > 10.0
    assert crossing.spot.y_mm == pytest.approx(320.0, abs=1.0)


def test_running_along_the_sideline_half_a_millimetre_inside_is_at_most_unclear():
    calls = run([(0.0, 200.0, 10.8, 0.0), (1.4, 280.0, 10.8, 0.0)])
    assert {c.kind for c in calls} <= {CallKind.UNCLEAR_LINE}
    assert all(c.flagged for c in calls)


def test_well_inside_is_nothing():
    assert run([(0.0, 200.0, 14.0, 0.0), (1.4, 280.0, 14.0, 0.0)]) == []


@pytest.mark.parametrize("rulebook", FOUR)
@pytest.mark.parametrize("plays", list(Direction))
def test_a_touchdown_when_any_part_breaks_the_plane(rulebook, plays):
    # 60 mm/s; the front is 13.9 mm ahead of the centre and at the line after one second.
    x, way, face = (786.1, 1.0, 0.0) if plays is Direction.RIGHT else (13.9, -1.0, 180.0)
    keys = [(0.0, x - 60 * way, 150.0, face), (1.5, x + 30 * way, 150.0, face)]
    (call,) = run(keys, rulebook=rulebook, plays=plays, scrimmage_x_mm=400.0, to_gain_x_mm=None)
    assert (call.kind, call.flag) == (CallKind.TOUCHDOWN, ())
    assert call.t_ns == pytest.approx(1000 * MS, abs=8 * MS)


TO_THE_SIDELINE = [(0.0, 400.0, 70.3, 0.0), (1.4, 400.0, -13.7, 0.0)]
TO_THE_GOAL_LINE = [(0.0, 726.1, 150.0, 0.0), (1.5, 816.1, 150.0, 0.0)]


def named_in_doubt(boards, who):
    """The same frames; one player may be somebody else in all of them."""
    return [
        replace(b, seen=tuple(replace(s, doubtful=s.player == who) for s in b.seen)) for b in boards
    ]


@pytest.mark.parametrize("who", ["H1", "A1"])
@pytest.mark.parametrize(
    ("keys", "kind"),
    [(TO_THE_SIDELINE, CallKind.OUT_OF_BOUNDS), (TO_THE_GOAL_LINE, CallKind.TOUCHDOWN)],
)
def test_who_crosses_a_line_is_flagged_when_he_may_be_somebody_else(keys, kind, who):
    moves = {"H1": keys, "A1": FAR}
    play = situation(moves, to_gain_x_mm=None)
    (call,) = judged("hefl", named_in_doubt(film(moves, 1.5), who), play)
    assert call.kind is kind
    # Whose name is in doubt beside the play is no reason to doubt the call.
    assert call.flag == (("H1 may be somebody else",) if who == "H1" else ())


def test_crossing_his_own_goal_line_scores_nothing():
    keys = [(0.0, 60.0, 150.0, 180.0), (1.5, 0.0, 150.0, 180.0)]
    assert run(keys, to_gain_x_mm=None) == []


def tackled_at(x_mm, rulebook="hefl", **changes):
    """The carrier stands with his front at x, A1 comes from ahead and touches him after 0.8 s."""
    centre = x_mm - 13.9
    moves = {
        "H1": [(0.0, centre, 150.0, 0.0)],
        "A1": [(0.0, centre + 67.8, 150.0, 180.0), (0.8, centre + 27.8, 150.0, 180.0)],
    }
    return judged(rulebook, film(moves, 1.4), situation(moves, **changes))


def kinds(calls):
    return [(c.kind, c.flagged) for c in calls]


@pytest.mark.parametrize("rulebook", FOUR)
def test_down_behind_his_goal_line_is_a_safety(rulebook):
    calls = tackled_at(-5.0, rulebook, scrimmage_x_mm=20.0, to_gain_x_mm=100.0)
    assert kinds(calls) == [(CallKind.SAFETY, False), (CallKind.TACKLE, False)]


@pytest.mark.parametrize("rulebook", FOUR)
def test_down_in_front_of_it_is_none(rulebook):
    calls = tackled_at(5.0, rulebook, scrimmage_x_mm=20.0, to_gain_x_mm=100.0)
    assert kinds(calls) == [(CallKind.TACKLE, False)]


def test_a_returner_down_in_his_end_zone_is_a_question_where_the_book_says_nothing():
    changes = {"phase": PlayPhase.RETURN, "scrimmage_x_mm": None, "to_gain_x_mm": None}
    assert kinds(tackled_at(-5.0, "simplified", **changes))[0] == (CallKind.SAFETY, False)
    assert kinds(tackled_at(-5.0, "hefl", **changes))[0] == (CallKind.SAFETY, True)


@pytest.mark.parametrize(
    ("x_mm", "wanted"),
    [
        (384.0, [(CallKind.LINE_TO_GAIN, False)]),
        (376.0, []),
        (380.05, [(CallKind.LINE_TO_GAIN, True)]),
    ],
)
def test_the_line_to_gain(x_mm, wanted):
    calls = [c for c in tackled_at(x_mm) if c.kind is not CallKind.TACKLE]
    assert kinds(calls) in (wanted, [(CallKind.SHORT, True)] if wanted and wanted[0][1] else wanted)


def test_a_tackle_before_the_goal_line_beats_the_score():
    moves = {
        "H1": [(0.0, 720.0, 150.0, 0.0), (1.5, 810.0, 150.0, 0.0)],
        # waits 20 mm in front of the goal line, with his front to the carrier
        "A1": [(0.0, 794.0, 150.0, 180.0)],
    }
    calls = judged("hefl", film(moves, 1.6), situation(moves, to_gain_x_mm=None))
    assert [c.kind for c in calls] == [CallKind.TACKLE]


def test_a_score_before_the_touch_beats_the_tackle():
    moves = {
        "H1": [(0.0, 720.0, 150.0, 0.0), (1.5, 810.0, 150.0, 0.0)],
        "A1": [(0.0, 836.0, 150.0, 180.0)],
    }
    calls = judged("hefl", film(moves, 1.7), situation(moves, to_gain_x_mm=None))
    assert [(c.kind, c.flagged) for c in calls] == [(CallKind.TOUCHDOWN, False)]


def test_a_score_and_a_touch_at_one_instant_are_flagged():
    # The front is on the plane at 1.1017 s, and so is the nose of the one who waits there.
    moves = {
        "H1": [(0.0, 720.0, 150.0, 0.0), (1.5, 810.0, 150.0, 0.0)],
        "A1": [(0.0, 813.9, 150.0, 180.0)],
    }
    calls = judged("hefl", film(moves, 1.7), situation(moves, to_gain_x_mm=None))
    (call,) = [c for c in calls if c.kind in {CallKind.TOUCHDOWN, CallKind.TACKLE}]
    assert call.flagged


def test_the_other_team_s_carrier_goes_the_other_way():
    moves = {
        "A1": [(0.0, 80.0, 150.0, 180.0), (1.5, -10.0, 150.0, 180.0)],
        "H1": [(0.0, 700, 50, 0)],
    }
    play = situation(
        moves, team=Team.AWAY, plays=Direction.LEFT, carrier="A1", phase=PlayPhase.RETURN,
        to_gain_x_mm=None,
    )  # fmt: skip
    assert [c.kind for c in judged("vsefl", film(moves, 1.6), play)] == [CallKind.TOUCHDOWN]
