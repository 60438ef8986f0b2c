"""Any bought board as the guard sees it: timed from here, and asked again and again."""

from __future__ import annotations

import dataclasses
from collections import deque
from dataclasses import dataclass

from referee.core.clock import MS_NS
from referee.power.boards.dialect import Dialect
from referee.power.capabilities import Capabilities
from referee.power.events import PowerEventKind, PowerHappening
from referee.power.power_device import ClockFit, PowerFault, wire_ns
from referee.power.switch import PowerCause

OFF_REPEATS = 3
ASK_EVERY_NS = 60 * MS_NS
# Off is written again after this time while off, in case another program has switched.
OFF_AGAIN_NS = 200 * MS_NS
SILENCE_NS = 180 * MS_NS
# Answers that were on their way when the relay was switched do not count.
SETTLE_NS = 60 * MS_NS
# Before a pulse ends nothing else is said, so that off need not wait for the board's rest.
HUSH_NS = 40 * MS_NS
WAKE_REST_NS = 100 * MS_NS
QUESTIONS_IN_VAIN = 10
FAR_NS = 2**62


@dataclass(frozen=True, slots=True)
class RelayCommand:
    """Bytes to be written, what they do to the relay, and the rest the board wants afterwards."""

    data: bytes
    closes: bool | None
    rest_ns: int


