"""`referee train`: from a data set to a model folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.core.errors import BadValue

train_app = typer.Typer(add_completion=False, rich_markup_mode="rich")
NETWORKS = ("detector", "refiner", "reader", "figures")


@train_app.command()
def train(
    data: Annotated[
        list[Path],
        typer.Option(
            "--data",
            help="A folder made by `referee dataset make`; may be repeated. For the figures' looks "
            "a folder of their own, which is filled first.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", help="Where checkpoints and the model go.")],
    what: Annotated[
        str, typer.Option("--what", help=f"What to train: {', '.join(NETWORKS)}.")
    ] = "detector",
    minutes: Annotated[float, typer.Option("--minutes", help="How long, by the clock.")] = 60.0,
    steps: Annotated[
        int, typer.Option("--steps", help="Number of steps, of the refiner only.")
    ] = 9000,
    tiles: Annotated[str, typer.Option("--set", help="The set to learn from.")] = "train",
    threads: Annotated[int, typer.Option("--threads", help="Cores to use.")] = 2,
    seed: Annotated[int, typer.Option("--seed", help="Other seeds, other weights.")] = 1,
    fine_tune: Annotated[
        bool,
        typer.Option(
            "--fine-tune", help="Go on from a trained detector, with a harvest as --data."
        ),
    ] = False,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="The detector to fine-tune, name or folder; or the folder of a run to begin with.",
        ),
    ] = None,
    base_data: Annotated[
        Path | None,
        typer.Option(
            "--base-data", help="Generated tiles to mix in, so that nothing is forgotten."
        ),
    ] = None,
) -> None:
    """Train a network from scratch; a run that was stopped goes on where it was.

    Needs the training extra: pip install -e '.\\[train]'

    Example: [bold]referee train --data out/first --out out/model --minutes 60[/bold]
    """
    if fine_tune:
        if what != "detector" or len(data) != 1:
            raise BadValue("--fine-tune", what, "the detector, with one harvested folder as --data")
        from referee.lab.train.fine_tune_run import FineTuneOptions, run_fine_tune  # noqa: PLC0415 - the same
        from referee.vision.network.default_models import DETECTOR  # noqa: PLC0415 - the help must not wait

        order = FineTuneOptions(start or DETECTOR, data[0], base_data, out, minutes, threads, seed)
        typer.echo(f"{out}: {run_fine_tune(order)}")
        return
    if what not in NETWORKS:
        raise BadValue("what", what, f"one of {', '.join(NETWORKS)}")
    from referee.lab.train.train_run import TrainOptions, run_train  # noqa: PLC0415 - needs the train extra

    begin = None if start is None else Path(start)
    options = TrainOptions(data, out, minutes, steps, tiles, threads, seed, begin)
    typer.echo(f"{out}: {run_train(what, options)}")
