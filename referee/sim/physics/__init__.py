"""The physics of the board: bases that creep, bump and push, hands, and the exact truth.

In: a field, a roster, settings, a seed; power and hands while it runs. Out: states of the board at
any instant, and facts. Begin with `world`. Adding a setting: a field and a range in `settings`,
and a row of docs/sim-board.md.
"""

from referee.sim.physics.hands.actions import (
    HandAction,
    MoveMarker,
    Pivot,
    PlaceMarker,
    PutDown,
    RemoveMarker,
    SetFormation,
    TakeOff,
)
from referee.sim.physics.settings import Dynamics, PhysicsSettings, load_physics, random_dynamics
from referee.sim.physics.truth.events import (
    ContactBegan,
    ContactEnded,
    Fell,
    HandActed,
    LineCrossed,
    LineReached,
    MarkerLeft,
    MarkerTouched,
    MotionStarted,
    MotionStopped,
    PowerBegan,
    PowerCommanded,
    PowerDone,
    TruthEvent,
)
from referee.sim.physics.world import PhysicsWorld

__all__ = [
    "ContactBegan",
    "ContactEnded",
    "Dynamics",
    "Fell",
    "HandActed",
    "HandAction",
    "LineCrossed",
    "LineReached",
    "MarkerLeft",
    "MarkerTouched",
    "MotionStarted",
    "MotionStopped",
    "MoveMarker",
    "PhysicsSettings",
    "PhysicsWorld",
    "Pivot",
    "PlaceMarker",
    "PowerBegan",
    "PowerCommanded",
    "PowerDone",
    "PutDown",
    "RemoveMarker",
    "SetFormation",
    "TakeOff",
    "TruthEvent",
    "load_physics",
    "random_dynamics",
]
