"""`referee dataset`: training pictures from recipes, and detectors judged on them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.terminal.progress import progress_bar

dataset_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@dataset_app.callback()
def dataset() -> None:
    """Training pictures for the detector, made by the simulator."""


@dataset_app.command()
def make(
    recipe: Annotated[Path, typer.Option("--recipe", help="A recipe, a .toml file.")],
    out: Annotated[Path, typer.Option("--out", help="The folder for the pictures.")],
    workers: Annotated[int, typer.Option("--workers", help="Processes that render.")] = 2,
    only: Annotated[str | None, typer.Option("--only", help="Just this set.")] = None,
) -> None:
    """Render a recipe's pictures with their labels; a run that was stopped goes on.

    Example: [bold]referee dataset make --recipe datasets/recipes/first.toml --out out/first[/bold]
    """
    from referee.lab.dataset.dataset_maker import make_dataset, tasks_of  # noqa: PLC0415 - the help must not wait
    from referee.lab.dataset.dataset_recipe import read_recipe  # noqa: PLC0415 - the help must not wait
    from referee.lab.dataset.looks.look_maker import LookDone, LookTask  # noqa: PLC0415 - the help must not wait

    wanted = read_recipe(recipe)
    total: dict[str, LookDone] = {each.name: LookDone(0, 0) for each in wanted.sets}
    with progress_bar() as bar:
        line = bar.add_task("rendering", total=len(tasks_of(wanted, out, only)), note="")

        def tell(task: LookTask, done: LookDone) -> None:
            so_far = total[task.chosen.name]
            total[task.chosen.name] = LookDone(
                so_far.pictures + done.pictures, so_far.bases + done.bases
            )
            pictures = sum(each.pictures for each in total.values())
            bar.update(line, advance=1, note=f"{pictures} pictures")

        make_dataset(wanted, out, workers, tell, only)
    for name, done in total.items():
        typer.echo(f"{name}: {done.pictures} pictures, {done.bases} bases")


@dataset_app.command()
def foreign(
    out: Annotated[Path, typer.Option("--out", help="The folder for the pictures.")],
    looks: Annotated[int, typer.Option("--looks", help="Boards and rooms of each set.")] = 7,
    frames: Annotated[int, typer.Option("--frames", help="Pictures of each look.")] = 3,
    samples: Annotated[int, typer.Option("--samples", help="Light paths in a pixel.")] = 4,
    threads: Annotated[int, typer.Option("--threads", help="Processor cores to use.")] = 1,
    only: Annotated[str | None, typer.Option("--only", help="foreign-a or foreign-b.")] = None,
) -> None:
    """Render pictures by other hands for judging, never for training (needs Blender).

    A run that was stopped goes on.

    Example: [bold]referee dataset foreign --out out/datasets/foreign[/bold]
    """
    from referee.lab.dataset.foreign.foreign_maker import SETS, ForeignAmounts, make_foreign  # noqa: PLC0415 - help must not wait

    names = [only] if only else list(SETS)
    with progress_bar() as bar:
        line = bar.add_task("rendering", total=len(names) * looks * frames, note="")
        wish = ForeignAmounts(looks, frames, samples, threads)
        make_foreign(out, names, wish, lambda stem: bar.update(line, advance=1, note=stem))


@dataset_app.command()
def judge(
    model: Annotated[Path, typer.Option("--model", help="A model folder.")],
    data: Annotated[Path, typer.Option("--data", help="A folder made by `referee dataset make`.")],
    name: Annotated[str, typer.Option("--set", help="A set of whole frames in it.")],
    choose: Annotated[
        bool, typer.Option("--choose", help="First find the lowest scores to trust, on this set.")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="Write the figures into the model's card.")
    ] = False,
) -> None:
    """Score a detector on whole frames: what it finds, how exactly, and which way round.

    Example: [bold]referee dataset judge --model models/third --data out/a --set test-near[/bold]
    """
    from referee.lab.dataset.detector_score import LEAST_SCORES, best_least_scores  # noqa: PLC0415 - the help must not wait
    from referee.lab.dataset.detector_score import judge_detector as score  # noqa: PLC0415 - the help must not wait
    from referee.vision.network.model_card import add_figures, set_least_scores  # noqa: PLC0415 - the help must not wait
    from referee.vision.network.object_detector import load_detector  # noqa: PLC0415 - the help must not wait

    if choose:
        generous = load_detector(model, least_score=LEAST_SCORES[0])
        set_least_scores(model, best_least_scores(generous.find, data, name))
    detector = load_detector(model)
    figures = score(detector.find, data, name).figures()
    for key, value in figures.items():
        typer.echo(f"{key:24} {value}")
    if write:
        add_figures(model, name, figures)


@dataset_app.command(no_args_is_help=True)
def harvest(
    games: Annotated[
        list[Path],
        typer.Argument(help="Recording folders: video.mp4, *.calib.json, corrections.jsonl."),
    ],
    out: Annotated[Path, typer.Option("--out", help="A new or empty folder for the data.")],
    calibration: Annotated[
        Path | None, typer.Option("--calibration", help="If the folders hold none.")
    ] = None,
    certain: Annotated[
        bool,
        typer.Option(
            "--certain", help="Also take tracked frames with everybody seen and no doubt at all."
        ),
    ] = False,
    every: Annotated[float, typer.Option("--every", help="Seconds between frames.")] = 1.0,
    copies: Annotated[
        int, typer.Option("--copies", help="How often each frame is cut and lit anew.")
    ] = 4,
    model: Annotated[
        str | None, typer.Option("--model", help="The detector that will learn: name or folder.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Other seeds, other cuts.")] = 1,
    force: Annotated[bool, typer.Option("--force", help="Replace a folder that exists.")] = False,
) -> None:
    """Turn the reviewed frames of your own games into training data for your board.

    Frames that nobody reviewed are not used. A quarter of each game is kept for judging.

    Example: [bold]referee dataset harvest games/monday --out out/mine[/bold]
    """
    from referee.lab.dataset.own_games.harvest import HarvestSettings  # noqa: PLC0415 - the help must not wait
    from referee.lab.dataset.own_games.harvest import harvest as run  # noqa: PLC0415 - the help must not wait
    from referee.lab.dataset.own_games.reviewed_game import read_game  # noqa: PLC0415 - the help must not wait
    from referee.vision.network.default_models import DETECTOR  # noqa: PLC0415 - the help must not wait
    from referee.vision.network.model_card import CARD, ModelCard, find_model  # noqa: PLC0415 - the help must not wait

    card = ModelCard.read(find_model(model or DETECTOR) / CARD)
    settings = HarvestSettings(card.px_per_mm, every_s=every, copies=copies, seed=seed)
    read = [read_game(folder, calibration, certain) for folder in games]
    with progress_bar() as bar:
        line = bar.add_task("harvesting", total=None, note="")

        def tell(done: int, total: int) -> None:
            bar.update(line, completed=done, total=total, note=f"{done} frames")

        got = run(read, out, settings, tell, force)
    typer.echo(
        f"{out}: {got.train_frames} frames to learn from ({got.tiles} tiles), "
        f"{got.held_frames} frames to judge by, {got.bases} bases"
    )
    for game in read:
        for why, count in game.left_out.items():
            if count:
                typer.echo(f"{game.folder}: {count} frames left out: {why}")


@dataset_app.command(no_args_is_help=True)
def pretend(
    out: Annotated[Path, typer.Option("--out", help="A new or empty folder for the recording.")],
    seed: Annotated[int, typer.Option("--seed", help="Other seeds, other boards.")] = 1,
    frames: Annotated[int, typer.Option("--frames", help="Pictures, one a second.")] = 80,
    force: Annotated[bool, typer.Option("--force", help="Replace a folder that exists.")] = False,
) -> None:
    """Film a board that looks like no other, and correct every frame: to try out harvesting.

    Example: [bold]referee dataset pretend --out out/odd-game --seed 3[/bold]
    """
    from referee.lab.dataset.own_games.pretend_game import pretend_game as run  # noqa: PLC0415 - the help must not wait

    with progress_bar() as bar:
        line = bar.add_task("filming", total=frames, note="")
        run(out, seed, frames, lambda done, _: bar.update(line, completed=done), force)
    typer.echo(f"{out}: {frames} corrected frames")
