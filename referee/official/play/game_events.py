"""What a finished play means for the game: the events that follow from its calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from referee.calls.call import Call, CallKind
from referee.core.roster import Team
from referee.game.events import (
    Event,
    FoulCalled,
    FoulPlay,
    Noted,
    PlayAccount,
    PlayEnded,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
    TryFailed,
    noted_call,
)
from referee.game.penalties.foul_table import FoulSide, FoulTable
from referee.game.state import GamePhase, State
from referee.official.play.state import PlayState

# The ball is dead where the call has it.
_THERE = frozenset(
    {
        CallKind.TACKLE,
        CallKind.SACK,
        CallKind.COVERAGE_SACK,
        CallKind.OUT_OF_BOUNDS,
        CallKind.PROGRESS_STOPPED,
        CallKind.CARRIER_DOWN,
        CallKind.GAIN_CUT_BACK,
        CallKind.LOOSE_OUT,
    }
)
# The next play begins where this one did.
_NO_GAIN = frozenset(
    {
        CallKind.INCOMPLETE,
        CallKind.BATTED_DOWN,
        CallKind.THROWN_AWAY,
        CallKind.GROUNDING,
        CallKind.ILLEGAL_TOUCHING,
    }
)
# Its players are those who stopped the carrier, and the carrier.
_BY = frozenset(
    {
        CallKind.TACKLE,
        CallKind.SACK,
        CallKind.SAFETY,
        CallKind.CARRIER_DOWN,
        CallKind.PROGRESS_STOPPED,
    }
)
_RAN_ON = frozenset({CallKind.CATCH, CallKind.INTERCEPTION, CallKind.RECOVERED})
# A kick is over with them.
_KICKED = frozenset({CallKind.BLOCKED, CallKind.INTERFERENCE, CallKind.FAIR_CATCH})


def events_of_play(
    calls: Sequence[Call], state: PlayState, game: State, fouls: FoulTable | None = None
) -> tuple[Event, ...]:
    """The events of a play: what changes the game's state, then mere records, then its fouls.

    Without a table of fouls there are none.
    """
    changing = _changing(calls, state, game)
    if changing is None:
        return ()
    call, event = changing
    noted = (note_of_call(each) for each in calls if each is not call)
    return (event, *noted, *([] if fouls is None else _fouls(calls, state, fouls)))


def _fouls(calls: Sequence[Call], state: PlayState, fouls: FoulTable) -> Iterator[FoulCalled]:
    """The calls that are fouls; who snapped the ball commits those that either side may."""
    for call in calls:
        row = fouls.of_call(call.kind)
        if row is not None:
            team = state.offense.other if row.by is FoulSide.DEFENSE else state.offense
            x_mm = None if call.spot is None else call.spot.x_mm
            rule = call.rule or None
            yield FoulCalled(row.name, team, FoulPlay.LAST, x_mm, rule=rule, flagged=call.flagged)


def _changing(calls: Sequence[Call], state: PlayState, game: State) -> tuple[Call, Event] | None:
    calls = _without_voided(calls)
    order = (_safety, _touchdown, _touchback, _there, _no_gain)
    found = (
        (call, event)
        for rule in order
        for call in calls
        if (event := rule(call, state, game)) is not None
    )
    return next(chain(found, _taken(calls, state, game)), None)


def _without_voided(calls: Sequence[Call]) -> Sequence[Call]:
    """A run whose gain is cut back was over then: what the carrier reached later counts not."""
    cut = next((call for call in calls if call.kind is CallKind.GAIN_CUT_BACK), None)
    if cut is None:
        return calls
    return [call for call in calls if call.kind is not CallKind.TOUCHDOWN or call.t_ns < cut.t_ns]


def _taken(calls: Sequence[Call], state: PlayState, game: State) -> Iterator[tuple[Call, Event]]:
    """The end of a try in which the defense has gained the ball."""
    if game.phase is GamePhase.TRY and state.offense is not state.team:
        for call in calls:
            if call.kind in _RAN_ON:
                yield call, TryFailed(state.offense, account_of(call, state))


def _safety(call: Call, state: PlayState, game: State) -> Event | None:
    if call.kind is not CallKind.SAFETY:
        return None
    told = account_of(call, state)
    kick = _kick_returned(state, game)
    return Scored(Score.SAFETY, state.team.other, call.rule, call.flagged, told, kick)


def _touchdown(call: Call, state: PlayState, game: State) -> Event | None:
    if call.kind is not CallKind.TOUCHDOWN:
        return None
    how, told = _goal_reached(state, game), account_of(call, state)
    return Scored(how, state.team, call.rule, call.flagged, told, _kick_returned(state, game))


def _kick_returned(state: PlayState, game: State) -> ScrimmageKick | None:
    """The kick from scrimmage that a score is about; of a try it is told by the score itself."""
    return None if game.phase is GamePhase.TRY else state.kick


def _goal_reached(state: PlayState, game: State) -> Score:
    """What it is to carry the ball over the goal line; a kicked try carried back is a safety."""
    if game.phase is not GamePhase.TRY:
        return Score.TOUCHDOWN
    taken = state.team is not game.team
    kicked = game.try_by is Score.KICKED_TRY or state.kicking is not None
    return Score.SAFETY if taken and kicked else Score.PLAYED_TRY


def _touchback(call: Call, state: PlayState, game: State) -> Event | None:
    """A touchback for the team that took the ball away, or that did not lose it."""
    if call.kind is not CallKind.TOUCHBACK:
        return None
    taken = call.players or state.kicking is not None
    return end_of_play(call, state, game, state.team if taken else state.team.other)


def _there(call: Call, state: PlayState, game: State) -> Event | None:
    dead = call.kind in _THERE or (call.dead and call.kind in _RAN_ON | _KICKED)
    if not dead or call.spot is None:
        return None
    return end_of_play(call, state, game, state.team)


def end_of_play(call: Call, state: PlayState, game: State, team: Team) -> Event | None:
    """The event of a play that ended with the ball in a team's hands, where a call has it."""
    spot = call.spot
    if spot is None:
        return None
    told = account_of(call, state)
    if state.kicking is not None and state.kicking.live:
        team = _kept_by(spot.x_mm, state, game)
    if game.phase is GamePhase.TRY:
        return TryFailed(game.team or state.offense, told)
    if game.phase is not GamePhase.SCRIMMAGE or state.kick is not None:
        return SeriesBegan(team, spot.x_mm, spot.y_mm, told, state.kick)
    changed = state.changes > 0 or team is not state.team
    place = spot.x_mm, spot.y_mm
    return PlayEnded(call.kind, team, *place, call.rule, call.flagged, changed, told)


