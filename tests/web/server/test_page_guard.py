"""Nobody but a page of this program, under its own name, is heard or answered."""

from __future__ import annotations

import pytest
from fastapi import FastAPI, WebSocket
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from referee.web.server.page_guard import PageGuard
from tests.web.desks import ACCESS

PAGE = "http://127.0.0.1:8620"
LINE = "ws://127.0.0.1:8620/line"
OURS = {"origin": PAGE}


@pytest.fixture
def pressed():
    return []


@pytest.fixture
def client(pressed):
    app = FastAPI()
    app.add_middleware(PageGuard, access=ACCESS)

    @app.get("/")
    def page():
        return "the page"

    @app.post("/press")
    def press():
        pressed.append("press")

    @app.websocket("/line")
    async def line(socket: WebSocket):
        await socket.accept()
        await socket.send_text("hello")

    return TestClient(app, base_url=PAGE)


def test_the_page_s_own_press_is_heard(client, pressed):
    assert client.post("/press", headers=OURS).status_code == 200
    assert pressed == ["press"]


@pytest.mark.parametrize(
    ("token", "length", "status"),
    [
        ("", 4_096, 200),
        ("", 4_097, 403),
        ("guessed", 4_097, 403),
        (ACCESS.token, 65_536, 200),
        (ACCESS.token, 65_537, 403),
    ],
)
def test_only_who_shows_the_token_sends_long_bodies(client, token, length, status):
    headers = OURS | {"x-referee-token": token}
    answer = client.post("/press", content=b"x" * length, headers=headers)
    assert answer.status_code == status


FOREIGN = {
    "another site": {"origin": "https://example.org"},
    "a sandboxed frame": {"origin": "null"},
    "no page at all": {},
    "another port of this machine": {"origin": "http://127.0.0.1:8621"},
    "a name that was made to point here": OURS | {"host": "board.example.org:8620"},
    "the right name at another port": OURS | {"host": "127.0.0.1:80"},
}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN.keys())
def test_a_press_from_elsewhere_is_refused(client, pressed, headers):
    answer = client.post("/press", headers=headers)
    assert answer.status_code == 403
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert pressed == []


def test_the_page_is_read_only_by_its_own_name(client):
    assert client.get("/").status_code == 200
    assert client.get("/", headers={"host": "evil.example.org"}).status_code == 403
    assert client.get("/", headers={"origin": "https://example.org"}).status_code == 403


@pytest.mark.parametrize("name", ["localhost:8620", "127.0.0.1:8620", "[::1]:8620"])
def test_every_name_of_this_machine_is_fine(client, name):
    assert client.get("/", headers={"host": name}).status_code == 200


def test_the_page_loads_nothing_from_anywhere_else(client):
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


STRAY = {
    "another site": {"origin": "https://example.org"},
    "a foreign name": OURS | {"host": "evil.example.org"},
}


@pytest.mark.parametrize("headers", STRAY.values(), ids=STRAY.keys())
def test_a_stray_line_is_refused(client, headers):
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(LINE, headers=headers):
        raise AssertionError("it was let in")


def test_our_own_line_is_served(client):
    with client.websocket_connect(LINE, headers=OURS) as line:
        assert line.receive_text() == "hello"


def test_a_large_body_is_not_read(client, pressed):
    assert client.post("/press", content=b"x" * 5000, headers=OURS).status_code == 403
    assert pressed == []
