"""The routes of the steps: only a paired page calls them, and none of them while a night runs."""

from __future__ import annotations

import base64
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

from fastapi import FastAPI
from pydantic import Field

from referee.calibrate.calibration_files import ENDING as CALIBRATION_ENDING
from referee.camera.calibration import Calibration, read_calibration
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.fields import load_field
from referee.loaders.teams_file import ENDING as TEAMS_ENDING
from referee.night.start.plan import NO_SWITCH, SIMULATED_SWITCH
from referee.night.start.plan_file import plan_of
from referee.power.relay_models import MODELS
from referee.web.calibrate.clicks_page import FILES as CLICKS_FILES
from referee.web.calibrate.clicks_page import add_clicks
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import JsonValues, PageToken, StrictForm, check_token
from referee.web.server.page_files import STATIC, serve_file, serve_static
from referee.web.setup.form_check import camera_wish, check_form
from referee.web.setup.setup_form import PLAN, SetupForm, TypedText, values_of
from referee.web.setup.setup_reach import SetupReach, checked_name
from referee.web.setup.steps.calibrate_step import CalibrateStep
from referee.web.setup.steps.enrol_step import EnrolStep
from referee.web.setup.steps.live_camera import LiveCamera, LiveWish
from referee.web.setup.steps.setup_jobs import JobKind, JobOutcome, SetupJobs, TellWork
from referee.web.setup.team_edits import TeamEdit

USUAL_BOARD = "620"
SIZES = {"1920x1080": (1920, 1080), "1280x720": (1280, 720)}
FileName = Annotated[str, Field(max_length=100)]
TeamName = Annotated[str, Field(min_length=1, max_length=40)]
NOTHING_TO_TRY = "The simulated board has a switch of its own: there is nothing to try."
HAND_SWITCH = "No switch was chosen: you hold the board's own, and the referee only calls."


class LiveForm(StrictForm):
    """Which camera to look through, over which board; ``after``: the picture that is there.

    ``size`` is for a new calibration: empty, that of the one there is, or the usual.
    """

    form: SetupForm
    board: TypedText = ""
    size: Literal["", "1920x1080", "1280x720"] = ""
    after: Annotated[int, Field(ge=0, le=10**9)] = 0
    begin: bool = False


class CalibrateForm(StrictForm):
    """The board that is looked at, and the name of the file; ``empty``: nothing stands on it."""

    form: SetupForm
    name: FileName
    board: TypedText = ""
    empty: bool = False
    over: bool = False


class EnrolForm(StrictForm):
    """The calibration to look through, and what the teams are called."""

    form: SetupForm
    home: TeamName
    away: TeamName


class KeepTeamsForm(StrictForm):
    """The name of the file, and both teams as they were edited."""

    name: FileName
    home: TeamEdit
    away: TeamEdit
    over: bool = False


class TrySwitchForm(StrictForm):
    """Which switch; somebody has to have looked that no hand is above the board."""

    power: TypedText
    hands_off: Literal[True]


class ChooseSwitchForm(StrictForm):
    """Which board hangs in the power lead."""

    model: TypedText
    port: TypedText
    relay: Annotated[int, Field(ge=1, le=16)] = 1


