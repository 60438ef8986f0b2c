"""Line to gain: whether the ball, once dead, has been brought to it or beyond."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Consequence
from referee.calls.phase_state import PhaseState
from referee.calls.thresholds import Thresholds
from referee.core.probability import p_above
from referee.core.settings.ruled import Ruled, flag


@dataclass(frozen=True, slots=True)
class LineToGainRules:
    """What a rulebook says of the line to gain."""

    reached: Annotated[
        Ruled[bool], flag("whether a spot exactly on the line to gain has reached it")
    ]


def line_to_gain_call(
    rules: LineToGainRules, thresholds: Thresholds, state: PhaseState, dead: Call
) -> Call | None:
    """The measurement after a play; none where there is no line to gain, or it is plainly short."""
    line_x, spot = state.to_gain_x_mm, dead.spot
    if line_x is None or spot is None:
        return None
    past_mm = state.plays.sign * (spot.x_mm - line_x)
    certainty = p_above(past_mm, spot.sigma_mm, at_limit=rules.reached.value)
    if certainty <= 1.0 - thresholds.line_sure:
        return None
    close = () if certainty >= thresholds.line_sure else (Doubt(DoubtKind.MEASURE_LINE_TO_GAIN),)
    reached = certainty >= thresholds.doubt
    return replace(
        dead,
        kind=CallKind.LINE_TO_GAIN if reached else CallKind.SHORT,
        rule=rules.reached.rule,
        certainty=max(certainty, 1.0 - certainty) * dead.certainty,
        action=CallAction.RECORD,
        gap_mm=past_mm,
        sigma_mm=spot.sigma_mm,
        flag=(*dead.flag, *close),
        episode=dead.episode.leading_to(Consequence.LINE_TO_GAIN),
    )
