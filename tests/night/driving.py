"""A night driven frame by frame, with a switch that does as it is told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from referee.night.command_handlers import handle_command
from referee.night.night_frame import NightFrame
from referee.night.night_output import NightOutput, SwitchStatus

S = 1_000_000_000


@dataclass
class Relay:
    """A switch that does as it is told, a frame later; a pulse and a lease end by themselves."""

    closed: bool = False
    since_ns: int = 0
    until_ns: int = 0
    latched: bool = False
    trouble: str = ""

    def at(self, t_ns: int) -> SwitchStatus:
        if self.closed and t_ns >= self.until_ns:
            self.closed, self.since_ns = False, self.until_ns
        return SwitchStatus(self.closed, self.since_ns, self.latched, self.trouble)

    def take(self, orders: NightOutput, t_ns: int) -> None:
        if orders.off or orders.panic:
            self.since_ns = t_ns if self.closed else self.since_ns
            self.closed = False
        elif orders.pulse_ns or orders.lease_ns:
            self.since_ns = self.since_ns if self.closed else t_ns
            self.closed, self.until_ns = True, t_ns + (orders.pulse_ns or orders.lease_ns)


@dataclass
class Seen:
    """What came of it: every order that was not empty, with its time in seconds."""

    orders: list[tuple[float, NightOutput]] = field(default_factory=list)
    power: list[tuple[float, bool]] = field(default_factory=list)

    def on_s(self) -> list[float]:
        """When the power came on."""
        changes = zip(self.power, self.power[1:], strict=False)
        return [b[0] for a, b in changes if b[1] and not a[1]]

    def off_s(self) -> list[float]:
        changes = zip(self.power, self.power[1:], strict=False)
        return [b[0] for a, b in changes if a[1] and not b[1]]

    def said(self) -> list[str]:
        return [words for _, orders in self.orders for words in orders.says]


def drive(
    night, boards, wishes=(), hands=None, relay=None, camera=None, frame_age=None, look_age=None
) -> Seen:
    """Frames through a night, with wishes at their times; ``hands`` and ``camera`` tell of one.

    ``frame_age`` and ``look_age`` say how old in seconds a frame and the last look are at a time.
    """
    got, relay, left = Seen(), relay or Relay(), list(wishes)
    for board in boards:
        at = board.t_ns / S
        while left and left[0][0] <= at:
            orders = handle_command(night, left.pop(0)[1], board.t_ns)
            relay.take(orders, board.t_ns)
            got.orders.append((at, orders))
        switch = relay.at(board.t_ns)
        got.power.append((at, switch.closed))
        now_ns = board.t_ns + round((frame_age(at) if frame_age else 0.0) * S)
        sight = NightFrame(
            board=replace(board, power=switch.closed),
            hands=bool(hands and hands(at)),
            looked_ns=now_ns - round(look_age(at) * S) if look_age else board.t_ns,
            now_ns=now_ns,
            camera=camera(at) if camera else "",
        )
        orders = night.update(sight, switch)
        relay.take(orders, board.t_ns)
        if orders != NightOutput():
            got.orders.append((at, orders))
    return got
