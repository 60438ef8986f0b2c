"""Nobody but the page itself, opened from the printed address, may press anything."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from referee.sim.live.process.messages import PowerOrder, PowerVerb
from referee.sim.live.stepped_board import CoachOrder, CoachVerb
from referee.web.live.live_app import live_app
from tests.web.boards import ACCESS, CHOICES, ShownToy

PAGE = "http://127.0.0.1:8620"
LINE = "ws://127.0.0.1:8620/feed"
TOKEN = {"x-referee-token": ACCESS.token}
OURS = {"origin": PAGE} | TOKEN


@pytest.fixture
def board():
    return ShownToy()


@pytest.fixture
def client(board):
    with TestClient(live_app(board, ACCESS, CHOICES), base_url=PAGE) as client:
        yield client


def test_the_page_s_own_press_reaches_the_board(client, board):
    answer = client.post("/power", json={"verb": "on", "for_ms": 1500}, headers=OURS)
    assert answer.status_code == 200
    assert board.orders == [PowerOrder(PowerVerb.ON, 0, 1_500_000_000)]


def test_a_wish_to_the_coach_reaches_the_board(client, board):
    wish = {"verb": "next play", "offence": "shotgun"}
    assert client.post("/coach", json=wish, headers=OURS).status_code == 200
    assert board.orders == [CoachOrder(CoachVerb.NEXT_PLAY, 0, offence="shotgun")]


FOREIGN = {
    "another site": OURS | {"origin": "https://example.org"},
    "a sandboxed frame": OURS | {"origin": "null"},
    "no page at all": TOKEN,
    "another port of this machine": OURS | {"origin": "http://127.0.0.1:8621"},
    "a name that was made to point here": OURS | {"host": "board.example.org:8620"},
    "the right name at another port": OURS | {"host": "127.0.0.1:80"},
    "no token": {"origin": PAGE},
    "a wrong token": {"origin": PAGE, "x-referee-token": "guess"},
    "a token of odd letters": {"origin": PAGE, "x-referee-token": "caf\u00e9".encode()},
}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN.keys())
@pytest.mark.parametrize("path", ["/power", "/coach", "/pair"])
def test_a_press_from_elsewhere_is_refused(client, board, headers, path):
    wish = {"/power": {"verb": "on"}, "/coach": {"verb": "pause"}, "/pair": {}}[path]
    assert client.post(path, json=wish, headers=headers).status_code == 403
    assert board.orders == []


@pytest.mark.parametrize("path", ["/", "/live.js", "/live.css", "/icon.svg"])
def test_the_page_is_read_only_by_its_own_name(client, path):
    assert client.get(path).status_code == 200
    assert client.get(path, headers={"host": "evil.example.org"}).status_code == 403
    assert client.get(path, headers={"origin": "https://example.org"}).status_code == 403


@pytest.mark.parametrize("name", ["localhost:8620", "127.0.0.1:8620", "[::1]:8620"])
def test_every_name_of_this_machine_is_fine(client, name):
    assert client.get("/", headers={"host": name}).status_code == 200


def test_the_page_loads_nothing_from_anywhere_else(client):
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_refusals_carry_the_same_policy(client):
    answer = client.get("/", headers={"host": "evil.example.org"})
    assert "default-src 'none'" in answer.headers["content-security-policy"]


STRAY = {
    "another site": {"origin": "https://example.org"},
    "no page at all": {},
    "a foreign name": {"origin": PAGE, "host": "evil.example.org"},
}


@pytest.mark.parametrize("headers", STRAY.values(), ids=STRAY.keys())
def test_a_stray_line_is_refused(client, headers):
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(LINE, headers=headers):
        raise AssertionError("it was let in")


ODD = {
    "an unknown verb": {"verb": "explode"},
    "a lease of a minute": {"verb": "on", "for_ms": 60_000},
    "a lease of nothing": {"verb": "on", "for_ms": 0},
    "an extra key": {"verb": "on", "voltage": 24},
}


@pytest.mark.parametrize("wish", ODD.values(), ids=ODD.keys())
def test_an_odd_wish_is_refused(client, board, wish):
    assert client.post("/power", json=wish, headers=OURS).status_code == 422
    assert board.orders == []


def test_an_unknown_formation_is_refused_with_the_known_ones(client, board):
    answer = client.post("/coach", json={"verb": "pause", "defence": "wall"}, headers=OURS)
    assert answer.status_code == 422
    assert "four-three, nickel" in answer.json()["detail"]


def test_a_renewal_overtaken_by_an_off_does_not_undo_it(client, board):
    client.post("/power", json={"verb": "off", "press": 7}, headers=OURS)
    assert client.post("/power", json={"verb": "on", "press": 6}, headers=OURS).status_code == 409
    assert client.post("/power", json={"verb": "on", "press": 8}, headers=OURS).status_code == 200
    assert [o.verb for o in board.orders] == [PowerVerb.OFF, PowerVerb.ON]


def test_a_large_body_is_not_read(client):
    answer = client.post("/power", content=b"x" * 5000, headers=OURS)
    assert answer.status_code == 403


def test_a_board_that_is_gone_is_said_to_be_gone(client, board):
    board.lost = "the simulated board's process ended"
    answer = client.post("/power", json={"verb": "on"}, headers=OURS)
    assert answer.status_code == 503
    assert "process ended" in answer.json()["detail"]


@pytest.mark.parametrize(
    "path", ["/docs", "/openapi.json", "/../app.py", "/feed", "/%2e%2e/app.py"]
)
def test_nothing_else_is_served(client, path):
    assert client.get(path).status_code == 404


def test_the_coach_s_verbs_are_those_the_page_uses(client, board):
    for verb in CoachVerb:
        assert client.post("/coach", json={"verb": verb}, headers=OURS).status_code == 200
