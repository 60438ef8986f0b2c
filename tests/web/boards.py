"""A board for page tests: the toy stage in told time, with the reports a live board gives."""

from __future__ import annotations

from referee.camera.source import Frame
from referee.power.switch import PowerLost
from referee.sim.live.lockstep import LockstepBoard
from referee.sim.live.messages import FrameNote, Order, Preparing, Ready, Tick
from referee.web.access import Access
from referee.web.shown import Choices
from tests.sim.live.fake_stage import FakeStage, toy_camera

ACCESS = Access(8620, "the-token")
CHOICES = Choices(
    {"i-formation": "I formation", "shotgun": "Shotgun"},
    {"four-three": "4-3", "nickel": "Nickel"},
    {"line": "A line", "wall": "A wall"},
)


class ShownToy(LockstepBoard):
    """Moves on by a frame whenever somebody looks."""

    def __init__(self) -> None:
        super().__init__(FakeStage(toy_camera()), fps=25.0)
        self.orders: list[Order] = []
        self.lost: str | None = None
        self.preparing = Preparing("painting the toy board", 0.5)

    @property
    def ready(self) -> Ready:
        stage = self.stage
        return Ready(stage.profile, stage.roster, stage.camera, self.fps, 0)

    @property
    def tick(self) -> Tick:
        stage = self.stage
        return Tick(self.now_ns, stage.state(), self.power(), (), stage.coach(), 0.02)

    def give(self, order: Order) -> None:
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
