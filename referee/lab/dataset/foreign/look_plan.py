"""What a look of the foreign domain is made of: boards, bases, players, rooms, drawn by number.

Styles take turns over the looks, so that a dozen looks have some of everything.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import (
    BaseShape,
    beveled_front,
    round_front,
    rounded_rectangle,
)
from referee.lab.dataset.foreign.board_styles import BOARDS, draw_board
from referee.lab.dataset.foreign.room_styles import ROOMS, draw_room
from referee.lab.dataset.foreign.wardrobe import BASE_DRESSES, draw_teams

MOULDS = 9
POSE_SETS = (
    ("guard", "block", "run", "throw", "down", "wrap"),
    ("down", "block", "block", "guard", "run", "catch"),
    ("guard", "guard", "guard", "run", "throw"),
    ("wrap", "run", "catch", "down", "block", "throw"),
)
STYLE_STRIDE = 5  # coprime with every list of styles: neighbours in one differ in the others


@dataclass(frozen=True)
class LookPlan:
    """One look: plain data for the studio, and what the truth needs to know of it."""

    number: int
    board_style: str
    light_style: str
    profile: FieldProfile
    shapes: tuple[BaseShape, ...]
    studio: dict[str, Any]


def plan_look(seed: int, number: int) -> LookPlan:
    """Everything of a look but its camera and its frames."""
    rng = np.random.default_rng([seed, number])
    board_style = list(BOARDS)[number % len(BOARDS)]
    light_style = ROOMS[(number * STYLE_STRIDE + number // len(ROOMS) + seed) % len(ROOMS)]
    board = draw_board(board_style, rng)
    dress = BASE_DRESSES[(number * STYLE_STRIDE + seed) % len(BASE_DRESSES)]
    shapes = tuple(_shape(k, rng) for k in range(1 if rng.random() < 0.5 else 3))
    kinds = [_kind(shape, rng) for shape in shapes]
    poses = POSE_SETS[(number + seed) % len(POSE_SETS)]
    studio = {
        "board": board,
        "room": draw_room(light_style, board, rng),
        "teams": draw_teams(dress, board, rng),
        "kinds": kinds,
        "moulds": [_mould(poses[k % len(poses)], rng) for k in range(MOULDS)],
    }
    return LookPlan(number, board_style, light_style, _profile(board), shapes, studio)


def _shape(k: int, rng: np.random.Generator) -> BaseShape:
    """Bases as they are sold: 26 to 28 by 19 to 21 mm, bevelled, rounded or square in front."""
    length, width = float(rng.uniform(25.8, 28.2)), float(rng.uniform(18.8, 21.2))
    radius, top = float(rng.uniform(0.6, 2.6)), float(rng.uniform(3.4, 4.8))
    front = rng.choice(["bevel", "round", "square"], p=[0.45, 0.35, 0.2])
    if front == "bevel":
        return beveled_front(f"foreign-{k}", length, width, radius, rng.uniform(2.0, 4.2), top)
    if front == "round":
        return round_front(f"foreign-{k}", length, width, radius, rng.uniform(1.5, 5.0), top)
    return rounded_rectangle(f"foreign-{k}", length, width, radius, top)


def _kind(shape: BaseShape, rng: np.random.Generator) -> dict[str, Any]:
    return {
        "outline": shape.outline_mm(0.02).tolist(),
        "length": shape.length_mm,
        "width": shape.width_mm,
        "top": shape.height_mm,
        "slab": float(rng.uniform(1.5, 2.4)),
        "dial": bool(rng.random() < 0.6),
        "rails": bool(rng.random() < 0.35),
        "step": bool(rng.random() < 0.25),
        "front": str(rng.choice(["none", "none", "paint"])),
    }


def _mould(pose: str, rng: np.random.Generator) -> dict[str, Any]:
    ball = {"throw": "r", "run": "l"}.get(pose, "")
    return {
        "pose": pose,
        "seed": int(rng.integers(2**31)),
        "fat": float(rng.uniform(0.9, 1.25)),
        "scale": float(rng.uniform(0.92, 1.15)),
        "nod": float(rng.uniform(0.0, 25.0)),
        "bars": int(rng.integers(1, 4)),
        "stripe": bool(rng.random() < 0.6),
        "plate": bool(rng.random() < 0.5),
        "ball": ball if rng.random() < 0.3 else "",
    }


def _profile(board: dict[str, Any]) -> FieldProfile:
    length, width = board["length"], board["width"]
    x0, y0, x1, y1 = board["metal"]
    half = board["number_mm"] / 2
    near = board["number_y"]
    return FieldProfile(
        name="foreign",
        title=f"Foreign, {board['style']}",
        goal_to_goal_mm=length,
        width_mm=width,
        left_end_zone_mm=board["zone"],
        right_end_zone_mm=board["zone"],
        near_hash_y_mm=board["hash_y"] + board["hash_mm"] / 2,
        far_hash_y_mm=width - board["hash_y"] + board["hash_mm"] / 2,
        near_numbers_outer_y_mm=near - half,
        near_numbers_inner_y_mm=near + half,
        far_numbers_inner_y_mm=width - near - half,
        far_numbers_outer_y_mm=width - near + half,
        metal_left_x_mm=x0,
        metal_right_x_mm=x1,
        metal_near_y_mm=y0,
        metal_far_y_mm=y1,
        line_width_mm=board["line_mm"],
        hash_length_mm=board["hash_mm"],
        yard_line_every_yd=5 * board["line_step"],
    )


def look_at(eye: Sequence[float], target: Sequence[float], roll_deg: float) -> list[list[float]]:
    """A Blender camera matrix: it looks along its own -z, its y is up in the picture."""
    back = np.array(eye, dtype=float) - np.array(target, dtype=float)
    back /= np.linalg.norm(back)
    side = np.cross((0.0, 1.0, 0.0), back)
    side /= np.linalg.norm(side)
    up = np.cross(back, side)
    c, s = math.cos(math.radians(roll_deg)), math.sin(math.radians(roll_deg))
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1] = c * side + s * up, c * up - s * side
    matrix[:3, 2], matrix[:3, 3] = back, eye
    return [[float(v) for v in row] for row in matrix]