def _kept_by(x_mm: float, state: PlayState, game: State) -> Team:
    """Whose ball it is after a kick that was blocked or never kicked: by the line to gain alone."""
    way, line = game.plays_toward(state.offense), game.to_gain_x_mm
    reached = line is not None and way.sign * (x_mm - line) >= 0.0
    return state.offense if reached else state.offense.other


def account_of(call: Call, state: PlayState) -> PlayAccount:
    """The account of a play: kind, players and places, from its calls and declarations."""
    thrown = state.passing.thrown
    thrown = None if thrown is None or thrown.backward else thrown
    kicked = None if state.kicking is None else state.kicking.kick.name
    named = state.kick or kicked or state.named
    return PlayAccount(
        play=None if named is None else named.value,
        carrier=state.carrier if thrown is None else None,
        passer=state.passing.passer if thrown is None else thrown.passer,
        target=None if thrown is None else thrown.intended,
        by=call.players[:-1] if call.kind in _BY else (),
        kicked_x_mm=None if state.kicking is None else state.kicking.x_mm,
        gained_x_mm=state.gained_x_mm,
    )


def _no_gain(call: Call, state: PlayState, game: State) -> Event | None:
    if call.kind not in _NO_GAIN:
        return None
    told = account_of(call, state)
    if game.phase is GamePhase.TRY:
        return TryFailed(game.team or state.offense, told)
    if game.phase is not GamePhase.SCRIMMAGE or state.kick is not None:
        return None  # the ball has no place to go back to: somebody says where it is
    rule = call.rule or None
    return PlayEnded(call.kind, state.offense, rule=rule, flagged=call.flagged, told=told)


def note_of_call(call: Call) -> Noted:
    """A call for the record alone."""
    return noted_call(call.kind.value, call.players, call.rule or None, flagged=call.flagged)
