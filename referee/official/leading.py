"""Where a call leads: the end of the play, another man with the ball, dice that have to speak."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Action, Call, Kind
from referee.calls.plays import Roll
from referee.calls.situation import Situation
from referee.core.roster import Roster
from referee.official.stand import Stand
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


def led(
    procedure: Procedure, roster: Roster, stand: Stand, situation: Situation | None, call: Call
) -> Led | None:
    """What a call makes of a play; None: nothing."""
    if call.kind is Kind.FALL:
        return Led(replace(stand, dice=(Roll.FALL,)), Period.DEAD)
    if call.kind is Kind.FUMBLE:
        return _fumbled(procedure, stand)
    if call.ends_play or call.kind in OVER:
        return Led(stand, Period.DEAD)
    if call.kind not in _GAINED or not call.players:
        return None
    then = procedure.calls.get(call.kind, Period.DEAD)
    gained = _gained(roster, stand, situation, call)
    return Led(gained, then, at_once=call.action is Action.KEEP_RUNNING)


def _fumbled(procedure: Procedure, stand: Stand) -> Led:
    then = procedure.calls.get(Kind.FUMBLE, Period.DEAD)
    dice = (Roll.RECOVERY,) if then is Period.DEAD else ()
    return Led(replace(stand, dice=dice, ball=None), then)


def _gained(roster: Roster, stand: Stand, situation: Situation | None, call: Call) -> Stand:
    """Somebody has the ball who had it not."""
    carrier = call.players[-1]
    team = roster.players[roster.index(carrier)].team
    behind = call.kind is Kind.CATCH and situation is not None and _behind(call, situation)
    return replace(
        stand,
        carrier=carrier,
        team=team,
        caught_behind=behind,
        gained_x_mm=None if call.spot is None else call.spot.x_mm,
        aim=None,
        ball=None,
        changes=stand.changes + (team is not stand.team),
    )


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
