"""What `referee bench` does: run benches, print their figures, keep them as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from inspect import signature
from pathlib import Path

import typer
from rich.console import Console

from referee.apps.terminal.error_sentences import complain
from referee.core.errors import BadValue
from referee.lab.bench.registry import bench_line, bench_names, find_bench
from referee.lab.bench.report import Report
from referee.lab.bench.tools.machine import BenchMachine
from referee.loaders.formats.atomic_file import write_text


def run_benches(
    name: str,
    *,
    quick: bool,
    check: bool,
    chosen: Mapping[str, object],
    json_file: Path | None,
) -> None:
    """Run a bench, or all of them; with ``check`` a missed bar leaves with exit code 1.

    ``chosen`` are options that only some benches take, by the names of their arguments.
    """
    if name == "list":
        for known in bench_names():
            typer.echo(f"{known:12} {bench_line(known)}")
        return
    if name == "all" and json_file is not None:
        raise BadValue(
            "--json", str(json_file), "one bench at a time; 'all' writes a file for each"
        )
    reports = [
        _run(each, quick, chosen, json_file or Path("out") / "bench" / f"{each}.json")
        for each in (bench_names() if name == "all" else (name,))
    ]
    missed = [f"{r.name}: {row.label}" for r in reports for row in r.rows if not row.passes]
    if check and missed:
        complain(f"the bar is missed by {'; '.join(missed)}")
        raise typer.Exit(1)


def _run(name: str, quick: bool, chosen: Mapping[str, object], target: Path) -> Report:
    run: Callable[..., Report] = find_bench(name)
    for key, value in chosen.items():
        if key not in signature(run).parameters:
            option = f"--{key.replace('_', '-')}"
            raise BadValue(option, str(value), f"left out: bench {name} does not take it")
    run = partial(run, **chosen)
    machine = BenchMachine.this_one()
    with Console(stderr=True).status(f"Running bench {name} ..."):
        report = run(quick)
    content = {**report.to_json(machine), "quick": quick}
    write_text(target, json.dumps(content, indent=2, allow_nan=False, ensure_ascii=False) + "\n")
    Console().print(report.table())
    typer.echo(f"{machine}\nwritten to {target}\n")
    return report
