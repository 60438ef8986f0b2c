"""Line to gain: whether the ball, once dead, has been brought to it or beyond."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

from referee.calls.call import Action, Call, Kind
from referee.calls.levels import Levels
from referee.calls.situation import Situation
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
    certainty = _reached(past_mm, spot.sigma_mm, on_the_line=rules.reached.value)
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


def _reached(past_mm: float, sigma_mm: float, *, on_the_line: bool) -> float:
    """How likely the spot is at the line or past it."""
    if sigma_mm == 0.0:
        return 1.0 if past_mm > 0.0 or (on_the_line and past_mm == 0.0) else 0.0
    return 0.5 * math.erfc(-past_mm / (sigma_mm * math.sqrt(2.0)))
