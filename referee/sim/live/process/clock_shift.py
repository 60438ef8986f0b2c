"""Between the monotonic clock and the board's own time, which starts at 0."""

from __future__ import annotations

from dataclasses import replace

from referee.power.switch import PowerCause, PowerState
from referee.sim.live.process.messages import BoardOrder


def order_in_board_time(order: BoardOrder, start_ns: int) -> BoardOrder:
    """An order stamped on the clock, as the board counts."""
    return replace(order, t_ns=order.t_ns - start_ns)


def power_on_clock(state: PowerState, start_ns: int) -> PowerState:
    """The relay's state as the clock counts; never switched, ``since_ns`` is the start."""
    until_ns = None if state.until_ns is None else state.until_ns + start_ns
    since_ns = start_ns if state.cause is PowerCause.NEVER_ON else state.since_ns + start_ns
    return replace(state, since_ns=since_ns, until_ns=until_ns, as_of_ns=state.as_of_ns + start_ns)
