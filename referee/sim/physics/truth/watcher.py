"""The truth: watches the trajectories of all outlines and keeps what happened, in order of time.

It reads the same polyline that states are read from and writes nothing anyone else reads, so having
it or asking it changes no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from referee.core.errors import BadValue
from referee.core.field.field_lines import FieldLine, field_lines
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BasePart, FloatArray
from referee.core.geometry.crossing import foremost_point_mm
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.sim.board_state import MarkerKind
from referee.sim.physics.outlines import BoolArray, IntArray, OutlineTable
from referee.sim.physics.truth.contact_search import RELEASE_MM, gap_of, scan_contacts, scan_gaps
from referee.sim.physics.truth.crossing_search import scan_lines
from referee.sim.physics.truth.events import (
    ContactBegan,
    ContactEnded,
    LineCrossed,
    LineReached,
    MarkerLeft,
    MarkerTouched,
    TruthEvent,
    in_time_order,
)
from referee.sim.physics.truth.search_rows import FOUND_COLUMNS, MOST_FOUND

BLOCK_TICKS = 64


class TruthWatcher:
    """Rows of poses are the players of the roster and then the marker places."""

    def __init__(
        self, field: FieldProfile, roster: Roster, table: OutlineTable, tick_ns: int
    ) -> None:
        self._ids = [p.id for p in roster]
        self._n = len(roster)
        self._table = table
        self._tick_ns = tick_ns
        rows = len(table.outlines)
        self.present: BoolArray = np.zeros(rows, dtype=np.bool_)
        self.standing: BoolArray = np.ones(rows, dtype=np.bool_)
        self.marker_kinds: list[MarkerKind | None] = [None] * (rows - self._n)
        self._touching: BoolArray = np.zeros((rows, rows), dtype=np.bool_)
        self._history: FloatArray = np.zeros((BLOCK_TICKS + 1, rows, 3))
        self._start_ns = 0
        self._ticks = 0
        self._found: FloatArray = np.zeros((MOST_FOUND, FOUND_COLUMNS))
        self._lines: list[FieldLine] = list(field_lines(field))
        self._index_lines()
        self._pending: list[TruthEvent] = []
        self._events: list[TruthEvent] = []
        self._forgotten = 0
        self._searching = True

    @property
    def lines(self) -> tuple[FieldLine, ...]:
        """The lines being watched."""
        return tuple(self._lines)

    def watch(self, line: FieldLine) -> None:
        """Watch one more line from now on; one of the same name is moved."""
        self.unwatch(line.name)
        self._lines.append(line)
        self._index_lines()

    def unwatch(self, name: str) -> None:
        """Watch a line no more, if it was watched."""
        self.flush()
        self._lines = [known for known in self._lines if known.name != name]
        self._index_lines()

    def events(self, since: int = 0) -> Sequence[TruthEvent]:
        """What has happened up to now, without the first ``since`` facts."""
        return self._events[max(since - self._forgotten, 0) :]

    def forget(self, count: int) -> None:
        """The first ``count`` facts of all are kept no longer."""
        gone = max(count - self._forgotten, 0)
        self._forgotten += len(self._events[:gone])
        del self._events[:gone]

    def keep(self, *, keep: bool) -> None:
        """Search for touches and crossings, or not, from now on."""
        self.flush()
        self._searching = keep

    def note(self, event: TruthEvent) -> None:
        """Add a fact that needs no search."""
        self._pending.append(event)

    def begin(self, t_ns: int, poses: FloatArray) -> None:
        """Start a new stretch of trajectory: everything is at ``poses`` now."""
        self.flush()
        self._start_ns = t_ns
        self._history[:, :] = poses

    def extend(self, bodies: FloatArray) -> None:
        """One tick later, the first rows are at ``bodies``; the others stayed."""
        self._ticks += 1
        self._history[self._ticks, : len(bodies)] = bodies[:, :3]
        if self._ticks == BLOCK_TICKS:
            self.flush()

    def flush(self) -> None:
        """Search what has been recorded so far."""
        if self._ticks == 0:
            return
        if self._searching:
            self._search()
        self._start_ns += self._ticks * self._tick_ns
        self._history[0] = self._history[self._ticks]
        self._ticks = 0

    def release_up_to(self, t_ns: int) -> None:
        """Publish what has happened up to ``t_ns``."""
        self.flush()
        self._events += in_time_order(e for e in self._pending if e.t_ns <= t_ns)
        self._pending = [e for e in self._pending if e.t_ns > t_ns]

    def part_from_all(self, row: int, t_ns: int) -> None:
        """Row ``row`` changed its outline or was taken: end what no longer touches."""
        self.flush()
        for other in range(len(self._touching)):
            i, j = min(row, other), max(row, other)
            if not self._touching[i, j]:
                continue
            gone = not (self.present[i] and self.present[j])
            if gone or self._gap_mm(i, j) > RELEASE_MM:
                self._touching[i, j] = False
                self.note(self._ended(t_ns, i, j))

    def gaps_under(self, gap_mm: float, poses: FloatArray) -> list[tuple[str, str, float]]:
        """Pairs of players nearer than ``gap_mm`` at the given poses, with their signed gaps."""
        if not 0.0 < gap_mm <= 100.0:
            raise BadValue("gap_mm", gap_mm, "above 0 and up to 100 mm")
        count = scan_gaps(poses, self._n, self.present, self._table.arrays, gap_mm, self._found)
        return [
            (self._ids[int(a)], self._ids[int(b)], float(gap))
            for a, b, gap in self._found[:count, :3]
        ]

    def _index_lines(self) -> None:
        self._axes: IntArray = np.array([int(line.along_field) for line in self._lines])
        self._places: FloatArray = np.array([line.place_mm for line in self._lines])

    def _search(self) -> None:
        head = (self._history, self._ticks, self._n, self.present, self._table.arrays)
        count = scan_contacts(*head, self._touching, self._found)
        for tick, share, a, b, began in self._found[:count]:
            make = self._began if began else self._ended_at
            self._pending.append(make(int(tick), float(share), int(a), int(b)))
        count = scan_lines(*head, self._axes, self._places, self._found)
        for tick, share, row, line, code in self._found[:count]:
            self._pending.append(
                self._crossing(int(tick), float(share), int(row), int(line), int(code))
            )

    def _time(self, tick: int, share: float) -> int:
        # Always after the tick it began in, so that no step of time can split one instant.
        return self._start_ns + tick * self._tick_ns + max(1, round(share * self._tick_ns))

    def _pose(self, tick: int, share: float, row: int) -> Pose:
        before, after = self._history[tick, row], self._history[tick + 1, row]
        x, y, heading = (float(v) for v in before + share * (after - before))
        return self._outline_pose(row, x, y, heading)

    def _outline_pose(self, row: int, x: float, y: float, heading: float) -> Pose:
        dx, dy = self._table.outlines[row].centre_mm
        c, s = math.cos(heading), math.sin(heading)
        return Pose(x + c * dx - s * dy, y + s * dx + c * dy, math.degrees(heading))

    def _gap_mm(self, i: int, j: int) -> float:
        outlines, poses = self._table.arrays, self._history[self._ticks]
        seen = np.empty(outlines.edges.shape[1:])
        return float(gap_of(outlines, i, poses[i], j, poses[j], seen))

    def _began(self, tick: int, share: float, i: int, j: int) -> TruthEvent:
        shape_i, shape_j = self._table.outlines[i].shape, self._table.outlines[j].shape
        gap = signed_gap(shape_i, self._pose(tick, share, i), shape_j, self._pose(tick, share, j))
        t_ns = self._time(tick, share)
        x, y = gap.point_a_mm
        part_a: BasePart | None = gap.part_a if self.standing[i] else None
        if j >= self._n:
            m = j - self._n
            return MarkerTouched(t_ns, self._ids[i], m, self._kind(m), part_a, x, y)
        part_b: BasePart | None = gap.part_b if self.standing[j] else None
        return ContactBegan(t_ns, self._ids[i], self._ids[j], part_a, part_b, x, y)

    def _ended_at(self, tick: int, share: float, i: int, j: int) -> TruthEvent:
        return self._ended(self._time(tick, share), i, j)

    def _ended(self, t_ns: int, i: int, j: int) -> TruthEvent:
        if j >= self._n:
            return MarkerLeft(t_ns, self._ids[i], j - self._n, self._kind(j - self._n))
        return ContactEnded(t_ns, self._ids[i], self._ids[j])

    def _kind(self, slot: int) -> MarkerKind:
        kind = self.marker_kinds[slot]
        if kind is None:
            raise BadValue("marker", slot, "a place with a marker on it")
        return kind

    def _crossing(self, tick: int, share: float, row: int, line: int, code: int) -> TruthEvent:
        make: Callable[..., TruthEvent] = LineReached if abs(code) == 1 else LineCrossed
        direction = 1 if code > 0 else -1
        # The part at the line leads when the line is reached and trails when it is left behind.
        outward = float(direction if abs(code) == 1 else -direction)
        along = self._lines[line].along_field
        shape = self._table.outlines[row].shape
        toward = (0.0, outward) if along else (outward, 0.0)
        x, y = foremost_point_mm(shape, self._pose(tick, share, row), toward)
        t_ns, name = self._time(tick, share), self._lines[line].name
        return make(t_ns, self._ids[row], name, direction, x, y)
