"""A night put together: eyes, official, record and loop, from a plan and the gear."""

from __future__ import annotations

from dataclasses import replace

from referee.camera.model import CameraModel
from referee.camera.source import CameraLost, Image, NoFrame
from referee.camera.watch.watch import CameraWatch
from referee.core.roster import Team
from referee.machine.clock import clock_ns, clock_s
from referee.play.desk import About
from referee.play.evening import Hear, Report, Running
from referee.play.eyes import LiveEyes
from referee.play.field_magnets import FieldMagnets
from referee.play.folder import Opened, open_game
from referee.play.gear import Gear, Say
from referee.play.keeping import Keeping
from referee.play.naming import Namer
from referee.play.night import Night
from referee.play.plan import Plan
from referee.play.runner import Runner
from referee.play.warm import warm_up
from referee.play.warm_eyes import warm_eyes
from referee.record.game.kept import Kept
from referee.record.game.segments import Segments
from referee.vision.locate import Locator
from referee.vision.open import open_locator
from referee.vision.watch.opening import first_looker

FIRST_PICTURE_S = 5.0
WAIT_S = 0.3


def begin(plan: Plan, gear: Gear, say: Say, hear: Hear, report: Report) -> Running:
    """Everything that is slow happens here, before the first frame counts."""
    say("loading the eyes", 0.6)
    teams, calibration, names = gear.teams, gear.calibration, gear.names

    def opens(camera: CameraModel) -> Locator:
        through = replace(calibration, camera=camera)
        return open_locator(through, roster=teams.roster, colours=teams.colours)

    locator = opens(calibration.camera)
    say("warming up", 0.8)
    warm_up(plan.rulebook, calibration.board, teams.roster)
    picture = _reference(gear)
    say("warming up the eyes", 0.85)
    warm_eyes(locator, teams.roster, calibration.board, picture)
    say("looking at the board", 0.95)
    watch = CameraWatch(picture, calibration.camera, calibration.board)
    title = f"{names[Team.AWAY]} at {names[Team.HOME]}"
    game = open_game(plan, gear, title)
    eyes = LiveEyes(teams.roster, first_looker(locator).look, Namer(opens, locator, teams))
    night = Night(
        plan.rulebook,
        calibration.board,
        teams.roster,
        game.journal,
        names,
        offset_ns=game.offset_ns,
    )
    about = About(
        title=title,
        rulebook=plan.rulebook,
        field=calibration.board,
        roster=teams.roster,
        names=names,
        colours=gear.colours,
        camera=calibration.camera,
        fps=gear.camera.fps,
        simulated=gear.simulated,
        folder=plan.folder,
    )
    keeping = _keeping(game, gear, plan.video_bytes)
    runner = Runner(
        night,
        teams.roster,
        eyes,
        gear.camera,
        gear.power,
        keeping,
        watch,
        name=eyes.hear,
        moved=eyes.moved,
        magnets=FieldMagnets(night, plan.rulebook.league, names),
        on_orders=hear,
        on_failure=report,
    )
    return Running(about, runner, eyes, gear, keeping)


def _reference(gear: Gear) -> Image:
    """The picture that the camera is watched by."""
    if gear.reference is not None:
        return gear.reference
    end_s = clock_s() + FIRST_PICTURE_S
    while True:
        try:
            return gear.camera.newest(WAIT_S).image
        except NoFrame:
            if clock_s() > end_s:
                raise CameraLost(f"{gear.camera.name} gives no picture") from None


def _keeping(game: Opened, gear: Gear, video_bytes: int | None) -> Keeping | None:
    if game.store is None:
        return None
    kept = Kept(budget_bytes=video_bytes)
    film = Segments(game.store, game.offset_ns, kept, gear.camera.fps)
    keeping = Keeping(game.store, game.offset_ns, film)
    for sentence in gear.lacks:
        keeping.note(clock_ns(), "power", sentence)
    return keeping
