"""Plays and judges in parallel processes, a few plays at a time, and says how far it is."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from referee.bench.calls.judging import Result, judge, rulebooks
from referee.bench.calls.recipe import Recipe
from referee.bench.calls.takes import FOLDER, takes

CHUNK = 20
# One play in so many is judged three times, to see that it is the same each time.
AGAIN = 20
Told = Callable[[int], None]


def judge_all(
    recipes: Sequence[Recipe], tell: Told, folder: Path | None = FOLDER, processes: int = 0
) -> list[Result]:
    """All plays in the order of their recipes; ``tell`` hears how many are done."""
    chunks = [recipes[k : k + CHUNK] for k in range(0, len(recipes), CHUNK)]
    found: dict[int, list[Result]] = {}
    context = multiprocessing.get_context("spawn")
    workers = processes or os.cpu_count() or 1
    with ProcessPoolExecutor(workers, context) as pool:
        waiting = {pool.submit(partial(_chunk, folder), c): k for k, c in enumerate(chunks)}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            tell(sum(len(each) for each in found.values()))
    return [result for k in range(len(chunks)) for result in found[k]]


def _chunk(folder: Path | None, recipes: Sequence[Recipe]) -> list[Result]:
    """Runs in a process of its own."""
    rules = rulebooks()
    played = list(takes(recipes, folder))
    judge(played[0], rules)  # what is made on first use is made now
    return [judge(take, rules, again=take.recipe.number % AGAIN == 0) for take in played]
