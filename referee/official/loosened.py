"""A ball that is loose: dropped on the board, off its carrier's base, or never recovered."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.after_catch import Book
from referee.calls.call import Action, Call, Kind, Spot
from referee.calls.dropped import at_rest
from referee.calls.recovery import unrecovered
from referee.calls.situation import CARRIED, Phase, Situation
from referee.core.direction import Direction
from referee.core.lateral import middle_y_mm
from referee.core.yards import spot_x_mm
from referee.official.at_rest import AtStop, Heard
from referee.official.said import BallLies
from referee.official.stand import Stand
from referee.rulebooks.period import Period

TOUCHBACK = "touchback"


def ball_lies(stop: AtStop, stand: Stand, said: BallLies) -> Heard:
    """A ball has come to rest, or is seen off the base of the man who had it."""
    lies = replace(stand, ball=said)
    if said.marker is None or stop.situation is None or stop.board is None:
        return Heard(lies)
    if stop.power:
        return Heard(lies, _came_off(stop, stop.situation))
    if stand.period is not Period.RECOVERY:
        return Heard(lies)
    loose = _loose(stop.situation, stand)
    found = at_rest(_book(stop), loose, stop.board, said.marker)
    return Heard(stand if found.again else lies, found.calls)


def in_vain(stop: AtStop, stand: Stand) -> tuple[Call, ...]:
    """After the last try that the rulebook leaves: who had the ball last keeps it."""
    tries = stop.table.rulebook.calls.loose.tries.value
    ball = None if stand.ball is None else stand.ball.marker
    if tries == 0 or stand.tries < tries or ball is None or stop.situation is None:
        return ()
    return tuple(unrecovered(_book(stop), _loose(stop.situation, stand), stop.t_ns, ball))


def kept_behind(stop: AtStop, stand: Stand, answer: str) -> Heard:
    """Whoever took the ball away in his own end zone keeps it there, or runs with it."""
    if answer != "yes" or stop.situation is None:
        return Heard(stand)
    table, plays = stop.table, stop.situation.plays
    rule = table.rulebook.calls.loose.may_keep.rule
    if stop.power or stop.ended is not None or not may_keep(stop, stand):
        return stop.refuses(stand, rule, "no touchback may be taken now")
    yards = table.rulebook.calls.loose.touchback_yd.value
    spot = Spot(spot_x_mm(table.field, yards, plays), middle_y_mm(table.field), 0.0)
    who = () if stand.carrier is None else (stand.carrier,)
    at = stop.passing.stop(stop.situation)
    return Heard(stand, (at.call(Kind.TOUCHBACK, rule, who, TOUCHBACK, spot=spot),))


def may_keep(stop: AtStop, stand: Stand) -> bool:
    """Whether the ball was taken away in the own end zone, and nobody has run with it yet."""
    taken = stand.changes > 0 and stand.gained_x_mm is not None
    if not taken or stop.situation is None or not stop.table.rulebook.calls.loose.may_keep.value:
        return False
    plays, field = stop.situation.plays, stop.table.field
    own_goal_x = 0.0 if plays is Direction.RIGHT else field.goal_to_goal_mm
    return plays.sign * ((stand.gained_x_mm or 0.0) - own_goal_x) <= 0.0


def _came_off(stop: AtStop, situation: Situation) -> tuple[Call, ...]:
    """A carrier has lost the ball once it is seen beside him, if he still had it then."""
    rules, carrier = stop.table.rulebook.calls.loose, situation.carrier
    live = situation.phase in CARRIED and stop.ended is None
    if not rules.comes_off.value or not live or carrier is None:
        return ()
    at = stop.passing.stop(situation)
    return (
        at.call(
            Kind.FUMBLE,
            rules.comes_off.rule,
            (carrier,),
            "ball off",
            spot=at.spot(carrier),
            action=Action.KEEP_RUNNING,
        ),
    )


def _loose(situation: Situation, stand: Stand) -> Situation:
    return replace(situation, phase=Phase.LOOSE, carrier=None, lost=stand.lost)


def _book(stop: AtStop) -> Book:
    table = stop.table
    players = {player.id: player for player in table.roster}
    return Book(table.rulebook.calls, table.field, players, table.levels)
