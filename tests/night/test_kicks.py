"""A kick that is played on the board, as screens show it and people answer."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from referee.calls.frame import BoardFrame
from referee.calls.play_name import KickName, RollKind
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.roster import Player, Roster, Team
from referee.game.events import SeriesBegan
from referee.game.state import GamePhase, State
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.night.phase import NightPhase, PhaseFacts, phase_of
from referee.night.screen.questions import kick_due, questions_of
from referee.official.declarations.types import DiceRolled, KickNamed, QuestionAnswered
from referee.official.official import Official
from referee.rulebooks.play_step import PlayStep
from referee.web.night.forms.declarations import KickForm
from referee.web.night.snapshot_json import _notice
from tests.calls.plays import BASE


def roster():
    return Roster(
        tuple(Player(f"{t[0]}1", team, 1, BASE) for t, team in (("H", Team.HOME), ("A", Team.AWAY)))
    )


def official(league, phase, **state):
    field = load_field("620")
    start = State(
        phase=phase, quarter=1, team=Team.HOME, x_mm=field.x_mm(60.0), y_mm=field.width_mm / 2,
        home_plays=Direction.RIGHT, down=4, **state,
    )  # fmt: skip
    return Official(load_rulebook(league), field, roster(), start)


@pytest.mark.parametrize("league", LEAGUES)
def test_at_a_kickoff_the_books_kicks_may_be_chosen(league):
    notice = official(league, GamePhase.KICKOFF).notice
    assert KickName.KICKOFF in notice.kicks.may
    # Nobody is behind: only EFHL and the simplified rules allow an onside kick then.
    assert (KickName.ONSIDE in notice.kicks.may) is (league in ("efhl", "simplified"))
    assert notice.kicks.may_decline is (league == "hefl")


def test_a_kick_that_is_chosen_is_no_longer_entered():
    game = official("efhl", GamePhase.KICKOFF)
    assert kick_due(game.notice, game.state)
    game.hear(0, KickNamed(KickName.KICKOFF))
    notice = game.notice
    assert not kick_due(notice, game.state)
    (ask,) = questions_of(notice, game.state, None, roster())
    assert (ask.roll, notice.kicks.now, notice.kicks.dice) == (
        RollKind.KICK,
        KickName.KICKOFF,
        (2, 6),
    )


def test_the_dice_of_the_next_roll_are_shown():
    game = official("vsefl", GamePhase.KICKOFF, away_score=3)
    assert KickName.ONSIDE not in game.notice.kicks.may  # not in the first quarter
    game = official("hefl", GamePhase.KICKOFF, away_score=3)
    game.hear(0, KickNamed(KickName.ONSIDE))
    assert game.notice.kicks.dice == (1, 100)


def test_what_the_receiving_side_may_answer_is_shown():
    game = official("simplified", GamePhase.KICKOFF)
    game.hear(0, KickNamed(KickName.KICKOFF))
    assert game.notice.kicks.choices == ("return", "touchback")
    out = game.hear(0, QuestionAnswered("kick choice", "touchback"))
    assert isinstance(out.events[0], SeriesBegan)
    assert game.state.phase is GamePhase.SCRIMMAGE


def test_a_roll_ends_a_field_goal_and_is_kept_in_the_journal():
    game = official("hefl", GamePhase.SCRIMMAGE, to_gain_x_mm=None)
    game.hear(0, KickNamed(KickName.FIELD_GOAL))
    out = game.hear(0, DiceRolled(RollKind.KICK, (90,)))
    assert game.state.home_score == 3
    assert [getattr(event, "words", None) for event in out.events] == [None, "kick good"]


def test_dice_with_other_pips_are_refused_and_change_nothing():
    game = official("efhl", GamePhase.KICKOFF)
    game.hear(0, KickNamed(KickName.KICKOFF))
    with pytest.raises(BadValue, match="1 to 6"):
        game.hear(0, DiceRolled(RollKind.KICK, (3, 9)))
    assert game.notice.kicks.dice == (2, 6)


def test_the_evening_goes_on_to_the_set_up_once_a_kick_is_chosen():
    waits = PhaseFacts(GamePhase.KICKOFF, PlayStep.SET, None)
    chosen = PhaseFacts(GamePhase.KICKOFF, PlayStep.SET, None, kicking=True)
    assert phase_of(waits) is NightPhase.KICK
    assert phase_of(chosen) is NightPhase.BETWEEN


def test_a_page_is_told_and_answers():
    game = official("efhl", GamePhase.KICKOFF)
    told = _notice(game.notice, 0)["kicks"]
    assert told["may"] == ["kickoff", "onside kick"]
    form = KickForm.model_validate({"what": "kick", "kick": "kickoff"})
    names = SimpleNamespace(player_or_none=lambda name: name)
    assert form.declaration(names) == KickNamed(KickName.KICKOFF)
    with pytest.raises(ValueError, match="kick"):
        KickForm.model_validate({"what": "kick", "kick": "drop kick"})


def test_power_waits_while_the_kick_comes_down():
    game = official("efhl", GamePhase.KICKOFF)
    game.hear(0, KickNamed(KickName.KICKOFF))
    game.hear(0, DiceRolled(RollKind.KICK, (3, 3)))
    for t_ns, power in ((1, False), (10**8, True), (13 * 10**8 + 10**8, True), (15 * 10**8, False)):
        game.see(BoardFrame(t_ns, power, ()))
    assert "The kick is coming down." in game.notice.sentences
