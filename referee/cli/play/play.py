"""`referee play`: an officiated game, on a real board or on the simulated one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.apps.sim.setup_options import setup_of
from referee.cli.options import (
    BoardOption,
    CameraOption,
    ExposureOption,
    FocusOption,
    PagePortOption,
    SeedOption,
)
from referee.cli.set_up.keys import KeysOption, read_keys
from referee.cli.set_up.voice import EngineOption, SpeedOption, VoiceOption, VolumeOption
from referee.core.errors import BadValue, PlainWord
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.voice.settings import AUTO, VoiceSettings

if TYPE_CHECKING:
    from referee.apps.play.night_run import NightTable
    from referee.night.start.plan import NightFile, NightPlan

play_app = typer.Typer(add_completion=False, rich_markup_mode="rich")
USUAL_VOICE = VoiceSettings()
USUAL_SIZE = "1920x1080"

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
PlayRulesOption = Annotated[
    str | None,
    typer.Option("--rules", help="A league, or a house rulebook (.toml).", show_default="efhl"),
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
    Team | None, typer.Option("--kicks", help="Who kicks off.", show_default="away")
]
HomePlaysOption = Annotated[
    Direction | None,
    typer.Option("--home-plays", help="Home's way in the first quarter.", show_default="right"),
]
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
PictureOption = Annotated[
    str | None,
    typer.Option("--size", help="The simulated picture's size.", show_default=USUAL_SIZE),
]
LanOption = Annotated[
    bool, typer.Option("--lan", help="Let tablets and phones of your home see the page.")
]
BrowserOption = Annotated[
    bool, typer.Option("--no-browser", help="Print the address and open nothing.")
]


@play_app.command()
def play(
    plan: PlanArgument = None,
    sim: SimOption = False,
    by_hand: ByHandOption = False,
    camera: CameraOption = None,
    calibration: PlanCalibrationOption = None,
    teams: PlanTeamsOption = None,
    rules: PlayRulesOption = None,
    power: PowerOption = None,
    kicks: KicksOption = None,
    home_plays: HomePlaysOption = None,
    field: BoardOption = None,
    fps: RateOption = None,
    exposure: ExposureOption = None,
    focus: FocusOption = None,
    seed: SeedOption = 1,
    size: PictureOption = None,
    out: OutOption = None,
    no_record: NoRecordOption = False,
    resume: ResumeOption = None,
    port: PagePortOption = 8620,
    lan: LanOption = False,
    no_browser: BrowserOption = False,
    volume: VolumeOption = USUAL_VOICE.volume,
    voice: VoiceOption = USUAL_VOICE.voice,
    speed: SpeedOption = USUAL_VOICE.speed,
    speech: EngineOption = AUTO,
    keys: KeysOption = None,
) -> None:
    """Officiate a game: watch the board, hold the switch, make the calls, keep the score.

    Options go before what a plan says. Figures, switch and page stay where they are when the
    program ends; --resume goes on with the game.

    Example: [bold]referee play --sim[/bold], or [bold]referee play tuesday.night.toml[/bold]
    """
    from referee.apps.play.night_run import PlayOptions, run_night  # noqa: PLC0415 - the help must not wait
    from referee.night.start.games_folder import found_plan  # noqa: PLC0415
    from referee.night.start.plan import CameraChoice, NightFile  # noqa: PLC0415
    from referee.night.start.plan_file import read_plan  # noqa: PLC0415
    from referee.night.start.resumption import resumed_game  # noqa: PLC0415

    file = NightFile() if plan is None else read_plan(found_plan(plan))
    if resume is not None:
        if out is not None or no_record:
            raise BadValue("--resume", PlainWord("with --out or --no-record"), "--resume alone")
        old = resumed_game(resume, file)
        file, sim = old.night, sim or old.simulated
        seed, size = old.seed if sim else seed, old.size or size
    eye = CameraChoice(
        file.eye.name if camera is None else camera,
        file.eye.fps if fps is None else fps,
        file.eye.exposure_ms if exposure is None else exposure,
        file.eye.focus if focus is None else focus,
        file.eye.size_px,
    )
    night = replace(
        file,
        calibration=calibration or file.calibration,
        teams=teams or file.teams,
        rules=rules or file.rules,
        board=field or file.board,
        eye=eye,
        power=power or file.power,
        kicks=kicks or file.kicks,
        home_plays=home_plays or file.home_plays,
        record=file.record and not no_record,
    )
    sim = sim or night.simulated
    if by_hand and not sim:
        raise BadValue(
            "--by-hand", PlainWord("without --sim"), "the simulated board: --sim --by-hand"
        )
    if size is None and eye.size_px is not None:
        size = f"{eye.size_px[0]}x{eye.size_px[1]}"
    table = simulated(night, seed, size, coached=not by_hand) if sim else _real(night)
    shown = PlayOptions(
        port, not no_browser, lan, VoiceSettings(volume, voice, speed, speech), read_keys(keys)
    )
    run_night(plan_of(night, out, resume), table, shown)


def plan_of(night: NightFile, out: Path | None, resume: Path | None) -> NightPlan:
    """By which rules, and where it is kept."""
    from referee.loaders.rulebooks import load_rulebook  # noqa: PLC0415 - the help must not wait
    from referee.night.start.games_folder import night_folder  # noqa: PLC0415
    from referee.night.start.plan import NightPlan  # noqa: PLC0415

    folder = resume or out
    if folder is None and night.record:
        folder = night_folder(night.games, datetime.now().astimezone())
    return NightPlan(
        night.rules,
        load_rulebook(night.rules),
        night.kicks,
        night.home_plays,
        folder if night.record else None,
        resume=resume is not None,
        video_bytes=None if night.video_gb is None else round(night.video_gb * 1e9),
    )


def simulated(night: NightFile, seed: int, size: str | None, *, coached: bool) -> NightTable:
    """The simulated board, with its own switch or another one in its lead."""
    from referee.night.start.plan import CHIP_SWITCH, CHOSEN_SWITCH, SIMULATED_SWITCH, check_switch  # noqa: PLC0415
    from referee.night.start.real_table import open_power_link, relay_choice_of  # noqa: PLC0415 - the help must not wait
    from referee.power.simulated_chip import link_to_chip  # noqa: PLC0415
    from referee.sim.coach.table.simulated_table import SimulatedTable  # noqa: PLC0415

    check_switch(night.power, simulated=True)
    board = night.board or "620"
    size = size or USUAL_SIZE
    setup = setup_of(field=board, seed=seed, size=size, fps=night.eye.fps, coach_switches=False)
    if night.power in {SIMULATED_SWITCH, CHOSEN_SWITCH}:
        return SimulatedTable(setup, coached=coached)
    if night.power == CHIP_SWITCH:
        return SimulatedTable(setup, coached=coached, links=link_to_chip)
    choice = relay_choice_of(night.power)
    return SimulatedTable(setup, coached=coached, links=lambda: open_power_link(choice))


def _real(night: NightFile) -> NightTable:
    from referee.night.start.plan import check_size_is_free, check_switch  # noqa: PLC0415
    from referee.night.start.real_table import RealTable  # noqa: PLC0415 - the help must not wait

    check_switch(night.power, simulated=False)
    check_size_is_free(night.eye, simulated=False)
    return RealTable(night)
