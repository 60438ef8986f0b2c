"""Four corners clicked in a real browser, on a desk and on a phone."""

from __future__ import annotations

import threading

import numpy as np
import pytest
import uvicorn
from fastapi.testclient import TestClient

from referee.core.errors import BadValue, PlainWord
from referee.web.calibrate.clicks_page import ClicksOutcome, ClickTable, clicks_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_files import jpeg_of
from referee.web.server.page_server import claim_port
from tests.camera.watch.painted import BOARD, CAMERA, picture
from tests.web.test_page import DESK, PHONE, browser, pytestmark  # noqa: F401 - the same browser

EVIL = "<img src=x onerror=alert(1)>"
LEFT, RIGHT = BOARD.left_end_line_x_mm, BOARD.right_end_line_x_mm
TRUE = CAMERA.project(
    [(LEFT, 0, 0), (RIGHT, 0, 0), (RIGHT, BOARD.width_mm, 0), (LEFT, BOARD.width_mm, 0)]
)


class Table(ClickTable):
    """Remembers what was clicked."""

    def __init__(self):
        self.clicked = []
        image = picture()
        super().__init__(
            jpeg_of(image), (1280, 720), "Too few lines were found: " + EVIL, self.take
        )

    def take(self, corners):
        self.clicked.append(corners)
        if corners[0][0] > 640:
            raise BadValue(
                "the corners", PlainWord("crossed"), "corners in their order round the field"
            )
        good = np.abs(np.array(corners) - TRUE).max() < 12
        lines = ("worst corner 0.8 mm", EVIL)
        return ClicksOutcome(bool(good), "Silver: 0.3 mm" if good else "Refused", lines, self.jpeg)


@pytest.fixture(scope="module")
def table():
    return Table()


@pytest.fixture(scope="module")
def address(table):
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    server = uvicorn.Server(uvicorn.Config(clicks_app(table, access), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield access.address
    server.should_exit = True
    thread.join(10.0)


@pytest.fixture
def opened(browser, address):  # noqa: F811 - the fixture of the same name
    complaints: list[str] = []
    contexts = []

    def open_page(size=DESK, where=address, **settings):
        context = browser.new_context(viewport=size, **settings)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto(where)
        page.get_by_text("0 of 4 corners").wait_for()
        page.wait_for_function("document.getElementById('photo').naturalWidth > 0")
        contexts.append(context)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def on_screen(page, corner):
    box = page.locator("#photo").bounding_box()
    scale = box["width"] / 1280
    return box["x"] + (corner[0] + 0.5) * scale, box["y"] + (corner[1] + 0.5) * scale


def test_four_clicks_calibrate(opened, table):
    page = opened()
    for k, corner in enumerate(TRUE):
        assert page.locator("#go").is_disabled()
        page.mouse.click(*on_screen(page, corner))
        page.get_by_text(f"{k + 1} of 4 corners").wait_for()
    page.locator("#go").click()
    page.get_by_text("Silver: 0.3 mm").wait_for()
    page.locator("#status", has_text="Calibrated").wait_for()
    assert np.abs(np.array(table.clicked[-1]) - TRUE).max() < 2.0
    assert page.locator("#lines img").count() == 0
    assert page.locator("#lines li").all_inner_texts()[1] == EVIL


def test_a_corner_can_be_dragged_nudged_and_taken_back(opened):
    page = opened()
    page.mouse.click(*on_screen(page, (300, 400)))
    x, y = on_screen(page, (300, 400))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*on_screen(page, (200, 500)), steps=4)
    page.mouse.up()
    place = page.locator("#corners output").first
    dragged = [float(v) for v in place.inner_text().split(",")]
    assert dragged == pytest.approx([200, 500], abs=2)
    page.locator("#corners button").first.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    moved = [float(v) for v in place.inner_text().split(",")]
    assert moved == pytest.approx([dragged[0] + 1, dragged[1] - 10], abs=1)
    page.locator("#undo").click()
    page.get_by_text("0 of 4 corners").wait_for()


def test_a_bad_order_is_said_and_can_be_mended(opened):
    page = opened()
    for corner in TRUE[[1, 0, 3, 2]]:
        page.mouse.click(*on_screen(page, corner))
    page.locator("#go").click()
    page.get_by_text("the corners is crossed").wait_for()
    assert page.locator("#outcome").is_hidden()
    assert page.locator("#go").is_enabled()


def test_on_a_phone_corners_are_tapped(opened, table):
    page = opened(PHONE, has_touch=True)
    for corner in TRUE:
        page.touchscreen.tap(*on_screen(page, corner))
    page.locator("#go").click()
    page.locator("#outcome").wait_for()
    assert np.abs(np.array(table.clicked[-1]) - TRUE).max() < 8.0


@pytest.mark.parametrize("size", [DESK, {"width": 1024, "height": 700}, PHONE])
def test_nothing_sticks_out_sideways(opened, size):
    page = opened(size)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_without_the_printed_address_nothing_can_be_calibrated(opened, address):
    page = opened(where=address.partition("#")[0])
    page.get_by_text("Watching only").wait_for()
    for corner in TRUE:
        page.mouse.click(*on_screen(page, corner))
    assert page.locator("#go").is_disabled()


class TestRequests:
    """What the page's server takes, asked without a page."""

    @pytest.fixture
    def ask(self, table):
        access = PageAccess(8622, "the-token")
        client = TestClient(clicks_app(table, access), base_url="http://127.0.0.1:8622")
        headers = {"origin": "http://127.0.0.1:8622", "x-referee-token": "the-token"}

        def post(corners, **other):
            return client.post("/clicks", json={"corners": corners}, headers=headers | other)

        return post

    def test_good_corners_are_taken(self, ask):
        answer = ask(TRUE.tolist())
        assert answer.status_code == 200
        assert answer.json()["good"] is True

    @pytest.mark.parametrize(
        "corners",
        [
            [],
            TRUE[:3].tolist(),
            [*TRUE[:3].tolist(), [1]],
            [*TRUE[:3].tolist(), ["a", "b"]],
            [*TRUE[:3].tolist(), [1e9, 5]],
            [*TRUE[:3].tolist(), [-40, 5]],
        ],
    )
    def test_anything_else_is_refused(self, ask, table, corners):
        before = len(table.clicked)
        assert ask(corners).status_code == 422
        assert len(table.clicked) == before

    @pytest.mark.parametrize(
        "header", [{"x-referee-token": "guessed"}, {"origin": "http://evil.example"}]
    )
    def test_strangers_are_turned_away(self, ask, header):
        assert ask(TRUE.tolist(), **header).status_code == 403
