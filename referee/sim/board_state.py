"""What is on the board at one instant: the physics writes it, every renderer reads it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.geometry.pose import Pose


class MarkerKind(StrEnum):
    """The small things that lie on a field."""

    BALL_MAGNET = "ball magnet"
    FELT_BALL = "felt ball"
    RED_MAGNET = "red magnet"
    YELLOW_MAGNET = "yellow magnet"
    GREEN_MAGNET = "green magnet"
    ORANGE_PYLON = "orange pylon"


@dataclass(frozen=True, slots=True)
class PieceState:
    """One figure on its base. Velocities let a renderer blur and roll its shutter.

    ``lift_mm`` is the height of the base's underside above the board (a hand carries it).
    A fallen figure lies with its head toward ``fall_toward_deg`` (a board heading) and its base
    stands on the edge it tipped over; ``pose`` then still tells where the base stands.
    """

    player_id: str
    pose: Pose
    vx_mm_s: float = 0.0
    vy_mm_s: float = 0.0
    spin_deg_s: float = 0.0
    lift_mm: float = 0.0
    fallen: bool = False
    fall_toward_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class MarkerState:
    """A marker: its centre, heading (of the long axis) and velocity."""

    kind: MarkerKind
    pose: Pose
    vx_mm_s: float = 0.0
    vy_mm_s: float = 0.0


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand above the board: where thumb and fingertips meet, and where the arm comes from.

    ``arm_heading_deg`` points from the fingertips back along the arm, as a board heading.
    ``grip_mm`` is how far thumb and fingertips are apart.
    """

    x_mm: float
    y_mm: float
    z_mm: float
    arm_heading_deg: float
    grip_mm: float = 20.0
    left: bool = False


@dataclass(frozen=True, slots=True)
class BoardState:
    """Everything that moves, at ``t_ns``. ``power_gain``: how strongly the board shakes, 0 to 1."""

    t_ns: int
    power_gain: float
    pieces: tuple[PieceState, ...]
    markers: tuple[MarkerState, ...] = ()
    hands: tuple[HandState, ...] = ()
