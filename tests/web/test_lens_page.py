"""The lens page in a real browser: the newest picture, what is covered, and the lens at the end."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
import uvicorn
from fastapi.testclient import TestClient

from referee.camera.charuco.lens_sheet import LENS_SHEETS
from referee.camera.charuco.lens_solver import solve_lens
from referee.camera.frame_source import CameraLost, Frame, NoFrame
from referee.lab.pictures.waved_lens_sheet import held_camera, photograph
from referee.web.calibrate.lens_page import LensStudio, lens_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_port
from tests.camera.charuco.test_lens_measurement import TRUE
from tests.web.test_page import DESK, PHONE, browser, pytestmark  # noqa: F401 - the same browser

SHEET = LENS_SHEETS["a4"]


class Film:
    """Gives its pictures, then nothing more."""

    name, size, fps = "film", (800, 450), 30.0

    def __init__(self, images):
        self.images = list(images)
        self.count = 0

    def newest(self, timeout_s):
        if self.count == len(self.images):
            raise NoFrame("film gave no picture in time")
        self.count += 1
        return Frame(self.count * 33_000_000, self.images[self.count - 1], self.count)

    def close(self):
        raise CameraLost("closed")


@pytest.fixture(scope="module")
def still():
    place = held_camera(TRUE, (400, 225), 420.0, np.array([0.3, 0.2, 0.05]))
    return photograph(SHEET, place, np.random.default_rng(2))


@pytest.fixture
def studio(still):
    solved = []
    studio = LensStudio(
        Film([still, still]), lambda views: solved.append(views) or solve_lens(views)
    )
    studio.solved = solved
    return studio


@pytest.fixture
def opened(browser, studio):  # noqa: F811 - the fixture of the same name
    complaints: list[str] = []
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    server = uvicorn.Server(uvicorn.Config(lens_app(studio, access), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    pages = []

    def open_page(size=DESK):
        page = browser.new_page(viewport=size)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(access.address)
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    server.should_exit = True
    thread.join(10.0)
    assert complaints == []


def test_the_newest_picture_its_corners_and_the_covered_parts_are_shown(opened, studio):
    studio.step()
    studio.step()
    page = opened()
    page.locator("#spots circle").nth(SHEET.corners - 1).wait_for(state="attached")
    assert page.locator("#spots circle").count() == SHEET.corners
    assert page.locator("#views").inner_text() == "1"
    seen = page.locator("#cells rect.seen").count()
    assert 4 <= seen <= 12
    assert page.locator("#cells rect").count() == 24
    assert "of the picture" in page.locator("#hint").inner_text()
    assert page.locator("#go").is_disabled()


def test_a_camera_without_pictures_says_so(opened, studio):
    for _ in range(3):
        studio.step()
    page = opened()
    page.get_by_text("film gave no picture in time").wait_for()


def test_enough_views_are_solved_on_a_press(opened, studio, still):
    studio.step()
    studio.step()
    view = studio._collector.views[0]
    truths = [
        held_camera(TRUE, (x, y), 500.0, np.array([a, b, 0.0]))
        for (x, y), a, b in zip(
            [(250, 150), (550, 150), (250, 300), (550, 300), (400, 225)],
            [0.4, -0.4, 0.3, -0.2, 0.0],
            [0.3, 0.3, -0.4, -0.3, 0.5],
            strict=True,
        )
    ]
    middle = SHEET.left_mm - SHEET.width_mm / 2, SHEET.top_mm - SHEET.height_mm / 2
    board = np.c_[view.corners_mm + middle, np.zeros(len(view.ids))]
    studio._collector.views += [replace(view, corners_px=t.project(board)) for t in truths]
    studio._state["views"] = len(studio._collector.views)
    page = opened()
    page.locator("#go:enabled").click()
    page.get_by_text("The lens is known and written").wait_for()
    assert "views agree within" in page.locator("#lines").inner_text()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_nothing_sticks_out_sideways(opened, studio, size):
    studio.step()
    page = opened(size)
    page.locator("#spots circle").first.wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_strangers_solve_nothing(studio):
    client = TestClient(
        lens_app(studio, PageAccess(8622, "the-token")), base_url="http://127.0.0.1:8622"
    )
    headers = {"origin": "http://127.0.0.1:8622", "x-referee-token": "guessed"}
    assert client.post("/lens", headers=headers).status_code == 403
    assert studio.solved == []


def test_too_few_views_are_said(studio):
    client = TestClient(
        lens_app(studio, PageAccess(8622, "the-token")), base_url="http://127.0.0.1:8622"
    )
    headers = {"origin": "http://127.0.0.1:8622", "x-referee-token": "the-token"}
    answer = client.post("/lens", headers=headers)
    assert answer.status_code == 422
    assert "seen in 0 pictures" in answer.json()["detail"]
    assert client.get("/lens.jpg").status_code == 404
