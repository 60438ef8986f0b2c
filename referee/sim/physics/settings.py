"""How the whole board behaves, and how one base creeps: values with bounds, also read from TOML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from referee.core.errors import BadValue
from referee.core.roster import Roster
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.toml import read_toml

TOP_SPEED_MM_S = 270.0


def _check(record: object, ranges: Mapping[str, tuple[float, float]]) -> None:
    for key, (low, high) in ranges.items():
        value = getattr(record, key)
        if (
            not isinstance(value, (int, float))
            or isinstance(value, bool)
            or not low <= value <= high
        ):
            raise BadValue(key, value, f"a number from {low:g} to {high:g}")


SETTINGS_RANGES: Mapping[str, tuple[float, float]] = {
    "start_delay_ms": (0.0, 500.0),
    "ramp_ms": (1.0, 2000.0),
    "cut_delay_ms": (0.0, 20.0),
    "coast_ms": (20.0, 300.0),
    "traction_mm_s2": (100.0, 20000.0),
    "rest_friction_mm_s2": (500.0, 50000.0),
    "slip_mm_s": (1.0, 200.0),
    "base_friction": (0.0, 2.0),
    "rim_friction": (0.0, 2.0),
    "locks_per_s": (0.0, 50.0),
    "lock_holds_s": (0.05, 60.0),
    "lock_breaks_mm_s2": (10.0, 50000.0),
    "falls_per_s": (0.0, 5.0),
    "hard_hit_mm_s": (5.0, 500.0),
    "falls_per_hard_hit": (0.0, 1.0),
    "falls_per_side_push_s": (0.0, 20.0),
    "felt_creep_mm_s": (0.0, 50.0),
}


@dataclass(frozen=True, slots=True)
class PhysicsSettings:
    """The board, its power supply, and what happens when bases meet.

    Forces are accelerations of the figure they act on. ``coast_ms`` is how long the shaking takes
    to die away once the current is off. ``locks_per_s`` is the chance, per second of touching, of
    two bases hooking together; a lock opens after ``lock_holds_s`` on average, or pulled harder
    than ``lock_breaks_mm_s2``. A hit that changes a base's speed by ``hard_hit_mm_s`` within
    20 ms is hard. ``falls_per_side_push_s`` holds for a push with the full traction.
    """

    start_delay_ms: float = 25.0
    ramp_ms: float = 120.0
    cut_delay_ms: float = 4.0
    coast_ms: float = 90.0
    traction_mm_s2: float = 1500.0
    rest_friction_mm_s2: float = 5000.0
    slip_mm_s: float = 40.0
    base_friction: float = 0.22
    rim_friction: float = 0.15
    locks_per_s: float = 0.15
    lock_holds_s: float = 2.5
    lock_breaks_mm_s2: float = 2500.0
    falls_per_s: float = 0.002
    hard_hit_mm_s: float = 90.0
    falls_per_hard_hit: float = 0.05
    falls_per_side_push_s: float = 0.02
    felt_creep_mm_s: float = 3.0

    def __post_init__(self) -> None:
        _check(self, SETTINGS_RANGES)


DYNAMICS_RANGES: Mapping[str, tuple[float, float]] = {
    "speed_mm_s": (0.0, TOP_SPEED_MM_S),
    "drift_deg": (-60.0, 60.0),
    "curve_deg_per_mm": (-3.0, 3.0),
    "speed_noise": (0.0, 1.0),
    "turn_noise_deg_s": (0.0, 180.0),
    "noise_s": (0.02, 10.0),
    "strength": (0.1, 5.0),
    "mass_g": (1.0, 50.0),
}


@dataclass(frozen=True, slots=True)
class Dynamics:
    """How one base creeps.

    ``drift_deg`` is how far to the left of its front it travels; ``curve_deg_per_mm`` is the dial:
    how far it turns left for each mm it travels. The noises are standard deviations of slowly
    wandering values with the memory ``noise_s``. ``strength`` multiplies the traction.
    """

    speed_mm_s: float = 75.0
    drift_deg: float = 0.0
    curve_deg_per_mm: float = 0.0
    speed_noise: float = 0.10
    turn_noise_deg_s: float = 14.0
    noise_s: float = 0.4
    strength: float = 1.0
    mass_g: float = 8.0

    def __post_init__(self) -> None:
        _check(self, DYNAMICS_RANGES)


def random_dynamics(roster: Roster, rng: np.random.Generator) -> dict[str, Dynamics]:
    """A believable spread over a roster: most bases 40 to 120 mm/s, a few much quicker."""
    drawn = {}
    for player in roster:
        quick = rng.random() < 0.08
        speed = rng.uniform(130.0, 210.0) if quick else rng.triangular(40.0, 75.0, 120.0)
        drawn[player.id] = Dynamics(
            speed_mm_s=float(speed),
            drift_deg=float(np.clip(rng.normal(0.0, 2.5), -8.0, 8.0)),
            curve_deg_per_mm=float(np.clip(rng.normal(0.0, 0.09), -0.4, 0.4)),
            speed_noise=float(rng.uniform(0.05, 0.18)),
            turn_noise_deg_s=float(rng.uniform(6.0, 24.0)),
            noise_s=float(rng.uniform(0.2, 0.7)),
            strength=float(np.clip(rng.lognormal(0.0, 0.22), 0.5, 2.0)),
            mass_g=float(rng.uniform(6.0, 11.0)),
        )
    return drawn


def load_physics(path: Path, roster: Roster) -> tuple[PhysicsSettings, dict[str, Dynamics]]:
    """``[board]`` settings and dynamics of ``[players.H54]`` and others, from a TOML file."""
    table = read_toml(path)
    board = _read(table.table("board", optional=True), SETTINGS_RANGES)
    players = table.table("players", optional=True)
    found = {}
    for player_id in players.keys:
        known = [p.id for p in roster]
        if player_id not in known:
            raise players.error(player_id, player_id, f"a player of the roster: {', '.join(known)}")
        found[player_id] = Dynamics(**_read(players.table(player_id), DYNAMICS_RANGES))
    settings = PhysicsSettings(**board)
    table.done()
    return settings, found


def _read(table: SettingsTable, ranges: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    return {
        key: table.number(key, low, high) for key, (low, high) in ranges.items() if key in table
    }


assert set(SETTINGS_RANGES) == {f.name for f in fields(PhysicsSettings)}  # noqa: S101 - a table must be whole
assert set(DYNAMICS_RANGES) == {f.name for f in fields(Dynamics)}  # noqa: S101 - a table must be whole
