"""The page of `referee` alone: games with review and sheet, a game to start or to go on with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Protocol
from urllib.parse import quote

from fastapi import FastAPI, HTTPException, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from referee.core.errors import BadValue
from referee.loaders.rulebooks import LEAGUES
from referee.record.game.game_folder import read_game
from referee.record.sheet.html import CSS_FILE, page_of
from referee.record.sheet.picture import picture_bytes
from referee.record.sheet.played_game import played_game_of
from referee.record.sheet.score_sheet import score_sheet_of
from referee.record.sheet.tables import ScoreSheet
from referee.web.night.score_sheet import PNG, named_picture
from referee.web.report.report_page import add_report
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import JsonValues, PageToken, StrictForm, check_token, plain_page
from referee.web.server.page_files import STATIC, serve_file, serve_static
from referee.web.setup.setup_page import SHARED as SETUP_SHARED
from referee.web.setup.setup_page import add_setup
from referee.web.setup.setup_reach import SetupReach

FILES = ("home.css", "home.js", "report.js")
UNPAIRED = "Open the printed address: this page may not start anything."
STYLE = "/sheet.css"
GameName = Annotated[str, Field(max_length=255)]


class StartKind(StrEnum):
    """What can be started from the page."""

    BY_HAND = "by hand"  # the simulated table, coached by the person
    WATCH = "watch"  # the simulated table with its own coach
    PLAN = "plan"
    GO_ON = "go on"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class HomeGame:
    """A game that was kept; ``running``: some program plays it now."""

    name: str
    title: str
    when: str
    score: tuple[int, int]
    stands: str
    flagged: int
    trouble: str
    running: bool


@dataclass(frozen=True, slots=True)
class StartedProgram:
    """Something that was started here: its address once it is up, or why it ended."""

    number: int
    kind: StartKind
    what: str
    address: str
    over: bool
    said: str


class HomeReach(Protocol):
    """What the page can reach: the folder of the games, and programs beside this one."""

    @property
    def games_folder(self) -> Path:
        """Where the games are."""

    def games(self) -> Sequence[HomeGame]:
        """Every game that was kept, the newest first."""

    def plans(self) -> Sequence[str]:
        """The names of the plans."""

    def started(self) -> Sequence[StartedProgram]:
        """What was started here and is not forgotten."""

    def start(self, kind: StartKind, what: str, rules: str) -> int:
        """Start something; ``what`` is a plan or a game. Returns its number."""

    def report(self, folder: Path) -> bytes:
        """The log of a game for a report of a fault, as a zip."""

    def stop(self, number: int) -> None:
        """Stop what was started; the board is off afterwards."""


class StartForm(StrictForm):
    """What to start: a plan or a game by its name, rules for the simulated table."""

    kind: StartKind = Field(strict=False)
    what: GameName = ""
    rules: Annotated[str, Field(max_length=20)] = LEAGUES[0]


class StopForm(StrictForm):
    """What to stop."""

    number: Annotated[int, Field(ge=1, le=1_000_000)]


def home_app(access: PageAccess, reach: HomeReach, setup: SetupReach) -> FastAPI:
    """The page behind the guard, with the set-up beside it."""
    app = plain_page(access, "home.html", FILES, UNPAIRED)

    def check(token: str) -> None:
        check_token(access, token, UNPAIRED)

    @app.post("/games/list")
    def listed(x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return {
            "folder": str(reach.games_folder),
            "games": [_game(game) for game in reach.games()],
            "plans": list(reach.plans()),
            "leagues": list(LEAGUES),
        }

    @app.post("/games/running")
    def running(x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return {"running": [_program(each) for each in reach.started()]}

    @app.post("/games/start")
    def start(wanted: StartForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        if wanted.kind in (StartKind.GO_ON, StartKind.REVIEW):
            _known_game(reach, wanted.what)
        elif wanted.kind is StartKind.PLAN and wanted.what not in reach.plans():
            raise BadValue("plan", wanted.what, "one of the list")
        if wanted.rules not in LEAGUES:
            raise BadValue("rules", wanted.rules, f"one of {', '.join(LEAGUES)}")
        return {"number": reach.start(wanted.kind, wanted.what, wanted.rules)}

    @app.post("/games/stop")
    def stop(wanted: StopForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        reach.stop(wanted.number)
        return {"done": True}

    def sheet_of(name: str) -> ScoreSheet:
        with read_game(_known_game(reach, name)) as game:
            return score_sheet_of(played_game_of(game))

    @app.get("/games/sheet/{name}")
    def sheet(name: GameName) -> HTMLResponse:
        picture = f"/games/picture/{quote(name)}"
        return HTMLResponse(page_of(sheet_of(name), style=STYLE, back="/", picture=picture))

    @app.get("/games/picture/{name}")
    def drawn(name: GameName) -> Response:
        return Response(picture_bytes(sheet_of(name)), media_type=PNG, headers=named_picture())

    add_report(app, access, lambda name: reach.report(_known_game(reach, name)))
    add_setup(app, access, setup)
    there = {"orders.js", "icon.svg", "theme.js", "help.js", "help.css"}
    serve_static(app, [name for name in SETUP_SHARED if name not in there])
    serve_file(app, STYLE, CSS_FILE)
    serve_file(app, "/play/app.webmanifest", STATIC / "play" / "app.webmanifest")
    return app


def _known_game(reach: HomeReach, name: str) -> Path:
    """The folder of a game of the list; nothing else is opened, whatever the name says."""
    if name not in {game.name for game in reach.games()}:
        raise HTTPException(404, "There is no such game.")
    return reach.games_folder / name


def _game(game: HomeGame) -> JsonValues:
    return {
        "name": game.name,
        "title": game.title,
        "when": game.when,
        "score": list(game.score),
        "stands": game.stands,
        "flagged": game.flagged,
        "trouble": game.trouble,
        "running": game.running,
    }


def _program(started: StartedProgram) -> JsonValues:
    return {
        "number": started.number,
        "kind": started.kind.value,
        "what": started.what,
        "address": started.address,
        "over": started.over,
        "said": started.said,
    }
