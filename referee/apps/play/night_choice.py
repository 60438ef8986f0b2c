"""The night that a command asks for: its plan, its table, and the page it is shown on."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from referee.apps.play import night_run
from referee.apps.play.key_trial import read_keys
from referee.apps.play.night_run import NightTable, PlayOptions
from referee.apps.sim.setup_options import USUAL_SIZE, setup_of
from referee.apps.terminal.page_options import PageOptions
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.loaders.rulebooks import load_rulebook
from referee.night.input.key_table import KeyTable
from referee.night.start.games_folder import found_plan, night_folder
from referee.night.start.plan import (
    CHIP_SWITCH,
    CHOSEN_SWITCH,
    SIMULATED_SWITCH,
    USUAL_FPS,
    USUAL_RULES,
    CameraChoice,
    NightFile,
    NightPlan,
    OpeningKick,
    check_size_is_free,
    check_switch,
)
from referee.night.start.plan_file import read_plan
from referee.night.start.real_table import RealTable, open_power_link, relay_choice_of
from referee.night.start.resumption import resumed_game
from referee.power.simulated_chip import chip_harness, link_to_chip
from referee.record.game.database import check_free
from referee.sim.coach.table.simulated_table import SimulatedTable
from referee.sim.live.setup import SimSetup
from referee.voice.settings import VoiceSettings

USUAL_BOARD = "620"
OWN_SWITCH = "The board has its own simulated switch."


@dataclass(frozen=True, slots=True)
class NightOptions:
    """The options of `referee play`; None leaves a question to the plan, or to what is usual."""

    plan: Path | None
    sim: bool
    by_hand: bool
    real_time: bool
    camera: str | None
    calibration: Path | None
    teams: Path | None
    rules: str | None
    power: str | None
    kicks: OpeningKick | None
    home_plays: Direction | None
    playoff: bool
    field: str | None
    fps: float | None
    exposure_ms: float | None
    focus: float | None
    seed: int
    size: str | None
    out: Path | None
    no_record: bool
    resume: Path | None
    page: PageOptions
    voice: VoiceSettings
    keys: Path | None


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """The options of `referee demo`."""

    seed: int
    rules: str | None
    field: str
    size: str | None
    page: PageOptions
    volume: int
    real_time: bool = False


def run_play(wanted: NightOptions) -> None:
    """Officiate the night that the options and the plan describe; options go first."""
    file = NightFile() if wanted.plan is None else read_plan(found_plan(wanted.plan))
    sim, seed, size = wanted.sim, wanted.seed, wanted.size
    if wanted.resume is not None:
        if wanted.out is not None or wanted.no_record:
            words = "--resume goes on in the folder of that game: leave --out and --no-record away"
            raise BadValue("--resume", wanted.resume, "alone", sentence=words)
        old = resumed_game(wanted.resume, file)
        check_free(wanted.resume)
        file, sim = old.night, sim or old.simulated
        seed, size = old.seed if sim else seed, old.size or size
    night = _night_of(wanted, file)
    sim = sim or night.simulated
    if wanted.by_hand and not sim:
        words = "--by-hand belongs to the simulated board: --sim --by-hand"
        raise BadValue("--by-hand", True, "with --sim", sentence=words)
    if wanted.real_time and not sim:
        words = "--real-time belongs to the simulated board (--sim): a real one has no other time"
        raise BadValue("--real-time", True, "with --sim", sentence=words)
    if size is None and night.eye.size_px is not None:
        size = f"{night.eye.size_px[0]}x{night.eye.size_px[1]}"
    if sim:
        coached, real_time = not wanted.by_hand, wanted.real_time
        table = _simulated_table(night, seed, size, coached=coached, real_time=real_time)
    else:
        table = _real_table(night)
    shown = PlayOptions(wanted.page, wanted.voice, read_keys(wanted.keys))
    night_run.run_night(_plan_of(night, wanted.out, wanted.resume), table, shown)


def run_demo(wanted: DemoOptions) -> None:
    """A whole game of the simulated coach, of which nothing is kept."""
    book = wanted.rules or USUAL_RULES
    power, about_power = _chip_power() if wanted.real_time else (SIMULATED_SWITCH, OWN_SWITCH)
    night = NightFile(board=wanted.field, power=power)
    table = _simulated_table(
        night, wanted.seed, wanted.size, coached=True, real_time=wanted.real_time
    )
    shown = PlayOptions(wanted.page, VoiceSettings(wanted.volume), KeyTable())
    # The pages of review and score sheet read the game's folder while it is played.
    with tempfile.TemporaryDirectory(prefix="referee-demo-", ignore_cleanup_errors=True) as name:
        plan = NightPlan(book, load_rulebook(book), folder=Path(name) / "game")
        night_run.run_night(plan, table, shown, f"Kept only while it runs. {about_power}")


def run_by_hand(setup: SimSetup, page: PageOptions) -> None:
    """The simulated board with a person at the switch; nothing of it is kept."""
    shown = PlayOptions(page, VoiceSettings(), KeyTable())
    plan = NightPlan(USUAL_RULES, load_rulebook(USUAL_RULES))
    night_run.run_night(plan, SimulatedTable(setup, coached=False), shown)


def _chip_power() -> tuple[str, str]:
    """The firmware in a simulated chip where that can be had, else the board's own switch."""
    try:
        chip_harness("rig")
    except BadValue as error:
        return SIMULATED_SWITCH, f"The board has its own simulated switch: {error}."
    return CHIP_SWITCH, "The switch is the real firmware in a simulated chip."


