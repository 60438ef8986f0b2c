"""Throw-away: the passer throws the ball away, or drops so deep that it counts as thrown.

Between the tackles, as they stood when the play began, it is grounding.
"""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import Call, CallKind
from referee.calls.detector import RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.lines.boundary import Boundary, BoundaryDetector, LineCrossing, crossing_call
from referee.calls.lines.goal_line import GoalRules, safety_call
from referee.calls.passing.pitch import behind_line_test
from referee.calls.passing.rules.drop_rules import (
    DropRules,
    ThrowAwayElsewhere,
    ThrowAwayPlace,
    on_scale_board,
)
from referee.calls.phase_state import PASSER_HAS_IT
from referee.calls.stops.stopped_board import StoppedBoard, StopTest, too_close_to_tell
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.crossing import HalfPlane


def deep_mm(rules: DropRules, field: FieldProfile) -> float:
    """How far back the passer may be on this board."""
    deep_yd = rules.deep_scale_yd if on_scale_board(rules, field) else rules.deep_yd
    return stick_mm(field, deep_yd.value)


class TooDeep(BoundaryDetector):
    """The passer who drops too deep in one power run."""

    phases = PASSER_HAS_IT

    def __init__(self, run: RunContext) -> None:
        self._context, self._rules = run.context, run.context.rules.drop
        back = -float(run.state.plays.sign)
        line_x_mm = run.state.scrimmage_x_mm or 0.0
        limit = back * line_x_mm + deep_mm(self._rules, run.context.field)
        super().__init__(run, [("deep", HalfPlane((back, 0.0), limit), self._rules.too_deep.rule)])

    @classmethod
    def watches(cls, run: RunContext) -> bool:
        """Whether the rulebook has a line behind which a passer may not drop."""
        limited = run.context.rules.drop.too_deep.value
        return super().watches(run) and limited and run.state.scrimmage_x_mm is not None

    def _what(self, _line: Boundary) -> str:
        return "dropped too deep"

    def _crossed_call(
        self, _line: Boundary, found: LineCrossing, rule: str, doubts: tuple[Doubt, ...]
    ) -> Call:
        """Thrown away outside of the tackle box, grounded inside."""
        box = self._state.box
        outside = 0.5 if box is None else box.outside(self._shape, found.measured)
        unknown = (Doubt(DoubtKind.TACKLES_NOT_SEEN),) if box is None else ()
        test = StopTest(
            max(outside, 1.0 - outside), "", "whether the passer is between the tackles"
        )
        flag = (*doubts, *(unknown or too_close_to_tell([test], self._context.thresholds)))
        kind, spot = CallKind.THROWN_AWAY, None
        if outside < 0.5:
            kind, rule = CallKind.GROUNDING, self._rules.grounding.rule
            if self._rules.grounding_safety.value:
                spot = found.spot(self._shape, self._state.plays)
        return self._named(crossing_call(found, kind, rule, self._state, self._carrier, spot, flag))

    def _spot(self, _line: Boundary, _found: LineCrossing) -> None:
        return None

    def _unclear_call(self, line: Boundary, found: LineCrossing, rule: str) -> Call:
        return self._named(super()._unclear_call(line, found, rule))

    def _named(self, call: Call) -> Call:
        """Every drop of a play is one episode."""
        episode = Episode(EpisodeTopic.TOO_DEEP, self._state.play, (self._carrier,))
        return replace(call, episode=episode)


def throw_away_calls(stop: StoppedBoard) -> tuple[Call, ...]:
    """The passer throws the ball away by choice, at a stop."""
    rules, passer = stop.context.rules.drop, stop.state.carrier
    if passer is None:
        words = (Doubt(DoubtKind.NOT_SAID, detail="who has the ball"),)
        return (
            stop.call(
                CallKind.NOT_ALLOWED, rules.by_choice.rule, (), EpisodeTopic.THROWN_AWAY, flag=words
            ),
        )
    tests = list(_tests(stop, rules, passer))
    flag = (*stop.doubts(passer), *too_close_to_tell(tests, stop.context.thresholds))
    failed = next((test for test in tests if test.holds < 0.5), None)
    if failed is None:
        return (
            stop.call(
                CallKind.THROWN_AWAY,
                rules.by_choice.rule,
                (passer,),
                EpisodeTopic.THROWN_AWAY,
                flag=flag,
            ),
        )
    if rules.otherwise.value is ThrowAwayElsewhere.REFUSED:
        return stop.refused(tests, (passer,), EpisodeTopic.THROWN_AWAY)
    spot = stop.spot(passer)
    call = stop.call(
        CallKind.GROUNDING,
        rules.grounding.rule,
        (passer,),
        EpisodeTopic.THROWN_AWAY,
        spot=spot,
        flag=flag,
    )
    if not rules.grounding_safety.value:
        return (call,)
    return (call, *_safety(stop, stop.context.rules.goal, call, rules.grounding_safety.rule))


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
    found = safety_call(rules, stop.context.field, stop.context.thresholds, stop.state, call)
    return [] if found is None else [replace(found, rule=rule)]
