"""Penalties: every answer to a foul, by the catalogues' own examples."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.yards import spot_x_mm, spot_yd
from referee.core.roster import Team
from referee.game.events import (
    FoulAnswer,
    FoulCalled,
    FoulPlay,
    FoulsSettled,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
)
from referee.game.fold import Fold
from referee.game.penalties.choices import penalty_choices
from referee.game.state import GamePhase, State
from referee.loaders.rulebooks import LEAGUES, load_catalogue, load_rulebook
from tests.core.fields import EASY

NAMES = {Team.HOME: "Blues", Team.AWAY: "Reds"}
TAKE, DECLINE, OFFSET = FoulAnswer.TAKE, FoulAnswer.DECLINE, FoulAnswer.OFFSET


def x_of(own_yd):
    """The board x of a place by the yards from the home team's own goal line."""
    return spot_x_mm(EASY, own_yd, Direction.RIGHT)


def after(league, *events, own_yd=40.0, second_at=None):
    """The state after events of a series of home; with ``second_at`` it is 2nd down there."""
    fold = Fold(load_rulebook(league).game, EASY)
    state = State()
    begun = [
        Started(league, Team.AWAY, Direction.RIGHT),
        SeriesBegan(Team.HOME, x_of(own_yd), 160.0),
    ]
    if second_at is not None:
        begun.append(PlayEnded("tackle", Team.HOME, x_of(second_at), 160.0))
    for event in (*begun, *events):
        state = fold.after(state, event)
    return fold, state


def said(fold, state):
    """Down, yards to go and own yards, of the state."""
    go = (state.to_gain_x_mm or EASY.goal_to_goal_mm) - state.x_mm
    yards = (
        round(go / EASY.length_mm_per_yd, 2),
        round(spot_yd(EASY, state.x_mm, Direction.RIGHT), 2),
    )
    return state.down, *yards


RUN = PlayEnded("tackle", Team.HOME, x_of(41.0), 160.0)
MISSED = PlayEnded("incomplete", Team.HOME)


@pytest.mark.parametrize(
    ("league", "begins", "foul", "by", "spot", "play", "wanted"),
    [
        # EFHL-PAS-17: 2nd and 8 at the own 40, a tackle touches the marker: 3rd and 13 at the 35.
        ("efhl", (38.0, 40.0), "illegal touching", Team.HOME, None, MISSED, (3, 13, 35)),
        # EFHL-PAS-04: 2nd and 10 at the own 35, thrown at the own 39: 3rd and 11 at the own 34.
        ("efhl", (35.0, 35.0), "illegal forward pass", Team.HOME, 39.0, MISSED, (3, 11, 34)),
        # EFHL-TA-02: line 30, passer at 17: ball at 17; passer at 24: ball at 20.
        ("efhl", (30.0, None), "intentional grounding", Team.HOME, 17.0, MISSED, (2, 23, 17)),
        ("efhl", (30.0, None), "intentional grounding", Team.HOME, 24.0, MISSED, (2, 20, 20)),
        # EFHL-PEN-05: defensive offside on 3rd and 4 a first down, on 3rd and 6 3rd and 1.
        ("efhl", (34.0, 40.0), "offside", Team.AWAY, None, RUN, (1, 10, 45)),
        ("efhl", (36.0, 40.0), "offside", Team.AWAY, None, RUN, (2, 1, 45)),
        # EFHL-PEN-22: interference 3 yards deep in the end zone: 1st and goal at the 1.
        ("efhl", (80.0, None), "defensive pass interference", Team.AWAY, 103.0, MISSED, (1, 1, 99)),
        # EFHL-PEN-40: defensive holding: 5 yards, automatic first down.
        ("efhl", (30.0, 30.0), "defensive holding", Team.AWAY, None, RUN, (1, 10, 35)),
        # EFHL-GEN-02: never more than half the way.
        ("efhl", (12.0, None), "offensive holding", Team.HOME, None, RUN, (1, 16, 6)),
        # HEFL-PEN-02: holding 10 yards, line at the own 12: the own 6, repeat.
        ("hefl", (12.0, None), "offensive holding", Team.HOME, None, RUN, (1, 16, 6)),
        # HEFL-THR-02: 2nd and 8 at own 40: 3rd and 18 at own 30.
        ("hefl", (38.0, 40.0), "illegal grounding", Team.HOME, None, MISSED, (3, 18, 30)),
        # VSEFL-THR-01: 1st and 10 at the 40: 2nd and 20 at the 30.
        ("vsefl", (40.0, None), "illegal grounding", Team.HOME, None, MISSED, (2, 20, 30)),
        # SIMP-PEN-02: 2nd and 7 at the 40: 2nd and 12 at the 35.
        ("simplified", (37.0, 40.0), "illegal receiver of a forward pass", Team.HOME, None, MISSED,
         (2, 12, 35)),
    ],
)  # fmt: skip
def test_a_penalty_that_is_taken(league, begins, foul, by, spot, play, wanted):
    own_yd, second_at = begins
    called = FoulCalled(foul, by, x_mm=None if spot is None else x_of(spot))
    fold, state = after(league, called, play, own_yd=own_yd, second_at=second_at)
    taken = fold.after(state, FoulsSettled(TAKE, state.fouls[0].number))
    assert said(fold, taken) == pytest.approx(wanted)
    assert taken.fouls == ()


