"""The simulated board: bases that creep, bump and push, and the exact truth about it."""

from referee.sim.physics.settings import Dynamics, Settings, load_physics, random_dynamics
from referee.sim.physics.world import World

__all__ = ["Dynamics", "Settings", "World", "load_physics", "random_dynamics"]
