"""`referee bench`: run a bench, print its figures, keep them as JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.bench.machine import Machine
from referee.bench.registry import bench_line, bench_names, find_bench

bench_app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@bench_app.command()
def bench(
    name: Annotated[str, typer.Argument(help="Which bench, or 'list' for all of them.")],
    quick: Annotated[bool, typer.Option("--quick", help="A rougher figure, under 50 s.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Leave with exit code 1 when a bar is missed.")
    ] = False,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Where the figures go.", show_default="out/bench/NAME.json"),
    ] = None,
) -> None:
    """Measure one part and print its figures next to the bars they have to meet.

    Example: [bold]referee bench physics --quick[/bold]
    """
    console = Console()
    if name == "list":
        for known in bench_names():
            console.print(f"[bold]{known}[/]  {bench_line(known)}")
        return
    run = find_bench(name)
    machine = Machine.this_one()
    with Console(stderr=True).status(f"Running bench {name} ..."):
        report = run(quick)
    target = json_file or Path("out") / "bench" / f"{name}.json"
    content = {**report.to_json(machine), "quick": quick}
    _write_whole(target, json.dumps(content, indent=2, allow_nan=False, ensure_ascii=False) + "\n")
    console.print(report.table())
    console.print(f"{machine}\nwritten to {target}", highlight=False, soft_wrap=True)
    if check and not report.passes():
        missed = ", ".join(row.label for row in report.rows if not row.passes)
        typer.echo(f"referee: bench {name} misses its bar: {missed}", err=True)
        raise typer.Exit(1)


def _write_whole(path: Path, text: str) -> None:
    """All of the file or none of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
