"""`referee sim`: the simulated board, recorded, live, or as one picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.sim.setup_options import setup_of
from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import (
    DefenceOption,
    FieldOption,
    ForceOption,
    FpsOption,
    FreshFolderOption,
    JsonOption,
    NoBrowserOption,
    OffenceOption,
    PagePortOption,
    PhysicsOption,
    QualityOption,
    SeedOption,
    SizeOption,
    TiltOption,
)
from referee.core.errors import BadValue, PlainWord
from referee.record.video import Codec

sim_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")
DEFAULT_PLAYS = 3


@sim_app.callback()
def sim() -> None:
    """The simulated board: figures that creep, a camera above them, a switch for their power."""


@sim_app.command()
def play(
    out: FreshFolderOption,
    seed: SeedOption = 1,
    plays: Annotated[
        int | None,
        typer.Option("--plays", help="Number of plays to record.", show_default=str(DEFAULT_PLAYS)),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Seconds to record, instead of plays.")
    ] = None,
    field: FieldOption = "620",
    fps: FpsOption = 30.0,
    size: SizeOption = "1920x1080",
    quality: QualityOption = "live",
    offence: OffenceOption = None,
    defence: DefenceOption = None,
    camera_tilt: TiltOption = "0",
    physics: PhysicsOption = None,
    codec: Annotated[Codec, typer.Option("--codec", help="How pictures are kept.")] = Codec.H264,
    force: ForceOption = False,
) -> None:
    """Record plays that follow a script: video, exact truth, tracks, and how it was made.

    Example: [bold]referee sim play --seed 7 --plays 2 --out out/seven[/bold]
    """
    from referee.apps.sim.recording import record  # noqa: PLC0415 - the help must not wait for numba

    setup = setup_of(
        field=field,
        seed=seed,
        size=size,
        fps=fps,
        quality=quality,
        offence=offence,
        defence=defence,
        camera_tilt=camera_tilt,
        physics=physics,
        jpeg=codec is Codec.MJPEG,
    )
    many = DEFAULT_PLAYS if plays is None and seconds is None else plays
    record(setup, many, seconds, out, codec, force)


@sim_app.command()
def live(
    seed: SeedOption = 1,
    field: FieldOption = "620",
    fps: FpsOption = 30.0,
    size: SizeOption = "1920x1080",
    offence: OffenceOption = None,
    defence: DefenceOption = None,
    camera_tilt: TiltOption = "0",
    physics: PhysicsOption = None,
    port: PagePortOption = 8620,
    no_browser: NoBrowserOption = False,
    window: Annotated[bool, typer.Option("--window", hidden=True)] = False,
) -> None:
    """The simulated board in real time: figures are set up for you, you hold the switch.

    It is the page of [bold]referee play --sim --by-hand[/bold], and nothing is kept.

    Example: [bold]referee sim live --seed 7[/bold]
    """
    from referee.apps.play.night_choice import run_by_hand  # noqa: PLC0415 - the help must not wait

    if window:
        raise BadValue("--window", PlainWord("gone"), "the page, which opens by itself")
    setup = setup_of(
        field=field,
        seed=seed,
        size=size,
        fps=fps,
        offence=offence,
        defence=defence,
        camera_tilt=camera_tilt,
        physics=physics,
        coach_switches=False,
    )
    run_by_hand(setup, PageOptions(port, not no_browser))


@sim_app.command()
def still(
    out: Annotated[Path, typer.Option("--out", help="The picture, a .png file.")],
    seed: SeedOption = 1,
    at: Annotated[
        float, typer.Option("--at", help="Seconds into the game.", min=0.0, max=3600.0)
    ] = 6.0,
    field: FieldOption = "620",
    size: SizeOption = "1920x1080",
    quality: QualityOption = "live",
    offence: OffenceOption = None,
    defence: DefenceOption = None,
    camera_tilt: TiltOption = "0",
    physics: PhysicsOption = None,
    engine: Annotated[
        str, typer.Option("--engine", help="fast, or cycles (path traced, slow).")
    ] = "fast",
    truth_overlay: Annotated[
        bool, typer.Option("--truth-overlay", help="Draw the outlines that are really there.")
    ] = False,
    files: Annotated[
        bool,
        typer.Option(
            "--files", help="Write the camera (.calib.json) and the truth (.truth.jsonl)."
        ),
    ] = False,
) -> None:
    """One picture, for looking at, or with --files for trying `referee locate` on.

    Example: [bold]referee sim still --seed 7 --quality rich --out out/still.png --files[/bold]
    """
    from referee.apps.sim.still import (  # noqa: PLC0415 - the help must not wait
        StillOptions,
        draw_still,
    )

    setup = setup_of(
        field=field,
        seed=seed,
        size=size,
        quality=quality,
        offence=offence,
        defence=defence,
        camera_tilt=camera_tilt,
        physics=physics,
    )
    still = StillOptions(out, at, engine, truth_overlay, files)
    if engine == "cycles":
        from referee.lab.pathtrace.path_tracer import path_trace  # noqa: PLC0415 - needs Blender

        draw_still(setup, still, path_trace)
    else:
        draw_still(setup, still)


@sim_app.command()
def formations(
    as_json: JsonOption = False,
) -> None:
    """List the formations that come with the simulator.

    Example: [bold]referee sim formations --json[/bold]
    """
    from referee.apps.sim.formation_table import print_formations  # noqa: PLC0415 - the help must not wait

    print_formations(as_json=as_json)
