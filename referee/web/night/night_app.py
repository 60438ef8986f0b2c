"""The page of a game night as an application: a page, a line of moments, wishes of the coach."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException, WebSocket
from starlette.routing import Route

from referee.core.errors import BadValue
from referee.night.interface import NightInfo, NightInterface
from referee.web.night.command_answer import answer_of
from referee.web.night.forms.commands import FREE, CommandForm, command_of
from referee.web.night.forms.night_names import NightNames
from referee.web.night.night_camera import NightCamera
from referee.web.night.night_json import LinkedPages
from referee.web.night.night_viewer import NightViewer
from referee.web.night.page_updates import SpokenLines
from referee.web.night.play_log import PlayLog
from referee.web.server.frame_pump import FramePump
from referee.web.server.guarded_page import guarded_app, serve_file
from referee.web.server.page_access import PageAccess
from referee.web.server.pairing_routes import add_pairing

STATIC = Path(__file__).parents[1] / "static"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
SHARED = ("orders.js", "field.js", "picture.js", "icon.svg")
# Pages that other parts of the program may add; a link is shown where one is there.
LINKS = {"/review": "Review", "/sheet": "Score sheet", "/enrolment": "Players", "/setup": "Set-up"}


def night_app(desk: NightInterface, access: PageAccess) -> FastAPI:
    """Everything behind the guard."""
    eyes, spoken = NightCamera(desk), SpokenLines()
    desk.listen(spoken.hear)
    pump = FramePump(eyes)
    logs: list[PlayLog] = []

    def log_of(about: NightInfo) -> PlayLog:
        """One for all pages."""
        if not logs:
            logs.append(PlayLog(about))
        return logs[0]

    @asynccontextmanager
    async def lifetime(_app: FastAPI) -> AsyncIterator[None]:
        yield
        pump.close()

    app = guarded_app(access, lifetime)

    @app.post("/wish")
    async def wish(
        wanted: CommandForm, x_referee_token: Annotated[str, Header(max_length=200)] = ""
    ) -> dict[str, object]:
        if wanted.do not in FREE and not access.holds(x_referee_token):
            raise HTTPException(403, "This page is not paired: it may watch and stop, no more.")
        about, now = desk.about, desk.snapshot
        if about is None or now is None:
            raise HTTPException(409, "The night has not begun.")
        try:
            command = command_of(wanted, NightNames(about.roster, about.field), now)
        except BadValue as error:
            raise HTTPException(422, str(error)) from None
        orders = await answer_of(desk, command)
        if orders.refused:
            raise HTTPException(422, orders.refused)
        return {"done": True, "says": list(orders.says)}

    async def talk(socket: WebSocket, *, pictures: bool) -> None:
        await socket.accept()
        viewer = NightViewer(socket, desk, eyes, pump, spoken, log_of, _pages(app))
        await viewer.serve(pictures=pictures)

    @app.websocket("/night")
    async def watch(socket: WebSocket) -> None:
        await talk(socket, pictures=True)

    @app.websocket("/score")
    async def score(socket: WebSocket) -> None:
        await talk(socket, pictures=False)

    add_pairing(app, access)
    serve_file(app, "/", STATIC / "play" / "play.html", KINDS[".html"])
    serve_file(app, "/overlay", STATIC / "play" / "overlay.html", KINDS[".html"])
    for file in sorted((STATIC / "play").iterdir()):
        if file.suffix in KINDS and file.suffix != ".html":
            serve_file(app, f"/play/{file.name}", file, KINDS[file.suffix])
    for name in SHARED:
        serve_file(app, f"/{name}", STATIC / name, KINDS[Path(name).suffix])
    return app


def _pages(app: FastAPI) -> LinkedPages:
    there = {route.path for route in app.routes if isinstance(route, Route)}
    links = {path: title for path, title in LINKS.items() if path in there}
    return LinkedPages(links, "/sound.js" in there)
