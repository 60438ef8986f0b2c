"""A whole play in a real browser: set up, let go, tackled, looked at again, and overturned."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
import uvicorn

from referee.core.roster import Team
from referee.night.commands import Declare
from referee.night.interface import NightInfo, StartProgress
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.loop import NightLoop
from referee.official.declarations.types import PlayMoved
from referee.record.game.game_store import GameStore
from referee.review.source.live_game import LiveGame
from referee.rulebooks.play_step import PlayStep
from referee.web.night.night_app import night_app
from referee.web.review.review_page import add_review
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_port
from tests.calls.plays import film
from tests.core.fields import EASY
from tests.night.test_loop import Camera, Clock, Eyes, Power
from tests.night.test_night import night_of
from tests.official.evenings import ROSTER
from tests.review.folders import CAMERA
from tests.review.games import RULEBOOK
from tests.review.test_evening import MOVES
from tests.web.test_page import DESK, PHONE, browser, expect, pytestmark  # noqa: F401 - the browser

S = 1_000_000_000
NAMES = {Team.HOME: "Reds", Team.AWAY: "Blues"}
COLOURS = {Team.HOME: "#b3202a", Team.AWAY: "#2050b0"}
GREEN = np.full((CAMERA.height_px, CAMERA.width_px, 3), (60, 90, 40), np.uint8)
# The last frame of the film; until then somebody watches.
ENDS_S = 9.0


class Painted(Camera):
    """The film's camera, with a picture of its own."""

    def newest(self, timeout_s: float):
        return replace(super().newest(timeout_s), image=GREEN)


@dataclass
class FilmDesk:
    """The desk of a night that goes on when the test says so."""

    runner: NightLoop
    clock: Clock
    about: NightInfo
    doing: StartProgress = field(default_factory=lambda: StartProgress("", 1.0))

    @property
    def snapshot(self):
        return self.runner.snapshot

    @property
    def shot(self):
        return self.runner.shot

    @property
    def now_ns(self) -> int:
        return self.clock.ns

    def submit(self, command, reply=lambda _orders: None) -> None:
        self.runner.submit(command, reply)

    def listen(self, hear) -> None:
        self.runner._on_output = hear

    def until(self, seconds: float) -> None:
        """Let the film run."""
        while self.clock.ns < seconds * S:
            self.runner.step()

    def hear(self, page) -> None:
        """Wait for a wish of the page, and obey it."""
        for _ in range(200):
            if self.runner._wishes.qsize():
                break
            page.wait_for_timeout(10)
        self.runner.step()


@pytest.fixture
def night(tmp_path):
    boards = list(film(MOVES, ENDS_S))
    clock = Clock()
    folder = tmp_path / "game"
    about = {"title": "Tonight", "rulebook": "efhl", "field": "620", "fps": 30.0, "simulated": True}
    with GameStore.new(folder, about) as store:
        store.session("2026-01-02T03:04:05Z", 0)
        runner = NightLoop(
            night_of(),
            ROSTER,
            Eyes(boards),
            Painted(clock, [board.t_ns for board in boards]),
            Power(clock),
            RecordKeeper(store, 0),
            clock=clock,
        )
        store.entries(runner.night.ledger.journal.entries)
        shown = NightInfo(
            "Tonight", RULEBOOK, EASY, ROSTER, NAMES, COLOURS, CAMERA, 30.0, True, folder
        )
        desk = FilmDesk(runner, clock, shown)
        desk.store = store
        runner.submit(Declare(PlayMoved(step=PlayStep.AFTER_THE_LINE, carrier="H22")))
        desk.until(0.1)
        yield desk


@pytest.fixture
def address(night):
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    app = night_app(night, access)
    add_review(app, access, LiveGame(night))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield access.address
    server.should_exit = True
    thread.join(10.0)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_from_set_up_to_the_overturned_call(browser, night, address, size):  # noqa: F811 - fixture
    complaints: list[str] = []
    page = browser.new_page(viewport=size)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    expect(page, "#down").to_have_text("1st & 10")
    page.locator("#ready:enabled").click()
    night.hear(page)
    night.until(1.6)
    expect(page, "body").to_have_attribute("data-power", "on")
    expect(page, "#field .carrier").to_be_visible()
    night.until(4.5)
    # The touch at 1.8 s was too close to call, so play went on to the tackle at 2.9 s.
    expect(page, "#called").to_have_text("Tackle")
    expect(page, "body").to_have_attribute("data-power", "off")
    # The front of his base had won 38.5 mm then, a yard is 8 mm.
    expect(page, "#down").to_have_text(re.compile(r"2nd & 5\.[12]"))
    expect(page, "#log .mark-flag").to_have_count(1)
    night.store.flush()
    review = browser.new_page(viewport=size)
    root, _, token = address.partition("#")
    review.goto(f"{root}{page.locator('#log .mark-flag').get_attribute('href')[1:]}#{token}")
    review.locator("#overturn:enabled").click()
    review.select_option("#choice", "tackle")
    review.locator("#sure:enabled").click()
    night.hear(review)
    review.locator(".flag[data-state='overturned']").wait_for()
    # At the touch it had won 22 mm.
    expect(page, "#down").to_have_text(re.compile(r"2nd & 7\.[1-4]"))
    expect(page, "#called").to_have_text("After review")
    expect(page, "#blind").to_be_hidden()
    review.close()
    page.close()
    assert complaints == []
