"""Throw-away: the passer gets rid of the ball, or drops so deep that the rulebook does it for him.

Whether he was between the tackles, as they stood when the play began, makes it grounding or not.
"""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.frame import BoardFrame, identity_doubts
from referee.calls.lines.boundary import Boundary, LineCrossing, crossing_call
from referee.calls.lines.goal_line import GoalRules, safety_call
from referee.calls.passing.pitch import behind_line_test
from referee.calls.passing.rules.drop_rules import (
    DropRules,
    ThrowAwayElsewhere,
    ThrowAwayPlace,
    on_scale_board,
)
from referee.calls.phase_state import PASSER_HAS_IT, PhaseState
from referee.calls.stops.stopped_board import StoppedBoard, StopTest, too_close_to_tell
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane


def deep_mm(rules: DropRules, field: FieldProfile) -> float:
    """How far back the passer may be on this board."""
    deep_yd = rules.deep_scale_yd if on_scale_board(rules, field) else rules.deep_yd
    return stick_mm(field, deep_yd.value)


class TooDeep:
    """The calls of one phase in which the passer has the ball."""

    def __init__(
        self,
        rules: DropRules,
        field: FieldProfile,
        shape: BaseShape,
        levels: Thresholds,
        situation: PhaseState,
        passer: str,
        line_x_mm: float,
    ) -> None:
        self._rules, self._shape, self._levels = rules, shape, levels
        self._situation, self._passer = situation, passer
        back = -float(situation.plays.sign)
        side = HalfPlane((back, 0.0), back * line_x_mm + deep_mm(rules, field))
        self._line = Boundary("deep", shape, side, levels)

    def see(self, board: BoardFrame) -> list[Call]:
        """Take in a frame."""
        seen = board.find(self._passer)
        crossed, missed = self._line.see(board.t_ns, seen)
        calls = []
        if crossed is not None:
            calls.append(self._call(crossed, identity_doubts(seen)))
        if missed is not None:
            calls.append(self._unclear(missed))
        return calls

    def close(self) -> list[Call]:
        """End the phase."""
        return [] if self._line.open is None else [self._unclear(self._line.open)]

    def open_doubts(self, t_ns: int) -> list[str]:
        """Whether he may have been too deep before an instant."""
        found = self._line.open
        deep = found is not None and found.instant.t_s <= t_ns / S_NS
        return ["may have dropped too deep first"] if deep else []

    def _call(self, found: LineCrossing, flag: tuple[str, ...]) -> Call:
        box = self._situation.box
        outside = 0.5 if box is None else box.outside(self._shape, found.measured)
        unknown = ("nobody saw where the tackles stood",) if box is None else ()
        test = StopTest(max(outside, 1.0 - outside), "", "whether he is between the tackles")
        away = outside >= 0.5
        return self._made(
            found,
            CallKind.THROWN_AWAY if away else CallKind.GROUNDING,
            self._rules.too_deep.rule if away else self._rules.grounding.rule,
            CallAction.CUT,
            (*flag, *(unknown or too_close_to_tell([test], self._levels))),
        )

    def _unclear(self, found: LineCrossing) -> Call:
        flag = ("may have dropped too deep",)
        rule = self._rules.too_deep.rule
        return self._made(found, CallKind.UNCLEAR_LINE, rule, CallAction.KEEP_RUNNING, flag)

    def _made(
        self,
        found: LineCrossing,
        kind: CallKind,
        rule: str,
        action: CallAction,
        flag: tuple[str, ...],
    ) -> Call:
        spot = None
        if kind is CallKind.GROUNDING and self._rules.grounding_safety.value:
            spot = found.spot(self._shape, self._situation.plays)
        call = crossing_call(found, kind, rule, action, spot, flag, self._situation, self._passer)
        return replace(call, episode=f"deep:{self._situation.play}:{self._passer}")


def too_deep(
    rules: DropRules,
    field: FieldProfile,
    shape: BaseShape,
    levels: Thresholds,
    situation: PhaseState,
) -> TooDeep | None:
    """The calls of a phase, None where no passer has the ball or the rulebook lets him drop."""
    line, passer = situation.scrimmage_x_mm, situation.carrier
    if situation.phase not in PASSER_HAS_IT or passer is None or line is None:
        return None
    if not rules.too_deep.value:
        return None
    return TooDeep(rules, field, shape, levels, situation, passer, line)


def throw_away_calls(stop: StoppedBoard) -> tuple[Call, ...]:
    """The passer throws the ball away by choice, at a stop."""
    rules, passer = stop.book.rules.drop, stop.situation.carrier
    if passer is None:
        words = ("nobody said who has the ball",)
        return (stop.call(CallKind.NOT_ALLOWED, rules.by_choice.rule, (), "away", flag=words),)
    tests = list(_tests(stop, rules, passer))
    flag = (*stop.doubts(passer), *too_close_to_tell(tests, stop.book.levels))
    failed = next((test for test in tests if test.holds < 0.5), None)
    if failed is None:
        return (
            stop.call(CallKind.THROWN_AWAY, rules.by_choice.rule, (passer,), "away", flag=flag),
        )
    if rules.otherwise.value is ThrowAwayElsewhere.REFUSED:
        return stop.refused(tests, (passer,), "away")
    spot = stop.spot(passer)
    call = stop.call(
        CallKind.GROUNDING, rules.grounding.rule, (passer,), "away", spot=spot, flag=flag
    )
    if not rules.grounding_safety.value:
        return (call,)
    return (call, *_safety(stop, stop.book.rules.goal, call, rules.grounding_safety.rule))


def _tests(stop: StoppedBoard, rules: DropRules, passer: str) -> list[StopTest]:
    where, tests = rules.by_choice, []
    if where.value is ThrowAwayPlace.BEHIND_OUTSIDE:
        tests.append(behind_line_test(stop, passer, where.rule))
    if where.value is not ThrowAwayPlace.ANYWHERE:
        seen, box = stop.seen(passer), stop.box
        outside = 0.0
        if seen is not None and box is not None:
            outside = box.outside(stop.base(passer), seen.measured)
        tests.append(StopTest(outside, where.rule, f"{passer} is outside the tackle box"))
    return tests


def _safety(stop: StoppedBoard, rules: GoalRules, call: Call, rule: str) -> list[Call]:
    found = safety_call(rules, stop.book.field, stop.book.levels, stop.situation, call)
    return [] if found is None else [replace(found, rule=rule)]
