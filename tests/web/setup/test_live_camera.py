"""The camera of the set-up page is let go: when nobody looks, and after five minutes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.calibrate.search.level_look import LevelLook
from referee.camera.devices.camera_settings import CameraRequest
from referee.core.errors import BadValue
from referee.web.setup.steps.live_camera import LiveCamera, LiveWish
from referee.web.setup.steps.picture_aid import level_values, light_values, sharpness_of
from tests.camera.watch.painted import BOARD, picture
from tests.web.setup.films import FilmCamera

WISH = LiveWish(None, CameraRequest(), BOARD)
WAIT_S = 600.0


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def film():
    return FilmCamera(picture())


@pytest.fixture
def hand():
    return Hand()


@pytest.fixture
def live(film, hand):
    with LiveCamera(film.opening, hand) as live:
        live.look(WISH)
        assert live.wait(lambda now: bool(now["live"]), WAIT_S)
        yield live


def test_a_page_that_asks_no_more_lets_the_camera_go(live, film, hand):
    hand.now_s = 9.0
    assert live.wait(lambda now: not now["running"], WAIT_S)
    assert film.closed == 1
    assert live.values(0)[0]["words"] == "The live picture is off."


def test_after_five_minutes_the_camera_is_let_go_though_somebody_looks(live, film, hand):
    for second in range(0, 309, 3):
        hand.now_s = float(second)
        live.values(0)
    assert live.wait(lambda now: not now["running"], WAIT_S)
    assert film.closed == 1
    assert "Five minutes" in str(live.values(0)[0]["words"])


def test_the_lean_is_told_once_lines_are_found(live):
    assert live.wait(lambda now: "leans by about" in str(now["level"]), WAIT_S)


def test_pictures_are_asked_of_a_camera_that_is_off_in_vain(film):
    with pytest.raises(BadValue, match="live picture is off"):
        LiveCamera(film.opening).collect(3, 1)


def test_sharpness_falls_with_every_blur_and_not_with_the_light():
    plain = picture()
    sharp = [sharpness_of(cv2.GaussianBlur(plain, (0, 0), sigma)) for sigma in (0.5, 1.0, 2.0, 3.0)]
    assert sharp == sorted(sharp, reverse=True)
    assert sharp[0] > 1.5 * sharp[-1]
    darker = sharpness_of(picture(light=0.7))
    assert darker == pytest.approx(sharpness_of(plain), rel=0.05)


@pytest.mark.parametrize(
    ("value", "words"), [(90, "Neither"), (255, "burnt out"), (8, "It is dark")]
)
def test_the_light_is_told(value, words):
    image = np.full((360, 640, 3), value, np.uint8)
    assert words in str(light_values(image)["words"])


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (None, "No field is found"),
        (LevelLook(3.0, 0.9, 0.8, 1.0), "leans by about 3"),
        (LevelLook(14.0, 0.9, 0.8, 1.0), "straighter"),
        (LevelLook(3.0, 1.0, 0.8, 0.93), "7 % of the field is outside: hang it higher"),
        (LevelLook(3.0, 0.4, 0.3, 1.0), "Hang it lower"),
    ],
)
def test_how_the_camera_hangs_is_told_with_what_to_do(look, words):
    assert words in str(level_values(look)["words"])