class BoughtDevice:
    """On, off, and whatever watching the board allows."""

    def __init__(self, dialect: Dialect, caps: Capabilities) -> None:
        self._dialect = dialect
        self._caps = caps
        self._queue: deque[RelayCommand] = deque()
        self._happened: list[PowerHappening] = []
        self._faults: list[PowerFault] = []
        self._open = False
        self._began = False
        self._wanted = False
        self._closed = False
        self._why = PowerCause.ASKED_OFF
        self._pulse_for_ns: int | None = None
        self._pulse_end_ns: int | None = None
        self._free_ns = 0
        self._settled_ns = 0
        self._asked_ns = 0
        self._heard_ns: int | None = None
        self._answers = False
        self._in_vain = 0

    @property
    def capabilities(self) -> Capabilities:
        """What the model promises; reading back only once it has answered."""
        return dataclasses.replace(self._caps, reads_back=self._caps.reads_back and self._answers)

    @property
    def ready(self) -> bool:
        """The first off has been said, and the board was woken if it had to be."""
        return self._open and self._began

    @property
    def closed(self) -> bool | None:
        """The last order; None before the first off, when it is not known."""
        return self._closed if self.ready else None

    @property
    def quiet(self) -> bool:
        """Everything has been said."""
        return not self._queue

    @property
    def fit(self) -> ClockFit | None:
        """It has no clock."""
        return None

    @property
    def about(self) -> str:
        """Whether it answers."""
        return "answers questions" if self._answers else "does not answer questions"

    def connected(self, t_ns: int, just_plugged_in: bool) -> None:
        """First off; waking only on a person's word."""
        self._dialect.forget()
        self._open, self._began, self._answers, self._in_vain = True, False, False, 0
        self._free_ns, self._heard_ns = t_ns, None
        self.off(t_ns)
        if just_plugged_in:
            self._queue.extend(RelayCommand(w, None, WAKE_REST_NS) for w in self._dialect.wake())
            self._put_off()

    def disconnected(self, t_ns: int) -> None:
        """It may be on or off; what was ordered is gone."""
        self._open, self._began, self._wanted = False, False, False
        self._queue.clear()
        self._pulse_for_ns = self._pulse_end_ns = None
        if self._closed:
            self._closed = False
            detail = "not known: the board may still be on"
            self._happened.append(
                PowerHappening(PowerEventKind.OPENED, t_ns, 0, PowerCause.LINK_LOST, detail)
            )

    def on(self, t_ns: int, until_ns: int) -> None:  # noqa: ARG002 - the guard ends it
        """Said once; it stays until off."""
        if not self._wanted:
            self._close(self._dialect.on(), PowerCause.ASKED_ON)

    def pulse(self, t_ns: int, for_ns: int) -> None:  # noqa: ARG002 - it counts from the writing
        """Timed by the board where it can, and ended from here in any case."""
        self._close(self._dialect.timed(for_ns) or self._dialect.on(), PowerCause.PULSE)
        self._pulse_for_ns = for_ns

    def off(self, t_ns: int) -> None:  # noqa: ARG002 - it is written as soon as the gap allows
        """Written three times: a lost command is not reported by the board."""
        self._wanted = False
        self._pulse_for_ns = self._pulse_end_ns = None
        self._queue.clear()
        self._put_off()

    def panic(self, t_ns: int) -> None:
        """The same as off: these boards have no faster way."""
        self.off(t_ns)

    def clear(self, t_ns: int) -> None:
        """Nothing is latched in it."""

    def received(self, t_ns: int, data: bytes) -> None:
        """Readings are compared with what was ordered."""
        for closed in self._dialect.read(data):
            if not self._answers:
                self._answers = True
                self._note(t_ns, "the board answers questions")
            self._heard_ns, self._in_vain = t_ns, 0
            if t_ns >= self._settled_ns and not self._queue and closed != self._closed:
                self._contradicted(t_ns, closed)

    def tick(self, t_ns: int) -> None:
        """End a pulse, ask, say off again, notice silence."""
        if not self._open:
            return
        end_ns = FAR_NS if self._pulse_end_ns is None else self._pulse_end_ns
        if t_ns >= end_ns:
            self._why = PowerCause.PULSE_OVER
            self.off(t_ns)
        if self._silent(t_ns):
            detail = "the board does not answer any more: look at its cable; it may still be on"
            self._fail(t_ns, PowerFault(PowerCause.LINK_LOST, detail))
        if self._queue or t_ns < self._asked_ns + self._rhythm_ns() or t_ns > end_ns - HUSH_NS:
            return
        self._asked_ns = t_ns
        if question := self._question():
            self._queue.append(RelayCommand(question, None, self._dialect.gap_ns))
        elif not self._wanted:
            self._queue.append(RelayCommand(self._dialect.off(), False, self._dialect.gap_ns))

    def due_ns(self) -> int:
        """The next write, question or end of a pulse."""
        if not self._open:
            return FAR_NS
        next_ns = self._free_ns if self._queue else self._asked_ns + self._rhythm_ns()
        return next_ns if self._pulse_end_ns is None else min(next_ns, self._pulse_end_ns)

    def output(self, t_ns: int) -> bytes:
        """The next command, once the board has had its rest."""
        if not self._queue or t_ns < self._free_ns:
            return b""
        command = self._queue.popleft()
        done_ns = t_ns + wire_ns(len(command.data), self._dialect.baud)
        self._free_ns = done_ns + command.rest_ns
        self._began |= not self._queue
        if command.closes is not None:
            self._switched(done_ns, command.closes)
        return command.data

    def happened(self) -> list[PowerHappening]:
        """What was ordered and seen since."""
        happened, self._happened = self._happened, []
        return happened

    def faults(self) -> list[PowerFault]:
        """What went wrong since."""
        faults, self._faults = self._faults, []
        return faults

    def _close(self, data: bytes, why: PowerCause) -> None:
        self._wanted, self._why = True, why
        self._queue.clear()
        self._queue.append(RelayCommand(data, True, self._dialect.gap_ns))

    def _put_off(self) -> None:
        command = RelayCommand(self._dialect.off(), False, self._dialect.gap_ns)
        self._queue.extend([command] * OFF_REPEATS)

    def _switched(self, t_ns: int, closed: bool) -> None:
        """Instants are those of the last byte, which is all that can be known."""
        if self._pulse_for_ns is not None:
            off_ns = wire_ns(len(self._dialect.off()), self._dialect.baud)
            self._pulse_end_ns = t_ns + self._pulse_for_ns - off_ns
            self._pulse_for_ns = None
        if closed != self._closed:
            self._closed = closed
            self._settled_ns = t_ns + SETTLE_NS
            kind = PowerEventKind.CLOSED if closed else PowerEventKind.OPENED
            detail = "as ordered; the board does not say when"
            self._happened.append(PowerHappening(kind, t_ns, SETTLE_NS // 4, self._why, detail))
            self._why = PowerCause.ASKED_OFF

    def _question(self) -> bytes:
        """Some boards of a kind answer and some do not: after a while it is clear."""
        if not self._caps.reads_back or (not self._answers and self._in_vain >= QUESTIONS_IN_VAIN):
            return b""
        self._in_vain += 1
        return self._dialect.ask()

    def _rhythm_ns(self) -> int:
        return ASK_EVERY_NS if self._answers or self._wanted else OFF_AGAIN_NS

    def _silent(self, t_ns: int) -> bool:
        if not self._answers or self._heard_ns is None or t_ns < self._heard_ns + SILENCE_NS:
            return False
        self._answers = False
        return True

    def _contradicted(self, t_ns: int, closed: bool) -> None:
        if closed:
            detail = "the board is on though nobody ordered it: is another program using it?"
        else:
            detail = "the board went off by itself: pulled out, or switched by another program?"
            self._closed = False
            self._happened.append(
                PowerHappening(PowerEventKind.OPENED, t_ns, SILENCE_NS, PowerCause.FOREIGN, detail)
            )
        self._fail(t_ns, PowerFault(PowerCause.FOREIGN, detail))

    def _fail(self, t_ns: int, fault: PowerFault) -> None:
        self._why = fault.cause
        self._faults.append(fault)
        self.off(t_ns)

    def _note(self, t_ns: int, detail: str) -> None:
        self._happened.append(PowerHappening(PowerEventKind.NOTE, t_ns, 0, None, detail))
