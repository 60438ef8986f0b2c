"""What is run, in which folder, and which groups of items it gives: a row for each task."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.freeze import fixed, nights, pictures, plays, wishes
from tests.freeze.fixed import Items

_OF_A_NIGHT = ("game", "page", "record", "night", "tracks", "web", "static")


@dataclass(frozen=True)
class Task:
    """``seconds`` is about how long it takes: the longest are begun first."""

    name: str
    groups: tuple[str, ...]
    run: Callable[[Path], Items]
    seconds: float
    quick: bool = False


def _night(book: str, a_quarter: int, seconds: float, *, quick: bool) -> Task:
    run = partial(nights.night, book=book, seed=1, a_quarter=a_quarter)
    return Task(f"night-{book}-{a_quarter}", _OF_A_NIGHT, run, seconds, quick)


def _cases(book: str, seconds: float, *, quick: bool) -> Task:
    run = partial(plays.cases, book=book)
    return Task(f"cases-{book}", ("cases", "stands"), run, seconds, quick)


def _tracks(seed: int, again: tuple[tuple[str, str], ...], *, quick: bool) -> Task:
    run = partial(plays.tracks, seed=seed, plays=3, again=again)
    return Task(f"tracks-{seed}", ("tracks",), run, 25, quick)


def _wishes(book: str, *, quick: bool) -> Task:
    return Task(f"wishes-{book}", ("wishes",), partial(wishes.wishes, book=book), 10, quick)


TASKS = (
    _night("efhl", 4, 40, quick=False),
    _night("hefl", 4, 40, quick=False),
    _night("efhl", 1, 12, quick=True),
    _night("hefl", 1, 12, quick=False),
    _night("vsefl", 1, 12, quick=False),
    _night("simplified", 1, 12, quick=False),
    _tracks(7, (("efhl", "hefl"), ("simplified", "vsefl")), quick=True),
    _tracks(21, (("hefl", "efhl"), ("vsefl", "simplified")), quick=False),
    _wishes("efhl", quick=False),
    _wishes("hefl", quick=False),
    Task("still", ("pictures",), pictures.still, 30),
    Task("video", ("pictures",), pictures.video, 30),
    _cases("efhl", 8, quick=False),
    _cases("hefl", 5, quick=True),
    _cases("vsefl", 5, quick=False),
    _cases("simplified", 3, quick=True),
    Task("rules", ("rules", "by"), fixed.rules, 5, quick=True),
    Task("lists", ("commands",), fixed.lists, 5, quick=True),
    Task("help", ("help", "options"), fixed.words_of_help, 5, quick=True),
    Task("errors", ("errors",), fixed.errors, 5, quick=True),
)
GROUPS = tuple(sorted({group for task in TASKS for group in task.groups}))


def chosen(only: Iterable[str], *, quick: bool) -> list[Task]:
    """The tasks for some groups, or for all; the longest first."""
    groups = set(only) or set(GROUPS)
    found = [task for task in TASKS if groups & set(task.groups) and (task.quick or not quick)]
    return sorted(found, key=lambda task: -task.seconds)


def run_task(name: str) -> tuple[Items, float]:
    """The items of a task, and its seconds of a processor; made in a folder that goes away."""
    (task,) = (task for task in TASKS if task.name == name)
    began_s = time.process_time()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        _alike(Path(folder))
        return task.run(_below(Path(folder), "work")), time.process_time() - began_s


def _alike(folder: Path) -> None:
    """The same surroundings everywhere: no settings of a person, one width, one time zone."""
    home = _below(folder, "home")
    os.environ |= {
        "HOME": str(home), "XDG_CONFIG_HOME": str(home), "APPDATA": str(home),
        "USERPROFILE": str(home), "COLUMNS": "160", "LINES": "50", "NO_COLOR": "1",
        "TERM": "dumb", "TZ": "UTC",
    }  # fmt: skip
    if hasattr(time, "tzset"):
        time.tzset()


def _below(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made
