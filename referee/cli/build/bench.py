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
    quick: Annotated[
        bool, typer.Option("--quick", help="A rougher figure, in under 50 s.")
    ] = False,
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
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="For evening: the folder of its games.",
            show_default="out/bench/evening",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", help="For evening: the most that are played; 0: only the table."),
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option(
            "--seeds",
            help="For evening: development, or held-out for what nobody has looked at.",
            show_default="development",
        ),
    ] = None,
    rulebook: Annotated[
        str | None, typer.Option("--rulebook", help="For evening: games of this rulebook only.")
    ] = None,
    board: Annotated[
        str | None, typer.Option("--board", help="For evening: games on this board only.")
    ] = None,
    fps: Annotated[
        float | None, typer.Option("--fps", help="For evening: games at this rate only.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", help="For evening: games side by side.", show_default="1"),
    ] = None,
    part: Annotated[
        str | None,
        typer.Option(
            "--part", help="For play: only these parts: latency-30, hands-4, load, trouble ..."
        ),
    ] = None,
    plays_a_quarter: Annotated[
        int | None,
        typer.Option(
            "--plays-a-quarter", help="For evening: plays from scrimmage.", show_default="4"
        ),
    ] = None,
) -> None:
    """Measure one part and print its figures next to the bars they have to meet.

    Example: [bold]referee bench physics --quick[/bold]
    Example: [bold]referee bench play --part hands[/bold]
    Example: [bold]referee bench evening --rulebook hefl --jobs 2[/bold]
    """
    asked = {
        "data": data,
        "out": out,
        "games": games,
        "seeds": seeds,
        "rulebook": rulebook,
        "board": board,
        "fps": fps,
        "jobs": jobs,
        "part": part,
        "plays_a_quarter": plays_a_quarter,
    }
    chosen = {key: value for key, value in asked.items() if value is not None}
    run_benches(name, quick=quick, check=check, chosen=chosen, json_file=json_file)
