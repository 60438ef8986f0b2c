"""`referee dataset`: training pictures from recipes, and detectors judged on them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.options import ForceOption, FreshFolderOption

dataset_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@dataset_app.callback()
def dataset() -> None:
    """Training pictures for the detector, made by the simulator."""


@dataset_app.command()
def make(
    recipe: Annotated[Path, typer.Option("--recipe", help="A recipe, a .toml file.")],
    out: Annotated[Path, typer.Option("--out", help="The folder for the pictures.")],
    workers: Annotated[int, typer.Option("--workers", help="Processes that render.")] = 2,
    only: Annotated[str | None, typer.Option("--only", help="Make only this set.")] = None,
    assets: Annotated[
        Path | None,
        typer.Option("--assets", help="The folder of a recipe's bodies by other hands."),
    ] = None,
) -> None:
    """Render a recipe's pictures with their labels; a run that was stopped goes on.

    Example: [bold]referee dataset make --recipe datasets/recipes/first.toml --out out/first[/bold]
    """
    from referee.lab.dataset.dataset_run import run_make  # noqa: PLC0415 - the help must not wait

    run_make(recipe, out, workers, only, assets)


@dataset_app.command()
def foreign(
    out: Annotated[Path, typer.Option("--out", help="The folder for the pictures.")],
    looks: Annotated[int, typer.Option("--looks", help="Boards and rooms of each set.")] = 7,
    frames: Annotated[int, typer.Option("--frames", help="Pictures of each look.")] = 3,
    samples: Annotated[int, typer.Option("--samples", help="Light paths for each pixel.")] = 4,
    threads: Annotated[int, typer.Option("--threads", help="Processor cores to use.")] = 1,
    only: Annotated[str | None, typer.Option("--only", help="foreign-a or foreign-b.")] = None,
) -> None:
    """Render pictures by other hands for judging, never for training (needs Blender).

    A run that was stopped goes on.

    Example: [bold]referee dataset foreign --out out/datasets/foreign[/bold]
    """
    from referee.lab.dataset.foreign.foreign_maker import ForeignAmounts  # noqa: PLC0415 - the help must not wait
    from referee.lab.dataset.foreign.foreign_run import run_foreign  # noqa: PLC0415 - the help must not wait

    run_foreign(out, ForeignAmounts(looks, frames, samples, threads), only)


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
    from referee.lab.dataset.dataset_run import run_judge  # noqa: PLC0415 - the help must not wait

    run_judge(model, data, name, choose=choose, write=write)


@dataset_app.command(no_args_is_help=True)
def harvest(
    games: Annotated[
        list[Path],
        typer.Argument(help="Recording folders: video.mp4, *.calib.json, corrections.jsonl."),
    ],
    out: Annotated[Path, typer.Option("--out", help="A new or empty folder for the data.")],
    calibration: Annotated[
        Path | None,
        typer.Option("--calibration", help="Where the camera hangs, if the folders do not say it."),
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
    force: ForceOption = False,
) -> None:
    """Turn the reviewed frames of your own games into training data for your board.

    Frames that nobody reviewed are not used. A quarter of each game is kept for judging.

    Example: [bold]referee dataset harvest games/monday --out out/mine[/bold]
    """
    from referee.lab.dataset.dataset_run import run_harvest  # noqa: PLC0415 - the help must not wait

    run_harvest(
        games,
        out,
        calibration,
        model,
        every_s=every,
        copies=copies,
        seed=seed,
        certain=certain,
        force=force,
    )


@dataset_app.command(no_args_is_help=True)
def pretend(
    out: FreshFolderOption,
    seed: Annotated[int, typer.Option("--seed", help="Other seeds, other boards.")] = 1,
    frames: Annotated[int, typer.Option("--frames", help="Pictures, one a second.")] = 80,
    force: ForceOption = False,
) -> None:
    """Film a board that looks like no other, and correct every frame: to try out harvesting.

    Example: [bold]referee dataset pretend --out out/odd-game --seed 3[/bold]
    """
    from referee.lab.dataset.dataset_run import run_pretend  # noqa: PLC0415 - the help must not wait

    run_pretend(out, seed, frames, force=force)
