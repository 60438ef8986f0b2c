"""A board for page tests: the toy stage in told time, with the reports a live board gives."""

from __future__ import annotations

from referee.camera.frame_source import Frame
from referee.power.switch import PowerLost
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.process.messages import (
    BoardOrder,
    BoardPreparing,
    BoardReady,
    BoardTick,
    FrameNote,
)
from referee.web.live.page_board import FormationChoices
from referee.web.server.page_access import PageAccess
from tests.sim.live.fake_stage import FakeStage, toy_camera

ACCESS = PageAccess(8620, "the-token")
CHOICES = FormationChoices(
    {"i-formation": "I formation", "shotgun": "Shotgun"},
    {"four-three": "4-3", "nickel": "Nickel"},
    {"line": "A line", "wall": "A wall"},
)


class ShownToy(LockstepBoard):
    """Moves on by a frame whenever somebody looks."""

    def __init__(self) -> None:
        super().__init__(FakeStage(toy_camera()), fps=25.0)
        self.orders: list[BoardOrder] = []
        self.lost: str | None = None
        self.preparing = BoardPreparing("painting the toy board", 0.5)

    @property
    def ready(self) -> BoardReady:
        stage = self.stage
        return BoardReady(stage.profile, stage.roster, stage.camera, self.fps, 0)

    @property
    def tick(self) -> BoardTick:
        stage = self.stage
        return BoardTick(self.now_ns, stage.state(), self.power(), (), stage.coach(), 0.02)

    def give(self, order: BoardOrder) -> None:
        if self.lost:
            raise PowerLost(self.lost)
        self.orders.append(order)

    def note_of(self, sequence: int) -> FrameNote | None:
        truth = self.truth_of(sequence)
        return truth and FrameNote(sequence, self.now_ns, truth, 1_000_000, 0)

    def happenings_after(self, number: int):
        return [(n, h) for n, h in enumerate(self.happenings, start=1) if n > number]

    def newest_frame(self, timeout_s: float) -> Frame:
        return super().newest_frame(1.0)
