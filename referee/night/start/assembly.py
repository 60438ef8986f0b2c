"""A night put together: eyes, official, record and loop, from a plan and the equipment."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import CameraLost, Image, NoFrame
from referee.camera.watch.camera_watch import CameraWatch
from referee.core.roster import Team
from referee.night.eyes.live_eyes import LiveEyes
from referee.night.eyes.namer import Namer
from referee.night.interface import NightInfo
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.loop import NightLoop
from referee.night.magnets.field_magnets import FieldMagnets
from referee.night.night import Night
from referee.night.night_output import NightOutput
from referee.night.start.equipment import Equipment, ProgressReporter
from referee.night.start.eyes_warm_up import warm_eyes
from referee.night.start.game_record import OpenedGame, open_game
from referee.night.start.night_session import OutputListener, Report, RunningNight
from referee.night.start.night_time import EyesInTime
from referee.night.start.plan import NightPlan
from referee.night.start.play_warm_up import warm_up
from referee.record.game.retention import Retention
from referee.record.game.video_recorder import VideoRecorder
from referee.system_clock import clock_ns, clock_s
from referee.vision.frame.frame_check import check_lines
from referee.vision.frame.locator import Locator
from referee.vision.frame.locator_setup import open_locator
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.watch.line_up.watch_start import first_looker

FIRST_PICTURE_S = 5.0
WAIT_S = 0.3


def assemble_night(
    plan: NightPlan,
    equipment: Equipment,
    say: ProgressReporter,
    hear: OutputListener,
    report: Report,
) -> RunningNight:
    """Everything that is slow happens here, before the first frame counts.

    A table that is not ready yet gets so while the eyes load.
    """
    say("loading the eyes", 0.6)
    teams, calibration, names = equipment.teams, equipment.calibration, equipment.names

    plate = equipment.plate or PlateKeeper(calibration.camera)

    def opens(camera: CameraModel) -> Locator:
        through = replace(calibration, camera=camera)
        plate.moved(camera, calibration.field)
        return open_locator(through, roster=teams.roster, colours=teams.colours, plate=plate)

    locator = opens(calibration.camera)
    say("warming up", 0.8)
    warm_up(plan.rulebook, calibration.board, teams.roster)
    picture = _reference(equipment, say)
    say("warming up the eyes", 0.85)
    eyes_ns = warm_eyes(locator, teams.roster, calibration.board, picture)
    equipment.wait_ready(say)
    trouble = ""
    if equipment.rate is not None:
        rate = equipment.rate.begin(eyes_ns)
        say(rate.words, 0.9)
        trouble = rate.trouble
    say("looking at the board", 0.95)
    watch = CameraWatch(picture, calibration.camera, calibration.board)
    title = f"{names[Team.AWAY]} at {names[Team.HOME]}"
    game = open_game(plan, equipment, title)
    time = equipment.time
    namer = Namer(opens, locator, teams, beside=partial(time.beside, name="detector"))
    beside = partial(time.beside, name="eyes")
    eyes = LiveEyes(teams.roster, first_looker(locator).look, namer, beside)
    night = Night(
        plan.rulebook,
        calibration.board,
        teams.roster,
        game.journal,
        names,
        offset_ns=game.offset_ns,
    )
    about = NightInfo(
        title=title,
        rulebook=plan.rulebook,
        field=calibration.board,
        roster=teams.roster,
        names=names,
        colours=equipment.colours,
        camera=calibration.camera,
        fps=equipment.camera.fps,
        simulated=equipment.simulated,
        folder=plan.folder,
    )
    keeping = _keeping(game, equipment, plan.video_bytes)
    runner = NightLoop(
        night,
        teams.roster,
        EyesInTime(eyes, time),
        equipment.camera,
        equipment.power,
        keeping,
        watch,
        name=eyes.hear,
        moved=eyes.moved,
        laid=eyes.laid,
        spare=eyes.spare,
        magnets=FieldMagnets(night, plan.rulebook.league, names),
        on_output=hear,
        on_failure=report,
        clock=time.now_ns,
        stopwatch=clock_ns,
        speed=lambda: time.speed,
        slower=None if equipment.rate is None else equipment.rate.frame,
    )
    if trouble:
        hear(NightOutput().saying(trouble))
    return RunningNight(about, runner, eyes, equipment, keeping)


def _reference(equipment: Equipment, say: ProgressReporter) -> Image:
    """The picture that the camera is watched by."""
    if equipment.reference is not None:
        return equipment.reference
    equipment.wait_ready(say)
    end_s = clock_s() + FIRST_PICTURE_S
    while True:
        try:
            image = equipment.camera.newest(WAIT_S).image
        except NoFrame:
            if clock_s() > end_s:
                raise CameraLost(f"{equipment.camera.name} gives no picture") from None
            continue
        # Nothing shows later whether this was the calibrated board: it has to be seen now.
        calibration = equipment.calibration
        check_lines(image, calibration.camera, calibration.board, calibration.error_mm)
        return image


def _keeping(
    game: OpenedGame, equipment: Equipment, video_bytes: int | None
) -> RecordKeeper | None:
    if game.store is None:
        return None
    kept = Retention(budget_bytes=video_bytes)
    own_clock = equipment.time.speed is not None
    fps = equipment.camera.fps
    film = VideoRecorder(game.store, game.offset_ns, kept, fps, patient=own_clock)
    keeping = RecordKeeper(game.store, game.offset_ns, film)
    for sentence in equipment.lacks:
        keeping.note(equipment.time.now_ns(), "power", sentence)
    return keeping
