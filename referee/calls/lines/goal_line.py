"""Goal line: a touchdown when any part of the carrier's base is beyond the opponent's, and a safety
when the ball is dead in his own end zone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.frame import BoardFrame, identity_doubts
from referee.calls.lines.boundary import Boundary, LineCrossing, crossing_call
from referee.calls.phase_state import CARRIED, PhaseState, PlayPhase
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import above_x, below_x
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
        Ruled[bool], flag("whether any part of the base beyond the goal line scores")
    ]
    safety: Annotated[
        Ruled[bool], flag("whether a ball dead in the carrier's own end zone is a safety")
    ]
    on_the_line: Annotated[
        Ruled[bool], flag("whether a spot exactly on the own goal line is in the end zone")
    ]
    regained: Annotated[
        Ruled[bool],
        flag("whether it is one too when a side is down there that recovered its own fumble"),
    ]
    returned: Annotated[
        Ruled[OwnEndZone],
        choice(OwnEndZone, "what it is when a returner is down in his own end zone"),
    ]


class GoalLine:
    """The calls of one phase."""

    def __init__(
        self,
        rules: GoalRules,
        field: FieldProfile,
        shape: BaseShape,
        levels: Thresholds,
        situation: PhaseState,
        carrier: str,
    ) -> None:
        self._rules, self._shape = rules, shape
        self._situation, self._carrier = situation, carrier
        right = situation.plays is Direction.RIGHT
        side = above_x(field.goal_to_goal_mm) if right else below_x(0.0)
        name = "right goal line" if right else "left goal line"
        self._line = Boundary(name, shape, side, levels)

    def see(self, board: BoardFrame) -> list[Call]:
        """Take in a frame."""
        if not self._rules.touchdown.value:
            return []
        carrier = board.find(self._carrier)
        crossed, missed = self._line.see(board.t_ns, carrier)
        calls: list[Call] = []
        if crossed is not None:
            doubts = identity_doubts(carrier)
            calls.append(self._call(crossed, CallKind.TOUCHDOWN, CallAction.CUT, doubts))
        if missed is not None:
            calls.append(self._unclear(missed))
        return calls

    def close(self) -> list[Call]:
        """End the phase."""
        return [] if self._line.open is None else [self._unclear(self._line.open)]

    def open_doubts(self, t_ns: int) -> list[str]:
        """Whether he may have scored before an instant."""
        found = self._line.open
        scored = found is not None and found.instant.t_s <= t_ns / S_NS
        return ["may have been beyond the goal line first"] if scored else []

    def _unclear(self, found: LineCrossing) -> Call:
        flag = ("may have been beyond the goal line",)
        return self._call(found, CallKind.UNCLEAR_LINE, CallAction.KEEP_RUNNING, flag)

    def _call(
        self, found: LineCrossing, kind: CallKind, action: CallAction, flag: tuple[str, ...]
    ) -> Call:
        spot = found.spot(self._shape, self._situation.plays)
        rule = self._rules.touchdown.rule
        return crossing_call(found, kind, rule, action, spot, flag, self._situation, self._carrier)


def goal_line(
    rules: GoalRules,
    field: FieldProfile,
    shape: BaseShape,
    levels: Thresholds,
    situation: PhaseState,
) -> GoalLine | None:
    """The calls of a phase, None where nobody carries the ball in it."""
    if situation.phase not in CARRIED or situation.carrier is None:
        return None
    return GoalLine(rules, field, shape, levels, situation, situation.carrier)


def safety_call(
    rules: GoalRules, field: FieldProfile, levels: Thresholds, situation: PhaseState, dead: Call
) -> Call | None:
    """The safety that a play which ended with the ball in the own end zone is."""
    counts = rules.regained if situation.regained else rules.safety
    if not counts.value or dead.spot is None:
        return None
    ahead_mm = _ahead_mm(field, situation, dead.spot)
    certainty = p_in_own_end_zone(rules, field, situation, dead.spot)
    if certainty <= 1.0 - levels.line_sure:
        return None
    flag = dead.flag
    if certainty < levels.line_sure:
        which = "" if certainty >= levels.doubt else ", more likely not"
        flag = (*flag, f"the ball may lie in the end zone{which}")
    returns = situation.phase is PlayPhase.RETURN and not situation.regained
    if returns and rules.returned.value is OwnEndZone.ASK:
        flag = (*flag, "the rulebook does not say what a returner down in his end zone is")
    kind = CallKind.SAFETY if certainty >= levels.doubt else CallKind.UNCLEAR_LINE
    own = rules.regained.rule if situation.regained else rules.safety.rule
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
        episode=f"safety:{dead.episode}",
    )


def p_in_own_end_zone(
    rules: GoalRules, field: FieldProfile, situation: PhaseState, spot: BallSpot
) -> float:
    """How likely a spot is in the end zone of the team that has the ball."""
    ahead_mm = _ahead_mm(field, situation, spot)
    return p_below(ahead_mm, spot.sigma_mm, at_limit=rules.on_the_line.value)


def _ahead_mm(field: FieldProfile, situation: PhaseState, spot: BallSpot) -> float:
    own_goal_x = 0.0 if situation.plays is Direction.RIGHT else field.goal_to_goal_mm
    return situation.plays.sign * (spot.x_mm - own_goal_x)
