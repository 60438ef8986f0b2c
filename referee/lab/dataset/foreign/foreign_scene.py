"""Where everything stands in a frame: line-ups, clumps, kick-offs, stops with a coach's hand."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Team

KINDS = ("line-up", "clump", "stop", "kick-off")
# millimetres from the ball along the way of play and across; the middle of each side's formation
ATTACK = ((-17, 0), (-17, 27), (-18, -27), (-19, 54), (-19, -54), (-20, 81), (-18, -120), (-48, 2),
          (-84, 12), (-70, -22), (-22, 132))  # fmt: skip
DEFENCE = ((17, 14), (17, -15), (18, 42), (18, -44), (46, 0), (50, 60), (52, -62), (26, 128),
           (28, -118), (105, 30), (110, -40))  # fmt: skip
CLOSE_MM = 5.0
FALLEN_SHARE = {"line-up": 0.0, "clump": 0.12, "stop": 0.2, "kick-off": 0.05}


@dataclass(frozen=True)
class ForeignPlayer:
    """One player in a frame."""

    team: Team
    shape: int
    mould: int
    number: int
    pose: Pose
    fallen: bool = False
    toward_deg: float = 0.0
    lift_mm: float = 0.0


@dataclass(frozen=True)
class ForeignScene:
    """One frame: its players, and what else lies on or hangs over the board."""

    players: tuple[ForeignPlayer, ...]
    markers: tuple[dict[str, Any], ...]
    hands: tuple[dict[str, Any], ...]


def arrange(
    kind: str,
    profile: FieldProfile,
    shapes: tuple[BaseShape, ...],
    moulds: int,
    rng: np.random.Generator,
) -> ForeignScene:
    """A moment of a game on this board."""
    way = 1.0 if rng.random() < 0.5 else -1.0
    ball = _ball(profile, rng)
    stood: list[ForeignPlayer] = []
    spread = 5.5 if kind == "kick-off" else 1.0
    for team, spots, facing in ((Team.HOME, ATTACK, 1.0), (Team.AWAY, DEFENCE, -1.0)):
        for n, (ahead, across) in enumerate(spots):
            spot = (ahead * spread, across * min(spread, 1.3))
            shape = int(rng.integers(len(shapes)))
            pose = _free_spot(spot, ball, way, facing, profile, stood, shapes, shape, rng)
            if pose is not None:
                mould, number = int(rng.integers(moulds)), int(rng.integers(1, 100))
                stood.append(ForeignPlayer(team, shape, (mould + n) % moulds, number, pose))
    if kind in {"clump", "stop"}:
        stood = _clumped(stood, ball, shapes, profile, rng)
    stood = [_fate(each, stood, kind, rng) for each in stood]
    stood, hands = _hands(stood, kind, rng)
    return ForeignScene(tuple(stood), _markers(ball, profile, stood, shapes, rng), hands)


def close_pairs(
    players: tuple[ForeignPlayer, ...], shapes: tuple[BaseShape, ...]
) -> list[tuple[int, int, float]]:
    """Standing bases that are near each other, with their gap."""
    out = []
    for i, a in enumerate(players):
        for j in range(i + 1, len(players)):
            b = players[j]
            if a.fallen or b.fallen or a.lift_mm or b.lift_mm:
                continue
            gap = _gap(a.pose, a.shape, b.pose, b.shape, shapes)
            if gap < CLOSE_MM:
                out.append((i, j, gap))
    return out


def _gap(at: Pose, a: int, pose: Pose, b: int, shapes: tuple[BaseShape, ...]) -> float:
    apart = apart_mm(at, pose)
    if apart > shapes[a].reach_mm + shapes[b].reach_mm + CLOSE_MM:
        return math.inf
    return signed_gap(shapes[a], at, shapes[b], pose).gap_mm


def _ball(profile: FieldProfile, rng: np.random.Generator) -> tuple[float, float]:
    x = float(rng.uniform(0.15, 0.85)) * profile.goal_to_goal_mm
    return x, profile.width_mm * float(rng.uniform(0.42, 0.58))


def _free_spot(
    spot: tuple[float, float],
    ball: tuple[float, float],
    way: float,
    facing: float,
    profile: FieldProfile,
    stood: list[ForeignPlayer],
    shapes: tuple[BaseShape, ...],
    shape: int,
    rng: np.random.Generator,
) -> Pose | None:
    """Near the spot of the formation, on the field, clear of the others."""
    for tries in range(40):
        x = ball[0] + way * spot[0] + rng.normal(0.0, 2.0 + tries)
        y = ball[1] + spot[1] + rng.normal(0.0, 2.0 + tries)
        heading = (0.0 if way * facing > 0 else 180.0) + rng.normal(0.0, 5.0)
        pose = Pose(
            float(np.clip(x, -profile.left_end_zone_mm + 16, profile.goal_to_goal_mm + 16)),
            float(np.clip(y, 14.0, profile.width_mm - 14.0)),
            float(heading),
        )
        if all(_gap(each.pose, each.shape, pose, shape, shapes) > 0.3 for each in stood):
            return pose
    return None


def _clumped(
    stood: list[ForeignPlayer],
    ball: tuple[float, float],
    shapes: tuple[BaseShape, ...],
    profile: FieldProfile,
    rng: np.random.Generator,
) -> list[ForeignPlayer]:
    """Most of them creep to the ball and end against each other."""
    out: list[ForeignPlayer] = []
    order = sorted(stood, key=lambda p: math.hypot(p.pose.x_mm - ball[0], p.pose.y_mm - ball[1]))
    for each in order:
        if rng.random() < 0.25:
            if all(_gap(o.pose, o.shape, each.pose, each.shape, shapes) > 0.1 for o in out):
                out.append(each)
            continue
        turned = each.pose.heading_deg + rng.normal(0.0, 32.0)
        dx, dy = each.pose.x_mm - ball[0], each.pose.y_mm - ball[1]
        angle = math.atan2(dy, dx) + rng.normal(0.0, 0.25)
        wanted = 0.02 if rng.random() < 0.55 else float(rng.exponential(2.5))

        def at(far: float, angle: float = angle, turned: float = turned) -> Pose:
            x, y = ball[0] + far * math.cos(angle), ball[1] + far * math.sin(angle)
            return Pose(x, y, turned)

        far = 0.0
        while far < 260.0 and not _clear(at(far), each.shape, out, shapes, wanted):
            far += 0.7
        low, high = max(0.0, far - 0.7), far
        for _ in range(9):
            middle = (low + high) / 2
            clear = _clear(at(middle), each.shape, out, shapes, wanted)
            low, high = (low, middle) if clear else (middle, high)
        pose = at(high)
        inside = 8.0 < pose.y_mm < profile.width_mm - 8.0
        inside = inside and 0.0 < pose.x_mm < profile.goal_to_goal_mm
        if inside and _clear(pose, each.shape, out, shapes, 0.0):
            out.append(replace(each, pose=pose))
    return out


def _clear(
    pose: Pose,
    shape: int,
    others: list[ForeignPlayer],
    shapes: tuple[BaseShape, ...],
    gap_mm: float,
) -> bool:
    return all(_gap(o.pose, o.shape, pose, shape, shapes) >= gap_mm for o in others)


def _fate(
    each: ForeignPlayer, all_of: list[ForeignPlayer], kind: str, rng: np.random.Generator
) -> ForeignPlayer:
    """Some have fallen, to a side where there is room to lie."""
    if rng.random() > FALLEN_SHARE[kind]:
        return each
    for toward in rng.uniform(0.0, 360.0, 24):
        c, s = math.cos(math.radians(toward)), math.sin(math.radians(toward))
        spots = [(each.pose.x_mm + c * far, each.pose.y_mm + s * far) for far in (16.0, 32.0)]
        others = [o.pose for o in all_of if o is not each]
        if all(math.hypot(x - o.x_mm, y - o.y_mm) > 24.0 for x, y in spots for o in others):
            return replace(each, fallen=True, toward_deg=float(toward))
    return each


def _hands(
    stood: list[ForeignPlayer], kind: str, rng: np.random.Generator
) -> tuple[list[ForeignPlayer], tuple[dict[str, Any], ...]]:
    """At a stop a coach takes hold of a figure."""
    if kind == "clump" or rng.random() < (0.35 if kind != "stop" else 0.15):
        return stood, ()
    upright = [k for k, each in enumerate(stood) if not each.fallen]
    if not upright or (kind != "stop" and rng.random() < 0.6):
        return stood, ()
    k = upright[int(rng.integers(len(upright)))]
    if rng.random() < 0.4:
        stood = [*stood]
        stood[k] = replace(stood[k], lift_mm=float(rng.uniform(4.0, 35.0)))
    held = stood[k]
    arm = float(rng.choice([-90.0, 90.0])) + float(rng.normal(0.0, 22.0))
    tones = ((0.80, 0.58, 0.47), (0.45, 0.29, 0.20), (0.88, 0.70, 0.60))
    hand = {
        "place": [held.pose.x_mm, held.pose.y_mm, held.lift_mm + float(rng.uniform(20.0, 30.0))],
        "arm_deg": arm,
        "left": bool(rng.random() < 0.5),
        "skin": list(tones[int(rng.integers(3))]),
        "sleeve": [float(v) for v in rng.uniform(0.05, 0.6, 3)],
        "sleeved": bool(rng.random() < 0.7),
        "watch": bool(rng.random() < 0.3),
    }
    return stood, (hand,)


def _markers(
    ball: tuple[float, float],
    profile: FieldProfile,
    stood: list[ForeignPlayer],
    shapes: tuple[BaseShape, ...],
    rng: np.random.Generator,
) -> tuple[dict[str, Any], ...]:
    wanted: list[tuple[str, tuple[float, float], list[float], list[float], float]] = []
    leather, felt = [0.38, 0.17, 0.08], [0.45, 0.27, 0.15]
    if rng.random() < 0.75:
        wanted.append(("ball magnet", ball, [11.5, 6.8], leather, 0.6))
    if rng.random() < 0.5:
        spot = (ball[0] + float(rng.normal(0, 60)), ball[1] + float(rng.normal(0, 40)))
        wanted.append(("felt ball", spot, [8.0, 5.0], felt, 0.0))
    colours = {"red magnet": [0.8, 0.06, 0.07], "yellow magnet": [0.93, 0.75, 0.08],
               "green magnet": [0.05, 0.5, 0.2]}  # fmt: skip
    for kind, colour in colours.items():
        if rng.random() < 0.45:
            x = float(rng.uniform(0.05, 0.95)) * profile.goal_to_goal_mm
            y = float(rng.choice([-3.0, profile.width_mm + 3.0]))
            wanted.append((kind, (x, y), [float(rng.uniform(9, 15)), 4.0], colour, 0.6))
    if rng.random() < 0.4:
        wanted += [
            ("orange pylon", (x, y), [5.0, 11.0], [0.95, 0.4, 0.05], 0.2)
            for x in (0.0, profile.goal_to_goal_mm)
            for y in (0.0, profile.width_mm)
        ]
    out = []
    for kind, (x, y), size, colour, gloss in wanted:
        clear = all(
            math.hypot(e.pose.x_mm - x, e.pose.y_mm - y)
            > shapes[e.shape].reach_mm + size[0] / 2 + 2
            for e in stood
        )
        if clear:
            turn = float(rng.uniform(0.0, 180.0))
            out.append({"kind": kind, "place": [x, y], "size": size, "colour": colour,
                        "gloss": gloss, "turn": turn})  # fmt: skip
    return tuple(out)
