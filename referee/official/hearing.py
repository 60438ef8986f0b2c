"""What a declaration makes of a play: named plays, targets, balls; what is not due is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.calls.call import Call
from referee.calls.plays import Play
from referee.calls.situation import Phase
from referee.calls.stops import StopAt
from referee.official.requests import refusal
from referee.official.said import Aimed, BallLies, Named, Said, TakenUp
from referee.official.stand import Stand, named
from referee.official.stretch import Table
from referee.rulebooks.period import Period


@dataclass(frozen=True, slots=True)
class Heard:
    """The play after a declaration, and the calls it led to."""

    stand: Stand
    calls: tuple[Call, ...] = ()


def heard(table: Table, stand: Stand, t_ns: int, said: Said, *, power: bool) -> Heard:
    """A declaration that is not about the switch."""
    hear = _HEARS.get(type(said))
    return Heard(stand) if hear is None else hear(table, stand, t_ns, said, power)


def _named(table: Table, stand: Stand, t_ns: int, said: Named, power: bool) -> Heard:
    if said.play is None:
        return Heard(replace(stand, carrier=said.carrier))
    if stand.bare or power or stand.period is Period.SET:
        return Heard(_meant(stand, said))
    procedure = table.rulebook.procedure
    if said.play is Play.CUTBACK:
        made = any(at is StopAt.CUTBACK for _, at in stand.used)
        rule = table.rulebook.calls.stops.cutback_zone.rule
        if made:
            return Heard(replace(stand, carrier=said.carrier or stand.carrier))
        return Heard(stand, (refusal(t_ns, stand, rule, "no cutback was granted"),))
    if said.play not in (procedure.row(stand.last).plays or {}):
        refusals = procedure.refusals
        rule = refusals.throw if said.play is Play.FORWARD else refusals.play
        why = f"no {said.play.value} at this stop"
        return Heard(stand, (refusal(t_ns, stand, rule, why),))
    return Heard(named(procedure, stand, said.play, said.carrier))


def _meant(stand: Stand, said: Named) -> Stand:
    """Named before it is due: the man who has the ball meanwhile is somebody else."""
    if stand.bare:
        return replace(stand, named=said.play, carrier=said.carrier or stand.carrier)
    return replace(stand, meant=said)


def _aimed(table: Table, stand: Stand, t_ns: int, said: Aimed, power: bool) -> Heard:
    if said.marker is None or stand.bare:
        return Heard(replace(stand, aim=_joined(stand.aim, said)))
    procedure = table.rulebook.procedure
    plays = procedure.row(stand.last).plays or {}
    due = Play.PITCH if said.backward else Play.FORWARD
    in_the_air = stand.period is Period.IN_THE_AIR
    if power or (due not in plays and not in_the_air) or Period.IN_THE_AIR not in procedure:
        why = "no pass may be thrown now"
        return Heard(stand, (refusal(t_ns, stand, procedure.refusals.throw, why),))
    aim = _joined(stand.aim, said)
    stand = replace(stand, named=due, aim=aim, period=Period.IN_THE_AIR, unnamed=False)
    return Heard(stand)


def _joined(before: Aimed | None, said: Aimed) -> Aimed:
    """What was said of a pass in several sentences."""
    if before is None:
        return said
    return Aimed(
        said.marker or before.marker,
        said.receiver or before.receiver,
        said.passer or before.passer,
        said.stick or before.stick,
        said.backward or before.backward,
    )


def _taken_up(_table: Table, stand: Stand, _t_ns: int, _said: TakenUp, _power: bool) -> Heard:
    return Heard(replace(stand, aim=None))


def _ball(_table: Table, stand: Stand, _t_ns: int, said: BallLies, _power: bool) -> Heard:
    return Heard(replace(stand, ball=said))


_Hear = Callable[[Table, Stand, int, Any, bool], Heard]
_HEARS: Mapping[type[Said], _Hear] = {
    Named: _named,
    Aimed: _aimed,
    TakenUp: _taken_up,
    BallLies: _ball,
}
# Phases a declaration changes for the calls, even while the power is on.
REBEGINS: Mapping[type[Said], frozenset[Phase]] = {
    Named: frozenset(Phase) - {Phase.IN_THE_AIR, Phase.LOOSE},
    Aimed: frozenset({Phase.IN_THE_AIR}),
    BallLies: frozenset({Phase.LOOSE}),
}
