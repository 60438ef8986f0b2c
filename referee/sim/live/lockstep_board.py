"""The simulated board for tests and experiments: time passes only when told, in this process."""

from __future__ import annotations

from collections import deque

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import CameraLost, Frame, NoFrame
from referee.core.clock import S_NS
from referee.power.switch import PowerState
from referee.sim.live.board_loop import BoardLoop
from referee.sim.live.guided_hands import HandsReport, figure_poses
from referee.sim.live.process.messages import BoardOrder
from referee.sim.live.stepped_board import SteppedBoard
from referee.sim.physics import TruthEvent


class LockstepBoard:
    """Same orders, same camera, same switch as the live board; its clock is ``advance_to``."""

    def __init__(self, simulated: SteppedBoard, fps: float = 30.0) -> None:
        self.simulated = simulated
        self.fps = fps
        self.loop = BoardLoop(simulated)
        self._facts: deque[tuple[int, TruthEvent]] = deque()
        self._known = 0
        self._given = 0
        self._closed = False

    @property
    def now_ns(self) -> int:
        """The board's time, which stands for the monotonic clock here."""
        return self.loop.now_ns

    @property
    def camera(self) -> CameraModel:
        """The camera above the board."""
        return self.simulated.camera

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of its pictures."""
        return self.camera.width_px, self.camera.height_px

    def advance_to(self, t_ns: int) -> None:
        """Let time pass."""
        self.loop.advance_to(t_ns)
        for fact in self.simulated.take_facts():
            self._known += 1
            self._facts.append((self._known, fact))

    def give(self, order: BoardOrder) -> None:
        """Obey an order now."""
        self.loop.give(order)
        self.loop.advance_to(self.now_ns)

    def power(self) -> PowerState:
        """The relay."""
        return self.loop.power()

    @property
    def hands(self) -> HandsReport:
        """How far guided hands are."""
        return self.simulated.hands()

    @property
    def places(self) -> dict[str, tuple[float, float]]:
        """Where the figures stand, as somebody beside the board sees them."""
        return figure_poses(self.simulated.state())

    def facts_after(self, number: int) -> list[tuple[int, TruthEvent]]:
        """The truth after the fact with this number; they count from 1."""
        return [item for item in self._facts if item[0] > number]

    def forget_facts(self, number: int) -> None:
        """The truth up to the fact with this number is kept no longer."""
        while self._facts and self._facts[0][0] <= number:
            self._facts.popleft()

    def newest_frame(self, timeout_s: float) -> Frame:
        """Moves on to the next frame's instant and takes the picture; never waits."""
        if self._closed:
            raise CameraLost("the simulated board was closed")
        if timeout_s * self.fps < 1.0:
            raise NoFrame(f"no frame within {timeout_s:g} s at {self.fps:g} frames/s")
        # Instants are rounded to whole nanoseconds: half of one must not give the same frame again.
        due = int((self.now_ns + 0.5) * self.fps) // S_NS + 1
        self.advance_to(round(due * S_NS / self.fps))
        self._given += 1
        image = self.simulated.render(self.simulated.state())
        return Frame(self.now_ns, image, self._given)

    def close(self) -> None:
        """Nothing to let go of."""
        self._closed = True
