"""What a figure and its base look like: sampled colours, made comparable between lit and shaded.

Colours are relative to the board around the base, so a figure in the lamp's light and one in shade
look alike. Samples that a neighbour hides are given no weight; where a figure should be and the
picture shows what lies around it, its own base or the board, there is little figure to be seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F64
from referee.core.compiler import compiled
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.vision.appearance.board_light import board_light, light_at

STEP_MM = 1.6
# Where a figure is: discs around the middle of its base, at the height of belt and shoulders.
FIGURE_DISCS_MM = ((12.0, 9.5), (24.0, 6.5))  # height above the base's top, radius
HEAD_MM = 27.0  # how high a figure reaches: so much of the base is hidden behind it
COLUMN_MM = 7.5  # half the width of what a figure hides
NEIGHBOUR_MM = 90.0  # a figure further off hides nothing
RIM_MM = 1.2  # of a base: its edge is half board
AROUND_MM = 120.0  # of board around the figures, where nobody says how large it is
DARKEST = 0.02  # of the light that a webcam can tell from black
RING_MM = (1.5, 3.5)  # of board around a base: what it stands on, beside its own shadow
# Colours this near to each other are one; distances are in units of light and of both differences.
ALIKE = np.array([0.15, 0.09, 0.09])
# Of the surroundings that look like a sample of the figure.
FEW = 0.02  # share at which a sample of the figure counts fully
MANY = 0.10  # share at which it counts least
LEAST_FIGURE = 0.1  # a figure may be as its base is
FIGURE = 0
BASE = 1
RING = 2
# Columns of a description.
LIGHT, RED_GREEN, YELLOW_BLUE, ZONE, WEIGHT = range(5)


def describe_figures(
    image: Image,
    camera: CameraModel,
    poses: Sequence[Pose],
    shapes: Sequence[BaseShape],
    profile: FieldProfile | None = None,
) -> list[F64]:
    """How each figure of a frame looks; where one hides another the hidden samples do not count."""
    if not poses:
        return []
    eye = camera.position_mm
    feet = np.array([[p.x_mm, p.y_mm] for p in poses])
    tops = np.array([s.height_mm for s in shapes])
    # Where the head of a figure is seen, on the plane of the base tops.
    reach = HEAD_MM / (eye[2] - tops - HEAD_MM)
    heads = feet + (feet - eye[:2]) * reach[:, None]
    table = _table(poses, shapes, feet, heads)
    points, rows = [], []
    for k, (pose, shape) in enumerate(zip(poses, shapes, strict=True)):
        samples, zones = _samples(pose, shape, feet[k], heads[k])
        points.append(samples)
        rows.append((zones, _unhidden(samples, k, table, eye)))
    light = board_light(image, camera, _box(feet, profile))
    colours = light_at(image, camera, np.vstack(points))
    ends = np.cumsum([len(p) for p in points])[:-1]
    return [
        _figure_alone(_relative(lit, light.at(foot), zones, weight))
        for lit, foot, (zones, weight) in zip(np.split(colours, ends), feet, rows, strict=True)
    ]


def _figure_alone(rows: F64) -> F64:
    """Less weight for samples of the figure that look as its surroundings do; without the ring."""
    zones = rows[:, ZONE]
    around = rows[(zones != FIGURE) & (rows[:, WEIGHT] > 0.0), : YELLOW_BLUE + 1] / ALIKE
    figure = zones == FIGURE
    if len(around):
        shares = _share_near(rows[figure, : YELLOW_BLUE + 1] / ALIKE, around)
        rows[figure, WEIGHT] *= np.clip((MANY - shares) / (MANY - FEW), LEAST_FIGURE, 1.0)
    return np.asarray(rows[zones != RING])


def _box(feet: F64, profile: FieldProfile | None) -> tuple[float, float, float, float]:
    """Where the board is looked at for its light."""
    if profile is not None:
        p = profile
        return p.metal_left_x_mm, p.metal_near_y_mm, p.metal_right_x_mm, p.metal_far_y_mm
    low, high = feet.min(axis=0) - AROUND_MM, feet.max(axis=0) + AROUND_MM
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _relative(lit: F64, level: float, zones: F64, weight: F64) -> F64:
    """Cube roots, as eyes see: differences of dark colours count as much as of bright ones."""
    share = np.cbrt(np.nan_to_num(lit) / max(level, DARKEST))
    blue, green, red = share.T
    seen = np.where(np.isfinite(lit[:, 0]), weight, 0.0)
    return np.column_stack(
        [(red + green + blue) / 3.0, red - green, (red + green) / 2.0 - blue, zones, seen]
    )


def _samples(pose: Pose, shape: BaseShape, foot: F64, head: F64) -> tuple[F64, F64]:
    """Points in board mm with their height, and the zone of each."""
    parts, zones = [], []
    for height, radius in FIGURE_DISCS_MM:
        disc = _disc(radius)
        flat = foot + disc
        parts.append(np.c_[flat, np.full(len(flat), shape.height_mm + height)])
        zones.append(np.full(len(flat), float(FIGURE)))
    top = pose.to_board(_inside(shape))
    top = top[_to_segment(top, foot, head) > COLUMN_MM]
    parts.append(np.c_[top, np.full(len(top), shape.height_mm)])
    zones.append(np.full(len(top), float(BASE)))
    ring = pose.to_board(_around(shape))
    ring = ring[_to_segment(ring, foot, head) > COLUMN_MM]
    parts.append(np.c_[ring, np.zeros(len(ring))])
    zones.append(np.full(len(ring), float(RING)))
    return np.vstack(parts), np.concatenate(zones)


@compiled
def _share_near(colours: F64, others: F64) -> F64:
    """For each colour the share of the others within a distance of 1."""
    out = np.zeros(len(colours))
    for i in range(len(colours)):
        light, red, blue = colours[i, 0], colours[i, 1], colours[i, 2]
        near = 0
        for j in range(len(others)):
            a, b, c = others[j, 0] - light, others[j, 1] - red, others[j, 2] - blue
            if a * a + b * b + c * c < 1.0:
                near += 1
        out[i] = near / len(others)
    return out


@compiled
def _unhidden(samples: F64, own: int, table: F64, eye: F64) -> F64:
    """1 for samples that no neighbour's figure or base hides, else 0. For columns see `_table`."""
    weight = np.ones(len(samples))
    foot_x, foot_y, top = table[own, 0], table[own, 1], table[own, 8]
    for j in range(len(table)):
        x, y, head_x, head_y, c, s, half_length, half_width, _ = table[j]
        if j == own or math.hypot(x - foot_x, y - foot_y) > NEIGHBOUR_MM:
            continue
        along_x, along_y = head_x - x, head_y - y
        square = max(along_x * along_x + along_y * along_y, 1e-9)
        for i in range(len(samples)):
            lift = (samples[i, 2] - top) / (eye[2] - samples[i, 2])
            dx = samples[i, 0] + (samples[i, 0] - eye[0]) * lift - x
            dy = samples[i, 1] + (samples[i, 1] - eye[1]) * lift - y
            share = min(max((dx * along_x + dy * along_y) / square, 0.0), 1.0)
            if math.hypot(dx - share * along_x, dy - share * along_y) < COLUMN_MM:
                weight[i] = 0.0
            elif samples[i, 2] > top:
                ahead, left = dx * c + dy * s, dy * c - dx * s
                if abs(ahead) < half_length and abs(left) < half_width:
                    weight[i] = 0.0
    return weight


