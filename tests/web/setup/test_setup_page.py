"""The set-up page in a real browser: a first plan, teams that are edited, on a desk and a phone."""

from __future__ import annotations

import threading

import pytest
import uvicorn

from referee.core.roster import Team
from referee.loaders.teams_file import read_teams
from referee.night.start.plan import SIMULATED_SWITCH
from referee.night.start.plan_file import read_plan
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_port
from referee.web.setup.setup_page import setup_app
from tests.web.arounds import around_in, files_in
from tests.web.test_page import DESK, PHONE, browser, expect, pytestmark  # noqa: F401 - the browser


@pytest.fixture
def served(tmp_path):
    """The page behind the real server, with files to choose from."""
    files_in(tmp_path / "files")
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    app = setup_app(access, around_in(tmp_path))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield access, tmp_path / "games"
    server.should_exit = True
    thread.join(10.0)


@pytest.fixture
def opened(browser, served):  # noqa: F811 - the fixture of the same name
    """Opens the page; afterwards nothing may have gone wrong in it."""
    complaints: list[str] = []
    pages = []

    def open_page(size, *, paired=True):
        page = browser.new_page(viewport=size)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda said: complaints.append(said.text) if "CSP" in said.text else None
        )
        page.goto(served[0].address if paired else served[0].address.partition("#")[0])
        expect(page, "body").to_have_attribute("data-paired", str(paired).lower())
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert complaints == []


def test_a_night_on_our_own_table_is_put_together_at_a_desk(opened, served):
    page, games = opened(DESK), served[1]
    expect(page, "#medal").to_have_text("gold")
    page.fill("#fps", "fast")
    expect(page, ".says[data-for=fps]").to_contain_text("1 to 240")
    expect(page, "#save").to_be_disabled()
    page.fill("#fps", "60")
    page.get_by_text("Houston").click()
    page.fill("#home-edit", "Diggers")
    page.get_by_label("number of H54").fill("55")
    page.fill("#name", "tuesday")
    expect(page, "#save").to_be_enabled()
    page.keyboard.press("Enter")
    expect(page, "#command").to_have_text("referee play tuesday.night.toml")
    plan = read_plan(games / "tuesday.night.toml")
    assert (plan.rules, plan.eye.fps, plan.teams) == ("hefl", 60.0, games / "tuesday.teams.toml")
    kept = read_teams(games / "tuesday.teams.toml")
    assert kept.teams[Team.HOME].name == "Diggers"
    assert kept.sheet("H54").player.number == 55


def test_a_first_simulated_night_is_saved_on_a_phone(opened, served):
    page = opened(PHONE)
    page.get_by_text("Simulated", exact=True).click()
    expect(page, ".card.teams").to_be_hidden()
    page.fill("#name", "first")
    page.click("#save")
    expect(page, "#command").to_have_text("referee play first.night.toml")
    plan = read_plan(served[1] / "first.night.toml")
    assert (plan.simulated, plan.power) == (True, SIMULATED_SWITCH)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_page_that_is_not_paired_sets_up_nothing(opened):
    page = opened(PHONE, paired=False)
    expect(page, "#code").to_be_visible()
    expect(page, "#save").to_be_hidden()
