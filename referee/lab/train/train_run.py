"""What `referee train` does: train one of the networks and write its model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress

from referee.apps.terminal.progress import progress_bar
from referee.lab.train.detector.detector_export import export_detector
from referee.lab.train.detector.detector_training import train_detector
from referee.lab.train.figures.figure_run import (
    figure_schedule,
    make_figure_boards,
    run_figures,
)
from referee.lab.train.figures.figure_store import SETS
from referee.lab.train.reader.reader_run import reader_schedule, run_reader
from referee.lab.train.refiner.refiner_run import RefinerSettings, train_refiner
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_facts import facts_of, scale_of
from referee.lab.train.training_loop import TrainingProgress
from referee.vision.network.default_models import DETECTOR
from referee.vision.network.model_card import find_model


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """The options of `referee train`. ``begin`` is the folder of a run to begin with, if any."""

    data: list[Path]
    out: Path
    minutes: float
    steps: int
    pictures: str
    threads: int
    seed: int
    begin: Path | None = None


def run_train(what: str, order: TrainOptions) -> str:
    """Train the network of this name; returns what came of it, in words."""
    return _RUNS[what](order)


def _detector(order: TrainOptions) -> str:
    schedule = TrainingSchedule(order.minutes, threads=order.threads, seed=order.seed)
    scale = scale_of(order.data[0])
    with progress_bar() as bar:
        tell = _teller(bar, schedule)
        network, last = train_detector(
            order.data, order.pictures, order.out, schedule, tell, order.begin
        )
    export_detector(network, order.out, order.out.name, scale, facts_of(order.data, schedule, last))
    return f"{last.step} steps, {last.pictures} pictures, loss {last.loss:.2f}"


def _refiner(order: TrainOptions) -> str:
    settings = RefinerSettings(order.steps, order.seed, order.threads)
    with progress_bar() as bar:
        line = bar.add_task("", total=1.0, note="")

        def tell(what: str, share: float) -> None:
            bar.update(line, description=what, completed=share)

        sha256 = train_refiner(order.data, order.pictures, order.out, settings, tell)
    return f"edges.npz, SHA-256 {sha256}"


def _reader(order: TrainOptions) -> str:
    schedule = reader_schedule(order.minutes, order.threads, order.seed)
    detector = find_model(DETECTOR)
    with progress_bar() as bar:
        tell = _teller(bar, schedule)
        last = run_reader(
            order.data, order.pictures, order.out, schedule, detector, tell, order.begin
        )
    return f"{last.step} steps, {last.pictures} crops, loss {last.loss:.3f}"


def _figures(order: TrainOptions) -> str:
    schedule = figure_schedule(order.minutes, order.threads, order.seed)
    with progress_bar() as bar:
        line = bar.add_task("drawing", total=1.0, note="")

        def tell_made(name: str, count: int) -> None:
            share = count / SETS[name].boards
            bar.update(line, completed=share, note=f"{count} boards of the set {name}")

        make_figure_boards(order.data[0], tell_made)
        last = run_figures(order.data, order.out, schedule, _teller(bar, schedule), order.begin)
    return f"{last.step} steps, {last.pictures} crops, loss {last.loss:.3f}"


def _teller(bar: Progress, schedule: TrainingSchedule) -> Callable[[TrainingProgress], None]:
    """A function that shows on the bar how far the training is."""
    line = bar.add_task("training", total=1.0, note="")

    def tell(now: TrainingProgress) -> None:
        note = f"{now.pictures} pictures, loss {now.loss:.3f}"
        bar.update(line, completed=now.share(schedule), note=note)

    return tell


_RUNS: Mapping[str, Callable[[TrainOptions], str]] = {
    "detector": _detector,
    "refiner": _refiner,
    "reader": _reader,
    "figures": _figures,
}
