"""The simulated board behind another switch: it has power while that one says it is closed.

So the real power link, its guard and the firmware in a simulated chip can drive a board that is
not there. A switch that does not answer is an open one.
"""

from __future__ import annotations

import contextlib
import threading
from typing import Self

from referee.core.closing import Closing
from referee.power.switch import PowerLost, PowerSwitch
from referee.sim.live.devices import PoweredBoard
from referee.sim.live.process.messages import PowerVerb, SwitchOrder

LOOK_S = 0.004
LEASE_NS = 4_000_000_000
RENEW_NS = 1_000_000_000


class SwitchWire(Closing):
    """Follows a switch until it is closed; ``follow`` is one look, the thread makes them."""

    def __init__(self, switch: PowerSwitch, board: PoweredBoard) -> None:
        self._switch, self._board = switch, board
        self._live = False
        self._renewed_ns = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="board's lead", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def follow(self) -> None:
        """Pass on what the switch is now."""
        try:
            closed = self._switch.state().closed
        except PowerLost:
            closed = False
        now_ns = self._board.now_ns
        if closed and (not self._live or now_ns - self._renewed_ns >= RENEW_NS):
            if not self._live:
                # Only the other switch latches: this one is a piece of wire.
                self._board.give(SwitchOrder(PowerVerb.CLEAR, now_ns))
            self._board.give(SwitchOrder(PowerVerb.ON, now_ns, LEASE_NS))
            self._renewed_ns = now_ns
        elif self._live and not closed:
            self._board.give(SwitchOrder(PowerVerb.OFF, now_ns))
        self._live = closed

    def close(self) -> None:
        """Off, and follow no more; calling it twice is fine."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(1.0)
        with contextlib.suppress(PowerLost):
            self._board.give(SwitchOrder(PowerVerb.OFF, self._board.now_ns))

    def _run(self) -> None:
        # The board being gone ends it: whoever looks at the pictures says so.
        with contextlib.suppress(PowerLost):
            while not self._over.wait(LOOK_S):
                self.follow()
