"""The simulated board obeying orders at their own instants. Knows no clock: it is told the time."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.power.relay import LeasedRelay
from referee.power.switch import PowerRefused, PowerState
from referee.sim.live.messages import Order, PowerOrder, Verb
from referee.sim.live.stage import Stage


@dataclass(slots=True)
class BoardLoop:
    """A stage, its relay and the orders that lie ahead, all in the board's own time."""

    stage: Stage
    relay: LeasedRelay = field(default_factory=LeasedRelay)
    now_ns: int = 0
    _ahead: list[Order] = field(default_factory=list)
    _powered: bool = False

    def give(self, order: Order) -> None:
        """Obey ``order`` at its own time, or at once if that has passed."""
        self._ahead.append(order)
        self._ahead.sort(key=lambda o: o.t_ns)

    def advance_to(self, t_ns: int) -> None:
        """Run the board until ``t_ns``; orders and lease ends fall where they should."""
        self._settle()
        while self.now_ns < t_ns:
            self.now_ns = max(self.now_ns + 1, min(t_ns, *self._stops()))
            self.stage.step_to(self.now_ns)
            self._settle()

    def power(self) -> PowerState:
        """The relay, now."""
        return self.relay.state(self.now_ns)

    def _stops(self) -> list[int]:
        due = [self.relay.until_ns, self.stage.coach_due_ns()]
        if self._ahead:
            due.append(self._ahead[0].t_ns)
        return [t for t in due if t is not None] or [self.now_ns + 2**62]

    def _settle(self) -> None:
        self.relay.pass_time(self.now_ns)
        self._sync()
        while self._ahead and self._ahead[0].t_ns <= self.now_ns:
            self._obey(self._ahead.pop(0))
            self._sync()
        due_ns = self.stage.coach_due_ns()
        if due_ns is not None and due_ns <= self.now_ns:
            self.stage.let_coach_act(self.now_ns, self.relay)
            self._sync()

    def _sync(self) -> None:
        if self.relay.closed is not self._powered:
            self._powered = self.relay.closed
            self.stage.set_power(self._powered)

    def _obey(self, order: Order) -> None:
        if not isinstance(order, PowerOrder):
            self.stage.order(order)
            return
        try:
            _POWER[order.verb](self.relay, self.now_ns, order.for_ns)
        except PowerRefused:
            # The state says that the switch is latched; the side that asked looks there.
            return


_POWER = {
    Verb.ON: lambda relay, t_ns, for_ns: relay.on(t_ns, for_ns),
    Verb.OFF: lambda relay, t_ns, _: relay.off(t_ns),
    Verb.PULSE: lambda relay, t_ns, for_ns: relay.pulse(t_ns, for_ns),
    Verb.PANIC: lambda relay, t_ns, _: relay.panic(t_ns),
}
