"""What a declaration makes of a play: named plays, targets, balls; what is not due is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.calls.pitch_rules import How
from referee.calls.plays import Play
from referee.calls.situation import Pass, Phase
from referee.calls.stops import StopAt
from referee.calls.zone import left_zone, zone_of
from referee.official.at_rest import AtStop, Heard
from referee.official.given_up import given_up
from referee.official.giving import given_on, thrown_to
from referee.official.loosened import TOUCHBACK, ball_lies, kept_behind
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
from referee.official.stand import Stand, named, unaimed
from referee.rulebooks.period import Period

# What a coach answers to a referee who would end the play.
LET_HIM_RUN = "let him run"


def heard(stop: AtStop, stand: Stand, said: Said) -> Heard:
    """A declaration that is not about the switch."""
    hear = _HEARS.get(type(said))
    return Heard(stand) if hear is None else hear(stop, stand, said)


def _named(stop: AtStop, stand: Stand, said: Named) -> Heard:
    if said.play is None:
        return Heard(replace(stand, carrier=said.carrier))
    if stop.power or stand.period is Period.SET:
        return Heard(_meant(stand, said))
    if said.play is Play.CUTBACK:
        return _cutback(stop, stand, said)
    return _not_due(stop, stand, said.play) or _due(stop, stand, said, said.play)


def _not_due(stop: AtStop, stand: Stand, play: Play) -> Heard | None:
    """Why a play may not be named at this stop."""
    refused = _no_throw(stop, stand, thrown=False) if play is Play.FORWARD else None
    if refused is not None or play in (stop.procedure.row(stand.last).plays or {}):
        return refused
    again = play is Play.SCRAMBLE and Period.SCRAMBLE in stop.procedure
    row = stop.procedure.row(Period.SCRAMBLE if again else stand.last)
    rule = row.rule if again else row.refused or stop.procedure.refusals.play
    return stop.refuses(stand, rule, f"no {play.value} now")


def _due(stop: AtStop, stand: Stand, said: Named, play: Play) -> Heard:
    how = _how(stand, said)
    if how is not None and said.carrier is not None:
        return given_on(stop, stand, how, said.carrier, play)
    if play is Play.THROW_AWAY and stop.situation is not None:
        return Heard(stand, stop.passing.throw_away(stop.situation))
    if play in _GIVEN_UP:
        return given_up(stop, stand, play)
    if play is Play.SCRAMBLE:
        stand = replace(stand, run_only=stand.run_only or _left_zone(stop))
    return Heard(named(stop.procedure, stand, play, said.carrier))


def _how(stand: Stand, said: Named) -> How | None:
    """How the ball gets to the man of a play, if another has it."""
    if said.carrier is None or stand.carrier in (None, said.carrier) or said.play is None:
        return None
    return _HOW.get(said.play, How.HANDOFF)


def _cutback(stop: AtStop, stand: Stand, said: Named) -> Heard:
    """After the stop that was granted for it."""
    if any(at is StopAt.CUTBACK for _, at in stand.used):
        return Heard(replace(stand, carrier=said.carrier or stand.carrier))
    rule = stop.table.rulebook.calls.stops.cutback_zone.rule
    return stop.refuses(stand, rule, "no cutback was granted")


def _no_throw(stop: AtStop, stand: Stand, *, thrown: bool = True) -> Heard | None:
    """Why no forward pass may be thrown at this stop."""
    refusals, plays = stop.procedure.refusals, stop.procedure.row(stand.last).plays or {}
    if stand.run_only:
        rule = stop.table.rulebook.calls.scramble.zone_yd.rule
        return stop.refuses(stand, rule, "a receiver had left the scramble zone")
    # Where a pass is only a plan, naming it is all that may be done.
    due = (Period.IN_THE_AIR, stand.last)
    if plays.get(Play.FORWARD) in (due if thrown else (*due, Period.POCKET)):
        return None
    rule = refusals.option if stand.named is Play.READ_OPTION else refusals.throw
    return stop.refuses(stand, rule, "no pass may be thrown now")


def _left_zone(stop: AtStop) -> bool:
    table, board, situation = stop.table, stop.board, stop.situation
    if board is None or situation is None:
        return False
    rules = table.rulebook.calls
    zone_yd = zone_of(rules.scramble, rules.drop, table.field).value
    share = left_zone(zone_yd, table.field, table.roster, board, situation)
    return share >= table.levels.doubt


def _meant(stand: Stand, said: Named) -> Stand:
    """Named before it is due: the man who has the ball meanwhile is somebody else."""
    if stand.bare:
        return replace(stand, named=said.play, carrier=said.carrier or stand.carrier)
    return replace(stand, meant=said)


_GIVEN_UP = frozenset({Play.SPIKE, Play.KNEEL})
_HOW: Mapping[Play, How] = {
    Play.DRAW: How.DELAY,
    Play.DELAY: How.DELAY,
    Play.PITCH: How.PITCH,
    Play.SHOVEL: How.SHOVEL,
}


def _aimed(stop: AtStop, stand: Stand, said: Aimed) -> Heard:
    aim = _joined(stand.aim, said)
    if stop.power or stop.situation is None or stand.phase is Phase.IN_THE_AIR:
        return Heard(replace(stand, aim=aim))
    thrown = Pass(aim.receiver, aim.marker, aim.passer or stand.carrier, aim.backward)
    if said.marker is None and stand.named is Play.SHOVEL and said.receiver is not None:
        return given_on(stop, stand, How.SHOVEL, said.receiver, Play.SHOVEL)
    if said.marker is None and stand.named is not Play.FORWARD:
        return Heard(replace(stand, aim=aim))
    refused = None if said.marker is None else _not_in_the_air(stop, stand, said)
    refusals = refused.calls if refused else stop.passing.named(stop.situation, thrown, aim.stick)
    if refusals:
        return Heard(unaimed(stop.procedure, stand), refusals)
    stand = replace(stand, aim=aim, thrown=stop.passing.aimed(stop.situation, thrown))
    if said.marker is None:
        return Heard(stand)
    due = Play.PITCH if said.backward else Play.FORWARD
    return Heard(replace(stand, named=due, period=Period.IN_THE_AIR, unnamed=False))


def _not_in_the_air(stop: AtStop, stand: Stand, said: Aimed) -> Heard | None:
    """Why no marker may be laid at this stop."""
    if Period.IN_THE_AIR not in stop.procedure:
        return stop.refuses(stand, stop.procedure.refusals.throw, "no pass may be thrown so")
    if not said.backward:
        return _no_throw(stop, stand)
    if Play.PITCH in (stop.procedure.row(stand.last).plays or {}):
        return None
    return stop.refuses(stand, stop.procedure.refusals.play, "no pitch now")


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
    return thrown_to(stop, stand, said, _no_throw(stop, stand))


def _rolled(stop: AtStop, stand: Stand, said: Rolled) -> Heard:
    return rolled(stop, stand, said)


_Hear = Callable[[AtStop, Stand, Any], Heard]
_HEARS: Mapping[type[Said], _Hear] = {
    Named: _named,
    Aimed: _aimed,
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
