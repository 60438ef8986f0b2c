"""`referee train`: from a data set to a model folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.show import progress_bar

train_app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@train_app.command()
def train(
    data: Annotated[
        list[Path],
        typer.Option("--data", help="A folder made by `referee dataset make`; may be repeated."),
    ],
    out: Annotated[Path, typer.Option("--out", help="Where checkpoints and the model go.")],
    minutes: Annotated[float, typer.Option("--minutes", help="How long, by the clock.")] = 60.0,
    tiles: Annotated[str, typer.Option("--set", help="The set of tiles to learn from.")] = "train",
    threads: Annotated[int, typer.Option("--threads", help="Cores to use.")] = 2,
    seed: Annotated[int, typer.Option("--seed", help="Other seeds, other weights.")] = 1,
) -> None:
    """Train the detector from scratch; a run that was stopped goes on where it was.

    Needs the training extra: pip install -e '.\\[train]'

    Example: [bold]referee train --data out/first --out out/model --minutes 60[/bold]
    """
    from referee.train.export import export  # noqa: PLC0415 - the help must not wait
    from referee.train.facts import facts_of, scale_of  # noqa: PLC0415 - the help must not wait
    from referee.train.loop import Progress  # noqa: PLC0415 - the help must not wait
    from referee.train.loop import train as run  # noqa: PLC0415 - the help must not wait
    from referee.train.schedule import Schedule  # noqa: PLC0415 - the help must not wait

    schedule = Schedule(minutes, threads=threads, seed=seed)
    scale = scale_of(data[0])
    with progress_bar() as bar:
        line = bar.add_task("training", total=1.0, note="")

        def tell(now: Progress) -> None:
            note = f"{now.pictures} pictures, loss {now.loss:.2f}"
            bar.update(line, completed=now.share(schedule), note=note)

        network, last = run(data, tiles, out, schedule, tell)
    export(network, out, out.name, scale, facts_of(data, schedule, last))
    typer.echo(f"{out}: {last.step} steps, {last.pictures} pictures, loss {last.loss:.2f}")
