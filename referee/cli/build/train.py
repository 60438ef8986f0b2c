"""`referee train`: from a data set to a model folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from referee.apps.terminal.progress import progress_bar
from referee.core.errors import BadValue

train_app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """What was asked for."""

    data: list[Path]
    out: Path
    minutes: float
    steps: int
    pictures: str
    threads: int
    seed: int
    begin: Path | None = None


def _detector(order: TrainOptions) -> str:
    from referee.lab.train.detector.detector_export import export_detector  # noqa: PLC0415 - the help must not wait
    from referee.lab.train.schedule import TrainingSchedule  # noqa: PLC0415 - the help must not wait
    from referee.lab.train.training_facts import facts_of, scale_of  # noqa: PLC0415 - the help must not wait
    from referee.lab.train.training_loop import TrainingProgress  # noqa: PLC0415 - the help must not wait
    from referee.lab.train.training_loop import train_detector as run  # noqa: PLC0415 - the help must not wait

    schedule = TrainingSchedule(order.minutes, threads=order.threads, seed=order.seed)
    scale = scale_of(order.data[0])
    with progress_bar() as bar:
        line = bar.add_task("training", total=1.0, note="")

        def tell(now: TrainingProgress) -> None:
            note = f"{now.pictures} pictures, loss {now.loss:.2f}"
            bar.update(line, completed=now.share(schedule), note=note)

        network, last = run(order.data, order.pictures, order.out, schedule, tell, order.begin)
    export_detector(network, order.out, order.out.name, scale, facts_of(order.data, schedule, last))
    return f"{last.step} steps, {last.pictures} pictures, loss {last.loss:.2f}"


def _refiner(order: TrainOptions) -> str:
    from referee.lab.train.refiner.refiner_run import RefinerSettings, train_refiner  # noqa: PLC0415 - the same

    settings = RefinerSettings(order.steps, order.seed, order.threads)
    with progress_bar() as bar:
        line = bar.add_task("", total=1.0, note="")

        def tell(what: str, share: float) -> None:
            bar.update(line, description=what, completed=share)

        sha256 = train_refiner(order.data, order.pictures, order.out, settings, tell)
    return f"edges.npz, SHA-256 {sha256}"


def _reader(order: TrainOptions) -> str:
    from referee.lab.train.reader.reader_run import reader_schedule, run_reader  # noqa: PLC0415 - the same
    from referee.lab.train.training_loop import TrainingProgress  # noqa: PLC0415 - the help must not wait
    from referee.vision.network.default_models import DETECTOR  # noqa: PLC0415 - the help must not wait
    from referee.vision.network.model_card import find_model  # noqa: PLC0415 - the help must not wait

    schedule = reader_schedule(order.minutes, order.threads, order.seed)
    with progress_bar() as bar:
        line = bar.add_task("training", total=1.0, note="")

        def tell(now: TrainingProgress) -> None:
            note = f"{now.pictures} crops, loss {now.loss:.3f}"
            bar.update(line, completed=now.share(schedule), note=note)

        detector = find_model(DETECTOR)
        last = run_reader(
            order.data, order.pictures, order.out, schedule, detector, tell, order.begin
        )
    return f"{last.step} steps, {last.pictures} crops, loss {last.loss:.3f}"


WHAT: Mapping[str, Callable[[TrainOptions], str]] = {
    "detector": _detector,
    "refiner": _refiner,
    "reader": _reader,
}


@train_app.command()
def train(
    data: Annotated[
        list[Path],
        typer.Option("--data", help="A folder made by `referee dataset make`; may be repeated."),
    ],
    out: Annotated[Path, typer.Option("--out", help="Where checkpoints and the model go.")],
    what: Annotated[
        str, typer.Option("--what", help=f"What to train: {', '.join(WHAT)}.")
    ] = "detector",
    minutes: Annotated[float, typer.Option("--minutes", help="How long, by the clock.")] = 60.0,
    steps: Annotated[
        int, typer.Option("--steps", help="How many, for the refiner, which needs no clock.")
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
    if what not in WHAT:
        raise BadValue("what", what, f"one of {', '.join(WHAT)}")
    begin = None if start is None else Path(start)
    said = WHAT[what](TrainOptions(data, out, minutes, steps, tiles, threads, seed, begin))
    typer.echo(f"{out}: {said}")
