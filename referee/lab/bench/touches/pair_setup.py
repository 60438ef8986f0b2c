"""Sets up two bases alone on a board, aimed at each other or past each other by a little."""

from __future__ import annotations

import math

import numpy as np

from referee.calls.phase_state import PhaseState, PlayPhase
from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.lab.bench.calls.plays.defenders import aimed_offset_mm, velocity_of
from referee.lab.bench.calls.plays.figure_setter import TRIES, FigureSetter
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.calls.plays.play_recorder import PlayRecorder
from referee.lab.bench.calls.plays.play_setup import PlaySetup
from referee.lab.bench.calls.plays.recorded_play import RecordedPlay
from referee.sim.physics import Dynamics, PhysicsSettings, PhysicsWorld

# mm: the gaps that are aimed at; below 0 they run into each other. One pair in so many is head on.
AIMED_MM, HEAD_ON = (-1.5, 1.5), 5
SPEEDS_MM_S = (45.0, 150.0)
# s: before they would meet, and how long the board takes to bring them to speed.
MEET_S, STARTS_S = (0.3, 0.65), 0.085
# s: in every second pair the power is cut so long before or after they would meet.
CUT_S = (-0.06, 0.1)
SLOWEST_MM_S = 30.0


def record_pair(recipe: PlayRecipe) -> RecordedPlay:
    """Two bases, one of each team; the first of the roster counts as the carrier."""
    for attempt in range(TRIES):
        setup = _set_up(recipe, attempt)
        if setup is not None:
            stage, meets_s = setup
            rng = recipe.chance(3)
            phase_ns = int(rng.integers(0, S_NS // recipe.fps))
            cut = rng.random() < 0.5
            off_s = meets_s + STARTS_S + float(rng.uniform(*CUT_S)) if cut else math.inf
            return PlayRecorder(stage, phase_ns, off_s).play()
    raise BadValue("pair", recipe.number, "one with room on the board")


def _set_up(recipe: PlayRecipe, attempt: int) -> tuple[PlaySetup, float] | None:
    s = FigureSetter(recipe)
    rng = np.random.default_rng([recipe.seeds, recipe.number, 10 + attempt])
    players = (
        [p for p in s.roster if p.team is s.team],
        [p for p in s.roster if p.team is not s.team],
    )
    one, two = (team[int(rng.integers(11))] for team in players)
    middle = Pose(
        s.field.goal_to_goal_mm / 2, s.field.width_mm / 2, float(rng.uniform(-180.0, 180.0))
    )
    for player in (one, two):
        s.dynamics[player.id] = _figure(rng)
    heading = middle.heading_deg + float(rng.uniform(-180.0, 180.0))
    own, other = velocity_of(s, one, middle.heading_deg), velocity_of(s, two, heading)
    rel = other - own
    speed = float(np.hypot(*rel))
    if speed < SLOWEST_MM_S or not s.put(one, middle):
        return None
    along = rel / speed
    across = float(rng.choice([-1.0, 1.0])) * np.array([-along[1], along[0]])
    off = 0.0
    if recipe.number % HEAD_ON:
        gap = float(rng.uniform(*AIMED_MM))
        off = aimed_offset_mm(one.base, middle, two.base, heading, along, across, gap)
    meets_s = float(rng.uniform(*MEET_S))
    back = speed * meets_s + (one.base.reach_mm + two.base.reach_mm) / 2
    start = np.array([middle.x_mm, middle.y_mm]) - back * along + off * across
    if not s.put(two, Pose(float(start[0]), float(start[1]), heading)):
        return None
    roster = Roster((one, two))
    world = PhysicsWorld(s.field, roster, s.dynamics, recipe.seed, _board(rng))
    for name, at in s.placed.items():
        world.place(name, at)
    situation = PhaseState(
        play=recipe.number,
        phase=PlayPhase.RETURN,
        team=one.team,
        plays=s.plays,
        carrier=one.id,
        on_field=(one.id, two.id),
        scrimmage_x_mm=None,
        to_gain_x_mm=None,
    )
    return PlaySetup(recipe, s.field, roster, situation, world), meets_s


def _figure(rng: np.random.Generator) -> Dynamics:
    return Dynamics(
        speed_mm_s=float(rng.uniform(*SPEEDS_MM_S)),
        speed_noise=float(rng.uniform(0.02, 0.18)),
        turn_noise_deg_s=float(rng.uniform(1.0, 24.0)),
        noise_s=float(rng.uniform(0.2, 0.7)),
        strength=float(rng.uniform(0.8, 1.4)),
        mass_g=float(rng.uniform(6.0, 11.0)),
    )


def _board(rng: np.random.Generator) -> PhysicsSettings:
    """Boards as they may be, none of whose figures fall."""
    return PhysicsSettings(
        traction_mm_s2=float(rng.uniform(1000.0, 2200.0)),
        slip_mm_s=float(rng.uniform(25.0, 60.0)),
        base_friction=float(rng.uniform(0.1, 0.4)),
        locks_per_s=float(rng.uniform(0.0, 0.5)),
        coast_ms=float(rng.uniform(60.0, 130.0)),
        falls_per_s=0.0,
        falls_per_hard_hit=0.0,
        falls_per_side_push_s=0.0,
    )
