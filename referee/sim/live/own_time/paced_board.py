"""The simulated board on its own clock: its time passes from picture to picture, all of them seen.

Theory of operation. A picture of instant t is in memory at t + ``CAMERA_NS``, and what follows from
it is ordered ``ANSWER_NS`` later, on the table's clock, however long this computer takes. So an
order that follows from one picture never changes the next one if that was taken before the order;
then the board's process draws it while this one looks. Where pictures are further apart, it is
drawn once the orders are known. Either way pictures and orders are the same on every computer.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from referee.camera.frame_source import CameraLost, Frame, NoFrame
from referee.core.clock import MS_NS, S_NS
from referee.power.leased_relay import LeasedRelay
from referee.power.switch import PowerLost, PowerRefused, PowerState
from referee.sim.live.board_loop import obey_power_order
from referee.sim.live.guided_hands import HandsReport, figure_poses
from referee.sim.live.own_time.pace import Pace
from referee.sim.live.process.board_child import BoardChild
from referee.sim.live.process.board_process import BoardBuilder
from referee.sim.live.process.messages import BoardOrder, BoardStep, BoardTick, SwitchOrder

# From the instant of a picture until it is in memory: exposure, readout and the way through USB of
# a usual webcam. The board in real time draws for 30 to 45 ms (docs/night-accuracy.md).
CAMERA_NS = 30 * MS_NS
# From a picture in memory to the order for the switch; `referee bench play` measures 10 to 31 ms.
ANSWER_NS = 20 * MS_NS


def nobody_acts() -> None:
    """A table at which nobody sits but those in front of the page."""


class PacedBoard(BoardChild):
    """Same orders, same camera, same switch as the live board; its clock is its own.

    One picture is given before `begin`: then time stands until the people at the table are there.
    """

    def __init__(
        self,
        build: BoardBuilder,
        width_px: int,
        height_px: int,
        fps: float = 30.0,
        pace: Pace | None = None,
    ) -> None:
        super().__init__(build, width_px, height_px, fps, in_step=True)
        self._pace = pace or Pace()
        self._relay = LeasedRelay()
        self._orders: list[BoardOrder] = []
        self._ordering = threading.Lock()
        self._begun = threading.Event()
        self._act: Callable[[], None] = nobody_acts
        self._now_ns = self._asked = self._given = 0
        self._seen: BoardTick | None = None

    @property
    def now_ns(self) -> int:
        """The table's clock."""
        return self._now_ns

    @property
    def speed(self) -> float:
        """How quick the table's time passes; 1 is real time."""
        return self._pace.speed

    @property
    def tick(self) -> BoardTick | None:
        """The board as it was in the picture that was given last."""
        return self._seen

    @property
    def hands(self) -> HandsReport:
        """How far guided hands were then."""
        return HandsReport() if self._seen is None else self._seen.hands

    @property
    def places(self) -> dict[str, tuple[float, float]]:
        """Where the figures stood then, as somebody beside the board sees them."""
        return {} if self._seen is None else figure_poses(self._seen.state)

    def begin(self, act: Callable[[], None] = nobody_acts) -> None:
        """Let time pass; ``act`` is what people at the table do, once with every picture."""
        self._act = act
        self._begun.set()

    def answered(self) -> None:
        """The eyes have answered the picture at hand: it is as late as they usually need."""
        self._now_ns += min(ANSWER_NS, self._period_ns)

    def give(self, order: BoardOrder) -> None:
        """Send an order with the next step; it counts from its own instant."""
        self._news.raise_if_lost(PowerLost)
        with self._ordering:
            self._orders.append(order)
            if isinstance(order, SwitchOrder):
                self._relay.pass_time(order.t_ns)
                with contextlib.suppress(PowerRefused):  # the state says that it is latched
                    obey_power_order(self._relay, order, order.t_ns)

    def power(self) -> PowerState:
        """The relay, now."""
        self._news.raise_if_lost(PowerLost)
        with self._ordering:
            self._relay.pass_time(self._now_ns)
            return self._relay.state(self._now_ns)

    def newest_frame(self, timeout_s: float) -> Frame:
        """The next picture, no earlier than it is due."""
        self._news.raise_if_lost(CameraLost)
        if self._given and not self._begun.wait(timeout_s):
            raise NoFrame("the table waits for its people")
        self._ask_for(self._given + 1)
        stepped = self._news.wait_step(self._given + 1, timeout_s)
        held = self._ring.read(stepped.number)
        if held is None:
            raise CameraLost("a picture of the simulated board was overwritten")
        self._given, self._seen = stepped.number, stepped.tick
        self._now_ns = held[0] + CAMERA_NS
        first = self._given == 1
        if not first:
            self._act()
        if self._now_ns + min(ANSWER_NS, self._period_ns) >= self._instant(self._given + 1):
            self._ask_for(self._given + 1)
        if not first:
            self._pace.keep(held[0])
        return Frame(held[0], held[1], stepped.number)

    @property
    def _period_ns(self) -> int:
        return round(S_NS / self.fps)

    def _instant(self, number: int) -> int:
        return round(number * S_NS / self.fps)

    def _ask_for(self, number: int) -> None:
        """Have the board run to a picture, with every order so far; once for each."""
        if self._asked >= number:
            return
        self._asked = number
        with self._ordering:
            orders, self._orders = tuple(self._orders), []
        with contextlib.suppress(OSError):  # gone: the wait for the picture says so
            self._send(BoardStep(number, self._instant(number), orders))
