"""What a viewer hears: the board once, its state, and pictures with their truth."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from referee.sim.live.process.messages import PowerOrder, PowerVerb
from referee.web.live import live_feed
from referee.web.live.live_app import live_app
from tests.web.boards import ACCESS, CHOICES, ShownToy

PAGE = "http://127.0.0.1:8620"
LINE = "ws://127.0.0.1:8620/feed"
MS = 1_000_000


@pytest.fixture
def board():
    return ShownToy()


@pytest.fixture
def line(board):
    with (
        TestClient(live_app(board, ACCESS, CHOICES), base_url=PAGE) as client,
        client.websocket_connect(LINE, headers={"origin": PAGE}) as line,
    ):
        yield line


def heard(line, kind):
    """The next message of a kind; pictures are acknowledged as a browser would."""
    while True:
        message = line.receive()
        if message.get("bytes") is not None:
            line.send_text("")
            if kind == "picture":
                return message["bytes"]
        elif json.loads(message["text"])["kind"] == kind:
            return json.loads(message["text"])


def unpacked(data):
    length = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + length]), data[4 + length :]


def test_the_viewer_first_hears_what_does_not_change(line):
    about = heard(line, "about")
    assert about["field"]["title"] == "Toy board"
    assert [p["id"] for p in about["players"]] == ["H22", "A54"]
    assert about["size"] == [64, 48]
    assert about["offences"] == {"i-formation": "I formation", "shotgun": "Shotgun"}


def test_a_picture_comes_with_its_own_truth(line):
    head, jpeg = unpacked(heard(line, "picture"))
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (48, 64, 3)
    # The toy's picture is as grey as its number.
    assert abs(int(image[20, 20, 0]) - head["sequence"]) <= 2
    assert [b["id"] for b in head["bases"]] == ["H22", "A54"]
    assert head["contacts"] == [["A54", "H22"]]


def test_pictures_keep_coming_while_they_are_acknowledged(line):
    numbers = [unpacked(heard(line, "picture"))[0]["sequence"] for _ in range(5)]
    assert numbers == sorted(set(numbers))


def test_the_front_of_an_outline_is_drawn_where_the_base_points(board):
    board.newest_frame(1.0)
    head = live_feed.frame_head(board.note_of(1), board.ready, board.now_ns)
    runner, tackler = head["bases"]
    runner_x = np.mean(runner["outline"][::2])
    tackler_x = np.mean(tackler["outline"][::2])
    assert np.mean(runner["front"][::2]) > runner_x, "heading 0 is to the right"
    assert np.mean(tackler["front"][::2]) < tackler_x, "heading 180 is to the left"


def test_news_are_told_once(board):
    board.loop.give(PowerOrder(PowerVerb.PULSE, 0, 50 * MS))
    board.advance_to(100 * MS)
    state = live_feed.state(board.tick, board.now_ns, board.happenings_after(1))
    assert [(n["number"], n["time_ms"]) for n in state["news"]] == [(2, 50.0)]


def test_the_state_says_how_long_the_lease_still_runs(board):
    board.loop.give(PowerOrder(PowerVerb.ON, 0, 500 * MS))
    board.advance_to(100 * MS)
    state = live_feed.state(board.tick, 120 * MS, [])
    assert state["power"]["closed"] is True
    assert state["power"]["left_ms"] == 380


def test_a_board_that_ends_is_said_to_be_lost(board, line):
    heard(line, "about")
    board.lost = "the simulated board's process ended"
    assert "process ended" in heard(line, "lost")["why"]
