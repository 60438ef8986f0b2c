"""The set-up page: a night is chosen, checked and saved as a plan, before a night or beside one."""

from __future__ import annotations

import base64
import threading
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, HTTPException
from pydantic import Field

from referee.camera.frame_source import CameraLost, Image, NoFrame
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.night.start.plan_file import read_plan, write_plan
from referee.web.house.house_page import add_house
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import (
    JsonValues,
    PageToken,
    StrictForm,
    check_token,
    one_at_a_time,
    page_app,
)
from referee.web.server.page_files import STATIC, jpeg_of, serve_file, serve_static
from referee.web.server.pairing_routes import add_pairing
from referee.web.setup.form_check import FormCheck, camera_wish, check_form
from referee.web.setup.selection_json import selection_json
from referee.web.setup.setup_choices import setup_choices
from referee.web.setup.setup_form import SetupForm, form_of
from referee.web.setup.setup_reach import SetupReach
from referee.web.setup.steps.step_routes import add_steps
from referee.web.setup.team_edits import TeamEdits, keep_teams

FILES = (
    "setup.css", "setup.js", "setup_parts.js", "setup_roster.js", "setup_live.js", "setup_steps.js",
    "setup_steps.css",
)  # fmt: skip
# What a night's page serves already.
SHARED = (
    "play/play.css", "play/parts.css", "help.css", "help.js", "orders.js", "theme.js", "icon.svg",
)  # fmt: skip
PlanName = Annotated[str, Field(max_length=100)]
UNPAIRED = "This page is not paired: it shows what is in use, no more."


class OpenPlanForm(StrictForm):
    """A plan to be shown."""

    name: PlanName


class SavePlanForm(StrictForm):
    """A form and the name of its plan; ``over``: a plan that is there may be replaced."""

    name: PlanName
    form: SetupForm
    over: bool = False


def setup_app(access: PageAccess, around: SetupReach) -> FastAPI:
    """The page alone, behind the guard: no night runs."""
    app = page_app(access)
    add_pairing(app, access)
    add_setup(app, access, around)
    serve_file(app, "/", STATIC / "setup.html")
    serve_static(app, SHARED)
    return app


def add_setup(app: FastAPI, access: PageAccess, around: SetupReach) -> None:
    """The page's routes, for an application that stands behind the guard."""
    busy = threading.Lock()

    def check(token: str) -> None:
        check_token(access, token, UNPAIRED)

    @app.get("/setup.json")
    def in_use() -> JsonValues:
        return _in_use(around)

    @app.post("/setup/found")
    def choices(x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return setup_choices(around)

    @app.post("/setup/open")
    def show(wanted: OpenPlanForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return form_of(read_plan(around.plan_path(wanted.name))).model_dump()

    @app.post("/setup/check")
    def look(filled: SavePlanForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return selection_json(*_looked(filled, around), around)

    @app.post("/setup/save")
    def save(filled: SavePlanForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        result, path = _looked(filled, around)
        saved = False
        if result.plan is not None and path is not None and (filled.over or not path.exists()):
            try:
                write_plan(path, result.plan)
            except OSError as error:
                raise HTTPException(422, f"{path} cannot be written: {error.strerror}.") from None
            saved = True
        return selection_json(result, path, around) | {"saved": saved, "path": str(path)}

    @app.post("/setup/teams")
    def teams(edited: TeamEdits, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        try:
            kept = keep_teams(edited, around)
        except OSError as error:
            raise HTTPException(422, f"The teams cannot be kept: {error.strerror}.") from None
        return {"saved": kept is not None, "path": str(kept or "")}

    @app.post("/setup/picture")
    def picture(form: SetupForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        with one_at_a_time(busy, "A picture is being taken; one moment."):
            try:
                return _shown(*_picture(form, around))
            except (CameraLost, NoFrame) as error:
                raise HTTPException(422, f"{error}.") from None

    add_house(app, access, around)
    add_steps(app, access, around, UNPAIRED)
    serve_file(app, "/setup", STATIC / "setup.html")
    serve_static(app, FILES)


def _looked(filled: SavePlanForm, around: SetupReach) -> tuple[FormCheck, Path | None]:
    """The form checked, and where its plan is kept; its name is a field like all others."""
    result = check_form(filled.form, around)
    try:
        return result, around.plan_path(filled.name)
    except BadValue as error:
        return replace(result, wrong={**result.wrong, "name": str(error)}, plan=None), None


def _in_use(around: SetupReach) -> JsonValues:
    """The night that runs, as every page may see it: without folders and ports."""
    if around.desk is None:
        return {"running": False, "home": around.home}
    about = around.desk.about
    if about is None:
        return {"running": True, "lines": ["The night is just beginning."]}
    lines = [
        " against ".join(about.names[team] for team in Team),
        about.rulebook.title,
        f"{about.field.title}{', simulated' if about.simulated else ''}",
        f"{about.camera.width_px} x {about.camera.height_px}, {about.fps:g} pictures a second",
        "recorded" if about.folder is not None else "not recorded",
    ]
    return {"running": True, "lines": lines}


def _picture(form: SetupForm, around: SetupReach) -> tuple[Image, str]:
    """A picture, and what is wrong with its size; while a night runs its camera's newest."""
    if around.desk is not None:
        shot = around.desk.shot
        if shot is None:
            raise BadValue("the camera", "in use", "one moment: the night has no picture yet")
        return shot.frame.image, ""
    result = check_form(form, around)
    name, request = camera_wish(result)
    image = around.still(name, request)
    size, gives = (request.width_px, request.height_px), (image.shape[1], image.shape[0])
    if result.calibration is None or gives == size:
        return image, ""
    return (
        image,
        f"It gives {gives[0]} x {gives[1]}, and was calibrated with {size[0]} x {size[1]}.",
    )


def _shown(image: Image, note: str) -> JsonValues:
    height, width = image.shape[:2]
    jpeg = base64.b64encode(jpeg_of(image)).decode("ascii")
    return {"jpeg": jpeg, "size_px": [width, height], "note": note}
