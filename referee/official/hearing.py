"""What each declaration makes of a play; what is not due is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.calls.pitch_rules import How
from referee.calls.plays import Play
from referee.calls.situation import Phase
from referee.official.aiming import aimed, no_throw
from referee.official.at_rest import AtStop, Heard
from referee.official.giving import given_on, thrown_to
from referee.official.loosened import TOUCHBACK, ball_lies, kept_behind
from referee.official.naming import play_named
from referee.official.rolling import rolled
from referee.official.said import (
    Aimed,
    Answered,
    BallLies,
    HandedOff,
    Lateraled,
    Named,
    Pitched,
    Rolled,
    Said,
    TakenUp,
    Thrown,
)
from referee.official.stand import Stand

# What a coach answers to a referee who would end the play.
LET_HIM_RUN = "let him run"


def heard(stop: AtStop, stand: Stand, said: Said) -> Heard:
    """A declaration that is not about the switch."""
    hear = _HEARS.get(type(said))
    return Heard(stand) if hear is None else hear(stop, stand, said)


def _taken_up(_stop: AtStop, stand: Stand, _said: TakenUp) -> Heard:
    return Heard(replace(stand, aim=None, thrown=None))


def _ball(stop: AtStop, stand: Stand, said: BallLies) -> Heard:
    return ball_lies(stop, stand, said)


def _answered(stop: AtStop, stand: Stand, said: Answered) -> Heard:
    if said.to == TOUCHBACK:
        return kept_behind(stop, stand, said.answer)
    if said.to != LET_HIM_RUN:
        return Heard(stand)
    return Heard(replace(stand, run_on=said.answer == "yes"))


def _handed(stop: AtStop, stand: Stand, said: HandedOff) -> Heard:
    late = stand.named in (Play.DRAW, Play.DELAY)
    return given_on(stop, stand, How.DELAY if late else How.HANDOFF, said.to, None)


def _pitched(stop: AtStop, stand: Stand, said: Pitched) -> Heard:
    return given_on(stop, stand, How.PITCH, said.to, None)


def _lateraled(stop: AtStop, stand: Stand, said: Lateraled) -> Heard:
    return given_on(stop, stand, How.LATERAL, said.to, None)


def _thrown(stop: AtStop, stand: Stand, said: Thrown) -> Heard:
    return thrown_to(stop, stand, said, no_throw(stop, stand))


def _rolled(stop: AtStop, stand: Stand, said: Rolled) -> Heard:
    return rolled(stop, stand, said)


_Hear = Callable[[AtStop, Stand, Any], Heard]
_HEARS: Mapping[type[Said], _Hear] = {
    Named: play_named,
    Aimed: aimed,
    TakenUp: _taken_up,
    BallLies: _ball,
    HandedOff: _handed,
    Pitched: _pitched,
    Lateraled: _lateraled,
    Thrown: _thrown,
    Answered: _answered,
    Rolled: _rolled,
}
# Phases a declaration changes for the calls, even while the power is on.
_CARRIED = frozenset(Phase) - {Phase.IN_THE_AIR, Phase.LOOSE}
REBEGINS: Mapping[type[Said], frozenset[Phase]] = {
    Named: _CARRIED,
    Answered: _CARRIED,
    Aimed: frozenset({Phase.IN_THE_AIR}),
    BallLies: frozenset({Phase.LOOSE}),
}
