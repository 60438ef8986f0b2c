"""The frames of a case: straight ways between keyframes, seen by a camera with stated errors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from referee.calls.frame import BoardFrame, SeenBase
from referee.cases.case import Case, CaseFall, Keyframe
from referee.cases.script_reader import runs_procedure
from referee.core.clock import ns_from_s
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.turns import turn_deg
from referee.official.declarations.types import BallAtRest, PassAimed, SwitchUsed, TargetRemoved

_NEVER = (math.inf, math.inf)
_STANDS = CaseFall(math.inf)


def pose_at(keys: Sequence[Keyframe], at_s: float) -> Pose:
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
    """Whether the script has the power on; in a play put into a phase it is, from the start."""
    said = [
        each.on
        for line in case.script
        for each in line.says
        if isinstance(each, SwitchUsed) and line.at_s <= at_s
    ]
    return said[-1] if said else not runs_procedure(case.script)


def markers_at(case: Case, at_s: float) -> tuple[Marker, ...]:
    """The target and the ball that lie on the board."""
    target = ball = None
    for line in case.script:
        for said in line.says if line.at_s <= at_s else ():
            match said:
                case PassAimed(marker=marker) if marker is not None:
                    target = marker
                case TargetRemoved():
                    target = None
                case BallAtRest(marker=marker):
                    ball = marker
    return tuple(marker for marker in (target, ball) if marker is not None)


def case_frames(case: Case) -> Iterator[tuple[float, BoardFrame]]:
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
            lies = moves.fallen.get(name, _STANDS).fallen(at_s)
            seen.append(SeenBase(name, measured, fallen=lies, doubtful=name in moves.doubtful))
        lying = []
        for marker in markers_at(case, at_s):
            dx, dy = (0.0, 0.0) if rng is None else rng.normal(0.0, sigmas[:2])
            lying.append(
                Marker(marker.x_mm + dx, marker.y_mm + dy, marker.radius_mm, camera.sigma_mm)
            )
        power = power_at(case, at_s)
        yield at_s, BoardFrame(ns_from_s(at_s), power, tuple(seen), tuple(lying))