class SetupSteps:
    """What the steps share: the camera that is looked through, and the work under way."""

    def __init__(self, around: SetupReach) -> None:
        self._around = around
        self.live = LiveCamera(around.camera)
        self.jobs = SetupJobs()
        self.calibrating = CalibrateStep(self.live)
        self.enrolling = EnrolStep(self.live, around.locator)

    def look(self, wanted: LiveForm) -> JsonValues:
        """The newest picture and its aids; with ``begin`` the camera is opened."""
        if wanted.begin:
            self.live.look(self._wish(wanted))
        values, jpeg = self.live.values(wanted.after)
        return values | {"jpeg": base64.b64encode(jpeg).decode("ascii")}

    def _wish(self, wanted: LiveForm) -> LiveWish:
        """What to look through, and how."""
        checked = check_form(wanted.form, self._around)
        name, request = camera_wish(checked)
        if wanted.size:
            width_px, height_px = SIZES[wanted.size]
            request = replace(request, width_px=width_px, height_px=height_px)
        known = checked.calibration
        focal = None
        if known is not None:
            focal = known.camera.fx_px * request.width_px / known.camera.width_px
        return LiveWish(name, request, load_field(wanted.board or USUAL_BOARD), focal)

    def calibrate(self, wanted: CalibrateForm) -> bool:
        """Begin to calibrate; False if a file of that name is there and may not be replaced."""
        out = self._around.games / f"{checked_name(wanted.name)}{CALIBRATION_ENDING}"
        profile = load_field(wanted.board or USUAL_BOARD)
        if out.exists() and not wanted.over:
            return False
        work = partial(
            self.calibrating.work,
            profile=profile,
            out=out,
            camera=wanted.form.camera or "camera",
            empty=wanted.empty,
        )
        self.jobs.start(JobKind.CALIBRATE, work)
        return True

    def enrol(self, wanted: EnrolForm) -> None:
        """Begin to look at the line-up, through the camera as it was calibrated."""
        table = SettingsTable(values_of(wanted.form, "calibration", "field"), PLAN)
        plan = plan_of(table, self._around.games)
        if plan.calibration is None:
            raise BadValue("the calibration", PlainWord("not made yet"), "step 2, Calibrate, first")
        calibration: Calibration = read_calibration(plan.calibration, plan.board)
        if self.live.running:  # the calibration may be a moment old, and of another size
            self.live.look(self._wish(LiveForm(form=wanted.form)))
        names = (wanted.home, wanted.away)
        work = partial(
            self.enrolling.work, calibration=calibration, path=plan.calibration, names=names
        )
        self.jobs.start(JobKind.ENROL, work)

    def keep_teams(self, wanted: KeepTeamsForm) -> JsonValues:
        """Write the enrolled teams among the games, unless others are there."""
        target = self._around.games / f"{checked_name(wanted.name)}{TEAMS_ENDING}"
        if target.exists() and not wanted.over:
            return {"saved": False, "path": str(target)}
        self.enrolling.keep(target, {Team.HOME: wanted.home, Team.AWAY: wanted.away})
        return {"saved": True, "path": str(target)}

    def try_switch(self, power: str) -> None:
        """Begin to switch the board on for a moment."""

        def work(tell: TellWork) -> JobOutcome:
            tell("waiting for the switch", 0.2)
            return JobOutcome(True, self._around.pulse(power))

        said = {SIMULATED_SWITCH: NOTHING_TO_TRY, NO_SWITCH: HAND_SWITCH}.get(power)
        self.jobs.start(JobKind.SWITCH, work if said is None else lambda _: JobOutcome(True, said))


def add_steps(app: FastAPI, access: PageAccess, around: SetupReach, unpaired: str) -> SetupSteps:
    """The routes, for an application that stands behind the guard."""
    steps = app.state.steps = SetupSteps(around)

    def check(token: str) -> None:
        check_token(access, token, unpaired)
        if around.desk is not None:
            busy = "A night runs: it holds the camera and the switch. Set up before or after it."
            raise BadValue("the set-up", "in use", "free", sentence=busy)

    @app.post("/setup/live")
    def live(wanted: LiveForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return steps.look(wanted)

    @app.post("/setup/live/end")
    def end(x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        steps.live.close()
        return {"done": True}

    @app.post("/setup/calibrate")
    def calibrate(wanted: CalibrateForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return {"begun": steps.calibrate(wanted)}

    @app.post("/setup/enrol")
    def enrol(wanted: EnrolForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        steps.enrol(wanted)
        return {"begun": True}

    @app.post("/setup/enrol/keep")
    def keep(wanted: KeepTeamsForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return steps.keep_teams(wanted)

    @app.post("/setup/switch")
    def switch(wanted: TrySwitchForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        steps.try_switch(wanted.power)
        return {"begun": True}

    @app.post("/setup/switch/models")
    def models(x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return {"models": [{"value": m.name, "title": m.title} for m in MODELS.values()]}

    @app.post("/setup/switch/choose")
    def choose(wanted: ChooseSwitchForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        chosen = around.choose(wanted.model, wanted.port, wanted.relay)
        return {"title": f"{chosen.kind.title}, {chosen.port}"}

    @app.post("/setup/job")
    def job(x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return steps.jobs.values()

    add_clicks(app, access, lambda: steps.calibrating.clicks, paired_only=True, back="/setup")
    serve_file(app, "/clicks", STATIC / "clicks.html")
    serve_static(app, (*CLICKS_FILES, "page.css", "enrolment_outlines.js"))
    return steps
