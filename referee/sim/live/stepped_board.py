"""What the live loop needs of a simulated board: anything that steps, obeys and can be drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.record.observation import Observation
from referee.sim.board_state import BoardState
from referee.sim.live.guided_hands import HandsOrder, HandsReport
from referee.sim.physics import TruthEvent


class CoachVerb(StrEnum):
    """Everything the simulated coach may be asked."""

    PAUSE = "pause"
    RESUME = "resume"
    NEXT_PLAY = "next play"
    TAKE_SWITCH = "take the switch"
    LEAVE_SWITCH = "leave the switch"
    NEW_GAME = "new game"


@dataclass(frozen=True, slots=True)
class CoachOrder:
    """A wish to the coach; formations and seed are left as they are where None."""

    verb: CoachVerb
    t_ns: int
    offence: str | None = None
    defence: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class CoachReport:
    """What the simulated coach is about, for the page.

    A coach who ``switches`` uses the power himself; else he sets figures up and waits for whoever
    holds the switch.
    """

    doing: str
    paused: bool
    switches: bool
    play: int
    offence: str
    defence: str
    seed: int
    carrier: str | None = None


@dataclass(frozen=True, slots=True)
class BoardHappening:
    """Something that became true on the board at ``t_ns``, as a plain sentence."""

    t_ns: int
    kind: str
    text: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureGap:
    """Two bases that are near each other, at the instant of the picture."""

    a: str
    b: str
    gap_mm: float


@dataclass(frozen=True, slots=True)
class PictureTruth:
    """What a picture truly shows; ``visible`` follows the order of ``seen.bases``."""

    seen: Observation
    visible: tuple[float, ...]
    gaps: tuple[PictureGap, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RenderedPicture:
    """One rendered frame with its truth."""

    image: Image
    truth: PictureTruth


class SteppedBoard(Protocol):
    """The board with its figures, its coach and its painter, in a time of its own from 0 ns.

    ``hand`` is the coach's hand on the switch; whoever owns the switch puts it there.
    """

    hand: Callable[[bool], None]

    @property
    def now_ns(self) -> int:
        """The instant the board has been stepped to; true also while it is being stepped."""

    @property
    def profile(self) -> FieldProfile:
        """The field that is printed on the board."""

    @property
    def roster(self) -> Roster:
        """The figures, in the order that arrays follow."""

    @property
    def camera(self) -> CameraModel:
        """The eye above it."""

    def step_to(self, t_ns: int) -> None:
        """Let the board run until ``t_ns``; the coach may use his hand on the way."""

    def set_power(self, on: bool) -> None:
        """The relay opened or closed just now."""

    def order(self, order: CoachOrder | HandsOrder) -> None:
        """A wish to the coach, or something for the hands; from then on he leaves his away."""

    def hands(self) -> HandsReport:
        """How far the hands are that somebody outside guides."""

    def take_facts(self) -> tuple[TruthEvent, ...]:
        """What the physics knows to have happened since the last call, in the board's time."""

    def coach(self) -> CoachReport:
        """What the coach is about."""

    def state(self) -> BoardState:
        """Everything that moves, now."""

    def take_happenings(self) -> tuple[BoardHappening, ...]:
        """What happened since the last call, in order of time."""

    def render(self, state: BoardState, frame: int, power: bool) -> RenderedPicture:
        """The camera's picture of a state."""