def test_grounding_and_holding_in_the_own_end_zone_are_a_safety():
    for foul in ("intentional grounding", "offensive holding"):
        called = FoulCalled(foul, Team.HOME, x_mm=x_of(-3.0))
        fold, state = after("efhl", called, MISSED, own_yd=8.0)
        taken = fold.after(state, FoulsSettled(TAKE, 1))
        assert (taken.away_score, taken.phase) == (2, GamePhase.FREE_KICK)


def test_declined_the_play_stands():
    fold, state = after("efhl", FoulCalled("offside", Team.AWAY), RUN)
    declined = fold.after(state, FoulsSettled(DECLINE))
    assert said(fold, declined) == (2, 9, 41)


def test_a_touchdown_with_a_foul_of_the_offense_is_none():
    fold, state = after(
        "hefl", FoulCalled("illegal formation", Team.HOME), Scored(Score.TOUCHDOWN, Team.HOME)
    )
    taken = fold.after(state, FoulsSettled(TAKE, 1))
    assert (taken.home_score, said(fold, taken)) == (0, (1, 15, 35))


def test_fouls_of_both_sides_at_the_same_time_offset():
    """EFHL-PEN-04."""
    fouls = FoulCalled("offensive holding", Team.HOME), FoulCalled("illegal contact", Team.AWAY)
    fold, state = after("efhl", *fouls, RUN)
    (choice,) = penalty_choices(fold, state, NAMES)
    assert (choice.event, choice.by) == (FoulsSettled(OFFSET), None)
    assert said(fold, choice.state) == (1, 10, 40)
    with pytest.raises(BadValue):
        fold.after(state, FoulsSettled(TAKE, 1))


def test_a_hold_in_the_play_and_a_foul_after_it_are_enforced_one_after_the_other():
    """EFHL-PEN-04: fouls of different phases do not offset."""
    hold = FoulCalled("offensive holding", Team.HOME)
    late = FoulCalled("unsportsmanlike conduct", Team.AWAY, FoulPlay.LAST)
    fold, state = after("efhl", hold, RUN, late)
    state = fold.after(state, FoulsSettled(TAKE, 1))
    assert said(fold, state) == (1, 20, 30)
    state = fold.after(state, FoulsSettled(TAKE, 2))
    assert said(fold, state) == (1, 10, 45)


def test_a_foul_after_a_play_that_brought_a_first_down_moves_the_new_series():
    far = PlayEnded("tackle", Team.HOME, x_of(60.0), 160.0)
    late = FoulCalled("unsportsmanlike conduct", Team.HOME, FoulPlay.LAST)
    fold, state = after("efhl", far, late)
    assert said(fold, fold.after(state, FoulsSettled(TAKE, 1))) == (1, 10, 45)


def test_of_several_fouls_of_one_side_the_others_choose_one():
    """EFHL-PEN-04; two that come to the same are one choice."""
    fouls = [FoulCalled(name, Team.HOME) for name in ("illegal formation", "offensive holding")]
    fold, state = after("efhl", *fouls, fouls[0], RUN)
    choices = penalty_choices(fold, state, NAMES)
    assert [said(fold, each.state) for each in choices] == [(1, 15, 35), (1, 20, 30), (2, 9, 41)]
    assert {each.by for each in choices} == {Team.AWAY}


def test_both_outcomes_are_said():
    fold, state = after("efhl", FoulCalled("offensive holding", Team.HOME), RUN)
    take, decline = (each.sentence for each in penalty_choices(fold, state, NAMES))
    assert take == "Take it, offensive holding by Blues: 1st and 20 at the own 30."
    assert decline == "Decline it: 2nd and 9 at the own 41."


def test_what_may_not_be_declined_is_not_asked():
    foul = FoulCalled("illegal receiver of a forward pass", Team.HOME)
    fold, state = after("simplified", foul, MISSED)
    assert [each.event.how for each in penalty_choices(fold, state, NAMES)] == [TAKE]


