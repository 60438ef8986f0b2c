"""The simulated board obeying orders at their own instants. Knows no clock: it is told the time."""

from __future__ import annotations

from referee.power.leased_relay import LeasedRelay
from referee.power.switch import PowerRefused, PowerState
from referee.sim.live.process.messages import BoardOrder, PowerVerb, SwitchOrder
from referee.sim.live.stepped_board import SteppedBoard

# A script holds the switch for this long at a time; no stride is longer than half of it.
SCRIPT_LEASE_NS = 1_000_000_000
STRIDE_NS = SCRIPT_LEASE_NS // 2


class BoardLoop:
    """The board, its relay and the orders that lie ahead, all in the board's own time."""

    def __init__(self, board: SteppedBoard) -> None:
        self.board = board
        self.relay = LeasedRelay()
        self.now_ns = board.now_ns
        self._ahead: list[BoardOrder] = []
        self._powered = False
        self._script_holds = False
        board.hand = self._script_hand

    def give(self, order: BoardOrder) -> None:
        """Obey ``order`` at its own time, or at once if that has passed."""
        self._ahead.append(order)
        self._ahead.sort(key=lambda o: o.t_ns)

    def advance_to(self, t_ns: int) -> None:
        """Run the board until ``t_ns``; orders and lease ends fall where they should."""
        self._settle()
        while self.now_ns < t_ns:
            self.now_ns = max(self.now_ns + 1, min(t_ns, *self._stops()))
            self.board.step_to(self.now_ns)
            self._settle()

    def power(self) -> PowerState:
        """The relay, now."""
        return self.relay.state(self.now_ns)

    def _stops(self) -> list[int]:
        stops = [self.now_ns + STRIDE_NS]
        if self.relay.until_ns is not None:
            stops.append(self.relay.until_ns)
        if self._ahead:
            stops.append(self._ahead[0].t_ns)
        return stops

    def _settle(self) -> None:
        if self._script_holds:
            self._script_hand(on=True)
        self.relay.pass_time(self.now_ns)
        self._sync()
        while self._ahead and self._ahead[0].t_ns <= self.now_ns:
            self._obey(self._ahead.pop(0))
            self._sync()

    def _sync(self) -> None:
        if self.relay.closed is not self._powered:
            self._powered = self.relay.closed
            self.board.set_power(self._powered)

    def _script_hand(self, on: bool) -> None:
        t_ns = self.board.now_ns
        try:
            self.relay.on(t_ns, SCRIPT_LEASE_NS) if on else self.relay.off(t_ns)
            self._script_holds = on
        except PowerRefused:
            self._script_holds = False
        self._sync()

    def _obey(self, order: BoardOrder) -> None:
        if not isinstance(order, SwitchOrder):
            self.board.order(order)
            return
        self._script_holds = False
        try:
            obey_power_order(self.relay, order, self.now_ns)
        except PowerRefused:
            # The state says that the switch is latched; the side that asked looks there.
            return


_POWER = {
    PowerVerb.ON: lambda relay, t_ns, for_ns: relay.on(t_ns, for_ns),
    PowerVerb.OFF: lambda relay, t_ns, _: relay.off(t_ns),
    PowerVerb.PULSE: lambda relay, t_ns, for_ns: relay.pulse(t_ns, for_ns),
    PowerVerb.PANIC: lambda relay, t_ns, _: relay.panic(t_ns),
    PowerVerb.CLEAR: lambda relay, t_ns, _: relay.clear(t_ns),
}


def obey_power_order(relay: LeasedRelay, order: SwitchOrder, t_ns: int) -> None:
    """Do what an order says to a relay, at ``t_ns``; raises `PowerRefused`."""
    _POWER[order.verb](relay, t_ns, order.for_ns)
