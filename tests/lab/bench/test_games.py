"""The judge of whole games: who had the ball when, the books by hand, passes by the first touch."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.calls.phase_state import PlayPhase
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BasePart
from referee.core.roster import Roster, Team
from referee.game.events import PlayEnded, SeriesBegan, Started
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.state import GamePhase
from referee.lab.bench.calls.call_decisions import CallDecision
from referee.lab.bench.calls.truth.ruled_play import ExpectedCall
from referee.lab.bench.games.ball_carries import BallCarries, BallCarry
from referee.lab.bench.games.expected_game import difference_words, expected_after
from referee.lab.bench.games.game_report import PlayReport
from referee.lab.bench.games.pass_flights import flight_decision
from referee.lab.bench.games.tape import BoardTape
from referee.lab.bench.games.tape_slices import carrier_play_of
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.official.official import Official
from referee.sim.board_state import MarkerKind
from referee.sim.live.teams import usual_roster
from referee.sim.physics import ContactBegan, MarkerTouched, PowerCommanded

FIELD, BOOK, ROSTER = load_field("620"), load_rulebook("efhl"), usual_roster(1)
KEEPER = Fold(BOOK.game, FIELD)
MS = 1_000_000
START = Journal().append(0, "coach", Started("efhl", Team.AWAY, Direction.RIGHT))
FIRST = KEEPER.after(KEEPER.state(START), SeriesBegan(Team.HOME, FIELD.x_mm(30.0), 225.0))
RUN = BallCarry(PlayPhase.RUN, Team.HOME, "H40", 0, 1000 * MS)
NOTICE = Official(BOOK, FIELD, ROSTER, FIRST).notice


def item(kind, yards):
    return ExpectedCall(kind, "EFHL-TKL-01", 500 * MS, ("A52", "H40"), FIELD.x_mm(yards))


def call(kind, t_ms, *players, flag=()):
    return Call(
        t_ms * MS, 0, kind, "EFHL-PAS-10", 1.0, CallAction.CUT, players, None, None, None, flag, (),
        Episode.read("pass:1"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("yards", "down", "team"),
    [(33.0, 2, Team.HOME), (41.0, 1, Team.HOME)],
)
def test_the_books_count_downs_by_the_true_spot(yards, down, team):
    wanted = expected_after(FIRST, RUN, item(CallKind.TACKLE, yards), False, BOOK.game)
    assert (wanted.team, wanted.down) == (team, down)


def test_the_fourth_down_gives_the_ball_away():
    late = replace(FIRST, down=4)
    wanted = expected_after(late, RUN, item(CallKind.TACKLE, 33.0), False, BOOK.game)
    assert (wanted.team, wanted.down) == (Team.AWAY, 1)


def test_a_touchdown_is_six_points_and_a_try():
    wanted = expected_after(FIRST, RUN, item(CallKind.TOUCHDOWN, 100.0), False, BOOK.game)
    assert (wanted.home, wanted.away, wanted.phase) == (6, 0, GamePhase.TRY)


def test_books_that_agree_are_not_wrong_and_a_wrong_spot_is_said():
    end = item(CallKind.TACKLE, 33.0)
    wanted = expected_after(FIRST, RUN, end, False, BOOK.game)
    right = KEEPER.after(FIRST, PlayEnded("tackle", Team.HOME, end.x_mm, 225.0))
    wrong = KEEPER.after(FIRST, PlayEnded("tackle", Team.HOME, end.x_mm + 4.0, 225.0))
    assert difference_words(wanted, right) == ""
    assert "spot off by 4.0 mm" in difference_words(wanted, wrong)


def test_a_passer_has_the_ball_from_the_snap_to_the_scramble():
    carries = BallCarries()
    passer = replace(NOTICE, carrier="H12")
    for k, phase in enumerate((PlayPhase.SNAP, PlayPhase.READ, PlayPhase.SCRAMBLE)):
        carries.see(k * 100 * MS, passer, phase, ())
    carries.see(300 * MS, passer, PlayPhase.RUN, ())
    assert [(c.phase, c.began_ns, c.until_ns) for c in carries.found] == [
        (PlayPhase.SNAP, 0, 300 * MS),
        (PlayPhase.RUN, 300 * MS, 300 * MS),
    ]


def test_who_catches_a_pass_has_it_from_the_instant_of_the_catch():
    carries = BallCarries()
    carries.see(0, NOTICE, PlayPhase.IN_THE_AIR, ())
    caught = call(CallKind.CATCH, 160, "H81")
    carries.see(200 * MS, replace(NOTICE, carrier="H81"), PlayPhase.AFTER_CATCH, (caught,))
    assert carries.found[-1].began_ns == 160 * MS


@pytest.mark.parametrize(
    ("first", "team", "regained"),
    [
        (PlayPhase.RUN, Team.HOME, True),  # his side fumbled it, and has it again
        (PlayPhase.RUN, Team.AWAY, False),
        (PlayPhase.RETURN, Team.HOME, False),  # a kick: nobody had it before
    ],
)
def test_a_side_that_recovers_its_own_fumble_has_regained_the_ball(first, team, regained):
    carries = BallCarries()
    carries.see(0, replace(NOTICE, carrier="H40"), first, ())
    carries.see(100 * MS, replace(NOTICE, team=team, carrier="H81"), PlayPhase.RETURN, ())
    assert carries.found[-1].regained is regained


def touched(t_ms, player, part):
    return MarkerTouched(t_ms * MS, player, 3, MarkerKind.BALL_MAGNET, part, 400.0, 200.0)


AIR = BallCarry(PlayPhase.IN_THE_AIR, Team.HOME, None, 0, 1000 * MS)


def pass_judged(calls, *facts):
    return flight_decision(BoardTape((), facts=list(facts)), AIR, calls, BOOK.calls)


def test_a_catch_by_whose_front_came_first_is_right():
    decision, _ = pass_judged(
        [call(CallKind.CATCH, 505, "H81")], touched(500, "H81", BasePart.FRONT)
    )
    assert decision.right
    assert decision.off_ms == pytest.approx(5.0)


@pytest.mark.parametrize(
    "first", [touched(500, "A21", BasePart.FRONT), touched(500, "H81", BasePart.LEFT)]
)
def test_a_catch_that_was_none_is_wrong(first):
    decision, _ = pass_judged([call(CallKind.CATCH, 505, "H81")], first)
    assert not decision.right


def test_a_pass_that_failed_before_anybody_touched_it_is_left_aside():
    decision, why = pass_judged([call(CallKind.INCOMPLETE, 300)])
    assert decision is None
    assert "without a touch" in why


def report(*decisions, reviews=0, **values):
    return PlayReport(1, "1st and 10", "tackle", decisions, (), reviews, 0, 0, **values)


def decided(*, right, flagged):
    return CallDecision("end", "tackle", "nothing", flagged, right)


def test_a_flag_excuses_its_own_decision_and_no_other():
    missed = decided(right=False, flagged=False)
    flagged = decided(right=False, flagged=True)
    assert report(missed).wrong == ("end: nothing instead of tackle",)
    assert report(flagged, reviews=1).wrong == ()
    assert report(missed, flagged, reviews=1).wrong == ("end: nothing instead of tackle",)


def test_books_and_score_are_excused_by_the_flag_of_the_end_alone():
    right = decided(right=True, flagged=False)
    other = report(right, reviews=1, book="down 2 instead of 3", score="score 2:0 instead of 0:0")
    assert other.wrong == ("down 2 instead of 3",)
    assert other.wrong_score == "score 2:0 instead of 0:0"
    own = replace(other, book_flagged=True)
    assert own.wrong == ()
    assert own.wrong_score == ""


def taped(x_mm, facts):
    """H40 stands there, A52 with his front at his side; 60 steps a second."""
    tape = BoardTape(("H40", "A52"))
    for k in range(61):
        rows = np.array([[x_mm, 200.0, 0.0], [x_mm + 27.8, 200.0, math.pi]])
        tape.times_ns.append(k * 1000 * MS // 60)
        tape.poses.append(rows)
        tape.fallen.append(np.zeros(2, np.bool_))
        tape.power.append(True)
        tape.near.append((("H40", "A52", 0.0),))
    tape.facts = facts
    return tape


def two():
    return Roster(tuple(p for p in ROSTER if p.id in {"H40", "A52"}))


@pytest.mark.parametrize(("coasting", "began_ms"), [(False, 600), (True, 220)])
def test_a_touch_while_bases_roll_out_counts_from_the_next_power_on(coasting, began_ms):
    front = BasePart.FRONT
    facts = [
        PowerCommanded(200 * MS, False),
        ContactBegan(220 * MS, "A52", "H40", front, front, 400.0, 200.0),
        PowerCommanded(600 * MS, True),
    ]
    take = carrier_play_of(taped(400.0, facts), RUN, FIRST, FIELD, two(), coasting=coasting)
    assert [f.t_ns for f in take.facts if f.kind == "began"] == [began_ms * MS]


def test_who_gets_the_ball_beyond_a_line_is_out_at_once():
    take = carrier_play_of(taped(FIELD.left_end_line_x_mm, []), RUN, FIRST, FIELD, two())
    assert [(f.t_ns, f.line) for f in take.facts] == [(0, "left end line"), (0, "left goal line")]


def test_who_gets_the_ball_beyond_the_goal_line_has_scored_at_once():
    take = carrier_play_of(taped(FIELD.goal_to_goal_mm, []), RUN, FIRST, FIELD, two())
    assert [(f.t_ns, f.line, f.direction) for f in take.facts] == [(0, "right goal line", 1)]
