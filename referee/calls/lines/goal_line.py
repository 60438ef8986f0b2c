"""Goal line: a touchdown when any part of the carrier's base is beyond the opponent's, and a safety
when the ball is dead in the carrier's own end zone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.detector import RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Consequence
from referee.calls.lines.boundary import Boundary, BoundaryDetector, LineCrossing, crossing_call
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import goal_x_mm
from referee.core.geometry.crossing import ahead_of_x
from referee.core.probability import p_below
from referee.core.settings.ruled import Ruled, choice, flag


class OwnEndZone(StrEnum):
    """What it is when a ball that was gained in one's own end zone is dead there."""

    SAFETY = "safety"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class GoalRules:
    """What a rulebook says of goal lines."""

    touchdown: Annotated[
        Ruled[bool], flag("whether any part of the carrier's base beyond the goal line scores")
    ]
    safety: Annotated[
        Ruled[bool], flag("whether a ball dead in the carrier's own end zone is a safety")
    ]
    on_the_line: Annotated[
        Ruled[bool], flag("whether a spot exactly on the own goal line is in the end zone")
    ]
    regained: Annotated[
        Ruled[bool],
        flag("whether it is a safety too when a side is down there with its own recovered fumble"),
    ]
    returned: Annotated[
        Ruled[OwnEndZone],
        choice(OwnEndZone, "what it is when a returner is down in its own end zone"),
    ]


class GoalLine(BoundaryDetector):
    """The touchdowns of one power run."""

    def __init__(self, run: RunContext) -> None:
        rule, plays = run.context.rules.goal.touchdown, run.state.plays
        side = ahead_of_x(goal_x_mm(run.context.field, plays), plays)
        line = (f"{plays.value} goal line", side, rule.rule)
        super().__init__(run, [line] if rule.value else [])

    def _what(self, _line: Boundary) -> str:
        return "been beyond the goal line"

    def _crossed_call(
        self, line: Boundary, found: LineCrossing, rule: str, doubts: tuple[Doubt, ...]
    ) -> Call:
        spot = self._spot(line, found)
        kind = CallKind.TOUCHDOWN
        return crossing_call(found, kind, rule, self._state, self._carrier, spot, doubts)


def safety_call(
    rules: GoalRules, field: FieldProfile, thresholds: Thresholds, state: PhaseState, dead: Call
) -> Call | None:
    """The safety that a play which ended with the ball in the own end zone is."""
    counts = rules.regained if state.regained else rules.safety
    if not counts.value or dead.spot is None:
        return None
    ahead_mm = _ahead_mm(field, state, dead.spot)
    certainty = p_in_own_end_zone(rules, field, state, dead.spot)
    if certainty <= 1.0 - thresholds.line_sure:
        return None
    flag = dead.flag
    if certainty < thresholds.line_sure:
        likely = certainty >= thresholds.doubt
        near = DoubtKind.IN_END_ZONE if likely else DoubtKind.IN_END_ZONE_UNLIKELY
        flag = (*flag, Doubt(near))
    returns = state.phase is PlayPhase.RETURN and not state.regained
    if returns and rules.returned.value is OwnEndZone.ASK:
        flag = (
            *flag,
            Doubt(DoubtKind.RULEBOOK_SILENT, detail="a returner down in its own end zone"),
        )
    kind = CallKind.SAFETY if certainty >= thresholds.doubt else CallKind.UNCLEAR_LINE
    own = rules.regained.rule if state.regained else rules.safety.rule
    rule = rules.returned.rule if returns else own
    return replace(
        dead,
        kind=kind,
        rule=rule,
        certainty=max(certainty, 1.0 - certainty) * dead.certainty,
        action=CallAction.RECORD,
        gap_mm=-ahead_mm,
        sigma_mm=dead.spot.sigma_mm,
        flag=flag,
        episode=dead.episode.leading_to(Consequence.SAFETY),
    )


def p_in_own_end_zone(
    rules: GoalRules, field: FieldProfile, state: PhaseState, spot: BallSpot
) -> float:
    """How likely a spot is in the end zone of the team that has the ball."""
    ahead_mm = _ahead_mm(field, state, spot)
    return p_below(ahead_mm, spot.sigma_mm, at_limit=rules.on_the_line.value)


def _ahead_mm(field: FieldProfile, state: PhaseState, spot: BallSpot) -> float:
    return state.plays.sign * (spot.x_mm - goal_x_mm(field, state.plays.other))
