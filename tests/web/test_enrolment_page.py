"""The enrolment view in a real browser, on a desk and on a phone."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
import uvicorn

from referee.core.roster import Team
from referee.vision.enroll.enrolment import EnrolmentHints, enrol
from referee.vision.enroll.enrolment_values import enrolment_values
from referee.web.enroll.enrolment_page import EnrolmentView, enrolment_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_files import jpeg_of
from referee.web.server.page_server import claim_port
from tests.vision.enroll.line_up import AWAY, HOME, frames, locator, picture
from tests.vision.painted import CAMERA
from tests.web.test_page import DESK, PHONE, browser, pytestmark  # noqa: F401 - the same browser

EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def address():
    """A painted line-up, enrolled; one team has a name that would be a script elsewhere."""
    found = enrol(
        frames(picture()), locator(HOME + AWAY), EnrolmentHints((EVIL, "MINERS"), "standard")
    )
    first = replace(found.members[0], doubts=("a base of an unusual size",))
    found = replace(found, members=(first, *found.members[1:]))
    line_up = EnrolmentView(enrolment_values(found, CAMERA), jpeg_of(picture()))
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    config = uvicorn.Config(enrolment_app(line_up, access), log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield access.address
    server.should_exit = True
    thread.join(10.0)


@pytest.fixture
def opened(browser, address):  # noqa: F811 - the fixture of the same name
    complaints: list[str] = []
    pages = []

    def open_page(size=DESK):
        page = browser.new_page(viewport=size)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto(address)
        page.get_by_text("12 figures").wait_for()
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert complaints == []


def test_every_figure_is_outlined_and_listed(opened):
    page = opened()
    assert page.locator("#outlines g").count() == 12
    for team in Team:
        card = page.locator(f'[data-team="{team}"]')
        assert card.locator(".member").count() == 6
        assert "6 players" in card.inner_text()
    assert "MINERS" in page.locator('[data-team="away"] h2').inner_text()
    assert "27.8 × 20.6 mm" in page.locator(".member").first.inner_text()


def test_chips_show_the_colours_that_were_found(opened):
    page = opened()
    colour = "getComputedStyle(document.querySelector('[data-team={}] .chip')).backgroundColor"
    home, away = (page.evaluate(colour.format(f'"{team}"')) for team in ("home", "away"))
    red, _, blue = (int(v) for v in home[4:-1].split(", "))
    assert red > blue
    red, _, blue = (int(v) for v in away[4:-1].split(", "))
    assert blue > red


def test_names_are_words_and_never_markup(opened):
    page = opened()
    assert page.locator('[data-team="home"] h2').inner_text() == EVIL
    assert page.locator("h2 img").count() == 0


def test_what_is_doubtful_stands_out(opened):
    page = opened()
    doubts = page.locator("#doubt-list li").all_inner_texts()
    assert "H1: a base of an unusual size" in doubts
    assert "6 figures of the home team instead of 11" in doubts
    assert page.locator(".outline.doubtful").count() == 1


def test_choosing_a_player_marks_him_in_the_picture(opened):
    page = opened()
    page.locator(".member").nth(2).click()
    assert page.locator("g.chosen text").all_text_contents() == ["H3"]
    page.locator(".member").nth(2).press("Enter")
    assert page.locator("g.chosen").count() == 0


def test_the_outline_lies_on_the_picture(opened):
    page = opened()
    photo, outlines = (
        page.locator("#photo").bounding_box(),
        page.locator("#outlines").bounding_box(),
    )
    assert photo == pytest.approx(outlines, abs=1.0)
    base = page.locator("#outlines g").first.locator(".outline").bounding_box()
    wanted = CAMERA.project([HOME[0].x_mm, HOME[0].y_mm, 3.0])
    scale = photo["width"] / CAMERA.width_px
    middle = base["x"] - photo["x"] + base["width"] / 2, base["y"] - photo["y"] + base["height"] / 2
    assert middle == pytest.approx(tuple(wanted * scale), abs=4.0)


@pytest.mark.parametrize("size", [DESK, {"width": 1024, "height": 700}, PHONE])
def test_nothing_sticks_out_sideways(opened, size):
    page = opened(size)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