def _night_of(wanted: NightOptions, file: NightFile) -> NightFile:
    """The plan's file with the options in front."""
    eye = CameraChoice(
        file.eye.name if wanted.camera is None else wanted.camera,
        file.eye.fps if wanted.fps is None else wanted.fps,
        file.eye.exposure_ms if wanted.exposure_ms is None else wanted.exposure_ms,
        file.eye.focus if wanted.focus is None else wanted.focus,
        file.eye.size_px,
    )
    return replace(
        file,
        calibration=wanted.calibration or file.calibration,
        teams=wanted.teams or file.teams,
        rules=wanted.rules or file.rules,
        board=wanted.field or file.board,
        eye=eye,
        power=wanted.power or file.power,
        kicks=wanted.kicks or file.kicks,
        home_plays=wanted.home_plays or file.home_plays,
        playoff=wanted.playoff or file.playoff,
        record=file.record and not wanted.no_record,
    )


def _plan_of(night: NightFile, out: Path | None, resume: Path | None) -> NightPlan:
    """By which rules, and where it is kept."""
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
        playoff=night.playoff,
        video_bytes=None if night.video_gb is None else round(night.video_gb * 1e9),
    )


def _simulated_table(
    night: NightFile, seed: int, size: str | None, *, coached: bool, real_time: bool
) -> NightTable:
    """The simulated board, with its own switch or another one in its lead, which has no time but
    the system's.
    """
    check_switch(night.power, simulated=True)
    board = night.board or USUAL_BOARD
    size = size or USUAL_SIZE
    # A table with a clock of its own waits for the computer: nothing has to be measured.
    fps = night.eye.fps or USUAL_FPS
    setup = setup_of(field=board, seed=seed, size=size, fps=fps, coach_switches=False)
    if night.power in {SIMULATED_SWITCH, CHOSEN_SWITCH}:
        return SimulatedTable(setup, coached=coached, real_time=real_time)
    if night.power == CHIP_SWITCH:
        return SimulatedTable(setup, coached=coached, links=link_to_chip)
    choice = relay_choice_of(night.power)
    return SimulatedTable(setup, coached=coached, links=lambda: open_power_link(choice))


def _real_table(night: NightFile) -> NightTable:
    check_switch(night.power, simulated=False)
    check_size_is_free(night.eye, simulated=False)
    return RealTable(night)
