"""A piece of a tape as the judge of `referee bench calls` takes it: one carrier's play."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from referee.calls.phase_state import PhaseState, PlayPhase
from referee.core.clock import S_NS, ns_from_s
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.crossing import support_mm
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.game.state import State
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.calls.plays.recorded_play import NEAR_COLUMNS, PARTS, PlayFact, RecordedPlay
from referee.lab.bench.calls.plays.touching_parts import touching_parts
from referee.lab.bench.calls.truth.ruled_play import COASTS_S
from referee.lab.bench.games.ball_carries import BallCarry
from referee.lab.bench.games.tape import NEAR_MM, BoardTape
from referee.sim.physics import (
    ContactBegan,
    ContactEnded,
    Fell,
    LineReached,
    PowerCommanded,
    TruthEvent,
)

TOUCHING_MM = 0.05
# The board rests after the last step of a tape: for the judge it goes on resting.
RESTS_NS = S_NS


def carrier_play_of(
    tape: BoardTape,
    carry: BallCarry,
    state: State,
    field: FieldProfile,
    roster: Roster,
    *,
    coasting: bool = True,
) -> RecordedPlay | None:
    """The part of a tape in which one figure carried the ball.

    ``coasting``: what bases do while they roll out counts.
    """
    times = np.array(tape.times_ns, np.int64)
    inside = (times >= carry.began_ns) & (times <= carry.until_ns)
    rows = np.nonzero(inside)[0]
    if carry.carrier is None or len(rows) < 2:
        return None
    row = tape.names.index(carry.carrier)
    poses = np.array([tape.poses[k] for k in rows])
    if np.isnan(poses[:, row]).any():
        return None
    own = poses[:, row].copy()
    own[:, 2] = np.unwrap(own[:, 2])
    kept = times[rows]
    reader = _SliceReader(tape, carry, roster, _stops(tape, carry, coasting=coasting))
    near = [line for k in rows for line in reader.near(int(k))]
    phase_state = _phase_state(carry, state, roster)
    return RecordedPlay(
        PlayRecipe(0),
        field,
        roster,
        phase_state,
        np.append(kept, kept[-1] + RESTS_NS),
        np.concatenate([poses, poses[-1:]]),
        np.array([tape.fallen[k] for k in (*rows, rows[-1])]),
        np.array([tape.power[k] for k in (*rows, rows[-1])]),
        kept,
        own,
        np.array(near, np.float64).reshape(-1, NEAR_COLUMNS),
        tuple(sorted((*reader.facts(), *reader.out_already(field)), key=lambda f: f.t_ns)),
    )


def _stops(tape: BoardTape, carry: BallCarry, *, coasting: bool) -> tuple[tuple[int, int], ...]:
    """From when to when nothing counts between two power runs while a carry lasts."""
    switched = [
        e
        for e in tape.facts
        if isinstance(e, PowerCommanded) and carry.began_ns <= e.t_ns <= carry.until_ns
    ]
    rolls_ns = ns_from_s(COASTS_S) if coasting else 0
    pairs = ((a, b) for a, b in pairwise(switched) if not a.on and b.on)
    return tuple((a.t_ns + rolls_ns, b.t_ns) for a, b in pairs if a.t_ns + rolls_ns < b.t_ns)


def carrier_fell(tape: BoardTape, carry: BallCarry) -> bool:
    """Whether the carrier fell over while it had the ball."""
    return any(
        isinstance(event, Fell)
        and event.player == carry.carrier
        and carry.began_ns <= event.t_ns <= carry.until_ns
        for event in tape.facts
    )


def touched_before(tape: BoardTape, carry: BallCarry, roster: Roster) -> frozenset[str]:
    """Opponents that touched the carrier already when it got the ball."""
    if carry.carrier is None:
        return frozenset()
    foes = {p.id for p in roster if p.team is not carry.team}
    touching_now: set[str] = set()
    for event in tape.facts:
        if event.t_ns > carry.began_ns:
            break
        pair = _pair(event, carry.carrier, foes)
        if pair is not None:
            (touching_now.add if isinstance(event, ContactBegan) else touching_now.discard)(pair)
    return frozenset(touching_now)


def _pair(event: TruthEvent, carrier: str, foes: set[str]) -> str | None:
    if not isinstance(event, ContactBegan | ContactEnded) or carrier not in {event.a, event.b}:
        return None
    other = event.b if event.a == carrier else event.a
    return other if other in foes else None


def _phase_state(carry: BallCarry, state: State, roster: Roster) -> PhaseState:
    away = carry.phase is PlayPhase.RETURN and not carry.regained
    return PhaseState(
        play=1,
        phase=carry.phase,
        team=carry.team,
        plays=state.plays_toward(carry.team),
        carrier=carry.carrier,
        on_field=tuple(sorted(p.id for p in roster)),
        scrimmage_x_mm=None if away else state.x_mm,
        to_gain_x_mm=None if away or carry.team is not state.team else state.to_gain_x_mm,
        caught_behind=carry.behind,
        regained=carry.regained,
    )


class _SliceReader:
    """Reads what concerns one carrier."""

    def __init__(
        self, tape: BoardTape, carry: BallCarry, roster: Roster, stops: tuple[tuple[int, int], ...]
    ) -> None:
        self._tape, self._carry, self._stops = tape, carry, stops
        self._name = str(carry.carrier)
        self._foes = {p.id for p in roster if p.team is not carry.team}
        self._shapes = {p.id: p.base for p in roster}

    def near(self, k: int) -> Iterator[tuple[float, ...]]:
        """Opponents within 3 mm at a step, and with which parts they touch."""
        tape, name = self._tape, self._name
        if self._resting(tape.times_ns[k]) is not None:
            return
        for a, b, gap in tape.near[k]:
            if name not in {a, b} or gap > NEAR_MM:
                continue
            other = b if a == name else a
            row = tape.names.index(other)
            if other not in self._foes or tape.fallen[k][row]:
                continue
            parts = (-1.0, -1.0, 0.0)
            if gap <= TOUCHING_MM:
                own, foe = self._pose(k, name), self._pose(k, other)
                mine, theirs, ahead = touching_parts(
                    self._shapes[name], own, self._shapes[other], foe
                )
                parts = (float(PARTS.index(mine)), float(PARTS.index(theirs)), ahead)
            yield (float(tape.times_ns[k]), float(row), gap, *parts)

    def facts(self) -> Iterator[PlayFact]:
        """The facts about the carrier in its time; of the power only what ended it for good."""
        began_ns, until_ns = self._carry.began_ns, self._carry.until_ns
        inside = [e for e in self._tape.facts if began_ns <= e.t_ns <= until_ns]
        switched = [e for e in inside if isinstance(e, PowerCommanded)]
        for event in inside:
            fact = self._fact(event)
            if fact is not None:
                yield from self._counted(fact)
        if switched and not switched[-1].on:
            yield PlayFact(switched[-1].t_ns, "power", on=False)

    def out_already(self, field: FieldProfile) -> Iterator[PlayFact]:
        """Lines that the carrier is beyond as it gets the ball, or as the board starts anew: it is
        out, or has scored.
        """
        shape = self._shapes[self._name]
        left_mm, right_mm = field.left_end_line_x_mm, field.right_end_line_x_mm
        ends = ("left end line", -1, left_mm), ("right end line", 1, right_mm)
        goals = ("left goal line", -1, 0.0), ("right goal line", 1, field.goal_to_goal_mm)
        sides = ("near sideline", -1, 0.0), ("far sideline", 1, field.width_mm)
        for t_ns in (self._carry.began_ns, *(on_ns for _, on_ns in self._stops)):
            pose = self._pose(self._at(t_ns), self._name)
            for axis, lines in ((0, (*ends, *goals)), (1, sides)):
                for line, way, at_mm in lines:
                    toward = (float(way), 0.0) if axis == 0 else (0.0, float(way))
                    if support_mm(shape, pose, toward) > way * at_mm:
                        yield PlayFact(t_ns, "reached", line=line, direction=way)

    def _resting(self, t_ns: int) -> int | None:
        """When the board starts anew, at a time that does not count."""
        return next((on_ns for off, on_ns in self._stops if off <= t_ns < on_ns), None)

    def _counted(self, fact: PlayFact) -> Iterator[PlayFact]:
        """What happens between two runs does not count; a touch that lasts until the next does."""
        on_ns = self._resting(fact.t_ns)
        if on_ns is None or fact.kind in {"fell", "ended"}:
            yield fact
        elif fact.kind == "began" and self._lasts(fact, on_ns):
            k = self._at(on_ns)
            own, foe = self._pose(k, self._name), self._pose(k, fact.who)
            mine, theirs, ahead = touching_parts(
                self._shapes[self._name], own, self._shapes[fact.who], foe
            )
            parts = PARTS.index(mine), PARTS.index(theirs)
            yield PlayFact(on_ns, "began", fact.who, *parts, ahead)

    def _lasts(self, began: PlayFact, on_ns: int) -> bool:
        """Whether a touch goes on until then."""
        return not any(
            isinstance(e, ContactEnded)
            and {e.a, e.b} == {self._name, began.who}
            and began.t_ns < e.t_ns <= on_ns
            for e in self._tape.facts
        )

    def _at(self, t_ns: int) -> int:
        return min(bisect_left(self._tape.times_ns, t_ns), len(self._tape.times_ns) - 1)

    def _fact(self, event: TruthEvent) -> PlayFact | None:
        match event:
            case ContactBegan() if self._name in {event.a, event.b}:
                return self._began(event)
            case ContactEnded() if self._name in {event.a, event.b}:
                other = event.b if event.a == self._name else event.a
                return PlayFact(event.t_ns, "ended", other) if other in self._foes else None
            case Fell(player=who) if who in self._foes:
                return PlayFact(event.t_ns, "fell", who)
            case LineReached(player=who) if who == self._name:
                return PlayFact(event.t_ns, "reached", line=event.line, direction=event.direction)
            case _:
                return None

    def _began(self, event: ContactBegan) -> PlayFact | None:
        first = event.a == self._name
        other = event.b if first else event.a
        if other not in self._foes:
            return None
        own, theirs = (event.part_a, event.part_b) if first else (event.part_b, event.part_a)
        pose = self._pose(self._at(event.t_ns), other)
        a = math.radians(pose.heading_deg)
        dx, dy = event.x_mm - pose.x_mm, event.y_mm - pose.y_mm
        ahead = dx * math.cos(a) + dy * math.sin(a)
        codes = [-1 if part is None else PARTS.index(part) for part in (own, theirs)]
        return PlayFact(event.t_ns, "began", other, codes[0], codes[1], ahead)

    def _pose(self, k: int, name: str) -> Pose:
        x, y, heading = self._tape.poses[k][self._tape.names.index(name)]
        return Pose(float(x), float(y), math.degrees(float(heading)))
