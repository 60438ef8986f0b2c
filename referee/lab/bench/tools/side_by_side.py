"""Runs independent parts of a bench, in processes of their own, with a progress bar."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any, TypeVar

from rich.progress import Progress

WORKERS = 2
T = TypeVar("T")
PartsToRun = Sequence["Future[T]"]


class SideBySide:
    """Hands out work to other processes; `done` waits for it."""

    def __init__(self, pool: ProcessPoolExecutor, bar: Progress) -> None:
        self._pool, self._bar = pool, bar

    def each(self, name: str, deed: Callable[[int], T], numbers: Iterable[int]) -> PartsToRun[T]:
        """Do it for every number, in other processes."""
        parts = [self._pool.submit(deed, number) for number in numbers]
        task = self._bar.add_task(name, total=len(parts))

        def told(_part: Future[Any]) -> None:
            self._bar.advance(task)

        for part in parts:
            part.add_done_callback(told)
        return parts

    def done(self, parts: PartsToRun[T]) -> list[T]:
        """The results in the order of the numbers; a part that fails stops all that wait."""
        try:
            for part in as_completed(parts):
                part.result()
        except BaseException:
            self._pool.shutdown(wait=False, cancel_futures=True)
            raise
        return [part.result() for part in parts]


@contextmanager
def side_by_side(workers: int = WORKERS) -> Iterator[SideBySide]:
    """So many processes while the block lasts."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context) as pool, Progress(transient=True) as bar:
        yield SideBySide(pool, bar)
