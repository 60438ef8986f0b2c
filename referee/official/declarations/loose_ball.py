"""A ball that is loose: dropped on the board, off its carrier's base, or never recovered."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.loose.dropped_ball import dropped_ball
from referee.calls.loose.recovery import calls_without_recovery
from referee.calls.phase_state import CARRIED, PhaseState, PlayPhase
from referee.core.field.direction import Direction
from referee.core.field.lateral_spot import middle_y_mm
from referee.core.field.yards import spot_x_mm
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.types import BallAtRest
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep

TOUCHBACK = "touchback"


def ball_at_rest(stop: DeclarationContext, stand: PlayState, said: BallAtRest) -> DeclarationResult:
    """A ball has come to rest, or is seen off the base of the man who had it."""
    lies = replace(stand, ball=said)
    if said.marker is None or stop.situation is None or stop.board is None:
        return DeclarationResult(lies)
    if stop.power:
        return DeclarationResult(lies, _came_off(stop, stop.situation))
    if stand.period is not PlayStep.RECOVERY:
        return DeclarationResult(lies)
    loose = _loose(stop.situation, stand)
    found = dropped_ball(stop.table.book, loose, stop.board, said.marker)
    return DeclarationResult(stand if found.again else lies, found.calls)


def calls_after_last_try(stop: DeclarationContext, stand: PlayState) -> tuple[Call, ...]:
    """After the last try that the rulebook leaves: who had the ball last keeps it."""
    tries = stop.table.rulebook.calls.loose.tries.value
    ball = None if stand.ball is None else stand.ball.marker
    if tries == 0 or stand.tries < tries or ball is None or stop.situation is None:
        return ()
    return tuple(
        calls_without_recovery(stop.table.book, _loose(stop.situation, stand), stop.t_ns, ball)
    )


def answer_touchback(stop: DeclarationContext, stand: PlayState, answer: str) -> DeclarationResult:
    """Whoever took the ball away in his own end zone keeps it there, or runs with it."""
    if answer != "yes" or stop.situation is None:
        return DeclarationResult(stand)
    table, plays = stop.table, stop.situation.plays
    rule = table.rulebook.calls.loose.may_keep.rule
    if stop.power or stop.ended is not None or not may_take_touchback(stop, stand):
        return stop.refuses(stand, rule, "no touchback may be taken now")
    yards = table.rulebook.calls.loose.touchback_yd.value
    spot = BallSpot(spot_x_mm(table.field, yards, plays), middle_y_mm(table.field), 0.0)
    who = () if stand.carrier is None else (stand.carrier,)
    at = stop.passing.stop(stop.situation)
    return DeclarationResult(stand, (at.call(CallKind.TOUCHBACK, rule, who, TOUCHBACK, spot=spot),))


def may_take_touchback(stop: DeclarationContext, stand: PlayState) -> bool:
    """Whether the ball was taken away in the own end zone, and nobody has run with it yet."""
    taken = stand.changes > 0 and stand.gained_x_mm is not None
    if not taken or stop.situation is None or not stop.table.rulebook.calls.loose.may_keep.value:
        return False
    plays, field = stop.situation.plays, stop.table.field
    own_goal_x = 0.0 if plays is Direction.RIGHT else field.goal_to_goal_mm
    return plays.sign * ((stand.gained_x_mm or 0.0) - own_goal_x) <= 0.0


def _came_off(stop: DeclarationContext, situation: PhaseState) -> tuple[Call, ...]:
    """A carrier has lost the ball once it is seen beside him, if he still had it then."""
    rules, carrier = stop.table.rulebook.calls.loose, situation.carrier
    live = situation.phase in CARRIED and stop.ended is None
    if not rules.comes_off.value or not live or carrier is None:
        return ()
    at = stop.passing.stop(situation)
    return (
        at.call(
            CallKind.FUMBLE,
            rules.comes_off.rule,
            (carrier,),
            "ball off",
            spot=at.spot(carrier),
            action=CallAction.KEEP_RUNNING,
        ),
    )


def _loose(situation: PhaseState, stand: PlayState) -> PhaseState:
    return replace(situation, phase=PlayPhase.LOOSE, carrier=None, lost=stand.lost)
