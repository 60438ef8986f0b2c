"""What the two processes say to each other: frozen values, nothing else crosses the pipe."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from referee.camera.camera_model import CameraModel
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.power.switch import PowerCause, PowerState
from referee.sim.board_state import BoardState
from referee.sim.live.guided_hands import NO_HANDS, HandsOrder, HandsReport
from referee.sim.physics import TruthEvent


class PowerVerb(StrEnum):
    """Everything the board may be asked to do with its power."""

    ON = "on"
    OFF = "off"
    PULSE = "pulse"
    PANIC = "panic"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class SwitchOrder:
    """A power command given at ``t_ns``; ``for_ns`` is the lease or the length of the pulse."""

    verb: PowerVerb
    t_ns: int
    for_ns: int = 0


BoardOrder = SwitchOrder | HandsOrder


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

    ``facts`` are the truth since the last tick, in the board's own time.
    """

    t_ns: int
    state: BoardState
    power: PowerState
    hands: HandsReport = NO_HANDS
    facts: tuple[TruthEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class FrameWritten:
    """A picture lies in the ring; sequences count from 1, and one left out was never drawn."""

    sequence: int


@dataclass(frozen=True, slots=True)
class BoardFailed:
    """The board stopped, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class BoardStep:
    """To a board in step: obey these orders at their instants, run up to ``t_ns``, and draw it."""

    number: int
    t_ns: int
    orders: tuple[BoardOrder, ...]


@dataclass(frozen=True, slots=True)
class BoardStepped:
    """From a board in step: the picture with this number is in the ring, ``tick`` is its board."""

    number: int
    tick: BoardTick


BoardReport = BoardPreparing | BoardReady | BoardTick | FrameWritten | BoardStepped | BoardFailed


def order_in_board_time(order: BoardOrder, start_ns: int) -> BoardOrder:
    """An order stamped on the clock, as the board counts from its own 0 ns."""
    return replace(order, t_ns=order.t_ns - start_ns)


def power_on_clock(state: PowerState, start_ns: int) -> PowerState:
    """The relay's state as the clock counts; never switched, ``since_ns`` is the start."""
    until_ns = None if state.until_ns is None else state.until_ns + start_ns
    since_ns = start_ns if state.cause is PowerCause.NEVER_ON else state.since_ns + start_ns
    return replace(state, since_ns=since_ns, until_ns=until_ns, as_of_ns=state.as_of_ns + start_ns)
