"""The guard as a process: pipe, port and clock around the rules of `GuardCore`.

Its own process, so that nothing the referee does (thinking, drawing, crashing, being killed) can
keep the relay closed. Started by `referee.power.link`; the first line on stdin is its commission,
every further line an order. When stdin ends, the program is dead and the relay opens.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from types import FrameType
from typing import BinaryIO

from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.power.events import PowerEvent
from referee.power.guard.commission import GuardCommission, commission_in
from referee.power.guard.core import GuardCore
from referee.power.guard.log import PowerLog
from referee.power.guard.messages import message_line, order_in
from referee.power.guard.port import OwnedPort, PortGone
from referee.power.ports import PortMissing, find_port
from referee.power.relay_choice import RelayChoice
from referee.system_clock import clock_ns, clock_s

TICK_S = 0.005
REPORT_S = 0.04
RECONNECT_S = 0.5
REST_S = 1.0
LOG_S = 1.5
SWITCH_S = 0.0005
NICER = -10
MAX_UNREAD = 100_000
ENDING_SIGNALS = ("SIGTERM", "SIGHUP", "SIGBREAK")


class GuardProcess:
    """Four threads around one core: orders, port, reports, and the clock (the main one)."""

    def __init__(self, commission: GuardCommission, orders: BinaryIO, reports: BinaryIO) -> None:
        self._commission = commission
        self._orders = orders
        self._reports = reports
        choice = commission.choice
        self._core = GuardCore(choice.device(), clock_ns(), commission.just_plugged_in)
        self._log = PowerLog(commission.log, _header(choice)) if commission.log else None
        self._lock = threading.Lock()
        self._port: OwnedPort | None = None
        self._broken = False
        self._over = threading.Event()
        self._told: deque[PowerEvent] = deque(maxlen=MAX_UNREAD)
        self._news = threading.Event()

    def run(self) -> int:
        """Watch until the program is gone and the relay is off; the number of lost log lines."""
        threads = [
            threading.Thread(target=task, name=name, daemon=True)
            for name, task in (
                ("orders", self._obey),
                ("port", self._talk),
                ("reports", self._tell),
            )
        ]
        for thread in threads:
            thread.start()
        rest_until_s = float("inf")
        while True:
            with self._lock:
                now_ns = clock_ns()
                if now_ns >= self._core.due_ns():
                    self._core.tick(now_ns)
                    self._flush()
                gone, at_rest = self._core.gone, self._core.at_rest()
                wait_s = (self._core.due_ns() - clock_ns()) / S_NS
            if gone:
                rest_until_s = min(rest_until_s, clock_s() + REST_S)
                if at_rest or clock_s() > rest_until_s:
                    break
            time.sleep(min(max(wait_s, 0.0), TICK_S))
        return self._end(threads)

    def end(self, _number: int = 0, _frame: FrameType | None = None) -> None:
        """Open the relay and end soon: the system asked this process to end."""
        threading.Thread(target=self._act, args=(self._core.host_gone,), daemon=True).start()

    def _end(self, threads: list[threading.Thread]) -> int:
        self._over.set()
        self._news.set()
        threads[1].join(REST_S)
        with self._lock:
            if self._port is not None:
                self._port.close()
        threads[2].join(REST_S / 4)
        if self._log is None or not self._log.close(LOG_S):
            return 0
        lines = self._log.unwritten()
        for line in lines:
            sys.stderr.write(f"not in the power log: {line.decode(errors='replace')}")
        return len(lines)

    def _act(self, act: Callable[..., None], *what: object) -> None:
        """Do something to the core at this instant, and see to what follows from it."""
        with self._lock:
            act(clock_ns(), *what)
            self._flush()

    def _flush(self) -> None:
        """Write what the board is to hear, and pass on what happened."""
        port = self._port
        while data := self._core.output(clock_ns()):
            if port is None or self._broken:
                continue
            try:
                port.write(data)
            except PortGone as error:
                self._broken = True
                self._core.disconnected(clock_ns(), str(error))
        events = self._core.events()
        if events:
            self._told.extend(events)
            for event in events if self._log else ():
                self._log.keep(event)  # type: ignore[union-attr]  # the loop is empty without one
            self._news.set()

    def _obey(self) -> None:
        for line in iter(self._orders.readline, b""):
            try:
                order = order_in(line)
            except BadValue:
                break  # a program that talks nonsense is as good as dead
            self._act(self._core.order, order)
        self._act(self._core.host_gone)

    def _talk(self) -> None:
        while not self._over.is_set():
            port = self._port or self._open()
            if port is None:
                self._over.wait(RECONNECT_S)
                continue
            try:
                data = port.read()
                if data:
                    self._act(self._core.received, data)
            except PortGone as error:
                self._act(self._core.disconnected, str(error))
                self._broken = True
            if self._broken:
                with self._lock:
                    self._port, self._broken = None, False
                port.close()

    def _open(self) -> OwnedPort | None:
        choice = self._commission.choice
        try:
            port = OwnedPort(find_port(choice.port), choice.kind.baud)
        except (PortGone, PortMissing) as error:
            self._act(self._core.disconnected, str(error))
            return None
        with self._lock:
            self._port, self._broken = port, False
            self._core.connected(clock_ns())
            self._flush()
        return port

    def _tell(self) -> None:
        """Write reports and events. A program that does not read them holds up only this thread."""
        with contextlib.suppress(OSError, ValueError):
            while not self._over.is_set() or self._told:
                self._news.wait(REPORT_S)
                self._news.clear()
                while self._told:
                    self._reports.write(message_line(self._told.popleft()))
                with self._lock:
                    standing = self._core.standing(clock_ns())
                if self._log is not None and self._log.trouble:
                    standing = replace(standing, trouble=standing.trouble or self._log.trouble)
                self._reports.write(message_line(standing))
                self._reports.flush()


def _header(choice: RelayChoice) -> dict[str, object]:
    """What a log begins with: the board, what it cannot do, and the clock against the calendar."""
    return {
        "model": choice.model,
        "port": str(choice.port),
        "relay": choice.relay,
        "t_ns": clock_ns(),
        "utc": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "capabilities": choice.kind.caps.to_json(),
    }


def main() -> int:
    """Stand guard; the exit code is 1 if a line of the log could not be written."""
    _be_quick()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the program's business
    try:
        commission = commission_in(sys.stdin.buffer.readline())
    except BadValue as error:
        sys.stderr.write(f"referee: {error}\n")
        return 2
    guard = GuardProcess(commission, sys.stdin.buffer, sys.stdout.buffer)
    for name in ENDING_SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), guard.end)
    return 1 if guard.run() else 0


def _be_quick() -> None:
    """Ask for a high priority, and let the threads change places often."""
    sys.setswitchinterval(SWITCH_S)
    gc.freeze()  # what was imported stays
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):  # not everybody may
            os.setpriority(os.PRIO_PROCESS, 0, NICER)
