"""What the two processes say to each other: frozen values, nothing else crosses the pipe."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.camera.camera_model import CameraModel
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.power.switch import PowerState
from referee.sim.board_state import BoardState
from referee.sim.live.guided_hands import NO_HANDS, HandsOrder, HandsReport
from referee.sim.live.stepped_board import BoardHappening, CoachOrder, CoachReport, PictureTruth
from referee.sim.physics import TruthEvent


class PowerVerb(StrEnum):
    """Everything the board may be asked to do with its power."""

    ON = "on"
    OFF = "off"
    PULSE = "pulse"
    PANIC = "panic"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class PowerOrder:
    """A power command given at ``t_ns``; ``for_ns`` is the lease or the length of the pulse."""

    verb: PowerVerb
    t_ns: int
    for_ns: int = 0


BoardOrder = PowerOrder | CoachOrder | HandsOrder


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """Somebody waits for pictures; nothing is drawn for nobody."""


@dataclass(frozen=True, slots=True)
class BoardPreparing:
    """Start-up goes on: what is being done and how far it is, 0 to 1."""

    doing: str
    done: float


@dataclass(frozen=True, slots=True)
class BoardReady:
    """The board stands: what does not change from here on. ``start_ns`` is the board's time 0."""

    profile: FieldProfile
    roster: Roster
    camera: CameraModel
    fps: float
    start_ns: int


@dataclass(frozen=True, slots=True)
class BoardTick:
    """The board at one instant. ``t_ns`` is monotonic, ``state.t_ns`` is the board's own time.

    ``physics_share`` is how much of the time since the last tick the physics took to compute.
    ``facts`` are the truth since the last tick, in the board's own time.
    """

    t_ns: int
    state: BoardState
    power: PowerState
    happenings: tuple[BoardHappening, ...]
    coach: CoachReport
    physics_share: float
    hands: HandsReport = NO_HANDS
    facts: tuple[TruthEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class FrameNote:
    """A picture lies in the ring: when it was taken, what it shows and what it took."""

    sequence: int
    t_ns: int
    truth: PictureTruth
    render_ns: int
    dropped: int


@dataclass(frozen=True, slots=True)
class BoardFailed:
    """The board stopped, and why."""

    why: str


BoardReport = BoardPreparing | BoardReady | BoardTick | FrameNote | BoardFailed
