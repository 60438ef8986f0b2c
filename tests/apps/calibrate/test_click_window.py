"""Corners clicked in a window are pixels of the picture, whatever size it is shown in."""

import numpy as np
import pytest

from referee.apps.calibrate.click_window import ClickedCorners, ClickWindow
from referee.core.errors import BadValue
from referee.web.calibrate.clicks_page import ClicksOutcome

PLACES = [(100, 500), (1100, 510), (1090, 80), (110, 90)]


def test_a_large_picture_is_shown_small_and_clicked_in_its_own_pixels():
    clicked = ClickedCorners((2560, 1440), (1280, 720))
    assert clicked.scale == 0.5
    assert clicked.to_picture(99.5, 49.5) == (199.5, 99.5)
    assert clicked.to_window((199.5, 99.5)) == (99.5, 49.5)


def test_a_small_picture_is_not_blown_up():
    assert ClickedCorners((640, 480), (1280, 720)).scale == 1.0


def test_a_click_beside_the_picture_counts_at_its_edge():
    assert ClickedCorners((640, 480), (1280, 720)).to_picture(900, -5) == (639.0, 0.0)


def test_corners_are_asked_for_in_turn_and_grabbed_again():
    clicked = ClickedCorners((1280, 720), (1280, 720))
    for k, place in enumerate(PLACES):
        assert ("left", "right", "right", "left")[k] in clicked.wish
        assert clicked.grab(*place) == k
    assert clicked.wish == "Enter: calibrate"
    assert clicked.grab(640, 300) is None
    assert clicked.grab(PLACES[2][0] + 5, PLACES[2][1] - 4) == 2


@pytest.fixture
def window():
    try:
        return ClickWindow("test")
    except BadValue as why:
        pytest.skip(str(why))


def test_the_window_hands_four_clicks_to_the_solver(window):
    image = np.full((720, 1280, 3), 80, np.uint8)
    seen = []

    def solve(corners):
        seen.append(list(corners))
        import cv2

        return ClicksOutcome(True, "Gold", (), cv2.imencode(".jpg", image)[1].tobytes())

    def act():
        window._root.update()  # the window is there before it is clicked
        for x, y in PLACES:
            window._canvas.event_generate("<Button-1>", x=x, y=y)
            window._canvas.event_generate("<ButtonRelease-1>", x=x, y=y)
        window._go()
        said.append(window._wish.cget("text"))
        window._root.destroy()

    said: list[str] = []
    window._root.after(0, act)
    window.show(image, solve)
    assert said == ["Gold"]
    assert np.allclose(seen, [PLACES], atol=1.0)
