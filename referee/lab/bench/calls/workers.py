"""Plays and judges in parallel processes, a few plays at a time, and says how far it is."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from referee.lab.bench.calls.judged_play import PlayResult, judge_play, rulebooks
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.calls.plays.play_store import FOLDER, recorded_plays

PLAYS_PER_CHUNK = 20
# One play in so many is judged three times, to see that it is the same each time.
AGAIN = 20
TellDone = Callable[[int], None]


def judge_all(
    recipes: Sequence[PlayRecipe], tell: TellDone, folder: Path | None = FOLDER, processes: int = 0
) -> list[PlayResult]:
    """All plays in the order of their recipes; ``tell`` hears how many are done."""
    chunks = [recipes[k : k + PLAYS_PER_CHUNK] for k in range(0, len(recipes), PLAYS_PER_CHUNK)]
    found: dict[int, list[PlayResult]] = {}
    context = multiprocessing.get_context("spawn")
    workers = processes or os.cpu_count() or 1
    with ProcessPoolExecutor(workers, context) as pool:
        waiting = {pool.submit(partial(_chunk, folder), c): k for k, c in enumerate(chunks)}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            tell(sum(len(each) for each in found.values()))
    return [result for k in range(len(chunks)) for result in found[k]]


def _chunk(folder: Path | None, recipes: Sequence[PlayRecipe]) -> list[PlayResult]:
    """Runs in a process of its own."""
    rules = rulebooks()
    played = list(recorded_plays(recipes, folder))
    judge_play(played[0], rules)  # what is made on first use is made now
    return [judge_play(take, rules, again=take.recipe.number % AGAIN == 0) for take in played]
