"""What follows from where the ball is dead: a safety, the line to gain."""

from __future__ import annotations

from referee.calls.call import Call
from referee.calls.context import JudgingContext
from referee.calls.lines.goal_line import safety_call
from referee.calls.lines.line_to_gain import line_to_gain_call
from referee.calls.phase_state import PhaseState


def dead_ball_calls(context: JudgingContext, state: PhaseState, dead: Call) -> tuple[Call, ...]:
    """The calls that come with the end of a play, as far as its spot decides them."""
    rules, thresholds = context.rules, context.thresholds
    found = (
        safety_call(rules.goal, context.field, thresholds, state, dead),
        line_to_gain_call(rules.gain, thresholds, state, dead),
    )
    return tuple(call for call in found if call is not None)
