"""Run the proof: write what the program does now, or hold it against what it did before."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import typer

from tests.freeze.compare import SHOWN_ITEMS, Run, differences, write_run
from tests.freeze.tasks import GROUPS, Task, chosen, run_task


def main() -> int:
    """The exit code is 1 when something differs, 2 when something could not be run."""
    asked = _asked()
    only = [name for name in (asked.only or "").split(",") if name]
    unknown = sorted(set(only) - set(GROUPS))
    if unknown:
        typer.echo(f"no group {', '.join(unknown)}; there are {', '.join(GROUPS)}", err=True)
        return 2
    run, failed = _run(chosen(only, quick=asked.quick), frozenset(only or GROUPS), asked.processes)
    for path in filter(None, (asked.write, asked.now)):
        write_run(path, run)
        typer.echo(f"{len(run.texts)} items written to {path}")
    for name, trace in failed.items():
        typer.echo(f"\n{name} could not be run: {trace}", err=True)
    if asked.against is None:
        return 2 if failed else 0
    found = list(differences(run, asked.against))
    for name, shown in found[:SHOWN_ITEMS]:
        typer.echo(f"\n{name}\n{shown}")
    if len(found) > SHOWN_ITEMS:
        more = Counter(name.split("/")[0] for name, _ in found[SHOWN_ITEMS:])
        typer.echo("\nand more: " + ", ".join(f"{n} in {group}" for group, n in more.items()))
    typer.echo(f"\n{len(run.texts)} items, {len(found)} differ from {asked.against}")
    if failed:
        typer.echo(f"not run to the end, so not compared: {', '.join(failed)}", err=True)
        return 2
    return 1 if found else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.freeze", description=__doc__)
    parser.add_argument("--write", type=Path, help="a .json file for the hashes")
    parser.add_argument("--against", type=Path, help="such a file from before")
    parser.add_argument("--now", type=Path, help="with --against: also write this run")
    parser.add_argument("--only", help=f"groups, with commas between: {', '.join(GROUPS)}")
    parser.add_argument("--quick", action="store_true", help="a part of it, under 45 s")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time (2)")
    asked = parser.parse_args()
    if asked.write is None and asked.against is None:
        parser.error("say --write FILE or --against FILE")
    return asked


def _run(tasks: list[Task], groups: frozenset[str], processes: int) -> tuple[Run, dict[str, str]]:
    """Every task in a process of its own, so that nothing of one is left for the next.

    And what went wrong, for each task that could not be run to its end.
    """
    failed: dict[str, str] = {}
    texts: dict[str, str] = {}
    made_by: dict[str, str] = {}
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, spawning, max_tasks_per_child=1) as pool:
        waiting = {pool.submit(run_task, task.name): task.name for task in tasks}
        for done in as_completed(waiting):
            error = done.exception()
            if error is not None:
                failed[waiting[done]] = "".join(traceback.format_exception(error))
                continue
            items, took_s = done.result()
            kept = {name: text for name, text in items.items() if name.split("/")[0] in groups}
            texts |= kept
            made_by |= dict.fromkeys(kept, waiting[done])
            typer.echo(
                f"{waiting[done]}: {len(kept)} items, {took_s:.1f} s of a processor", err=True
            )
    ran = frozenset(waiting.values()) - failed.keys()
    return Run(dict(sorted(texts.items())), made_by, ran, groups), failed


if __name__ == "__main__":
    sys.exit(main())