def test_a_foul_before_the_snap_moves_the_ball_at_once():
    """HEFL-OFF-02: formation at the own 30 to the own 25, same down, no play run."""
    foul = FoulCalled("illegal formation", Team.HOME, FoulPlay.NONE)
    fold, state = after("hefl", RUN, foul, own_yd=30.0)
    taken = fold.after(state, FoulsSettled(TAKE, 1))
    assert (taken.down, taken.plays) == (state.down, state.plays)
    assert said(fold, taken)[2] == pytest.approx(36.0)


def test_a_fair_catch_caller_who_is_hit_is_added_to_the_spot():
    """EFHL-KO-23: a foul at the own 12, ball at the own 27."""
    fold = Fold(load_rulebook("efhl").game, EASY)
    state = fold.after(State(), Started("efhl", Team.AWAY, Direction.RIGHT))
    state = fold.after(state, FoulCalled("fair catch interference", Team.AWAY, x_mm=x_of(12.0)))
    state = fold.after(state, SeriesBegan(Team.HOME, x_of(12.0), 160.0))
    taken = fold.after(state, FoulsSettled(TAKE, 1))
    assert (taken.team, said(fold, taken)) == (Team.HOME, (1, 10, 27))


def test_a_foul_on_a_try_brings_another_one():
    scored = Scored(Score.TOUCHDOWN, Team.HOME)
    fold, state = after("efhl", scored)
    for event in (FoulCalled("offside", Team.AWAY), Scored(Score.KICKED_TRY, Team.HOME)):
        state = fold.after(state, event)
    taken = fold.after(state, FoulsSettled(TAKE, 1))
    assert (taken.phase, taken.home_score) == (GamePhase.TRY, 6)
    assert spot_yd(EASY, taken.x_mm, Direction.RIGHT) == pytest.approx(99.0)  # half of two yards


def test_who_plays_on_declines():
    _fold, state = after("efhl", FoulCalled("offside", Team.AWAY), RUN, RUN)
    assert state.fouls == ()


def test_only_fouls_of_the_book_and_of_its_sides_can_be_called():
    for foul, team in (("no such foul", Team.HOME), ("false start", Team.AWAY)):
        with pytest.raises(BadValue):
            after("efhl", FoulCalled(foul, team))
    with pytest.raises(BadValue):
        after("simplified", FoulCalled("offensive holding", Team.HOME))


@pytest.mark.parametrize("league", LEAGUES)
def test_whatever_a_line_up_may_break_is_a_foul_where_it_costs_yards(league):
    book = load_rulebook(league)
    rules = book.calls
    for section in (rules.line_up, rules.alignment):
        for key in section.__slots__:
            rule = getattr(section, key).rule
            found = book.game.fouls.of_fault(rule)
            assert (found is not None) == (rules.line_up.penalty_yd.value > 0.0), rule


@pytest.mark.parametrize("league", LEAGUES)
def test_every_foul_names_a_rule_of_its_league(league):
    known = {rule.id for rule in load_catalogue(league)}
    fouls = load_rulebook(league).game.fouls
    assert {rule for row in fouls for rule in (row.rule, *row.faults)} <= known
    kinds = {kind.value for kind in CallKind}
    assert {kind for row in fouls for kind in row.calls} <= kinds


def test_a_house_changes_the_yards_of_a_foul(tmp_path):
    house = tmp_path / "garage.toml"
    text = 'extends = "efhl"\nname = "garage"\ntitle = "Our garage"\n'
    house.write_text(text + '[fouls]\n"offensive holding" = 8\n', encoding="utf-8")
    assert load_rulebook(str(house)).game.fouls.row("offensive holding").yards == 8.0
    house.write_text(text + "[fouls]\nclipping = 8\n", encoding="utf-8")
    with pytest.raises(BadValue, match="clipping"):
        load_rulebook(str(house))


@pytest.mark.parametrize("league", LEAGUES)
def test_the_chart_is_that_of_the_book(league):
    """HEFL-PEN-01 and VSEFL-PEN-01: 2 and 12 on a d12, twelve fouls."""
    chart = load_rulebook(league).game.fouls.chart
    if league not in ("hefl", "vsefl"):
        assert chart is None
        return
    assert chart.foul(12, 9)[1] == "defensive holding"
    assert chart.foul(2, 1)[1] == "unsportsmanlike conduct"
    assert [chart.foul(7, die) for die in range(1, 13)] == [None] * 12
    assert len(chart.fouls) == 12
