"""What the coach says to the desk, one thing after the other, and a diary of all of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.calls.call import Kind
from referee.play.commands import Command
from referee.play.desk import Desk
from referee.play.orders import Orders
from referee.play.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Wished:
    """One wish: when, whether a play was on, whether the board ran, why it was refused."""

    t_ns: int
    command: Command
    live: bool
    power: bool
    refused: str = ""


@dataclass
class Wishes:
    """Hands wishes to a desk and waits until a snapshot shows what became of the last one."""

    desk: Desk
    diary: list[Wished] = field(default_factory=list)
    refused: bool = False
    _open: int = 0
    _after: int = 0

    def say(self, command: Command, at: Snapshot, *, live: bool) -> None:
        """One wish; nothing more is said until it has been answered."""
        self._open += 1
        self._after = at.number
        wished = Wished(at.t_ns, command, live, at.power)

        def reply(orders: Orders) -> None:
            newest = self.desk.snapshot
            self._after = self._after if newest is None else newest.number
            self.refused = bool(orders.refused) or _not_allowed(orders)
            why = orders.refused or ("not allowed" if self.refused else "")
            self.diary.append(Wished(wished.t_ns, wished.command, wished.live, wished.power, why))
            self._open -= 1

        self.desk.wish(command, reply)

    def answered(self, at: Snapshot) -> bool:
        """Whether a snapshot shows what became of everything that was said."""
        return self._open == 0 and at.number > self._after


def _not_allowed(orders: Orders) -> bool:
    return any(call.kind is Kind.NOT_ALLOWED for call in orders.calls)
