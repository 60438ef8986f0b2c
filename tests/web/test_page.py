"""The live page in a real browser: what a coach presses and sees, on a desk and on a phone."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
import uvicorn

from referee.sim.live.live_board import LiveBoard
from referee.web.live.live_app import live_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_port
from tests.sim.live.fake_stage import build_fake
from tests.web.boards import CHOICES

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="the page tests need Chromium (Debian: apt install chromium)"
)
ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SVG = "http://www.w3.org/2000/svg"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address():
    """A toy board behind the real server."""
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    with LiveBoard(build_fake, 64, 48, fps=20.0) as board:
        config = uvicorn.Config(
            live_app(board, access, CHOICES), log_level="error", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield access.address
        server.should_exit = True
        thread.join(10.0)


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as tool:
        chromium = tool.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser, address):
    """Opens the page at a size; afterwards nothing may have gone wrong in it."""
    complaints: list[str] = []
    pages = []

    def open_page(size=DESK, where=address):
        page = browser.new_page(viewport=size)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.goto(where)
        page.locator("#waiting").wait_for(state="hidden")
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert complaints == []


def expect(page, selector):
    return sync_api.expect(page.locator(selector))


def test_the_switch_turns_the_board_on_and_off(opened):
    page = opened()
    page.click("#switch")
    expect(page, "#tally").to_have_text("Board on")
    expect(page, "#switch").to_have_attribute("aria-pressed", "true")
    expect(page, "#lease-text").to_contain_text("ms left")
    page.click("#switch")
    expect(page, "#tally").to_have_text("Board off")
    expect(page, "#log").to_contain_text("Power on.")
    expect(page, "#log").to_contain_text("Power off.")


def test_the_keyboard_alone_is_enough(opened):
    page = opened()
    page.keyboard.press("Space")
    expect(page, "#tally").to_have_text("Board on")
    page.keyboard.press("Escape")
    expect(page, "#tally").to_have_text("Board off")
    page.keyboard.press("t")
    expect(page, "#truth").to_have_attribute("aria-pressed", "true")


def test_a_page_that_goes_away_lets_the_lease_end(opened):
    page = opened()
    page.click("#switch")
    expect(page, "#tally").to_have_text("Board on")
    page.goto("about:blank")
    watching = opened()
    expect(watching, "#tally").to_have_text("Board off")
    expect(watching, "#holder").to_have_text("lease not renewed")
    watching.click("#switch")
    expect(watching, "#switch-deed").to_have_text("Press to switch on")
    expect(watching, "#tally").to_have_text("Board off")


def test_a_pulse_opens_by_itself(opened):
    page = opened()
    lines = page.locator("#log .power-off")
    before = lines.count()
    page.click("#pulse")
    sync_api.expect(lines).to_have_count(before + 1)
    expect(page, "#holder").to_have_text("pulse over")


def test_the_truth_is_drawn_over_the_picture_when_asked(opened):
    page = opened()
    drawn = "() => document.getElementById('overlay').dataset.bases"
    assert page.evaluate(drawn) == "0"
    page.click("#truth")
    expect(page, "#overlay").to_have_attribute("data-bases", "2")
    page.click("#truth")
    expect(page, "#overlay").to_have_attribute("data-bases", "0")


def test_the_coach_is_told_what_the_page_wishes(opened):
    page = opened()
    page.select_option("#offence", "shotgun")
    page.click("#next")
    expect(page, "#log").to_contain_text("Coach: next play.")
    page.fill("#seed", "77")
    page.click("#restart")
    expect(page, "#log").to_contain_text("Coach: new game.")


def test_every_base_stands_in_the_diagram(opened):
    page = opened()
    expect(page, "#field .home[data-id=H22]").to_have_attribute("visibility", "visible")
    expect(page, "#field .away[data-id=A54]").to_have_attribute("visibility", "visible")


def test_without_the_printed_address_one_can_only_watch(opened, address):
    page = opened(where=address.partition("#")[0])
    expect(page, "#switch").to_be_disabled()
    expect(page, "#notice").to_contain_text("Watching only")


def test_the_token_does_not_stay_in_the_address(opened):
    page = opened()
    assert "the-token" not in page.url
    page.reload()
    expect(page, "#switch").to_be_enabled()


@pytest.mark.parametrize("size", [DESK, PHONE, {"width": 768, "height": 1024}], ids=str)
def test_nothing_sticks_out_at_any_size(opened, size):
    page = opened(size)
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= size["width"]
    outside = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, output')]
            .filter((node) => node.getClientRects().length)
            .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5)
            .map((node) => node.id)"""
    )
    assert outside == []
    cramped = page.evaluate(
        """() => [...document.querySelectorAll('.row')]
            .filter((row) => row.scrollWidth > row.clientWidth + 1).map((row) => row.innerText)"""
    )
    assert cramped == []


def test_on_a_phone_picture_and_switch_are_in_view_at_once(opened):
    page = opened(PHONE)
    for part in ("#picture", "#switch"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"]


def test_every_control_says_what_it_is(opened):
    page = opened()
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input')].filter((node) =>
            !node.innerText?.trim() && !node.labels?.length && !node.ariaLabel).map((n) => n.id)"""
    )
    assert unnamed == []


def test_the_page_asks_nobody_else_for_anything(opened, address, browser):
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.locator("#waiting").wait_for(state="hidden")
    page.close()
    ours = address.partition("#")[0]
    assert asked
    assert [
        url for url in asked if not url.startswith((ours, "blob:", ours.replace("http", "ws")))
    ] == []


def test_the_page_is_plain_files_without_a_build():
    static = Path(__file__).resolve().parents[2] / "referee" / "web" / "static"
    for file in (each for each in static.rglob("*") if each.is_file()):
        assert "http" not in file.read_text(encoding="utf-8").replace(
            "http://www.w3.org/2000/svg", ""
        )
