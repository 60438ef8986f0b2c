"""Boards whose profile is not given, measured from a picture and one length."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from referee.bench.camera_cases.watched import BOARDS
from referee.calibrate.new_field.measure import measure_field
from referee.calibrate.outcome import Refused
from referee.core.field import FieldProfile
from referee.files.fields import load_field
from referee.sim.art.looks import random_look
from referee.sim.crowds import random_roster
from referee.sim.render import LIVE, Renderer
from referee.sim.scene import BoardState

SEED = 8_400_000
PLACES = (
    "left_end_zone_mm",
    "right_end_zone_mm",
    "near_hash_y_mm",
    "far_hash_y_mm",
    "near_numbers_outer_y_mm",
    "near_numbers_inner_y_mm",
    "far_numbers_inner_y_mm",
    "far_numbers_outer_y_mm",
)


@dataclass
class Unknown:
    """Errors in mm of the boards that were measured, and how many were refused with a reason."""

    width_mm: list[float] = field(default_factory=list)
    places_mm: list[float] = field(default_factory=list)
    refused: int = 0
    tried: int = 0


def measure_unknown(number: int, out: Unknown) -> None:
    """Draw an empty board under a crooked camera, measure it, compare with its profile."""
    rng = np.random.default_rng([SEED, number])
    true = load_field(BOARDS[number % len(BOARDS)])
    look = random_look(true, random_roster(rng), rng)
    picture = Renderer(true, look, LIVE).render(BoardState(0, 0.0, ())).image
    found = measure_field([picture], true.goal_to_goal_mm, "unknown")
    out.tried += 1
    if isinstance(found, Refused):
        out.refused += 1
        return
    out.width_mm.append(abs(found.profile.width_mm - true.width_mm))
    out.places_mm += [_off_mm(found.profile, true, key) for key in PLACES]


def _off_mm(found: FieldProfile, true: FieldProfile, key: str) -> float:
    return abs(float(getattr(found, key)) - float(getattr(true, key)))
