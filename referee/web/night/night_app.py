"""The page of a game night as an application: its files, its line of moments, its commands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, WebSocket
from starlette.routing import Route

from referee.night.interface import NightInfo, NightInterface
from referee.web.night.command_answer import answer_of, running_night
from referee.web.night.forms.commands import FREE, CommandForm, command_of
from referee.web.night.forms.night_names import NightNames
from referee.web.night.night_camera import NightCamera
from referee.web.night.night_json import LinkedPages
from referee.web.night.night_viewer import NightViewer
from referee.web.night.page_updates import SpokenLines
from referee.web.night.play_log import PlayLog
from referee.web.night.table_hands import HANDS_PATH
from referee.web.server.frame_pump import FramePump
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import JsonValues, PageToken, check_token, page_app
from referee.web.server.page_files import KINDS, STATIC, serve_file, serve_static
from referee.web.server.pairing_routes import add_pairing

SHARED = (
    "colours.js",
    "field.js",
    "help.css",
    "help.js",
    "icon.svg",
    "orders.js",
    "picture.js",
    "theme.js",
    "report.js",
)
UNPAIRED = "This page is not paired: it may watch and stop, no more."
# Pages that other parts of the program may add; a link is shown where one is there.
LINKS = {"/review": "Review", "/sheet": "Score sheet", "/setup": "Set-up"}


def night_app(desk: NightInterface, access: PageAccess) -> FastAPI:
    """The application behind the guard."""
    eyes, spoken = NightCamera(desk), SpokenLines()
    desk.listen(spoken.hear)
    pump = FramePump(eyes, lambda: _strained(desk))
    logs: list[PlayLog] = []

    def log_of(about: NightInfo) -> PlayLog:
        """The play-by-play, which all pages share."""
        if not logs:
            logs.append(PlayLog(about))
        return logs[0]

    @asynccontextmanager
    async def lifetime(_app: FastAPI) -> AsyncIterator[None]:
        yield
        pump.close()

    app = page_app(access, lifetime)

    @app.post("/wish")
    async def submit(wanted: CommandForm, x_referee_token: PageToken = "") -> JsonValues:
        if wanted.do not in FREE:
            check_token(access, x_referee_token, UNPAIRED)
        about, now = running_night(desk)
        command = command_of(wanted, NightNames(about.roster, about.field), now)
        return await answer_of(desk, command)

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
    serve_file(app, "/", STATIC / "play" / "play.html")
    serve_file(app, "/overlay", STATIC / "play" / "overlay.html")
    parts = [file for file in sorted((STATIC / "play").iterdir()) if file.suffix in KINDS]
    serve_static(app, [f"play/{file.name}" for file in parts if file.suffix != ".html"])
    serve_static(app, SHARED)
    return app


def _pages(app: FastAPI) -> LinkedPages:
    there = {route.path for route in app.routes if isinstance(route, Route)}
    links = {path: title for path, title in LINKS.items() if path in there}
    return LinkedPages(links, "/sound.js" in there, HANDS_PATH in there)


def _strained(desk: NightInterface) -> bool:
    """Whether the computer is too busy for the frames that come."""
    now = desk.snapshot
    return now is not None and now.performance.strained
