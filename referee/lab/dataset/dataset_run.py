"""What `referee dataset` does: make, render, judge and harvest, with a bar for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from referee.apps.terminal.progress import progress_bar
from referee.lab.dataset.dataset_maker import make_dataset, tasks_of
from referee.lab.dataset.dataset_recipe import read_recipe
from referee.lab.dataset.detector_score import LEAST_SCORES, best_least_scores, judge_detector
from referee.lab.dataset.looks.look_maker import LookDone, LookTask
from referee.lab.dataset.own_games.harvest import HarvestSettings, harvest
from referee.lab.dataset.own_games.pretend_game import pretend_game
from referee.lab.dataset.own_games.reviewed_game import read_game
from referee.vision.network.default_models import DETECTOR
from referee.vision.network.model_card import (
    CARD,
    ModelCard,
    add_figures,
    find_model,
    set_least_scores,
)
from referee.vision.network.object_detector import load_detector


def run_make(
    recipe: Path, out: Path, workers: int, only: str | None, assets: Path | None = None
) -> None:
    """Render the pictures of a recipe, or of one of its sets."""
    wanted = read_recipe(recipe)
    total: dict[str, LookDone] = {each.name: LookDone(0, 0) for each in wanted.sets}
    with progress_bar() as bar:
        line = bar.add_task("rendering", total=len(tasks_of(wanted, out, only, assets)), note="")

        def tell(task: LookTask, done: LookDone) -> None:
            so_far = total[task.chosen.name]
            total[task.chosen.name] = LookDone(
                so_far.pictures + done.pictures, so_far.bases + done.bases
            )
            pictures = sum(each.pictures for each in total.values())
            bar.update(line, advance=1, note=f"{pictures} pictures")

        make_dataset(wanted, out, workers, tell, only, assets)
    for name, done in total.items():
        typer.echo(f"{name}: {done.pictures} pictures, {done.bases} bases")


def run_judge(model: Path, data: Path, name: str, *, choose: bool, write: bool) -> None:
    """Score a detector on a set of whole frames."""
    if choose:
        generous = load_detector(model, least_score=LEAST_SCORES[0])
        set_least_scores(model, best_least_scores(generous.find, data, name))
    detector = load_detector(model)
    figures = judge_detector(detector.find, data, name).figures()
    for key, value in figures.items():
        typer.echo(f"{key:24} {value}")
    if write:
        add_figures(model, name, figures)


def run_harvest(
    games: Sequence[Path],
    out: Path,
    calibration: Path | None,
    model: str | None,
    *,
    every_s: float,
    copies: int,
    seed: int,
    certain: bool,
    force: bool,
) -> None:
    """Turn reviewed frames into training data."""
    card = ModelCard.read(find_model(model or DETECTOR) / CARD)
    settings = HarvestSettings(card.px_per_mm, every_s=every_s, copies=copies, seed=seed)
    read = [read_game(folder, calibration, certain) for folder in games]
    with progress_bar() as bar:
        line = bar.add_task("harvesting", total=None, note="")

        def tell(done: int, total: int) -> None:
            bar.update(line, completed=done, total=total, note=f"{done} frames")

        got = harvest(read, out, settings, tell, force)
    typer.echo(
        f"{out}: {got.train_frames} frames to learn from ({got.tiles} tiles), "
        f"{got.held_frames} frames to judge by, {got.bases} bases"
    )
    for game in read:
        for why, count in game.left_out.items():
            if count:
                typer.echo(f"{game.folder}: {count} frames left out: {why}")


def run_pretend(out: Path, seed: int, frames: int, *, force: bool) -> None:
    """Film a made-up board whose frames are all corrected."""
    with progress_bar() as bar:
        line = bar.add_task("filming", total=frames, note="")
        pretend_game(out, seed, frames, lambda done, _: bar.update(line, completed=done), force)
    typer.echo(f"{out}: {frames} corrected frames")
