"""Lines by a rulebook's sections: who is out, who scored, what follows from where the ball is."""

from __future__ import annotations

from collections.abc import Iterator

from referee.calls.call import CallKind
from referee.calls.lines.goal_line import OwnEndZone
from referee.calls.lines.out_of_bounds import OutSpot
from referee.calls.phase_state import PlayPhase
from referee.core.field.direction import Direction
from referee.lab.bench.calls.plays.recorded_play import PlayFact
from referee.lab.bench.calls.truth.ruled_play import ExpectedCall, RuledPlay, sideways_x

_END_LINES = frozenset({"left end line", "right end line"})


def line_calls(g: RuledPlay) -> Iterator[ExpectedCall]:
    """Goal line and boundaries, each where its first part got there."""
    bounds, goal = g.rules.bounds, g.rules.goal
    right = g.phase_state.plays is Direction.RIGHT
    scored = ("right goal line", 1) if right else ("left goal line", -1)
    wanted = {
        scored: (CallKind.TOUCHDOWN, goal.touchdown),
        ("near sideline", -1): (CallKind.OUT_OF_BOUNDS, bounds.sideline),
        ("far sideline", 1): (CallKind.OUT_OF_BOUNDS, bounds.sideline),
        ("left end line", -1): (CallKind.OUT_OF_BOUNDS, bounds.end_line),
        ("right end line", 1): (CallKind.OUT_OF_BOUNDS, bounds.end_line),
    }
    for fact in g.take.facts:
        found = wanted.get((fact.line, fact.direction)) if fact.kind == "reached" else None
        off = fact.t_ns > g.dead_ns
        if found is None or off or not found[1].value:
            continue
        kind, ruled = found
        yield ExpectedCall(kind, ruled.rule, fact.t_ns, (g.take.carrier,), _line_x(g, kind, fact))
    if g.passer and g.rules.sack.coverage.value:
        yield from _too_deep(g, g.take.field.length_mm_per_yd)


def _line_x(g: RuledPlay, kind: CallKind, fact: PlayFact) -> float:
    crossing = g.rules.bounds.spot.value is OutSpot.CROSSING
    if kind is CallKind.OUT_OF_BOUNDS and crossing:
        return _point_x(g, fact)
    return g.foremost_x(fact.t_ns)


def _point_x(g: RuledPlay, fact: PlayFact) -> float:
    """Along the field, the point of the base that crossed a line."""
    if fact.line in _END_LINES:
        field_ = g.take.field
        left = fact.direction < 0
        return field_.left_end_line_x_mm if left else field_.right_end_line_x_mm
    shape = g.take.shape(g.take.carrier)
    return sideways_x(shape, g.take.carrier_at(fact.t_ns), fact.direction)


def _too_deep(g: RuledPlay, yard_mm: float) -> Iterator[ExpectedCall]:
    """A passer all of whose base is further back than allowed."""
    scrimmage = g.phase_state.scrimmage_x_mm
    if scrimmage is None:
        return
    place = scrimmage - g.sign * g.rules.sack.coverage_yd.value * yard_mm
    for t_ns in g.take.fine_ns:
        if g.sign * (g.foremost_x(int(t_ns)) - place) < 0.0 and t_ns <= g.dead_ns:
            rule = g.rules.sack.coverage.rule
            yield ExpectedCall(CallKind.COVERAGE_SACK, rule, int(t_ns), (g.take.carrier,), place)
            return


def spot_calls(g: RuledPlay, end: ExpectedCall) -> Iterator[ExpectedCall]:
    """What follows from where the ball is dead: a safety, or the line to gain."""
    goal, gain, phase_state = g.rules.goal, g.rules.gain, g.phase_state
    own_x = 0.0 if phase_state.plays is Direction.RIGHT else g.take.field.goal_to_goal_mm
    ahead = g.sign * (end.x_mm - own_x)
    own = goal.regained if phase_state.regained else goal.safety
    if own.value and (ahead < 0.0 or (ahead == 0.0 and goal.on_the_line.value)):
        returned = phase_state.phase is PlayPhase.RETURN and not phase_state.regained
        rule = goal.returned.rule if returned else own.rule
        asked = returned and goal.returned.value is OwnEndZone.ASK
        yield ExpectedCall(CallKind.SAFETY, rule, end.t_ns, end.players, end.x_mm, asked)
    if phase_state.to_gain_x_mm is not None:
        past = g.sign * (end.x_mm - phase_state.to_gain_x_mm)
        if past > 0.0 or (past == 0.0 and gain.reached.value):
            yield ExpectedCall(
                CallKind.LINE_TO_GAIN, gain.reached.rule, end.t_ns, end.players, end.x_mm
            )
