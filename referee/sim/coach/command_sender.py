"""Commands of the simulated coach, one after the other, and a diary of all of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.calls.call import CallKind
from referee.night.commands import Command
from referee.night.interface import NightInterface
from referee.night.night_output import NightOutput
from referee.night.screen.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SentCommand:
    """One command: when, whether a play was on, whether the board ran, why it was refused."""

    t_ns: int
    command: Command
    live: bool
    power: bool
    refused: str = ""


@dataclass
class CommandSender:
    """Submits commands to a night and waits until a snapshot shows what became of the last."""

    desk: NightInterface
    diary: list[SentCommand] = field(default_factory=list)
    refused: bool = False
    _open: int = 0
    _after: int = 0

    def say(self, command: Command, at: Snapshot, *, live: bool) -> None:
        """Submit a command; nothing more is said until it has been answered."""
        self._open += 1
        self._after = at.number
        sent = SentCommand(at.t_ns, command, live, at.power)

        def reply(output: NightOutput) -> None:
            newest = self.desk.snapshot
            self._after = self._after if newest is None else newest.number
            self.refused = bool(output.refused) or _not_allowed(output)
            why = output.refused or ("not allowed" if self.refused else "")
            self.diary.append(SentCommand(sent.t_ns, sent.command, sent.live, sent.power, why))
            self._open -= 1

        self.desk.submit(command, reply)

    def answered(self, at: Snapshot) -> bool:
        """Whether a snapshot shows what became of everything that was said."""
        return self._open == 0 and at.number > self._after


def _not_allowed(output: NightOutput) -> bool:
    return any(call.kind is CallKind.NOT_ALLOWED for call in output.calls)
