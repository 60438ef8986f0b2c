"""What the loop needs of a simulated board: it steps, obeys and can be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.sim.board_state import BoardState
from referee.sim.live.guided_hands import HandsOrder, HandsReport
from referee.sim.physics import TruthEvent


class SteppedBoard(Protocol):
    """The board with its figures, its hands and its painter, in a time of its own from 0 ns.

    ``hand`` is the switch as a scripted play uses it; whoever owns the switch puts it there.
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
        """The camera above it."""

    def step_to(self, t_ns: int) -> None:
        """Let the board run until ``t_ns``; ``hand`` may be used on the way."""

    def set_power(self, on: bool) -> None:
        """The relay opened or closed just now."""

    def order(self, order: HandsOrder) -> None:
        """Something for the hands of a guided board."""

    def hands(self) -> HandsReport:
        """How far the hands are that somebody outside guides."""

    def take_facts(self) -> tuple[TruthEvent, ...]:
        """What the physics knows to have happened since the last call, in the board's time."""

    def state(self) -> BoardState:
        """Everything that moves, now."""

    def render(self, state: BoardState) -> Image:
        """The camera's picture of a state."""
