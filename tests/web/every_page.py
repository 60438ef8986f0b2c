"""Every page of the program, served with something on it, for what has to hold on all of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from referee.apps.home.home import Home
from referee.calls.call import CallKind
from referee.night.gate import HANDS_ABOVE_BOARD, NO_LOOK, not_watching
from referee.night.phase import NightPhase
from referee.official.outcome import QuestionKind
from referee.review.source.live_game import LiveGame
from referee.review.source.recorded_game import RecordedGame
from referee.vision.enroll.enrolment import EnrolmentHints, enrol
from referee.vision.enroll.enrolment_values import enrolment_values
from referee.web.calibrate.clicks_page import ClicksOutcome, ClickTable, clicks_app
from referee.web.calibrate.lens_page import LensStudio, lens_app
from referee.web.enroll.enrolment_page import EnrolmentView, enrolment_app
from referee.web.home.home_page import StartedProgram, StartKind, home_app
from referee.web.night.night_app import night_app
from referee.web.night.score_sheet import add_sheet
from referee.web.night.table_hands import add_hands
from referee.web.review.review_page import add_review, review_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_files import jpeg_of
from referee.web.server.page_server import claim_port
from referee.web.setup.setup_page import add_setup, setup_app
from tests.review.folders import CLOSE, END, make_game
from tests.review.games import TACKLED, journal_of, noted
from tests.vision.enroll.line_up import AWAY, HOME, frames, locator, picture
from tests.vision.painted import CAMERA
from tests.web.arounds import around_in, files_in
from tests.web.desks import NOTICE, ScriptedDesk, call, painted, snapshot_of
from tests.web.test_lens_page import Film
from tests.web.test_play_first_hour import CARRIER, KICKOFF
from tests.web.test_play_hands import Hands
from tests.web.test_play_page import HOUSE, asked

LIVE = {"power": True, "phase": NightPhase.LIVE, "notice": replace(NOTICE, power=True)}
FLAGGED = {"calls": (call(CallKind.BROKEN_TACKLE, flag=("nobody saw the front",)),)}
# Moments of a game, as its page shows them.
MOMENTS: Mapping[str, Mapping[str, object]] = {
    "line-up": {},
    "carrier": CARRIER,
    "play": asked(QuestionKind.PLAY, "nobody said what is played"),
    "kick": KICKOFF,
    "call": FLAGGED,
    "runs": LIVE,
    "held up": {"reasons": (HANDS_ABOVE_BOARD, "the switch has to be cleared: look at the board")},
    "not watching": {**LIVE, "reasons": (not_watching(NO_LOOK),)},
}
ON_GAME, ON_HOME = "#home-score:text-is('7')", "#games li"
# What stands on it then, where that is more than the score.
SHOWN = {
    "carrier": "#asks:visible",
    "kick": "#entering:visible",
    "call": "#flag:visible",
    "runs": "[data-power=on]",
    "not watching": "#blind:visible",
}
# Opened by a key of the game's page.
BOXES = {"keys": ("?", ".keys-box"), "enter": ("e", "#entering")}
EVERY_PAGE = (
    *(f"game: {moment}" for moment in MOMENTS),
    *(f"game: {box}" for box in BOXES),
    *("sheet", "overlay", "set-up beside a game", "home", "kept sheet", "set-up", "house rules"),
    *("review", "clicks", "lens", "enrolment"),
)


@dataclass(frozen=True)
class ServedPage:
    """``shown``: what stands on the page once it is there. ``before``: what makes it so.

    ``key`` is pressed then, and ``then`` is shown.
    """

    name: str
    address: str
    shown: str
    before: Callable[[], object] = lambda: None
    key: str = ""
    then: str = ""


class _Runs:
    def listed(self) -> tuple[StartedProgram, ...]:
        address = "http://127.0.0.1:1/#t"
        return (
            StartedProgram(1, StartKind.WATCH, "", address, False, ""),
            StartedProgram(2, StartKind.PLAN, "tuesday", "", True, "The camera is not there."),
        )


def _kept_games(folder: Path) -> Path:
    """A folder with a game that has two flags, and a plan."""
    journal = journal_of((END, noted(CLOSE)), replace(TACKLED, x_mm=456.0, flagged=True))
    make_game(folder / "friday", journal, title="Miners at Comets")
    (folder / "tuesday.night.toml").write_text("", encoding="utf-8")
    return folder


class _ClickTable(ClickTable):
    def __init__(self) -> None:
        image, _ = painted()
        height, width = image.shape[:2]
        super().__init__(jpeg_of(image), (width, height), "Too few lines were found.", self.take)

    def take(self, corners: object) -> ClicksOutcome:
        lines = ("worst corner 0.8 mm", "held out: 0.4 mm at the far sideline, 0.3 mm at the near")
        return ClicksOutcome(True, "Silver: 0.3 mm", lines, self.jpeg)


@contextmanager
def served(folder: Path) -> Iterator[Mapping[str, ServedPage]]:
    """All pages by their names, with servers behind them until the end."""
    servers: list[tuple[uvicorn.Server, threading.Thread]] = []
    pages: dict[str, ServedPage] = {}

    def add(
        name: str,
        app: Callable[[PageAccess], FastAPI],
        shown: str,
        *more: tuple[str, str, str, Callable[[], object]],
    ) -> None:
        listening = claim_port(0)
        access = PageAccess(listening.getsockname()[1], "the-token", HOUSE)
        config = uvicorn.Config(app(access), log_level="error", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        servers.append((server, thread))
        root, _, token = access.address.partition("#")
        pages[name] = ServedPage(name, access.address, shown)
        for kind, path, what, before in more:
            pages[kind] = ServedPage(kind, f"{root.rstrip('/')}{path}#{token}", what, before)

    games = _kept_games(folder)
    files_in(folder / "files")
    around = around_in(folder)
    desk = ScriptedDesk()

    def night(access: PageAccess) -> FastAPI:
        app = night_app(desk, access)
        add_sheet(app, access, desk)
        add_hands(app, access, desk, Hands)
        add_setup(app, access, replace(around, desk=desk))
        add_review(app, access, LiveGame(desk))
        return app

    def moment(changes: Mapping[str, object]) -> Callable[[], None]:
        def begin() -> None:
            desk.now = snapshot_of()
            desk.show(**changes)

        return begin

    def lens(access: PageAccess) -> FastAPI:
        studio = LensStudio(Film([painted()[0]]), lambda _views: None)  # type: ignore[arg-type]
        studio.step()
        return lens_app(studio, access)

    def enrolment(access: PageAccess) -> FastAPI:
        found = enrol(
            frames(picture()),
            locator(HOME + AWAY),
            EnrolmentHints(("Comets", "Miners"), "standard"),
        )
        first = replace(found.members[0], doubts=("a base of an unusual size",))
        found = replace(found, members=(first, *found.members[1:]))
        view = EnrolmentView(enrolment_values(found, CAMERA), jpeg_of(picture()))
        return enrolment_app(view, access)

    live = [
        (f"game: {name}", "/", SHOWN.get(name, ON_GAME), moment(how))
        for name, how in MOMENTS.items()
    ]
    back = moment({})
    beside = "#switches input"
    more = [
        ("sheet", "/sheet", "table", back),
        ("overlay", "/overlay", "#bug:visible", back),
        ("set-up beside a game", "/setup", beside, back),
    ]
    try:
        add("game", night, ON_GAME, *live, *more)
        for box, (key, then) in BOXES.items():
            pages[f"game: {box}"] = replace(
                pages["game: line-up"], shown="#enter:enabled", key=key, then=then
            )
        kept = ("kept sheet", "/games/sheet/friday", "table", back)
        add("home", lambda access: home_app(access, Home(games, _Runs()), around), ON_HOME, kept)
        rules = ("house rules", "/house", "#groups .group", back)
        add("set-up", lambda access: setup_app(access, around), beside, rules)
        recorded = RecordedGame(games / "friday")
        add("review", lambda access: review_app(recorded, access), "#close[data-picture=shown]")
        add("clicks", lambda access: clicks_app(_ClickTable(), access), "#photo")
        add("lens", lens, "#hint")
        add("enrolment", enrolment, "#outlines g")
        yield pages
    finally:
        for server, _ in servers:
            server.should_exit = True
        for _, thread in servers:
            thread.join(10.0)
