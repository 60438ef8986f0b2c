"""`referee play`: an officiated game, on a real board or on the simulated one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import (
    BoardOption,
    CameraOption,
    EngineOption,
    ExposureOption,
    FocusOption,
    KeysOption,
    LanOption,
    NoBrowserOption,
    PagePortOption,
    PlayRulesOption,
    RealTimeOption,
    SeedOption,
    SimulatedSizeOption,
    SpeedOption,
    VoiceOption,
    VolumeOption,
)
from referee.core.field.direction import Direction
from referee.night.start.plan import OpeningKick
from referee.voice.settings import AUTO, VoiceSettings

play_app = typer.Typer(add_completion=False, rich_markup_mode="rich")
USUAL_VOICE = VoiceSettings()

PlanArgument = Annotated[
    Path | None, typer.Argument(help="A plan of the night (.night.toml).", show_default=False)
]
SimOption = Annotated[bool, typer.Option("--sim", help="Play on the simulated board.")]
ByHandOption = Annotated[
    bool,
    typer.Option("--by-hand", help="Simulated: figures are set up for you, you are the coach."),
]
PlanCalibrationOption = Annotated[
    Path | None, typer.Option("--calibration", help="Where the camera hangs, a .calib.json file.")
]
PlanTeamsOption = Annotated[
    Path | None, typer.Option("--teams", help="Who plays, as `referee enroll` wrote it.")
]
PowerOption = Annotated[
    str | None,
    typer.Option(
        "--power",
        help="chosen (by `referee power choose`), a serial port, none (you hold the switch); "
        "simulated also sim or chip.",
        show_default="chosen, or sim",
    ),
]
KicksOption = Annotated[
    OpeningKick | None,
    typer.Option("--kicks", help="Who kicks off, or toss for it.", show_default="away"),
]
HomePlaysOption = Annotated[
    Direction | None,
    typer.Option("--home-plays", help="Home's way in the first quarter.", show_default="right"),
]
PlayoffOption = Annotated[bool, typer.Option("--playoff", help="Somebody has to win.")]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", help="A new folder for the game.", show_default="dated, in your games"),
]
NoRecordOption = Annotated[bool, typer.Option("--no-record", help="Keep nothing of the game.")]
ResumeOption = Annotated[
    Path | None, typer.Option("--resume", help="Go on with the game in this folder.")
]
RateOption = Annotated[
    float | None, typer.Option("--fps", help="Pictures per second.", show_default="30")
]


@play_app.command()
def play(
    plan: PlanArgument = None,
    sim: SimOption = False,
    by_hand: ByHandOption = False,
    real_time: RealTimeOption = False,
    camera: CameraOption = None,
    calibration: PlanCalibrationOption = None,
    teams: PlanTeamsOption = None,
    rules: PlayRulesOption = None,
    power: PowerOption = None,
    kicks: KicksOption = None,
    home_plays: HomePlaysOption = None,
    playoff: PlayoffOption = False,
    field: BoardOption = None,
    fps: RateOption = None,
    exposure: ExposureOption = None,
    focus: FocusOption = None,
    seed: SeedOption = 1,
    size: SimulatedSizeOption = None,
    out: OutOption = None,
    no_record: NoRecordOption = False,
    resume: ResumeOption = None,
    port: PagePortOption = 8620,
    lan: LanOption = False,
    no_browser: NoBrowserOption = False,
    volume: VolumeOption = USUAL_VOICE.volume,
    voice: VoiceOption = USUAL_VOICE.voice,
    speed: SpeedOption = USUAL_VOICE.speed,
    speech: EngineOption = AUTO,
    keys: KeysOption = None,
) -> None:
    """Officiate a game: watch the board, hold the switch, make the calls, keep the score.

    An option overrules the plan. When the program ends the board is off and the figures stay where
    they are; --resume goes on with the game.

    Example: [bold]referee play --sim[/bold], or [bold]referee play tuesday.night.toml[/bold]
    """
    from referee.apps.play.night_choice import NightOptions, run_play  # noqa: PLC0415 - the help must not wait

    run_play(
        NightOptions(
            plan=plan,
            sim=sim,
            by_hand=by_hand,
            real_time=real_time,
            camera=camera,
            calibration=calibration,
            teams=teams,
            rules=rules,
            power=power,
            kicks=kicks,
            home_plays=home_plays,
            playoff=playoff,
            field=field,
            fps=fps,
            exposure_ms=exposure,
            focus=focus,
            seed=seed,
            size=size,
            out=out,
            no_record=no_record,
            resume=resume,
            page=PageOptions(port, not no_browser, lan),
            voice=VoiceSettings(volume, voice, speed, speech),
            keys=keys,
        )
    )
