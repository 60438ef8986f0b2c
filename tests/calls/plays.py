"""Plays for tests: who moves where and when, as frames with errors like a camera's."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from referee.calls.call import Call, final_calls
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.core.turns import turn_deg
from referee.loaders.rulebooks import load_rulebook
from tests.core.fields import EASY

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
ROSTER = Roster(
    tuple(
        Player(f"{team.name[0]}{number}", team, number, BASE)
        for team in Team
        for number in (1, 2, 3)
    )
)
MS = 1_000_000
FPS = 30.0
SIGMA_MM, SIGMA_DEG = 0.12, 0.5

Key = tuple[float, float, float, float]  # seconds, x mm, y mm, heading
Moves = Mapping[str, Sequence[Key]]


def pose_of(keys: Sequence[Key], t: float) -> Pose:
    """On straight ways between the keys; before the first and after the last it stands."""
    if t <= keys[0][0]:
        return Pose(*keys[0][1:])
    for (t0, x0, y0, h0), (t1, x1, y1, h1) in pairwise(keys):
        if t <= t1:
            share = (t - t0) / (t1 - t0)
            turn = turn_deg(h0, h1)
            return Pose(x0 + share * (x1 - x0), y0 + share * (y1 - y0), h0 + share * turn)
    return Pose(*keys[-1][1:])


def film(
    moves: Moves,
    seconds: float,
    *,
    fps: float = FPS,
    sigma_mm: float = SIGMA_MM,
    sigma_deg: float = SIGMA_DEG,
    seed: int = 1,
    power: Sequence[tuple[float, bool]] = ((0.0, True),),
    fallen: Mapping[str, float | tuple[float, float]] | None = None,
    hidden: Mapping[str, tuple[float, float]] | None = None,
) -> list[BoardFrame]:
    """Frames of a play. ``fallen`` says from when on, and perhaps how likely.

    ``hidden`` says from when until when.
    """
    rng = np.random.default_rng(seed)
    boards = []
    for k in range(round(seconds * fps) + 1):
        t = k / fps
        seen = []
        for name in sorted(moves):
            pose = pose_of(moves[name], t)
            dx, dy, turn = rng.normal(0.0, [sigma_mm, sigma_mm, sigma_deg])
            off = Pose(pose.x_mm + dx, pose.y_mm + dy, pose.heading_deg + turn)
            lies_from = (fallen or {}).get(name, math.inf)
            falls, share = lies_from if isinstance(lies_from, tuple) else (lies_from, 1.0)
            since, until = (hidden or {}).get(name, (math.inf, math.inf))
            if not since <= t < until:
                measured = MeasuredPose.with_sigmas(off, sigma_mm, sigma_mm, sigma_deg)
                seen.append(SeenBase(name, measured, fallen=share if t >= falls else 0.0))
        on = [state for since, state in power if since <= t][-1]
        boards.append(BoardFrame(round(t * 1000) * MS, on, tuple(seen)))
    return boards


def situation(moves: Moves, **changes) -> PhaseState:
    """Home runs to the right from x = 300 with H1, to gain 380."""
    plain = PhaseState(
        play=1,
        phase=PlayPhase.RUN,
        team=Team.HOME,
        plays=Direction.RIGHT,
        carrier="H1",
        on_field=tuple(sorted(moves)),
        scrimmage_x_mm=300.0,
        to_gain_x_mm=380.0,
    )
    return replace(plain, **changes)


def judged(rulebook: str, boards: Sequence[BoardFrame], of: PhaseState) -> list[Call]:
    """The calls that stand after all frames."""
    crew = PlayJudge(load_rulebook(rulebook).calls, EASY, ROSTER)
    calls = list(crew.begin(of))
    for board in boards:
        calls += crew.update(board).calls
    return final_calls([*calls, *crew.close()])


def mirrored(boards: Sequence[BoardFrame], *, along: bool) -> list[BoardFrame]:
    """The same play on a field turned over: across the field, or along it too."""

    def turned(seen: SeenBase) -> SeenBase:
        pose, old = seen.measured.pose, seen.measured.covariance
        if along:
            place = Pose(EASY.goal_to_goal_mm - pose.x_mm, pose.y_mm, 180.0 - pose.heading_deg)
            signs = (-1.0, 1.0, -1.0)
        else:
            place = Pose(pose.x_mm, EASY.width_mm - pose.y_mm, -pose.heading_deg)
            signs = (1.0, -1.0, -1.0)
        rows = tuple(tuple(old[i][j] * signs[i] * signs[j] for j in range(3)) for i in range(3))
        return replace(seen, measured=MeasuredPose(place, rows))

    return [replace(b, seen=tuple(turned(s) for s in b.seen)) for b in boards]
