"""What a declaration makes of a play: named plays, targets, balls; what is not due is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.calls.board import Board
from referee.calls.call import Call
from referee.calls.plays import Play
from referee.calls.situation import Phase, Situation
from referee.calls.stops import StopAt
from referee.calls.zone import left_zone
from referee.official.requests import refusal
from referee.official.said import Aimed, BallLies, Named, Said, TakenUp
from referee.official.stand import Stand, named
from referee.official.stretch import Table
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Heard:
    """The play after a declaration, and the calls it led to."""

    stand: Stand
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class AtStop:
    """What is known when somebody says something."""

    table: Table
    board: Board | None
    situation: Situation | None
    t_ns: int
    power: bool

    @property
    def procedure(self) -> Procedure:
        """The procedure of the rulebook."""
        return self.table.rulebook.procedure

    def refuses(self, stand: Stand, rule: str, why: str) -> Heard:
        """It is not allowed: said, recorded, nothing else."""
        return Heard(stand, (refusal(self.t_ns, stand, rule, why),))


def heard(stop: AtStop, stand: Stand, said: Said) -> Heard:
    """A declaration that is not about the switch."""
    hear = _HEARS.get(type(said))
    return Heard(stand) if hear is None else hear(stop, stand, said)


def _named(stop: AtStop, stand: Stand, said: Named) -> Heard:
    if said.play is None:
        return Heard(replace(stand, carrier=said.carrier))
    if stand.bare or stop.power or stand.period is Period.SET:
        return Heard(_meant(stand, said))
    if said.play is Play.CUTBACK:
        return _cutback(stop, stand, said)
    refused = _no_throw(stop, stand) if said.play is Play.FORWARD else None
    if refused is None and said.play not in (stop.procedure.row(stand.last).plays or {}):
        rule = stop.procedure.refusals.play
        refused = stop.refuses(stand, rule, f"no {said.play.value} now")
    if refused is not None:
        return refused
    if said.play is Play.SCRAMBLE:
        stand = replace(stand, run_only=stand.run_only or _left_zone(stop))
    return Heard(named(stop.procedure, stand, said.play, said.carrier))


def _cutback(stop: AtStop, stand: Stand, said: Named) -> Heard:
    """After the stop that was granted for it."""
    if any(at is StopAt.CUTBACK for _, at in stand.used):
        return Heard(replace(stand, carrier=said.carrier or stand.carrier))
    rule = stop.table.rulebook.calls.stops.cutback_zone.rule
    return stop.refuses(stand, rule, "no cutback was granted")


def _no_throw(stop: AtStop, stand: Stand) -> Heard | None:
    """Why no forward pass may be thrown at this stop."""
    refusals, plays = stop.procedure.refusals, stop.procedure.row(stand.last).plays or {}
    if stand.run_only:
        rule = stop.table.rulebook.calls.scramble.zone_yd.rule
        return stop.refuses(stand, rule, "a receiver had left the scramble zone")
    if Play.FORWARD in plays or stand.period is Period.IN_THE_AIR:
        return None
    rule = refusals.option if stand.named is Play.READ_OPTION else refusals.throw
    return stop.refuses(stand, rule, "no pass may be thrown now")


def _left_zone(stop: AtStop) -> bool:
    table, board, situation = stop.table, stop.board, stop.situation
    if board is None or situation is None:
        return False
    rules = table.rulebook.calls.scramble
    return left_zone(rules, table.field, table.roster, board, situation) >= table.levels.doubt


def _meant(stand: Stand, said: Named) -> Stand:
    """Named before it is due: the man who has the ball meanwhile is somebody else."""
    if stand.bare:
        return replace(stand, named=said.play, carrier=said.carrier or stand.carrier)
    return replace(stand, meant=said)


def _aimed(stop: AtStop, stand: Stand, said: Aimed) -> Heard:
    if said.marker is None or stand.bare:
        return Heard(replace(stand, aim=_joined(stand.aim, said)))
    plays = stop.procedure.row(stand.last).plays or {}
    if stop.power or Period.IN_THE_AIR not in stop.procedure:
        return stop.refuses(stand, stop.procedure.refusals.throw, "no pass may be thrown now")
    if said.backward and Play.PITCH not in plays:
        return stop.refuses(stand, stop.procedure.refusals.play, "no pitch now")
    if not said.backward and (refused := _no_throw(stop, stand)) is not None:
        return refused
    due = Play.PITCH if said.backward else Play.FORWARD
    aim = _joined(stand.aim, said)
    return Heard(replace(stand, named=due, aim=aim, period=Period.IN_THE_AIR, unnamed=False))


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


def _taken_up(_stop: AtStop, stand: Stand, _said: TakenUp) -> Heard:
    return Heard(replace(stand, aim=None))


def _ball(_stop: AtStop, stand: Stand, said: BallLies) -> Heard:
    return Heard(replace(stand, ball=said))


_Hear = Callable[[AtStop, Stand, Any], Heard]
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
