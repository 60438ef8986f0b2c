"""Places one figure after the other where it fits; all keep off the first, the carrier."""

from __future__ import annotations

import math
from dataclasses import replace

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Team
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.pictures.base_placement import BasePlacement
from referee.loaders.fields import load_field
from referee.sim.live.teams import usual_roster
from referee.sim.physics import Dynamics

FIELDS = ("620", "500")
# Apart from the carrier before the play, so that every touch begins in it.
START_GAP_MM, GAP_MM = 3.5, 0.3
TRIES = 60


class FigureSetter:
    """Puts one figure after the other where it fits."""

    def __init__(self, recipe: PlayRecipe) -> None:
        self.recipe, self.rng = recipe, recipe.chance(0)
        self.field = load_field(FIELDS[int(self.rng.integers(len(FIELDS)))])
        self.roster = usual_roster(recipe.seed)
        self.team = Team.HOME if self.rng.random() < 0.5 else Team.AWAY
        self.plays = Direction.RIGHT if self.rng.random() < 0.5 else Direction.LEFT
        self.standing = BasePlacement(self.field)
        self.placed: dict[str, Pose] = {}
        self.dynamics: dict[str, Dynamics] = {}

    def yards(self, yards: float) -> float:
        """Millimetres along the field, positive the way the carrier's team plays."""
        return self.plays.sign * yards * self.field.length_mm_per_yd

    @property
    def own_goal_x(self) -> float:
        """Where the goal line of the carrier's team is."""
        return 0.0 if self.plays is Direction.RIGHT else self.field.goal_to_goal_mm

    def put(self, player: Player, pose: Pose) -> bool:
        """Stand a player there, if there is room."""
        if not self.standing.free(player.base, pose, inside_mm=player.base.reach_mm):
            return False
        for name, other in self.placed.items():
            shape = self.roster.player(name).base
            near = START_GAP_MM if name == next(iter(self.placed)) else GAP_MM
            if signed_gap(shape, other, player.base, pose).gap_mm < near:
                return False
        self.standing.put(player.base, pose)
        self.placed[player.id] = pose
        return True

    def put_near(
        self, player: Player, pose: Pose, step_mm: float = 12.0, keep_off_mm: float = 0.0
    ) -> None:
        """Stand a player there or as near as there is room, so far from whoever stood first."""
        metal = self.field
        for k in range(2 * TRIES * TRIES):
            off = self.rng.normal(0.0, step_mm * k / 4.0, 2) if k else (0.0, 0.0)
            x, y = pose.x_mm + float(off[0]), pose.y_mm + float(off[1])
            if k >= TRIES:
                x = float(self.rng.uniform(metal.metal_left_x_mm, metal.metal_right_x_mm))
                y = float(self.rng.uniform(metal.metal_near_y_mm, metal.metal_far_y_mm))
            first = next(iter(self.placed.values()), None)
            if first and math.hypot(first.x_mm - x, first.y_mm - y) < keep_off_mm:
                continue
            if self.put(player, replace(pose, x_mm=x, y_mm=y)):
                return
        raise BadValue("player", player.id, "a place on the board")
