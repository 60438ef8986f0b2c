"""Line to gain: whether the ball, once dead, has been brought to it or beyond."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from referee.calls.call import Action, Call, Kind
from referee.calls.levels import Levels
from referee.calls.situation import Situation
from referee.core.probability import p_above
from referee.core.ruled import Ruled, flag


@dataclass(frozen=True, slots=True)
class GainRules:
    """What a rulebook says of the line to gain."""

    reached: Annotated[
        Ruled[bool], flag("whether a spot exactly on the line to gain has reached it")
    ]


def measured(rules: GainRules, levels: Levels, situation: Situation, dead: Call) -> Call | None:
    """The measurement after a play; none where there is no line to gain, or it is plainly short."""
    line_x, spot = situation.to_gain_x_mm, dead.spot
    if line_x is None or spot is None:
        return None
    past_mm = situation.plays.sign * (spot.x_mm - line_x)
    certainty = p_above(past_mm, spot.sigma_mm, at_limit=rules.reached.value)
    if certainty <= 1.0 - levels.line_sure:
        return None
    close = () if certainty >= levels.line_sure else ("too close to the line to gain: measure",)
    reached = certainty >= levels.doubt
    return replace(
        dead,
        kind=Kind.LINE_TO_GAIN if reached else Kind.SHORT,
        rule=rules.reached.rule,
        certainty=max(certainty, 1.0 - certainty) * dead.certainty,
        action=Action.RECORD,
        gap_mm=past_mm,
        sigma_mm=spot.sigma_mm,
        flag=(*dead.flag, *close),
        episode=f"gain:{dead.episode}",
    )
