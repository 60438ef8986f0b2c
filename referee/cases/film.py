"""The frames of a case: straight ways between keyframes, seen by a camera with stated errors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from referee.calls.board import Board, Seen
from referee.cases.case import Case, Key
from referee.core.measured import MeasuredPose
from referee.core.pose import Pose
from referee.core.travel import turn_deg

NS = 1_000_000_000
_NEVER = (math.inf, math.inf)


def pose_at(keys: Sequence[Key], at_s: float) -> Pose:
    """Where a base is; before its first keyframe and after its last it stands."""
    if at_s <= keys[0].at_s:
        return keys[0].pose
    for a, b in pairwise(keys):
        if at_s <= b.at_s:
            share = (at_s - a.at_s) / (b.at_s - a.at_s)
            return Pose(
                a.pose.x_mm + share * (b.pose.x_mm - a.pose.x_mm),
                a.pose.y_mm + share * (b.pose.y_mm - a.pose.y_mm),
                a.pose.heading_deg + share * turn_deg(a.pose.heading_deg, b.pose.heading_deg),
            )
    return keys[-1].pose


def power_at(case: Case, at_s: float) -> bool:
    """Whether the board had power; it has until the script says otherwise."""
    said = [each.power for each in case.script if each.power is not None and each.at_s <= at_s]
    return said[-1] if said else True


def film(case: Case) -> Iterator[tuple[float, Board]]:
    """Every frame with its time in seconds."""
    camera, moves = case.camera, case.moves
    rng = None if camera.seed is None else np.random.default_rng(camera.seed)
    sigmas = (camera.sigma_mm, camera.sigma_mm, camera.sigma_deg)
    for k in range(round(camera.seconds * camera.fps) + 1):
        at_s = k / camera.fps
        seen = []
        for name in sorted(moves.keys):
            # Drawn for everybody in every frame, so that hiding one moves no other.
            dx, dy, turn = (0.0, 0.0, 0.0) if rng is None else rng.normal(0.0, sigmas)
            since, until = moves.hidden.get(name, _NEVER)
            if since <= at_s < until:
                continue
            true = pose_at(moves.keys[name], at_s)
            pose = Pose(true.x_mm + dx, true.y_mm + dy, true.heading_deg + turn)
            measured = MeasuredPose.with_sigmas(pose, *sigmas)
            lies = 1.0 if at_s >= moves.fallen.get(name, math.inf) else 0.0
            seen.append(Seen(name, measured, fallen=lies, doubtful=name in moves.doubtful))
        yield at_s, Board(round(at_s * NS), power_at(case, at_s), tuple(seen))
