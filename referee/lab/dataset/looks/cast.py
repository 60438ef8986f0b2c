"""Boards, bases and players for one picture, drawn at random from a family."""

from __future__ import annotations

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import (
    BaseShape,
    beveled_front,
    round_front,
    rounded_rectangle,
)
from referee.core.roster import Player, Roster, Team
from referee.lab.dataset.looks.asset_family import AssetFamily

KINDS = 6  # of bases in one picture
FIGURES = 64  # more than in a game: a picture is paid for by its board, figures are cheap


def random_profile(rng: np.random.Generator) -> FieldProfile:
    """A board of any size and proportions that are sold, and a little beyond."""
    length = float(rng.uniform(480.0, 900.0))
    width = length * float(rng.uniform(0.48, 0.68))
    zone = length * float(rng.uniform(0.06, 0.12))
    outer = width * float(rng.uniform(0.06, 0.16))
    inner = outer + width * float(rng.uniform(0.04, 0.12))
    hash_y = width * float(rng.uniform(0.33, 0.44))
    border = float(rng.uniform(6.0, 40.0))
    return FieldProfile(
        name="drawn",
        title="Drawn at random",
        goal_to_goal_mm=length,
        width_mm=width,
        left_end_zone_mm=zone,
        right_end_zone_mm=zone,
        near_hash_y_mm=hash_y,
        far_hash_y_mm=width - hash_y,
        near_numbers_outer_y_mm=outer,
        near_numbers_inner_y_mm=inner,
        far_numbers_inner_y_mm=width - inner,
        far_numbers_outer_y_mm=width - outer,
        metal_left_x_mm=-zone - border,
        metal_right_x_mm=length + zone + border,
        metal_near_y_mm=-border,
        metal_far_y_mm=width + border,
        line_width_mm=float(rng.uniform(0.6, 2.4)),
        hash_length_mm=float(rng.uniform(2.0, 8.0)),
        yard_line_every_yd=int(rng.choice([5, 5, 5, 10, 1])),
        numbers_every_yd=10,
    )


def random_base(rng: np.random.Generator, family: AssetFamily, name: str) -> BaseShape:
    """A base of any usual outline."""
    length = float(rng.uniform(*family.length_mm))
    width = length * float(rng.uniform(0.62, 0.86))
    radius = float(rng.uniform(*family.corner_mm))
    height = float(rng.uniform(2.0, 4.5))
    share = float(rng.uniform(*family.shape_of_front))
    room = min(length, width) / 2 - radius
    kind = rng.random()
    if kind < 0.5:
        return rounded_rectangle(name, length, width, radius, height)
    if kind < 0.75:
        return beveled_front(name, length, width, radius, share * room, height)
    return round_front(name, length, width, radius, max(0.25, share * room), height)


def random_roster(rng: np.random.Generator, family: AssetFamily) -> Roster:
    """Two teams on bases of a few kinds; often all alike, as out of one box."""
    shapes = [random_base(rng, family, f"kind-{k}") for k in range(KINDS)]
    alike = rng.random() < 0.5
    players = []
    for k in range(FIGURES):
        team = (Team.HOME, Team.AWAY)[k % 2]
        kind = 0 if alike else int(rng.integers(KINDS))
        number = int(rng.integers(0, 100))
        players.append(Player(f"{team.value[0].upper()}{k}", team, number, shapes[kind]))
    return Roster(tuple(players))
