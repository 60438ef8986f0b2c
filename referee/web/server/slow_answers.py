"""Answers that take long to make: one at a time, kept for a while, and never at a play's expense.

A clip or a score sheet costs a second of a core. So a thread of its own makes them, below the
others, whoever asks for the same gets the same, and a device that is not paired gets none while the
board runs.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from fastapi import HTTPException, Request

from referee.record.thread_priority import lower_thread_priority
from referee.system_clock import clock_s
from referee.web.server.connection_limits import ConnectionLimits, Guest

# How long an answer is given again: to the laptop and paired devices, and to others.
KEPT_S, KEPT_FOR_STRANGERS_S = 2.0, 20.0
MOST_KEPT = 32
# Answers that may wait for the worker, or threads that may wait for pictures.
MOST_WAITING, MOST_STRANGERS_WAITING = 16, 4
RUNNING = "The board runs: a device that is not paired gets this when it stands still."
TOO_MANY = "Too much is asked for at once: one moment."

Key = tuple[Hashable, ...]


class SlowAnswers:
    """The slow answers of one page. ``running`` says whether the board has power now."""

    def __init__(self, limits: ConnectionLimits, running: Callable[[], bool]) -> None:
        self._limits, self._running = limits, running
        self._lock = threading.Lock()
        self._kept: OrderedDict[Key, tuple[float, bytes]] = OrderedDict()
        self._making: dict[Key, Future[bytes]] = {}
        self._waiting = 0
        self._worker: ThreadPoolExecutor | None = None

    async def answer(self, request: Request, key: Key, make: Callable[[], bytes]) -> bytes:
        """What ``make`` gives, or gave lately; refused to strangers while the board runs."""
        stranger = self._stranger(request)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                made_s, answer = kept
                if clock_s() - made_s < (KEPT_FOR_STRANGERS_S if stranger else KEPT_S):
                    return answer
            making = self._making.get(key)
            if making is None:
                most = MOST_STRANGERS_WAITING if stranger else MOST_WAITING
                if len(self._making) >= most:
                    raise HTTPException(423, TOO_MANY)
                if self._worker is None:
                    self._worker = ThreadPoolExecutor(1, "answers", lower_thread_priority)
                making = self._making[key] = self._worker.submit(self._make, key, make)
        # Somebody else may wait for the same: who goes away ends nothing.
        return await asyncio.shield(asyncio.wrap_future(making))

    @contextmanager
    def waiting(self, request: Request) -> Iterator[None]:
        """A request that waits for a picture in a thread of its own; only so many may."""
        most = MOST_STRANGERS_WAITING if self._stranger(request) else MOST_WAITING
        with self._lock:
            if self._waiting >= most:
                raise HTTPException(423, TOO_MANY)
            self._waiting += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting -= 1

    def _stranger(self, request: Request) -> bool:
        """Whether a device that is not paired asks; while the board runs it is refused."""
        host = request.client.host if request.client else ""
        stranger = self._limits.guest_at(host) is Guest.STRANGER
        if stranger and self._running():
            raise HTTPException(423, RUNNING)
        return stranger

    def _make(self, key: Key, make: Callable[[], bytes]) -> bytes:
        try:
            answer = make()
            with self._lock:
                self._kept[key] = clock_s(), answer
                self._kept.move_to_end(key)
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return answer
        finally:
            with self._lock:
                del self._making[key]
