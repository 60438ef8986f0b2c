"""A ball that is loose: dropped on the board, off its carrier's base, or never recovered."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import EpisodeTopic
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


def ball_at_rest(
    context: DeclarationContext, state: PlayState, said: BallAtRest
) -> DeclarationResult:
    """A ball has come to rest, or is seen beside the base of its carrier."""
    lies = replace(state, loose=replace(state.loose, ball=said))
    if said.marker is None or context.phase_state is None or context.board is None:
        return DeclarationResult(lies)
    if context.power:
        return DeclarationResult(lies, _came_off(context, context.phase_state))
    if state.step is not PlayStep.RECOVERY:
        return DeclarationResult(lies)
    loose = _loose(context.phase_state, state)
    found = dropped_ball(context.setup.judging, loose, context.board, said.marker)
    return DeclarationResult(state if found.again else lies, found.calls)


def calls_after_last_try(context: DeclarationContext, state: PlayState) -> tuple[Call, ...]:
    """The calls after the rulebook's last try to recover: the side that had the ball keeps it."""
    tries = context.setup.rulebook.calls.loose.tries.value
    ball = None if state.loose.ball is None else state.loose.ball.marker
    if tries == 0 or state.loose.tries < tries or ball is None or context.phase_state is None:
        return ()
    return tuple(
        calls_without_recovery(
            context.setup.judging, _loose(context.phase_state, state), context.t_ns, ball
        )
    )


def answer_touchback(
    context: DeclarationContext, state: PlayState, answer: str
) -> DeclarationResult:
    """A team that took the ball away in its own end zone keeps it there, or runs with it."""
    if answer != "yes" or context.phase_state is None:
        return DeclarationResult(state)
    setup, plays = context.setup, context.phase_state.plays
    rule = setup.rulebook.calls.loose.may_keep.rule
    if context.power or context.ended is not None or not may_take_touchback(context, state):
        return context.refuse(state, rule, "no touchback may be taken now")
    yards = setup.rulebook.calls.loose.touchback_yd.value
    spot = BallSpot(spot_x_mm(setup.field, yards, plays), middle_y_mm(setup.field), 0.0)
    who = () if state.carrier is None else (state.carrier,)
    at = context.pass_play.stop(context.phase_state)
    return DeclarationResult(
        state, (at.call(CallKind.TOUCHBACK, rule, who, EpisodeTopic.TOUCHBACK, spot=spot),)
    )


def may_take_touchback(context: DeclarationContext, state: PlayState) -> bool:
    """Whether the ball was taken away in the own end zone, and nobody has run with it yet."""
    taken = state.changes > 0 and state.gained_x_mm is not None
    if (
        not taken
        or context.phase_state is None
        or not context.setup.rulebook.calls.loose.may_keep.value
    ):
        return False
    plays, field = context.phase_state.plays, context.setup.field
    own_goal_x = 0.0 if plays is Direction.RIGHT else field.goal_to_goal_mm
    return plays.sign * ((state.gained_x_mm or 0.0) - own_goal_x) <= 0.0


def _came_off(context: DeclarationContext, phase_state: PhaseState) -> tuple[Call, ...]:
    """A carrier loses the ball when it is seen beside the base, unless it was lost before."""
    rules, carrier = context.setup.rulebook.calls.loose, phase_state.carrier
    live = phase_state.phase in CARRIED and context.ended is None
    if not rules.comes_off.value or not live or carrier is None:
        return ()
    at = context.pass_play.stop(phase_state)
    return (
        at.call(
            CallKind.FUMBLE,
            rules.comes_off.rule,
            (carrier,),
            EpisodeTopic.BALL_OFF,
            spot=at.spot(carrier),
            action=CallAction.KEEP_RUNNING,
        ),
    )


def _loose(phase_state: PhaseState, state: PlayState) -> PhaseState:
    return replace(phase_state, phase=PlayPhase.LOOSE, carrier=None, lost=state.loose.lost)
