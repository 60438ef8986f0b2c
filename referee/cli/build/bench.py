"""`referee bench`: run benches, print their figures, keep them as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.lab.bench.tools.bench_run import run_benches

bench_app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@bench_app.command()
def bench(
    name: Annotated[str, typer.Argument(help="Which bench; 'all' for each; 'list' for names.")],
    quick: Annotated[bool, typer.Option("--quick", help="A rougher figure, under 50 s.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Leave with exit code 1 when a bar is missed.")
    ] = False,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", help="For vision: where the judged frames are.", show_default="out/datasets"
        ),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Where the figures go.", show_default="out/bench/NAME.json"),
    ] = None,
) -> None:
    """Measure one part and print its figures next to the bars they have to meet.

    Example: [bold]referee bench physics --quick[/bold]
    """
    run_benches(name, quick=quick, check=check, data=data, json_file=json_file)
