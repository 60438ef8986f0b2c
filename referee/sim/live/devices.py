"""The simulated board seen as the two devices every referee has: a camera and a power switch."""

from __future__ import annotations

from typing import Protocol

from referee.camera.frame_source import Frame
from referee.power.switch import PowerRefused, PowerState, checked_lease_ns
from referee.sim.live.process.messages import BoardOrder, PowerVerb, SwitchOrder


class PoweredBoard(Protocol):
    """The live board or the lockstep one."""

    @property
    def now_ns(self) -> int:
        """The clock both devices stamp with."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of its pictures; where its camera hangs, they have to show."""

    @property
    def fps(self) -> float:
        """Frames per second the camera means to take."""

    def give(self, order: BoardOrder) -> None:
        """Obey an order at its own time."""

    def power(self) -> PowerState:
        """The relay as last reported."""

    def newest_frame(self, timeout_s: float) -> Frame:
        """The newest picture not given yet."""

    def close(self) -> None:
        """Let go."""


class SimulatedCamera:
    """A `FrameSource`. Closing it leaves the board running."""

    def __init__(self, board: PoweredBoard) -> None:
        self._board = board

    @property
    def name(self) -> str:
        """What people call it."""
        return "simulated camera"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._board.size_px

    @property
    def fps(self) -> float:
        """Frames per second it means to deliver."""
        return self._board.fps

    def newest(self, timeout_s: float) -> Frame:
        """The newest frame not given yet."""
        return self._board.newest_frame(timeout_s)

    def close(self) -> None:
        """Nothing to let go of: the board owns the picture."""


class SimulatedPower:
    """A `PowerSwitch` on the simulated board's power lead."""

    def __init__(self, board: PoweredBoard) -> None:
        self._board = board

    def on(self, lease_ns: int) -> None:
        """Close the switch for ``lease_ns``; asking again renews."""
        self._close(PowerVerb.ON, checked_lease_ns("lease_ns", lease_ns))

    def off(self) -> None:
        """Open the switch now."""
        self._board.give(SwitchOrder(PowerVerb.OFF, self._board.now_ns))

    def pulse(self, duration_ns: int) -> None:
        """Close the switch for one short time."""
        self._close(PowerVerb.PULSE, checked_lease_ns("duration_ns", duration_ns))

    def panic(self) -> None:
        """Open the switch for good."""
        self._board.give(SwitchOrder(PowerVerb.PANIC, self._board.now_ns))

    def clear(self) -> None:
        """A person has looked: the switch may close again. It stays open until it is asked to."""
        self._board.give(SwitchOrder(PowerVerb.CLEAR, self._board.now_ns))

    def state(self) -> PowerState:
        """What the board last said."""
        return self._board.power()

    def _close(self, verb: PowerVerb, for_ns: int) -> None:
        standing = self._board.power()
        if standing.latched:
            raise PowerRefused(f"the power is off until it is cleared: {standing.cause.value}")
        self._board.give(SwitchOrder(verb, self._board.now_ns, for_ns))
