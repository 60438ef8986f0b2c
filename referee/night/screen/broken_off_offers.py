"""What a rulebook offers for a play that cannot go on: the down again, its spot, or no catch."""

from __future__ import annotations

from collections.abc import Iterator

from referee.calls.call import CallKind
from referee.calls.phase_state import PlayPhase
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_name
from referee.game.events import DownRepeated, Event, PlayEnded, SeriesBegan, TryFailed
from referee.game.game_rules import BrokenOffAnswer
from referee.game.state import GamePhase, State
from referee.night.broken_off import Place
from referee.night.commands import EnterEvent
from referee.night.screen.questions import Offer, OfferKind
from referee.official.outcome import PlayNotice
from referee.rulebooks.rulebook import Rulebook

# After so many power runs in which nobody came to a loose ball, nobody will.
MANY_TRIES = 3
# How a play that was broken off is told of, as ``PlayEnded.how``.
BROKEN_OFF = "broken off"
NOBODY_GOT_IT = "nobody got to the ball"


def nobody_comes(notice: PlayNotice) -> bool:
    """Whether a loose ball has been run for so often that it is time for another way."""
    return notice.phase is PlayPhase.LOOSE and notice.tries >= MANY_TRIES


def broken_off_offers(
    rulebook: Rulebook,
    field: FieldProfile,
    state: State,
    notice: PlayNotice,
    ball_mm: Place | None,
    since: int,
) -> tuple[Offer, ...]:
    """What fits a pass, then the rulebook's answer, then the other one.

    ``since`` is how long the journal is.
    """
    rules, rule = rulebook.game.broken_off, rulebook.game.broken_off.answer.rule
    offers = [
        _again(field, state, rule, since),
        *_where_it_was(field, state, notice, ball_mm, since),
    ]
    if rules.answer.value is BrokenOffAnswer.WHERE_IT_WAS:
        offers.reverse()
    return (*_no_catch(rulebook, state, notice, since), *offers)


def _no_catch(rulebook: Rulebook, state: State, notice: PlayNotice, since: int) -> Iterator[Offer]:
    """A pass in the air that nobody has reached: it is incomplete."""
    if notice.phase is not PlayPhase.IN_THE_AIR:
        return
    rule = rulebook.calls.passes.lost.rule
    event: Event
    if state.phase is GamePhase.SCRIMMAGE:
        event = PlayEnded(CallKind.INCOMPLETE, notice.team, rule=rule)
    elif state.phase is GamePhase.TRY:
        event = TryFailed(notice.team)
    else:
        return
    words = f"Nobody reached the ball: the pass is incomplete ({rule})."
    yield Offer(OfferKind.NO_CATCH, since, words, EnterEvent(event))


def _again(field: FieldProfile, state: State, rule: str, since: int) -> Offer:
    words = f"Play it again: {state.words(field)} ({rule})."
    return Offer(OfferKind.DOWN_AGAIN, since, words, EnterEvent(DownRepeated()))


def _where_it_was(
    field: FieldProfile, state: State, notice: PlayNotice, ball_mm: Place | None, since: int
) -> Iterator[Offer]:
    """Only between the goal lines: beyond them points would hang on it, which people enter."""
    if ball_mm is None or not 0.0 < ball_mm[0] < field.goal_to_goal_mm:
        return
    if state.phase is GamePhase.TRY:
        return
    x_mm, y_mm = ball_mm[0], min(max(ball_mm[1], 0.0), field.width_mm)
    event: Event = SeriesBegan(notice.team, x_mm, y_mm, kick=notice.kick)
    if state.phase is GamePhase.SCRIMMAGE and notice.kick is None:
        loose = notice.phase is PlayPhase.LOOSE
        how = NOBODY_GOT_IT if loose else BROKEN_OFF
        event = PlayEnded(how, notice.team, x_mm, y_mm)
    where = spot_name(field, x_mm, state.plays_toward(notice.team), 0)
    words = f"The play ends where the ball last was: at the {where}."
    yield Offer(OfferKind.BALL_WHERE_IT_WAS, since, words, EnterEvent(event))
