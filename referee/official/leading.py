"""Where a call leads: the end of the play, another man with the ball, dice that have to speak."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Action, Call, Kind
from referee.calls.plays import Roll
from referee.calls.situation import Lost, Situation
from referee.core.roster import Roster
from referee.game.state import Stage, State
from referee.official.stand import Stand
from referee.official.stretch import Table
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Procedure

_GAINED = frozenset({Kind.CATCH, Kind.INTERCEPTION, Kind.RECOVERED})


@dataclass(frozen=True, slots=True)
class Led:
    """The play after a call or a stop, and the period it leads to; ``at_once``: under power.

    No period: a play has to be named.
    """

    stand: Stand
    then: Period | None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """What a call is read by: the table, and the game as the play began."""

    table: Table
    state: State

    @property
    def procedure(self) -> Procedure:
        """The procedure of the rulebook."""
        return self.table.rulebook.procedure


def as_table_has_it(procedure: Procedure, call: Call) -> Call:
    """Who got the ball is down with it where no period follows."""
    if call.kind not in _GAINED or procedure.calls.get(call.kind) is not Period.DEAD:
        return call
    return replace(call, dead=True)


def led(ground: Ground, stand: Stand, situation: Situation | None, call: Call) -> Led | None:
    """What a call makes of a play; None: nothing."""
    if call.kind is Kind.FALL:
        return Led(replace(stand, dice=(Roll.FALL,)), Period.DEAD)
    if call.kind is Kind.FUMBLE:
        return _fumbled(ground, stand, call)
    if call.kind in _GAINED and call.players:
        return _gained(ground, stand, situation, call)
    return Led(stand, Period.DEAD) if call.ends_play or call.kind in OVER else None


def _gained(ground: Ground, stand: Stand, situation: Situation | None, call: Call) -> Led:
    """Somebody has the ball who had it not: he runs on, or the play is over with that."""
    gained = _with_ball(ground.table.roster, stand, situation, call)
    stops = ground.table.rulebook.calls.stops
    taken = gained.team is not stand.offense and ground.state.stage is Stage.TRY
    if call.ends_play or (taken and stops.takeaway_ends_try.value):
        return Led(gained, Period.DEAD)
    then = ground.procedure.calls.get(call.kind, Period.DEAD)
    return Led(gained, then, at_once=call.action is Action.KEEP_RUNNING)


def _fumbled(ground: Ground, stand: Stand, call: Call) -> Led:
    """Nobody has the ball: it is dropped, or dice say whose it is."""
    then = ground.procedure.calls.get(Kind.FUMBLE, Period.DEAD)
    dice = (Roll.RECOVERY,) if then is Period.DEAD else ()
    spot, downs = call.spot, ground.table.rulebook.game.series.downs.value
    lost = None
    if spot is not None:
        fumbler = call.players[-1] if call.players else None
        late = ground.state.down >= downs
        lost = Lost(spot.x_mm, spot.y_mm, spot.sigma_mm, fumbler, late, stand.changes)
    runs = call.action is Action.KEEP_RUNNING
    ball = stand.ball if runs else None
    loose = replace(stand, dice=dice, ball=ball, carrier=None, lost=lost, tries=0)
    return Led(loose, then, at_once=runs)


def _with_ball(roster: Roster, stand: Stand, situation: Situation | None, call: Call) -> Stand:
    """Who has it now, and where he got it."""
    carrier = call.players[-1]
    team = roster.players[roster.index(carrier)].team
    behind = call.kind is Kind.CATCH and situation is not None and _behind(call, situation)
    return replace(
        stand,
        carrier=carrier,
        team=team,
        caught_behind=behind,
        gained_x_mm=None if call.spot is None else call.spot.x_mm,
        passer=_passer(stand),
        aim=None,
        thrown=None,
        ball=None,
        lost=None,
        changes=stand.changes + (team is not stand.team),
    )


def _passer(stand: Stand) -> str | None:
    """Who threw the ball forward, in this play."""
    thrown = stand.thrown
    return stand.passer if thrown is None or thrown.backward else thrown.passer


def _behind(catch: Call, situation: Situation) -> bool:
    """Whether the ball was caught at the line of scrimmage or behind it."""
    line, spot = situation.scrimmage_x_mm, catch.spot
    if line is None or spot is None:
        return False
    return situation.plays.sign * (spot.x_mm - line) <= 0.0


# Kinds that end a play though other calls may come with them.
OVER = frozenset(
    {
        Kind.PROGRESS_STOPPED,
        Kind.CARRIER_DOWN,
        Kind.GAIN_CUT_BACK,
        Kind.INCOMPLETE,
        Kind.BATTED_DOWN,
        Kind.THROWN_AWAY,
        Kind.GROUNDING,
        Kind.ILLEGAL_TOUCHING,
        Kind.TOUCHBACK,
        Kind.LOOSE_OUT,
    }
)
