"""`referee bench`: run benches, print their figures, keep them as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.bench.machine import Machine
from referee.bench.registry import bench_line, bench_names, find_bench
from referee.bench.report import Report
from referee.core.errors import BadValue
from referee.files.atomic import write_text

bench_app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@bench_app.command()
def bench(
    name: Annotated[str, typer.Argument(help="Which bench; 'all' for each; 'list' for names.")],
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
    if name == "list":
        for known in bench_names():
            typer.echo(f"{known:12} {bench_line(known)}")
        return
    if name == "all" and json_file is not None:
        raise BadValue(
            "--json", str(json_file), "one bench at a time; 'all' writes a file for each"
        )
    reports = [
        _run(each, quick, json_file or Path("out") / "bench" / f"{each}.json")
        for each in (bench_names() if name == "all" else (name,))
    ]
    missed = [f"{r.name}: {row.label}" for r in reports for row in r.rows if not row.passes]
    if check and missed:
        typer.echo(f"referee: the bar is missed by {'; '.join(missed)}", err=True)
        raise typer.Exit(1)


def _run(name: str, quick: bool, target: Path) -> Report:
    run = find_bench(name)
    machine = Machine.this_one()
    with Console(stderr=True).status(f"Running bench {name} ..."):
        report = run(quick)
    content = {**report.to_json(machine), "quick": quick}
    write_text(target, json.dumps(content, indent=2, allow_nan=False, ensure_ascii=False) + "\n")
    Console().print(report.table())
    typer.echo(f"{machine}\nwritten to {target}\n")
    return report
