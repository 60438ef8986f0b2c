"""What one picture says as rows of the database, and back."""

from __future__ import annotations

import json
import sqlite3
import struct
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from referee.calls.frame import SeenBase
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.core.settings.settings_table import SettingsTable
from referee.record.observation import Observation
from referee.record.tracks import TracksFileKind, observation_of, values_beside_bases

FRAME_SQL = "INSERT OR IGNORE INTO frames VALUES (?, ?, ?, ?)"
BASE_SQL = "INSERT OR IGNORE INTO bases VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_CORNERS = struct.Struct("<8f")
_READ_SQL = """
SELECT f.t_ns, f.frame, f.power, f.others, b.player, b.x_mm, b.y_mm, b.heading_deg, b.sigma_x_mm,
  b.sigma_y_mm, b.sigma_deg, b.fallen, b.doubtful, b.team, b.score, b.front, b.team_probability,
  b.corners_px
FROM frames f LEFT JOIN bases b ON b.t_ns = f.t_ns
WHERE f.t_ns BETWEEN ? AND ? ORDER BY f.t_ns, b.player
"""
_NONE: dict[str, object] = {"markers": []}


def frame_row(seen: Observation) -> tuple[object, ...]:
    """The frame itself; markers, hands and gaps as a tracks file writes them."""
    others = values_beside_bases(seen)
    text = None if others == _NONE else json.dumps(others, separators=(",", ":"))
    return seen.t_ns, seen.frame, int(bool(seen.power)), text


def base_rows(seen: Observation) -> Iterator[tuple[object, ...]]:
    """A row for every base."""
    for base in seen.bases:
        corners = (value for point in base.corners_px for value in point)
        yield (
            seen.t_ns,
            base.player or None,
            round(base.x_mm, 4),
            round(base.y_mm, 4),
            round(base.heading_deg, 4),
            *(round(sigma, 4) for sigma in base.sigma),
            round(base.fallen, 4),
            int(base.doubtful),
            base.team and base.team.value,
            round(base.score, 4),
            base.front,
            base.team_probability,
            _CORNERS.pack(*corners),
        )


def observations(
    connection: sqlite3.Connection, from_ns: int = 0, until_ns: int = 2**62
) -> Iterator[Observation]:
    """Every frame from one instant to another, in order."""
    rows = connection.execute(_READ_SQL, (from_ns, until_ns))
    for (t_ns, frame, power, others), group in groupby(rows, key=lambda row: row[:4]):
        bases = tuple(_base(row[4:]) for row in group if row[4] is not None)
        empty = Observation(frame, bases, t_ns=t_ns, power=bool(power))
        yield empty if others is None else _with_others(empty, others)


def _with_others(seen: Observation, text: str) -> Observation:
    beside = {**json.loads(text), "frame": seen.frame, "t_ns": seen.t_ns, "power": seen.power}
    table = SettingsTable({**beside, "bases": []}, f"frame {seen.frame}")
    return replace(observation_of(table, TracksFileKind.TRACKS), bases=seen.bases)


def _base(row: tuple[Any, ...]) -> SeenBase:
    player, x_mm, y_mm, heading_deg, sx, sy, sh, fallen, doubtful, team, score, front, sure, px = (
        row
    )
    c = _CORNERS.unpack(px)
    return SeenBase(
        player=player,
        measured=MeasuredPose.with_sigmas(Pose(x_mm, y_mm, heading_deg), sx, sy, sh),
        corners_px=((c[0], c[1]), (c[2], c[3]), (c[4], c[5]), (c[6], c[7])),
        team=None if team is None else Team(team),
        fallen=float(fallen),  # older records have 0 or 1
        score=score,
        front=front,
        team_probability=sure,
        doubtful=bool(doubtful),
    )
