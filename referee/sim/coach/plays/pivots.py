"""Turning figures at a stop: where each is turned to whom the rules let turn."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_yd
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Team
from referee.core.turns import heading_to_deg, turn_deg
from referee.sim.coach.board_view import BoardView
from referee.sim.physics import Pivot

# So many players are turned at most: tacklers, blockers, and of each team to a loose ball.
MOST_TACKLERS = 4
MOST_BLOCKERS = 2
MOST_FOR_A_BALL = 3
# The ways that are tried for a runner, in degrees from straight ahead, and how far each is checked.
LOOKS_DEG = (0.0, 12.0, -12.0, 25.0, -25.0, 40.0, -40.0)
LOOKS_MM = 150.0
LEAST_DEG = 2.0
# The passer goes back by so many degrees from straight back, and near the own goal so many: there
# no coach lets the passer run into the own end zone.
ASIDE_DEG = 70.0
BACKED_UP_DEG = 100.0
BACKED_UP_YD = 20.0
SIDELINE_MM = 30.0


@dataclass(frozen=True)
class PivotStop:
    """A stop as the coach looks at it; ``target`` is where a pass is to come down, or a ball lies.

    ``drops``: the passer has the ball and looks for a receiver, so the passer goes back.
    """

    scene: BoardView
    field: FieldProfile
    team: Team
    plays: Direction
    carrier: str | None
    receiver: str | None = None
    target: Pose | None = None
    drops: bool = False


def pivots(at: PivotStop, allowed: frozenset[str], rng: np.random.Generator) -> list[Pivot]:
    """The turns of the players who may be turned: runner to a hole, tacklers to the runner.

    Blockers turn to the nearest opponent. If nobody has the ball, the nearest players turn to it.
    """
    scene, headings = at.scene, dict[str, float]()
    runner = at.receiver or at.carrier
    goal = at.target if at.target is not None else None
    if runner in scene.poses and runner is not None:
        here = scene.poses[runner]
        if goal is not None:
            headings[runner] = heading_to_deg(here, goal)
        elif at.drops:
            headings[runner] = _away_deg(at, here)
        else:
            headings[runner] = _hole_deg(at, here, rng)
        chased = goal or _ahead(here, at.plays, 35.0)
        foes = scene.nearest(chased, scene.men(at.team.other))
        for foe in [f for f in foes if f in allowed][:MOST_TACKLERS]:
            headings[foe] = heading_to_deg(scene.poses[foe], chased) + float(rng.normal(0.0, 5.0))
        mates = scene.nearest(here, (m for m in scene.men(at.team) if m != runner))
        for mate in [m for m in mates if m in allowed][:MOST_BLOCKERS]:
            near = scene.nearest(scene.poses[mate], scene.men(at.team.other))
            if near:
                headings[mate] = heading_to_deg(scene.poses[mate], scene.poses[near[0]])
    elif goal is not None:
        for side in Team:
            free = [m for m in scene.nearest(goal, scene.men(side)) if m in allowed]
            for man in free[:MOST_FOR_A_BALL]:
                headings[man] = heading_to_deg(scene.poses[man], goal)
    return [
        Pivot(name, to_heading_deg=heading % 360.0)
        for name, heading in headings.items()
        if name in allowed and abs(turn_deg(scene.poses[name].heading_deg, heading)) >= LEAST_DEG
    ]


def _away_deg(at: PivotStop, here: Pose) -> float:
    """Back, and away from whoever comes nearest."""
    foes = at.scene.nearest(here, at.scene.men(at.team.other))
    back = at.plays.other.heading_deg
    if not foes:
        return back
    side = math.sin(math.radians(heading_to_deg(here, at.scene.poses[foes[0]]) - back))
    backed_up = spot_yd(at.field, here.x_mm, at.plays) < BACKED_UP_YD
    return back - math.copysign(BACKED_UP_DEG if backed_up else ASIDE_DEG, side)


def _hole_deg(at: PivotStop, here: Pose, rng: np.random.Generator) -> float:
    """The way ahead on which fewest opponents stand, not over a sideline."""
    foes = [at.scene.poses[f] for f in at.scene.men(at.team.other)]
    mates = [at.scene.poses[m] for m in at.scene.men(at.team) if m != at.carrier]
    best, least = at.plays.heading_deg, math.inf
    for look in LOOKS_DEG:
        heading = at.plays.heading_deg + look
        cost = abs(look) / 60.0 + float(rng.normal(0.0, 0.15))
        end = _along(here, heading, LOOKS_MM)
        if not SIDELINE_MM < end.y_mm < at.field.width_mm - SIDELINE_MM:
            cost += 2.0
        for other, weight in ((foes, 1.0), (mates, 0.5)):
            cost += weight * sum(_stands_in(here, heading, pose) for pose in other)
        if cost < least:
            best, least = heading, cost
    return best


def _stands_in(here: Pose, heading_deg: float, other: Pose) -> float:
    """How much somebody is in the way."""
    off = math.radians(heading_to_deg(here, other) - heading_deg)
    far = apart_mm(here, other)
    if far > LOOKS_MM or math.cos(off) <= 0.0:
        return 0.0
    return max(0.0, 1.0 - abs(far * math.sin(off)) / 30.0) * (1.5 - far / LOOKS_MM)


def _ahead(here: Pose, plays: Direction, by_mm: float) -> Pose:
    return Pose(here.x_mm + plays.sign * by_mm, here.y_mm, here.heading_deg)


def _along(here: Pose, heading_deg: float, far_mm: float) -> Pose:
    a = math.radians(heading_deg)
    x_mm, y_mm = here.x_mm + far_mm * math.cos(a), here.y_mm + far_mm * math.sin(a)
    return Pose(x_mm, y_mm, heading_deg)
