"""A play that a fault has broken off: what each rulebook offers, and that the evening goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.phase_state import PlayPhase
from referee.core.roster import Team
from referee.game.events import DownRepeated, PlayEnded, SeriesBegan, TryFailed
from referee.game.fold import Fold
from referee.game.game_rules import BrokenOffAnswer
from referee.game.state import GamePhase
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.night.broken_off import STOP_AGAIN, STOPPED_BY_COACH
from referee.night.command_handlers import handle_command
from referee.night.commands import Declare, ReportReady, StopBoard
from referee.night.phase import NightPhase
from referee.night.screen.broken_off_offers import broken_off_offers, nobody_comes
from referee.night.screen.next_step import StepKind, next_step
from referee.night.screen.performance_meter import Performance
from referee.night.screen.questions import OfferKind
from referee.night.screen.snapshot_builder import snapshot_of
from referee.official.declarations.types import PlayMoved
from referee.rulebooks.play_step import PlayStep
from tests.core.fields import EASY
from tests.night.driving import S, drive
from tests.night.lined import frames, night_of
from tests.official.evenings import STATE
from tests.web.desks import NOTICE

GONE = "The camera has moved."


def page(night):
    return snapshot_of(
        night, number=1, t_ns=0, hands=False, watching=True, numbers=Performance(0.0, 0, {})
    )


def broken_off(league, *, blind=True):
    """A run that was broken off at 2.0 s; its carrier has crept from where it stood."""
    night = night_of(league)
    moved = PlayMoved(step=PlayStep.TO_THE_END, carrier="HHB")
    wishes = [(0.1, Declare(moved)), (0.2, ReportReady())]
    fault = {"camera": lambda t: GONE if 2.0 <= t < 2.3 else ""}
    if not blind:
        fault = {"hands": lambda t: 2.0 <= t < 2.3}
    drive(night, frames(3.5, creeps=(1.6, 2.0)), wishes, **fault)
    return night


@pytest.mark.parametrize("league", LEAGUES)
def test_where_nobody_watched_the_rulebooks_answer_is_the_next_step(league):
    shown = page(broken_off(league))
    rule = load_rulebook(league).game.broken_off.answer
    assert rule.value is BrokenOffAnswer.AGAIN
    assert shown.phase is NightPhase.BROKEN_OFF
    assert next_step(shown).kind is StepKind.OFFER
    again, spot = shown.offers
    assert (again.kind, spot.kind) == (OfferKind.DOWN_AGAIN, OfferKind.BALL_WHERE_IT_WAS)
    assert rule.rule in again.sentence
    assert shown.down_and_distance in again.sentence


@pytest.mark.parametrize("league", LEAGUES)
def test_after_a_hand_it_goes_on_where_it_was_and_the_offers_stand_beside(league):
    shown = page(broken_off(league, blind=False))
    assert next_step(shown).kind is StepKind.READY
    assert len(shown.offers) == 2


@pytest.mark.parametrize("league", ["efhl", "hefl", "vsefl"])  # simplified grants every stop
def test_a_stop_that_the_rules_do_not_have_is_refused_once_and_then_breaks_the_play_off(league):
    night = night_of(league)
    moved = PlayMoved(step=PlayStep.TO_THE_END, carrier="HHB")
    wishes = [(0.1, Declare(moved)), (0.2, ReportReady()), (1.7, StopBoard()), (1.9, StopBoard())]
    got = drive(night, frames(3.5, creeps=(1.6, 2.4)), wishes)
    assert [at < 1.7 for at in got.on_s()] == [True]
    assert got.off_s() == [pytest.approx(1.9, abs=0.05)]
    assert STOP_AGAIN in got.said()
    assert STOPPED_BY_COACH in got.said()
    shown = page(night)
    assert shown.phase is NightPhase.BROKEN_OFF
    assert next_step(shown).kind is StepKind.OFFER  # what came to nothing is not tried again
    assert OfferKind.NO_CATCH not in [offer.kind for offer in shown.offers]


@pytest.mark.parametrize("league", ["efhl", "hefl", "vsefl"])
def test_a_pass_that_nobody_reached_is_offered_as_incomplete_first(league):
    first = offers(league, GamePhase.SCRIMMAGE, phase_of_play=PlayPhase.IN_THE_AIR)[0]
    assert first.kind is OfferKind.NO_CATCH
    assert load_rulebook(league).calls.passes.lost.rule in first.sentence
    fold, state = Fold(load_rulebook(league).game, EASY), replace(STATE, phase=GamePhase.SCRIMMAGE)
    after = fold.after(state, first.command.event)
    assert (after.x_mm, after.down) == (state.x_mm, state.down + 1)
    tried = offers(league, GamePhase.TRY, phase_of_play=PlayPhase.IN_THE_AIR)[0]
    assert tried.command.event == TryFailed(Team.HOME)


@pytest.mark.parametrize("league", LEAGUES)
def test_the_down_again_leaves_the_game_as_it_was_before_the_snap(league):
    night = broken_off(league)
    before = night.state
    handle_command(night, page(night).offers[0].command, 4 * S)
    assert night.ledger.journal.entries[-1].what == DownRepeated()
    assert (night.state, night.notice.step) == (before, PlayStep.SET)
    assert page(night).phase is not NightPhase.BROKEN_OFF


@pytest.mark.parametrize("league", LEAGUES)
def test_or_the_play_ends_where_the_ball_was_seen_last(league):
    night = broken_off(league)
    x_mm = next(seen for seen in night.board.seen if seen.player == "HHB").measured.pose.x_mm
    handle_command(night, page(night).offers[1].command, 4 * S)
    ended = night.ledger.journal.entries[-1].what
    assert isinstance(ended, PlayEnded)
    assert ended.x_mm == pytest.approx(x_mm, abs=1.0)
    assert night.state.down == 2


def offers(league, phase, ball_mm=(412.0, 100.0), phase_of_play=NOTICE.phase):
    rulebook = load_rulebook(league)
    state = replace(STATE, phase=phase)
    notice = replace(NOTICE, team=Team.HOME, carrier="H22", phase=phase_of_play)
    return broken_off_offers(rulebook, EASY, state, notice, ball_mm, 3)


@pytest.mark.parametrize("phase", [GamePhase.KICKOFF, GamePhase.FREE_KICK, GamePhase.TRY])
def test_a_kick_and_a_try_may_be_played_again_and_nothing_has_changed(phase):
    again = offers("efhl", phase)[0]
    fold = Fold(load_rulebook("efhl").game, EASY)
    state = replace(STATE, phase=phase)
    assert fold.after(state, again.command.event) == state


def test_a_return_that_cannot_go_on_is_a_first_down_where_the_ball_was():
    (_, spot) = offers("efhl", GamePhase.KICKOFF)
    assert spot.command.event == SeriesBegan(Team.HOME, 412.0, 100.0)


def test_a_try_has_no_spot():
    assert [offer.kind for offer in offers("hefl", GamePhase.TRY)] == [OfferKind.DOWN_AGAIN]


@pytest.mark.parametrize("ball_mm", [None, (-20.0, 100.0), (810.0, 100.0)])
def test_where_points_would_hang_on_the_spot_it_is_not_offered(ball_mm):
    kinds = [offer.kind for offer in offers("vsefl", GamePhase.SCRIMMAGE, ball_mm)]
    assert kinds == [OfferKind.DOWN_AGAIN]


@pytest.mark.parametrize("league", LEAGUES)
def test_a_house_may_have_the_spot_first(league, tmp_path):
    house = tmp_path / "house.toml"
    words = BrokenOffAnswer.WHERE_IT_WAS.value
    head = f'extends = "{league}"\nname = "club"\ntitle = "Club"\n'
    house.write_text(f'{head}\n[broken_off]\nanswer = "{words}"\n', encoding="utf-8")
    first, _ = offers(str(house), GamePhase.SCRIMMAGE)
    assert first.kind is OfferKind.BALL_WHERE_IT_WAS


def test_a_loose_ball_to_which_nobody_comes_is_not_chased_for_ever():
    notice = replace(NOTICE, phase=PlayPhase.LOOSE)
    assert [nobody_comes(replace(notice, tries=n)) for n in (0, 2, 3)] == [False, False, True]
