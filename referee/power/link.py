"""The program's end of the power link: orders to the guard, what it reports, and a watch on it."""

from __future__ import annotations

import atexit
import contextlib
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from referee.core.closing import Closing
from referee.core.errors import BadValue
from referee.power.capabilities import Capabilities
from referee.power.emergency_off import force_off
from referee.power.events import PowerEvent
from referee.power.guard.commission import GuardCommission, start_guard
from referee.power.guard.messages import GuardOrder, GuardReport, GuardVerb, message_line, report_in
from referee.power.relay_choice import RelayChoice
from referee.power.switch import PowerLost, PowerRefused, PowerState, checked_lease_ns
from referee.system_clock import clock_ns, clock_s

BEAT_S = 0.04
# A guard that is silent for so long while the power is on is dead or hangs.
GUARD_SILENCE_S = 0.2
# Starting Python and opening a port may take long on a busy machine; nothing is on meanwhile.
GUARD_START_S = 20.0
GUARD_IDLE_S = 3.0
CLOSE_S = 4.0
KEPT_EVENTS = 10_000


class PowerLink(Closing):
    """A `PowerSwitch` on a real board, behind its guard process. Close it at the end.

    >>> with PowerLink(read_choice(choice_file())) as power:  # doctest: +SKIP
    ...     power.wait_ready(5.0)
    ...     power.pulse(250_000_000)
    """

    def __init__(
        self, choice: RelayChoice, log: Path | None = None, *, just_plugged_in: bool = False
    ) -> None:
        self.choice = choice
        self._changed = threading.Condition()
        self._standing: GuardReport | None = None
        self._heard_s = clock_s() + GUARD_START_S
        self._events: deque[PowerEvent] = deque(maxlen=KEPT_EVENTS)
        self._dead = ""
        self._number = 0
        self._cleared = 0
        self._wanted_closed = False
        self._closing = False
        self._sending = threading.Lock()
        self._guard = start_guard(GuardCommission(choice, log, just_plugged_in))
        self._threads = [
            threading.Thread(target=task, name=f"power {task.__name__}", daemon=True)
            for task in (self._read, self._beat)
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self.close)

    @property
    def capabilities(self) -> Capabilities:
        """What the chosen model can do."""
        return self.choice.kind.caps

    @property
    def lacks(self) -> tuple[str, ...]:
        """What this very board cannot do, in sentences for the user and the game's record."""
        standing = self._standing
        return standing.lacks if standing and standing.ready else self.capabilities.shortcomings()

    @property
    def guard_pid(self) -> int:
        """The guard's process id."""
        return self._guard.pid

    def on(self, lease_ns: int) -> None:
        """Close for ``lease_ns``; asking again renews. Not renewed in time, it is off for good."""
        self._close(GuardVerb.ON, checked_lease_ns("lease_ns", lease_ns))

    def pulse(self, duration_ns: int) -> None:
        """Close for one short time; refused while the power is on."""
        self._close(GuardVerb.PULSE, checked_lease_ns("duration_ns", duration_ns))

    def off(self) -> None:
        """Open now."""
        self._wanted_closed = False
        self._send(GuardVerb.OFF)

    def panic(self) -> None:
        """Open by the fastest way, for good."""
        self._wanted_closed = False
        self._send(GuardVerb.PANIC)

    def clear(self) -> None:
        """A person has looked: the power may be switched on again. It stays off until then."""
        self._send(GuardVerb.CLEAR)
        self._cleared = self._number

    def state(self) -> PowerState:
        """What the guard last said."""
        said = self.standing()
        if not said.linked:
            raise PowerLost(f"no link to the power switch: {said.trouble}")
        return PowerState(said.closed, said.cause, said.since_ns, said.until_ns, said.t_ns)

    def standing(self) -> GuardReport:
        """Everything the guard last said of itself and the board."""
        with self._changed:
            if self._dead:
                raise PowerLost(self._dead)
            if self._standing is None:
                raise PowerLost("the guard has not said anything yet")
            return self._standing

    def wait_until(
        self, wanted: Callable[[GuardReport], bool], timeout_s: float
    ) -> GuardReport | None:
        """Wait for a report that is as wanted; None if none came in time."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._dead or (self._standing is not None and wanted(self._standing)),
                timeout_s,
            )
            if self._dead:
                raise PowerLost(self._dead)
            standing = self._standing
            return standing if standing is not None and wanted(standing) else None

    def wait_ready(self, timeout_s: float) -> GuardReport:
        """Wait until the board may be asked to switch on, or has a fault that must be cleared."""
        number = self._number
        found = self.wait_until(
            lambda s: s.obeyed >= number and (s.ready or bool(s.fault)), timeout_s
        )
        if found is None:
            said = self.standing()
            raise PowerLost(said.trouble or f"the board on {self.choice.port} does not answer")
        return found

    def settled(self, timeout_s: float) -> GuardReport | None:
        """Wait until the guard has taken the last order."""
        number = self._number
        return self.wait_until(lambda s: s.obeyed >= number, timeout_s)

    def events_after(self, number: int) -> list[PowerEvent]:
        """Every event after the one with this number, as far as it is kept."""
        with self._changed:
            return [event for event in self._events if event.number > number]

    def close(self) -> None:
        """Off, and let go; calling it twice is fine."""
        if self._closing:
            return
        with contextlib.suppress(PowerLost):
            self._send(GuardVerb.BYE)
        self._closing = True
        atexit.unregister(self.close)
        with contextlib.suppress(OSError):
            if self._guard.stdin:
                self._guard.stdin.close()
        try:
            self._guard.wait(CLOSE_S)
        except subprocess.TimeoutExpired:
            self._guard.kill()
            self._guard.wait()
            force_off(self.choice)
        for thread in self._threads:
            thread.join(CLOSE_S)
        if self._guard.stdout:
            self._guard.stdout.close()

    def _close(self, verb: GuardVerb, for_ns: int) -> None:
        with self._changed:
            said = self._standing
        if said is not None and said.fault and said.obeyed >= self._cleared:
            raise PowerRefused(f"the power is off until it is cleared: {said.fault}")
        self._wanted_closed = True
        self._send(verb, for_ns)

    def _send(self, verb: GuardVerb, for_ns: int = 0) -> None:
        """Hand the order to the pipe; a guard that hangs cannot fill it before it is noticed."""
        with self._sending:
            if self._dead or self._closing:
                raise PowerLost(self._dead or "the power link was closed")
            self._number += verb is not GuardVerb.BEAT
            order = GuardOrder(self._number, verb, clock_ns(), for_ns)
            try:
                if self._guard.stdin:
                    self._guard.stdin.write(message_line(order))
                    self._guard.stdin.flush()
            except (OSError, ValueError):
                raise PowerLost("the guard of the power switch is gone") from None

    def _read(self) -> None:
        for line in self._guard.stdout or ():
            try:
                said = report_in(line)
            except BadValue:
                continue  # half a line of a guard that was killed
            with self._changed:
                self._heard_s = clock_s()
                if isinstance(said, PowerEvent):
                    self._events.append(said)
                else:
                    self._standing = said
                    self._wanted_closed &= said.closed or said.obeyed < self._number
                self._changed.notify_all()
        if not self._closing:
            self._guard_lost("the guard of the power switch has ended")

    def _beat(self) -> None:
        """Signs of life to the guard, and a watch on its own."""
        last_s = clock_s()
        while not self._closing and not self._dead:
            if clock_s() > last_s + GUARD_SILENCE_S:
                self._heard_s = max(self._heard_s, clock_s())  # it was we who slept
            last_s = clock_s()
            with contextlib.suppress(PowerLost):
                self._send(GuardVerb.BEAT)
            said = self._standing
            closed = self._wanted_closed or (said is not None and said.closed)
            silence_s = GUARD_SILENCE_S if closed else GUARD_IDLE_S
            if clock_s() > self._heard_s + silence_s and not self._closing:
                self._guard_lost("the guard of the power switch did not answer and was ended")
            time.sleep(BEAT_S)

    def _guard_lost(self, why: str) -> None:
        """The guard is gone: end what is left of it, and switch the board off from here."""
        with self._changed:
            if self._dead:
                return
            self._dead = f"{why}; the board was told to open"
        self._guard.kill()
        self._guard.wait()
        if not force_off(self.choice):
            self._dead = f"{why}, and the board cannot be reached: pull its plug"
        with self._changed:
            self._changed.notify_all()
