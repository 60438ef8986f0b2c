"""Figures of a simulated table, moved and turned on the page of the game."""

from __future__ import annotations

import math
import threading

import pytest
import uvicorn
from fastapi.testclient import TestClient

from referee.core.geometry.pose import Pose
from referee.night.phase import NightPhase
from referee.web.night.night_app import night_app
from referee.web.night.table_hands import NO_HANDS, add_hands
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_port
from tests.web.desks import ACCESS, ROSTER, ScriptedDesk, pose_of, snapshot_of
from tests.web.test_page import DESK, browser, expect, pytestmark  # noqa: F401 - the browser

PAGE = "http://127.0.0.1:8620"
OURS = {"origin": PAGE, "x-referee-token": ACCESS.token}
PLACE = {"x_mm": 10.0, "y_mm": 20.0, "to_x_mm": 30.0, "to_y_mm": 40.0, "heading_deg": 90.0}


class Hands:
    """Remembers what was asked; ``why`` is the answer."""

    def __init__(self):
        self.placed, self.set_ups, self.why = [], 0, ""

    def place(self, at_mm, to):
        self.placed.append((at_mm, to))
        return self.why

    def set_up(self):
        self.set_ups += 1
        return self.why


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def client(hands):
    desk = ScriptedDesk()
    app = night_app(desk, ACCESS)
    add_hands(app, ACCESS, desk, lambda: hands)
    return TestClient(app, base_url=PAGE)


def test_a_figure_is_put_where_the_page_says(client, hands):
    assert client.post("/hands", json=PLACE, headers=OURS).json() == {"done": True}
    assert hands.placed == [((10.0, 20.0), Pose(30.0, 40.0, 90.0))]
    assert client.post("/hands/set-up", headers=OURS).json() == {"done": True}
    assert hands.set_ups == 1


def test_why_not_is_said(client, hands):
    hands.why = "The board is running: stop it first."
    answer = client.post("/hands", json=PLACE, headers=OURS)
    assert (answer.status_code, answer.json()["detail"]) == (422, hands.why)


def test_only_a_paired_page_moves_figures(client, hands):
    for path, body in (("/hands", PLACE), ("/hands/set-up", {})):
        assert client.post(path, json=body, headers={"origin": PAGE}).status_code == 403
    assert (hands.placed, hands.set_ups) == ([], 0)


@pytest.mark.parametrize(
    "wrong",
    [{"x_mm": 1e9}, {"heading_deg": 1e6}, {"to_y_mm": "far"}, {"more": 1}, {"to_x_mm": None}],
)
def test_hostile_places_move_nothing(client, hands, wrong):
    assert client.post("/hands", json=PLACE | wrong, headers=OURS).status_code == 422
    assert hands.placed == []


def test_a_table_at_which_nobody_helps_says_so():
    desk = ScriptedDesk()
    app = night_app(desk, ACCESS)
    add_hands(app, ACCESS, desk, lambda: None)
    answer = TestClient(app, base_url=PAGE).post("/hands", json=PLACE, headers=OURS)
    assert (answer.status_code, answer.json()["detail"]) == (409, NO_HANDS)


# --- in the browser ---------------------------------------------------------------------------


@pytest.fixture
def page(browser, hands):  # noqa: F811 - the fixture of the same name
    desk = ScriptedDesk(now=snapshot_of())
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    app = night_app(desk, access)
    add_hands(app, access, desk, lambda: hands)
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    page = browser.new_page(viewport=DESK)
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(access.address)
    expect(page, "#by-itself").to_be_enabled()
    page.desk = desk
    yield page
    page.close()
    server.should_exit = True
    thread.join(10.0)
    assert complaints == []


def place_of(page, x_mm, y_mm):
    """Where a place of the board is on the screen."""
    return page.evaluate(
        """([x, y]) => { const p = new DOMPoint(x, -y).matrixTransform(
            document.getElementById('field').getScreenCTM()); return [p.x, p.y]; }""",
        [x_mm, y_mm],
    )


def until(page, holds):
    """Waits for what the page's next request brings, as long as Playwright waits for anything."""
    for _ in range(1_500):
        if holds():
            return
        page.wait_for_timeout(20)


def asked_of(page, hands, count=1):
    until(page, lambda: len(hands.placed) >= count)
    return hands.placed


def test_a_figure_is_dragged(page, hands):
    here = pose_of(ROSTER.player("H88"))
    page.mouse.move(*place_of(page, here.x_mm, here.y_mm))
    page.mouse.down()
    page.mouse.move(*place_of(page, here.x_mm - 60.0, here.y_mm + 30.0), steps=4)
    page.mouse.up()
    ((at_mm, to),) = asked_of(page, hands)
    assert at_mm == pytest.approx((here.x_mm, here.y_mm), abs=0.5)
    assert (to.x_mm, to.y_mm) == pytest.approx((here.x_mm - 60.0, here.y_mm + 30.0), abs=2.0)
    assert to.heading_deg == pytest.approx(here.heading_deg, abs=1.0)


def test_a_figure_is_turned_by_its_knob_and_by_keys(page, hands):
    here = pose_of(ROSTER.player("H88"))
    page.mouse.click(*place_of(page, here.x_mm, here.y_mm))
    knob = page.locator("#field .knob")
    knob.wait_for()
    page.keyboard.press(",")
    ((_, first),) = asked_of(page, hands)
    assert first.heading_deg == pytest.approx(5.0, abs=1.0)
    page.mouse.click(*place_of(page, here.x_mm, here.y_mm))
    box = knob.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*place_of(page, here.x_mm, here.y_mm + 60.0), steps=4)
    page.mouse.up()
    at_mm, to = asked_of(page, hands, 2)[1]
    assert at_mm == pytest.approx((here.x_mm, here.y_mm), abs=0.5)
    assert math.isclose(to.heading_deg, 90.0, abs_tol=2.0)


def test_at_a_stop_figures_are_turned_and_not_dragged(page, hands):
    page.desk.show(phase=NightPhase.STOP)
    page.get_by_text("Tap a figure on the field to turn it.").wait_for()
    here = pose_of(ROSTER.player("H88"))
    page.mouse.move(*place_of(page, here.x_mm, here.y_mm))
    page.mouse.down()
    page.mouse.move(*place_of(page, here.x_mm - 60.0, here.y_mm), steps=4)
    page.mouse.up()
    page.locator("#field .knob").wait_for()
    assert hands.placed == []


def test_both_teams_are_set_up_afresh(page, hands):
    page.get_by_role("button", name="Set up afresh").click()
    until(page, lambda: hands.set_ups)
    assert hands.set_ups == 1
