"""Places for training pictures: on the metal, nobody on another's base, each at its front."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import affinity
from shapely.geometry import Polygon, box

from referee.core.roster import Team
from referee.lab.train.figures.figure_places import enrolled_places, random_places
from referee.loaders.fields import load_field
from referee.sim.live.teams import usual_roster

FIELD = load_field("620")
ROSTER = usual_roster(5)
METAL = box(
    FIELD.metal_left_x_mm, FIELD.metal_near_y_mm, FIELD.metal_right_x_mm, FIELD.metal_far_y_mm
)


def footprint(player, pose):
    corners = Polygon(player.base.skeleton_mm).buffer(player.base.radius_mm)
    turned = affinity.rotate(corners, pose.heading_deg, origin=(0, 0))
    return affinity.translate(turned, pose.x_mm, pose.y_mm)


@pytest.mark.parametrize("seed", range(6))
def test_nobody_stands_on_another_and_all_are_on_the_metal(seed):
    poses = random_places(FIELD, ROSTER, np.random.default_rng(seed))
    bases = [footprint(p, pose) for p, pose in zip(ROSTER, poses, strict=True)]
    over = sum(a.intersection(b).area > 1.0 for k, a in enumerate(bases) for b in bases[k + 1 :])
    assert over == 0
    assert all(METAL.contains(base.centroid) for base in bases)


def test_the_enrolments_line_up_has_home_on_the_left_facing_right():
    poses = enrolled_places(FIELD, ROSTER)
    middle = FIELD.goal_to_goal_mm / 2
    for player, pose in zip(ROSTER, poses, strict=True):
        assert (pose.x_mm < middle) == (player.team is Team.HOME)
        assert pose.heading_deg == (0.0 if player.team is Team.HOME else 180.0)
