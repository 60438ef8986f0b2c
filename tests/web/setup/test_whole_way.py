"""From an empty set-up to a plan that can be played, in a real browser, on a desk and a phone."""

from __future__ import annotations

import threading

import pytest
import uvicorn

from referee.camera.calibration import read_calibration
from referee.core.roster import Team
from referee.loaders.teams_file import read_teams
from referee.night.start.plan_file import read_plan
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_port
from referee.web.setup.setup_page import setup_app
from tests.camera.watch.painted import CAMERA, most_px
from tests.web.arounds import around_in
from tests.web.setup.films import FilmCamera, board_with_teams, told_locator
from tests.web.test_page import PHONE, browser, expect, pytestmark, sync_api  # noqa: F401

WIDE = {"width": 1366, "height": 768}
PATIENCE_MS = 600_000
CLICKED = "It switched on and off again: asked 250 ms, was 250.1 ms."


class Table:
    """The computer that the page is opened on: nothing was made yet."""

    def __init__(self, folder):
        self.film = FilmCamera(board_with_teams())
        self.pulses = []
        self.games = folder / "games"
        listening = claim_port(0)
        self.access = PageAccess(listening.getsockname()[1], "the-token")
        around = around_in(
            folder,
            folders=(),
            camera=self.film.opening,
            locator=told_locator,
            pulse=lambda power: self.pulses.append(power) or CLICKED,
        )
        app = setup_app(self.access, around)
        config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]})
        self.steps = app.state.steps

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self.thread.join(10.0)
        self.steps.live.close()


@pytest.fixture
def table(tmp_path):
    with Table(tmp_path) as table:
        yield table


@pytest.fixture
def opened(browser, table):  # noqa: F811 - the fixture of the same name
    complaints: list[str] = []
    pages = []

    def open_page(size):
        page = browser.new_page(viewport=size)
        page.set_default_timeout(PATIENCE_MS)
        sync_api.expect.set_options(timeout=PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(table.access.address)
        expect(page, "body").to_have_attribute("data-paired", "true")
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    sync_api.expect.set_options(timeout=5_000)
    assert complaints == []


def state(page, step):
    return expect(page, f"#step-{step}[data-state=done]")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
def test_from_nothing_to_a_plan_that_can_be_played(opened, table, size):
    page = opened(size)
    page.get_by_text("Our own", exact=True).click()
    page.select_option("#camera", "HD Pro Webcam C920")
    page.click("#live")
    expect(page, "#still").to_be_visible()
    expect(page, "#focus-words").to_contain_text("the best so far")
    expect(page, "#level-words").to_contain_text("leans by about")
    expect(page, "#step-calibrate[data-next]").to_be_visible()
    page.click("#calibrate")
    state(page, "calibrate").to_contain_text("mm off")
    expect(page, "#map").to_be_visible()
    page.fill("#enrol-home", "Reds")
    page.fill("#enrol-away", "Blues")
    page.click("#enrol")
    expect(page, "#line-up-outlines g").to_have_count(12)
    assert not (table.games / "tonight.teams.toml").exists()
    page.get_by_label("number of H").first.fill("77")
    page.click("#keep-teams")
    state(page, "enrol").to_contain_text("Reds and Blues")
    page.check("#hands-off")
    page.click("#try-switch")
    state(page, "switch").to_contain_text("250.1 ms")
    assert table.pulses == ["chosen"]
    expect(page, "#hands-off").not_to_be_checked()
    page.click("#save")
    state(page, "plan").to_contain_text("can be played")
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    # The lines of a certificate are no steps.
    lines = page.locator("#calibrate-lines li")
    assert {
        each.evaluate("li => getComputedStyle(li).counterIncrement") for each in lines.all()
    } == {"none"}
    plan = read_plan(table.games / "tonight.night.toml")
    assert (plan.eye.name, plan.power) == ("HD Pro Webcam C920", "chosen")
    assert most_px(read_calibration(plan.calibration).camera, CAMERA) < 1.0
    home = read_teams(plan.teams).teams[Team.HOME]
    assert (home.name, home.players[0].player.number) == ("Reds", 77)
    page.goto("about:blank")
    assert table.steps.live.wait(lambda now: not now["running"], 60.0)
    assert table.film.closed == table.film.opened


def test_a_refused_calibration_leads_to_the_clicks_and_back(opened, table):
    table.film.image = table.film.image * 0 + 90
    page = opened(WIDE)
    page.get_by_text("Our own", exact=True).click()
    page.click("#calibrate")
    expect(page, "#step-calibrate[data-state=wrong] .said").to_contain_text(".")
    page.click("#to-clicks a")
    expect(page, "#status").to_have_text("0 of 4 corners")
    expect(page, "#photo[src^=blob]").to_be_visible()
    page.click("#back")
    expect(page, "#steps-title").to_be_visible()
    assert not table.games.exists()


def test_an_unplugged_camera_is_said_on_the_page(opened, table):
    page = opened(WIDE)
    page.get_by_text("Our own", exact=True).click()
    page.click("#live")
    expect(page, "#focus-words").to_contain_text("the best so far")
    table.film.unplugged.set()
    expect(page, "#step-camera[data-state=wrong]").to_contain_text("plug it in again")
    page.click("#live")
    expect(page, "#aids").to_be_hidden()
