"""The simulated board: how quickly it runs, and how true its truth is.

The outside judge is shapely: distances of skeleton polygons less the corner radii, on the recorded
trajectories, which know nothing of our own gap code.
"""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np
import shapely

from referee.core.clock import MS_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import FloatArray, rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.plain_roster import plain_roster
from referee.loaders.fields import load_field
from referee.sim.physics import ContactBegan, PhysicsSettings, PhysicsWorld

SCRUM_FROM_MS = 1000
BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
# Everybody in one heap: two waves of eleven, close together, walking into each other.
ACROSS_MM, AHEAD_MM, APART_MM = 24.0, 34.0, 40.0


def run(quick: bool) -> Report:
    """Base-steps per second in a scrum of 22, and errors of contact times and gaps."""
    ms = 2000 if quick else 6000
    _scrum(seed=99).step_to(50 * MS_NS)  # compiles
    with_truth = _base_steps_per_s(ms, truth=True)
    without = _base_steps_per_s(ms, truth=False)
    times_ms, gaps_mm, deepest_mm = _against_shapely(1000 if quick else 4000)
    return Report(
        "physics",
        [
            Row("base-steps, truth on", with_truth, "1/s", 100_000.0, "higher"),
            Row("base-steps, truth off", without, "1/s", 100_000.0, "higher"),
            Row("times real time, 22 bases, truth on", with_truth / 22 / 1000, "x"),
            Row("contact time against shapely, worst", max(times_ms), "ms", 0.2),
            Row("gap against shapely, worst", max(gaps_mm), "mm", 0.01),
            Row("deepest overlap of two bases", -deepest_mm, "mm", 0.03),
        ],
        [
            f"22 bases in one scrum, {(ms - SCRUM_FROM_MS) / 1000:g} s of board time in 1 ms ticks",
            f"{len(times_ms)} contacts and {len(gaps_mm)} gaps compared",
        ],
    )


def _scrum(seed: int) -> PhysicsWorld:
    field: FieldProfile = load_field("620")
    calm = PhysicsSettings(falls_per_s=0.0, falls_per_hard_hit=0.0, falls_per_side_push_s=0.0)
    world = PhysicsWorld(field, plain_roster(BASE, first_number=0), seed=seed, settings=calm)
    for player in world.roster:
        wave, file = divmod(player.number, 6)
        sign = 1.0 if player.team is Team.HOME else -1.0
        x = field.x_mm(50.0) - sign * (APART_MM / 2 + wave * AHEAD_MM)
        y = field.width_mm / 2 + (file - 2.5) * ACROSS_MM + (0.3 * ACROSS_MM if sign > 0 else 0.0)
        world.place(player.id, Pose(x, y, 0.0 if sign > 0 else 180.0))
    world.power_on()
    return world


def _base_steps_per_s(ms: int, *, truth: bool) -> float:
    world = _scrum(seed=5)
    world.keep_truth(keep=truth)
    world.step_to(SCRUM_FROM_MS * MS_NS)
    started = perf_counter()
    world.step_to(ms * MS_NS)
    return 22 * (ms - SCRUM_FROM_MS) / (perf_counter() - started)


def _against_shapely(ms: int) -> tuple[list[float], list[float], float]:
    """Errors of contact times in ms, errors of gaps in mm, and the deepest overlap seen."""
    world = _scrum(seed=7)
    ids = [p.id for p in world.roster]
    poses = np.empty((ms + 1, len(ids), 3))
    gap_errors, deepest = [0.0], 0.0
    for k in range(ms + 1):
        world.step_to(k * MS_NS)
        pieces = world.state().pieces
        poses[k] = [(p.pose.x_mm, p.pose.y_mm, math.radians(p.pose.heading_deg)) for p in pieces]
        if k % 20 == 0:
            for a, b, gap in world.gaps_under(5.0):
                judged = _gap(poses[k, ids.index(a)], poses[k, ids.index(b)])
                gap_errors.append(abs(gap - judged))
                deepest = min(deepest, judged)
    poses[..., 2] = np.unwrap(poses[..., 2], axis=0)
    time_errors = [0.0]
    for event in world.events():
        if isinstance(event, ContactBegan):
            i, j = ids.index(event.a), ids.index(event.b)
            time_errors.append(abs(_first_touch_ms(poses, i, j, event.t_ns) - event.t_ns / MS_NS))
    return time_errors, gap_errors, deepest


def _first_touch_ms(poses: FloatArray, i: int, j: int, t_ns: int) -> float:
    """When shapely sees the touch, in the ticks around ``t_ns``."""
    tick = (t_ns - 1) // MS_NS
    shares = np.linspace(-1.0, 1.0, 401)
    before = -1.0
    for share in shares:
        at = _pose_at(poses, tick + share)
        if _gap(at[i], at[j]) <= 0.0:
            low, high = before, float(share)
            while high - low > 1e-6:
                middle = (low + high) / 2
                at = _pose_at(poses, tick + middle)
                low, high = (low, middle) if _gap(at[i], at[j]) <= 0.0 else (middle, high)
            return tick + high
        before = float(share)
    return math.inf


def _pose_at(poses: FloatArray, ms: float) -> FloatArray:
    k = min(max(math.floor(ms), 0), len(poses) - 2)
    return np.asarray(poses[k] + (ms - k) * (poses[k + 1] - poses[k]))


def _gap(a: FloatArray, b: FloatArray) -> float:
    first, second = (
        shapely.Polygon(Pose(x, y, math.degrees(h)).to_board(BASE.skeleton)) for x, y, h in (a, b)
    )
    return float(first.distance(second)) - 2.0 * BASE.radius_mm
