"""What a play that is over means for the game: the events its calls come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from referee.calls.call import Call, Kind
from referee.core.roster import Team
from referee.game.events import (
    Event,
    Noted,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
    Told,
    TryFailed,
)
from referee.game.state import Stage, State
from referee.official.stand import Stand

# The ball is dead where the call has it.
_THERE = frozenset(
    {
        Kind.TACKLE,
        Kind.SACK,
        Kind.COVERAGE_SACK,
        Kind.OUT_OF_BOUNDS,
        Kind.PROGRESS_STOPPED,
        Kind.CARRIER_DOWN,
        Kind.GAIN_CUT_BACK,
        Kind.LOOSE_OUT,
    }
)
# The next play begins where this one did.
_NO_GAIN = frozenset(
    {
        Kind.INCOMPLETE,
        Kind.BATTED_DOWN,
        Kind.THROWN_AWAY,
        Kind.GROUNDING,
        Kind.ILLEGAL_TOUCHING,
    }
)
# Its players are those who stopped the carrier, and he.
_BY = frozenset({Kind.TACKLE, Kind.SACK, Kind.SAFETY, Kind.CARRIER_DOWN, Kind.PROGRESS_STOPPED})
_RAN_ON = frozenset({Kind.CATCH, Kind.INTERCEPTION, Kind.RECOVERED})


def events_of(calls: Sequence[Call], stand: Stand, state: State) -> tuple[Event, ...]:
    """What changes the state of the game first, then what is only to be remembered."""
    changing = _changing(calls, stand, state)
    if changing is None:
        return ()
    call, event = changing
    return (event, *(_noted(each) for each in calls if each is not call))


def _changing(calls: Sequence[Call], stand: Stand, state: State) -> tuple[Call, Event] | None:
    order = (_safety, _touchdown, _touchback, _there, _no_gain)
    found = (
        (call, event)
        for rule in order
        for call in calls
        if (event := rule(call, stand, state)) is not None
    )
    return next(chain(found, _taken(calls, stand, state)), None)


def _taken(calls: Sequence[Call], stand: Stand, state: State) -> Iterator[tuple[Call, Event]]:
    """A try that is over once the other side has the ball."""
    if state.stage is Stage.TRY and stand.offense is not stand.team:
        for call in calls:
            if call.kind in _RAN_ON:
                yield call, TryFailed(stand.offense, told_of(call, stand))


def _safety(call: Call, stand: Stand, _state: State) -> Event | None:
    if call.kind is not Kind.SAFETY:
        return None
    told = told_of(call, stand)
    return Scored(Score.SAFETY, stand.team.other, call.rule, call.flagged, told)


def _touchdown(call: Call, stand: Stand, state: State) -> Event | None:
    if call.kind is not Kind.TOUCHDOWN:
        return None
    how = Score.PLAYED_TRY if state.stage is Stage.TRY else Score.TOUCHDOWN
    return Scored(how, stand.team, call.rule, call.flagged, told_of(call, stand))


def _touchback(call: Call, stand: Stand, state: State) -> Event | None:
    """Of whoever took the ball away, or of those who did not lose it."""
    if call.kind is not Kind.TOUCHBACK:
        return None
    return dead_at(call, stand, state, stand.team if call.players else stand.team.other)


def _there(call: Call, stand: Stand, state: State) -> Event | None:
    dead = call.kind in _THERE or (call.dead and call.kind in _RAN_ON)
    if not dead or call.spot is None:
        return None
    return dead_at(call, stand, state, stand.team)


def dead_at(call: Call, stand: Stand, state: State, team: Team) -> Event | None:
    """The end of a play where a call has the ball, and a team has it."""
    spot = call.spot
    if spot is None:
        return None
    told = told_of(call, stand)
    if state.stage is Stage.TRY:
        return TryFailed(state.team or stand.offense, told)
    if state.stage is not Stage.SCRIMMAGE:
        return SeriesBegan(team, spot.x_mm, spot.y_mm, told)
    changed = stand.changes > 0 or team is not stand.team
    place = spot.x_mm, spot.y_mm
    return PlayEnded(call.kind, team, *place, call.rule, call.flagged, changed, told)


def told_of(call: Call, stand: Stand) -> Told:
    """How the play went, as far as its calls and what was said of it tell."""
    thrown = None if stand.thrown is None or stand.thrown.backward else stand.thrown
    return Told(
        play=None if stand.named is None else stand.named.value,
        carrier=stand.carrier if thrown is None else None,
        passer=stand.passer if thrown is None else thrown.passer,
        target=None if thrown is None else thrown.intended,
        by=call.players[:-1] if call.kind in _BY else (),
        gained_x_mm=stand.gained_x_mm,
    )


def _no_gain(call: Call, stand: Stand, state: State) -> Event | None:
    if call.kind not in _NO_GAIN:
        return None
    told = told_of(call, stand)
    if state.stage is Stage.TRY:
        return TryFailed(state.team or stand.offense, told)
    if state.stage is not Stage.SCRIMMAGE:
        return None  # the ball has no place to go back to: somebody says where it is
    rule = call.rule or None
    return PlayEnded(call.kind, stand.offense, rule=rule, flagged=call.flagged, told=told)


def _noted(call: Call) -> Noted:
    words = " ".join((call.kind.value, *call.players))
    return Noted(words, call.rule or None, call.flagged)