def _table(poses: Sequence[Pose], shapes: Sequence[BaseShape], feet: F64, heads: F64) -> F64:
    """A row for each figure: foot, head, cosine and sine of the heading, half sizes, top."""
    turns = np.radians([p.heading_deg for p in poses])
    sizes = np.array([[s.length_mm / 2, s.width_mm / 2, s.height_mm] for s in shapes])
    return np.column_stack([feet, heads, np.cos(turns), np.sin(turns), sizes])


@cache
def _disc(radius_mm: float) -> F64:
    side = np.arange(-radius_mm, radius_mm + 0.1, STEP_MM)
    x, y = (v.ravel() for v in np.meshgrid(side, side))
    kept = np.hypot(x, y) <= radius_mm
    return np.stack([x[kept], y[kept]], axis=1)


@cache
def _inside(shape: BaseShape) -> F64:
    a, b = shape.length_mm / 2 - RIM_MM, shape.width_mm / 2 - RIM_MM
    x, y = np.meshgrid(np.arange(-a, a + 0.1, STEP_MM), np.arange(-b, b + 0.1, STEP_MM))
    return np.stack([x.ravel(), y.ravel()], axis=1)


@cache
def _around(shape: BaseShape) -> F64:
    """Lines around the rectangle that encloses the base."""
    lines = []
    for far in RING_MM:
        a, b = shape.length_mm / 2 + far, shape.width_mm / 2 + far
        u, v = np.arange(-a, a, 2.0 * STEP_MM), np.arange(-b, b, 2.0 * STEP_MM)
        lines += [np.c_[u, np.full(len(u), side)] for side in (-b, b)]
        lines += [np.c_[np.full(len(v), side), v] for side in (-a, a)]
    return np.vstack(lines)


def _to_segment(points: F64, start: F64, end: F64) -> F64:
    along = end - start
    share = np.clip((points - start) @ along / max(float(along @ along), 1e-9), 0.0, 1.0)
    return np.asarray(np.hypot(*(points - start - share[:, None] * along).T))
