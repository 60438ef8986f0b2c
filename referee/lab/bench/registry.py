"""Finds benches by name: every module and package of lab.bench that `FRAME` does not name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from difflib import get_close_matches

import referee.lab.bench
from referee.core.errors import BadValue
from referee.lab.bench.report import Report

FRAME = frozenset(
    {
        "calibrate_cases",
        "camera_cases",
        "games",
        "registry",
        "report",
        "tools",
    }
)


def bench_names() -> tuple[str, ...]:
    """All benches, in alphabetical order."""
    found = (module.name for module in pkgutil.iter_modules(referee.lab.bench.__path__))
    return tuple(sorted(name for name in found if name not in FRAME))


def bench_line(name: str) -> str:
    """The first line of a bench's docstring."""
    text = importlib.import_module(f"referee.lab.bench.{name}").__doc__ or ""
    return text.strip().partition("\n")[0]


def find_bench(name: str) -> Callable[[bool], Report]:
    """The ``run`` function of a bench, or a sentence with the names there are."""
    names = bench_names()
    if name not in names:
        known = ", ".join(names) or "none yet"
        close = get_close_matches(name, names, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise BadValue("bench", name, f"one of: {known}{hint}")
    run: Callable[[bool], Report] = importlib.import_module(f"referee.lab.bench.{name}").run
    return run
