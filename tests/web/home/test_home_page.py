"""The page of `referee` alone: what it lists, starts and stops, and for whom."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from referee.apps.home.home import Home
from referee.web.home.home_page import StartedProgram, StartKind, home_app
from tests.review.folders import make_game
from tests.web.arounds import around_in
from tests.web.desks import ACCESS

PAGE = "http://127.0.0.1:8620"
OURS = {"origin": PAGE, "x-referee-token": ACCESS.token}


class Runs:
    """Starts nothing, and remembers what it was asked for."""

    def __init__(self):
        self.asked, self.stopped = [], []

    def start(self, kind, what, words):
        self.asked.append(words)
        return len(self.asked)

    def listed(self):
        return (StartedProgram(1, StartKind.WATCH, "", "http://127.0.0.1:1/#t", False, ""),)

    def stop(self, number):
        self.stopped.append(number)


@pytest.fixture
def folder(tmp_path):
    make_game(tmp_path / "monday", video=False)
    (tmp_path / "tonight.night.toml").write_text("", encoding="utf-8")
    return tmp_path


@pytest.fixture
def runs():
    return Runs()


@pytest.fixture
def client(folder, runs):
    return TestClient(home_app(ACCESS, Home(folder, runs), around_in(folder)), base_url=PAGE)


def post(client, path, **body):
    return client.post(f"/games/{path}", json=body, headers=OURS)


def test_games_and_plans_are_listed(client):
    told = post(client, "list").json()
    (game,) = told["games"]
    assert (game["name"], game["flagged"], game["running"]) == ("monday", 1, False)
    assert told["plans"] == ["tonight"]
    assert told["leagues"] == ["efhl", "hefl", "vsefl", "simplified"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"kind": "by hand", "rules": "hefl"}, ["play", "--sim", "--by-hand", "--rules", "hefl"]),
        ({"kind": "watch"}, ["demo", "--rules", "efhl"]),
        ({"kind": "plan", "what": "tonight"}, ["play", "{}/tonight.night.toml"]),
        ({"kind": "go on", "what": "monday"}, ["play", "--resume", "{}/monday"]),
        ({"kind": "review", "what": "monday"}, ["review", "{}/monday"]),
    ],
)
def test_what_is_started_is_the_command(client, runs, folder, asked, words):
    assert post(client, "start", **asked).json() == {"number": 1}
    assert runs.asked == [[word.replace("{}", str(folder)) for word in words]]


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "review", "what": "../monday"},
        {"kind": "go on", "what": ""},
        {"kind": "plan", "what": "../../etc/passwd"},
        {"kind": "plan", "what": "--help"},
        {"kind": "watch", "rules": "--out"},
        {"kind": "anything"},
        {"kind": "watch", "more": 1},
    ],
)
def test_nothing_else_is_started(client, runs, asked):
    assert post(client, "start", **asked).status_code in {404, 422}
    assert runs.asked == []


def test_who_opened_no_printed_address_starts_and_sees_nothing(client, runs):
    for path in ("list", "running", "start", "stop"):
        body = {"kind": "watch"} if path == "start" else {"number": 1} if path == "stop" else {}
        answer = client.post(f"/games/{path}", json=body, headers={"origin": PAGE})
        assert answer.status_code == 403
    assert (runs.asked, runs.stopped) == ([], [])


def test_what_runs_is_stopped(client, runs):
    assert post(client, "running").json()["running"][0]["address"] == "http://127.0.0.1:1/#t"
    assert post(client, "stop", number=1).json() == {"done": True}
    assert runs.stopped == [1]


def test_a_score_sheet_is_shown_of_a_listed_game_only(client):
    assert "Reds" in client.get("/games/sheet/monday").text
    assert client.get("/games/sheet/..%2fmonday").status_code == 404
    assert client.get("/games/sheet/tuesday").status_code == 404


def test_the_set_up_is_beside_it(client):
    assert client.get("/setup").status_code == 200
    for path in ("/", "/home.js", "/home.css", "/theme.js", "/play/play.css", "/setup.js"):
        assert client.get(path).status_code == 200


def test_the_sheet_of_a_kept_game_is_a_picture_too(client):
    assert "/games/picture/monday" in client.get("/games/sheet/monday").text
    assert client.get("/games/picture/monday").content.startswith(b"\x89PNG")
    assert client.get("/games/picture/..%2Fmonday").status_code == 404
    assert client.get("/games/picture/elsewhere").status_code == 404
