"""Lines reached and crossed, against the bounds of shapely's outlines."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.field.field_lines import FieldLine, FieldLineKind, field_lines
from referee.core.geometry.pose import Pose
from referee.sim.physics import Dynamics, LineCrossed, LineReached
from tests.sim.physics.boards import FIELD, MS, STANDARD, at, outline, record, world

CURVED = Dynamics(
    speed_mm_s=120.0, drift_deg=10.0, curve_deg_per_mm=0.3, speed_noise=0.3, turn_noise_deg_s=60.0
)


@pytest.fixture(scope="module")
def walked():
    """One base that wanders over several lines."""
    board = world({"H0": Pose(200.0, 60.0, -30.0)}, dynamics=CURVED, seed=4)
    board.power_on()
    return board, record(board, 3000)[:, 0]


def extents(pose_row, along_field: bool) -> tuple[float, float]:
    pose = Pose(pose_row[0], pose_row[1], np.degrees(pose_row[2]))
    low_x, low_y, high_x, high_y = outline(STANDARD, pose).bounds
    return (low_y, high_y) if along_field else (low_x, high_x)


def test_at_the_instant_told_the_outline_just_touches_or_leaves_the_line(walked) -> None:
    board, poses = walked
    lines = {line.name: line for line in field_lines(FIELD)}
    told = [
        e
        for e in board.events()
        if isinstance(e, LineReached | LineCrossed) and e.t_ns <= (len(poses) - 1) * MS
    ]
    assert len(told) >= 8
    for event in told:
        line = lines[event.line]
        low, high = extents(at(poses, np.array([event.t_ns / MS]))[0], line.along_field)
        leading = (
            (high if event.direction == 1 else low) if isinstance(event, LineReached) else None
        )
        trailing = low if event.direction == 1 else high
        edge = trailing if leading is None else leading
        assert edge == pytest.approx(line.place_mm, abs=0.001)


def test_every_passing_between_two_samples_is_told(walked) -> None:
    board, poses = walked
    expected = {}
    for line in field_lines(FIELD):
        ends = np.array([extents(row, line.along_field) for row in poses[::5]]) - line.place_mm
        below = ends < 0.0
        expected[line.name] = int(np.abs(np.diff(below.astype(int), axis=0)).sum())
    for name, count in expected.items():
        ours = [e for e in board.events() if getattr(e, "line", "") == name]
        ours = [e for e in ours if e.t_ns <= (len(poses) - 1) * MS]
        assert len(ours) >= count
        # More than sampled can only be a line passed back and forth between two samples.
        assert (len(ours) - count) % 2 == 0


def test_a_straight_walk_reaches_and_then_crosses_one_base_length_apart() -> None:
    board = world({"H0": Pose(200.0, 200.0, 0.0)})
    board.watch(FieldLine("line to gain", FieldLineKind.YARD_LINE, False, 233.0))
    board.power_on()
    board.step_to(1500 * MS)
    told = [e for e in board.events() if getattr(e, "line", "") == "line to gain"]
    assert [(e.KIND, e.direction) for e in told] == [("line reached", 1), ("line crossed", 1)]
    took_s = (told[1].t_ns - told[0].t_ns) / 1e9
    assert took_s == pytest.approx(27.8 / 80.0, rel=0.02)
    assert told[0].x_mm == pytest.approx(233.0, abs=1e-6)
