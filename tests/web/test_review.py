"""The review page's routes: looked at by anybody on this machine, decided by the paired one."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from referee.night.safety.power_table import PowerMode
from referee.record.game.database import DATABASE_FILE
from referee.review.source.live_game import LiveGame
from referee.review.source.recorded_game import RecordedGame
from referee.web.review.review_page import add_review, review_app
from referee.web.server.page_app import page_app
from tests.review.folders import AT_NS, CAMERA, CLOSE, END, JOURNAL, make_game
from tests.review.games import TACKLED, journal_of, noted
from tests.review.nights import NightDesk
from tests.web.desks import ACCESS

PAGE = "http://127.0.0.1:8620"
OURS = {"origin": PAGE, "x-referee-token": ACCESS.token}
ENTRIES = len(JOURNAL.entries)
OTHER_SPOT = {"ruling": "overturned", "instead": "spot", "entries": ENTRIES}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_game(tmp_path_factory.mktemp("games") / "game")


@pytest.fixture
def folder(made, tmp_path):
    return shutil.copytree(made, tmp_path / "game")


@pytest.fixture
def client(folder):
    return TestClient(review_app(RecordedGame(folder), ACCESS), base_url=PAGE)


def entries_in(folder):
    return len(RecordedGame(folder).journal().entries)


def test_the_list_tells_every_flag_and_where_the_game_was(client):
    told = client.get("/review.json").json()
    (flag,) = told["flags"]
    assert (flag["number"], flag["open"]) == (4, True)
    assert (flag["what"], flag["players"]) == ("Unclear tackle", ["A50", "H22"])
    assert (flag["quarter"], flag["down"]) == (1, "1st and 10 at the own 38")
    assert (told["entries"], told["running"]) == (ENTRIES, False)


def test_a_flag_has_its_clip_geometry_curve_and_rule(client):
    told = client.get("/review/4.json").json()
    assert told["plate"]["size"] == [CAMERA.width_px, CAMERA.height_px]
    assert len(told["shots"]) == 52
    assert told["curves"][0]["title"] == "Gap between A50 and H22"
    assert told["curves"][0]["named"] == "Gap between Blues 50 and Reds 22"
    assert {base["id"] for base in told["instant"]["bases"]} == {"H22", "A50", "A90"}
    assert told["rule"]["title"] == "Front-of-base tackle"
    assert "touchdown" in {choice["key"] for choice in told["choices"]}


def test_outlines_are_in_pixels_of_the_picture(client):
    told = client.get("/review/4.json").json()
    (carrier,) = [b for b in told["instant"]["bases"] if b["id"] == "H22"]
    wanted = CAMERA.project([400.0, 160.0, 3.0])
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*carrier["line"], strict=True)]
    assert middle == pytest.approx(list(wanted), abs=1.0)


def test_pictures_come_by_the_instant_they_were_taken(client):
    shot = client.get("/review/4.json").json()["shots"][0]
    for kind in ("whole", "close"):
        answer = client.get(f"/review/4/{kind}/{shot['t_ns']}")
        assert answer.headers["content-type"] == "image/jpeg"
        assert answer.content[:2] == b"\xff\xd8"
    assert client.get("/review/4/whole/77").status_code == 404


def test_a_preview_tells_what_changes_and_writes_nothing(client, folder):
    answer = client.post("/review/4/preview", json=OTHER_SPOT, headers=OURS).json()
    first = answer["steps"][0]
    # From 304 to 413.9 mm instead of 440: 13.7 yards instead of 17.
    assert first["now"]["words"] == "1st and 10 at the opponent's 45"
    assert first["then"]["words"] == "1st and 10 at the opponent's 48.3"
    assert answer["falls"] == []
    assert entries_in(folder) == ENTRIES


def test_a_place_may_be_pointed_at_in_the_picture(client):
    px = CAMERA.project([360.0, 100.0, 0.0])
    asked = OTHER_SPOT | {"place_px": [float(v) for v in px]}
    answer = client.post("/review/4/preview", json=asked, headers=OURS).json()
    assert answer["place_mm"] == pytest.approx([360.0, 100.0], abs=0.1)


def test_what_was_previewed_can_be_decided_and_taken_back(client, folder):
    assert client.post("/review/4", json=OTHER_SPOT, headers=OURS).json() == {"done": True}
    flag = client.get("/review.json").json()["flags"][0]
    assert (flag["open"], flag["ruling"]) == (False, "overturned")
    back = {"ruling": "taken back", "entries": ENTRIES + 2}
    assert client.post("/review/4", json=back, headers=OURS).json() == {"done": True}
    assert client.get("/review.json").json()["flags"][0]["open"]
    assert entries_in(folder) == ENTRIES + 4


def test_a_decision_on_a_game_that_has_gone_on_is_refused(client, folder):
    wish = {"ruling": "confirmed", "entries": ENTRIES - 1}
    answer = client.post("/review/4", json=wish, headers=OURS)
    assert (answer.status_code, "gone on" in answer.text) == (423, True)
    assert entries_in(folder) == ENTRIES


def test_only_the_paired_page_decides(client, folder):
    for token in ("", "another", ACCESS.token[:-1]):
        headers = {"origin": PAGE, "x-referee-token": token}
        wish = {"ruling": "confirmed", "entries": ENTRIES}
        assert client.post("/review/4", json=wish, headers=headers).status_code == 403
    assert entries_in(folder) == ENTRIES


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_other_sites_decide_nothing(client, folder, origin):
    headers = {"x-referee-token": ACCESS.token} | ({"origin": origin} if origin else {})
    wish = {"ruling": "confirmed", "entries": ENTRIES}
    assert client.post("/review/4", json=wish, headers=headers).status_code == 403
    assert entries_in(folder) == ENTRIES


@pytest.mark.parametrize(
    "path",
    [
        "/review/0.json",
        "/review/-4.json",
        "/review/4x.json",
        "/review/99999999999.json",
        "/review/4/whole/-1",
        "/review/4/whole/..%2f..%2fgame.sqlite",
        "/review/4/close/99999999999999999999999",
        "/review/..%2fgame.sqlite.json",
        "/review/4/../../game.sqlite",
        "/review/4/video/000001-0-play.mp4",
        "/game.sqlite",
        "/review_page.py",
    ],
)
def test_hostile_paths_reach_nothing(client, path):
    answer = client.get(path)
    assert answer.status_code in {404, 422}
    assert b"SQLite" not in answer.content


def test_a_flag_that_is_none_is_named(client):
    answer = client.get("/review/3.json")
    assert (answer.status_code, "flag is 3" in answer.json()["detail"]) == (422, True)


@pytest.mark.parametrize(
    "more",
    [
        {"ruling": "forget it"},
        {"instead": "__class__"},
        {"instead": "x" * 5000},
        {"place_mm": [1e9, 0.0]},
        {"place_mm": [900.0, 0.0]},
        {"place_px": [-1000.0, 0.0]},
        {"place_mm": [400.0]},
        {"instead": "player", "player": "nobody at all here"},
        {"instead": "player", "player": "Z99"},
        {"entries": -1},
        {"entries": "many"},
        {"more": 1},
    ],
)
def test_hostile_wishes_change_nothing(client, folder, more):
    answer = client.post("/review/4", json=OTHER_SPOT | more, headers=OURS)
    assert answer.status_code in {403, 422}
    assert entries_in(folder) == ENTRIES


def test_the_page_of_a_night_that_has_not_begun_says_so():
    desk = NightDesk()
    desk.about = None
    app = page_app(ACCESS)
    add_review(app, ACCESS, LiveGame(desk))
    client = TestClient(app, base_url=PAGE)
    assert client.get("/review").status_code == 200
    answer = client.get("/review.json")
    assert (answer.status_code, "not running yet" in answer.json()["detail"]) == (422, True)


def test_at_a_running_night_a_verdict_waits_until_the_board_rests(folder):
    desk = NightDesk(folder)
    try:
        client = TestClient(review_app(LiveGame(desk), ACCESS), base_url=PAGE)
        assert client.get("/review.json").json()["running"]
        desk.night._mode = PowerMode.LEASED
        answer = client.post("/review/4", json=OTHER_SPOT, headers=OURS)
        assert (answer.status_code, "running" in answer.json()["detail"]) == (423, True)
        desk.night._mode = PowerMode.OFF
        assert client.post("/review/4", json=OTHER_SPOT, headers=OURS).json() == {"done": True}
        assert len(desk.says) == 1
    finally:
        desk.close()


@pytest.mark.parametrize(("share", "marked"), [(0.49, False), (0.5, True), (1.0, True)])
def test_a_figure_is_drawn_as_fallen_that_rather_lies_than_stands(made, tmp_path, share, marked):
    shutil.copytree(made, tmp_path / "g")
    with sqlite3.connect(tmp_path / "g" / DATABASE_FILE) as connection:
        connection.execute("UPDATE bases SET fallen = ? WHERE player = 'A90'", (share,))
    connection.close()
    client = TestClient(review_app(RecordedGame(tmp_path / "g"), ACCESS), base_url=PAGE)
    shots = client.get("/review/4.json").json()["shots"]
    told = {b["id"]: b.get("fallen", False) for shot in shots for b in shot["bases"]}
    assert told["A90"] is marked
    assert not told["H22"]


def test_the_clip_lies_around_the_instant_of_the_call(client):
    shots = client.get("/review/4.json").json()["shots"]
    times = [int(shot["t_ns"]) for shot in shots]
    assert min(times) < AT_NS < max(times)


# --- flags of one play, and clips ---------------------------------------------------------------


@pytest.fixture
def two_flags(tmp_path):
    """A play whose end is flagged, and a call in it that is flagged too."""
    journal = journal_of((END, noted(CLOSE)), replace(TACKLED, x_mm=456.0, flagged=True))
    other = journal_of((replace(END, flagged=True), noted(CLOSE)), replace(TACKLED, x_mm=456.0))
    make_game(tmp_path / "apart", journal)
    make_game(tmp_path / "together", other)
    return tmp_path


def flags_in(folder):
    with TestClient(review_app(RecordedGame(folder), ACCESS), base_url=PAGE) as client:
        told = client.get("/review.json").json()
        return client, told["flags"], told["entries"]


def test_two_flags_of_one_play_are_confirmed_together(two_flags):
    client, flags, entries = flags_in(two_flags / "together")
    first, second = (flag["number"] for flag in flags)
    assert flags[0]["play"] == flags[1]["play"]
    wish = {"ruling": "confirmed", "entries": entries, "also": [second]}
    assert client.post(f"/review/{first}", json=wish, headers=OURS).json() == {"done": True}
    assert [flag["ruling"] for flag in client.get("/review.json").json()["flags"]] == [
        "confirmed"
    ] * 2


@pytest.mark.parametrize("how", [{"also": [1]}, {"ruling": "overturned", "instead": "spot"}, {}])
def test_flags_of_two_plays_or_another_ruling_are_not_decided_together(two_flags, how):
    folder = two_flags / ("apart" if not how else "together")
    client, flags, entries = flags_in(folder)
    first, second = (flag["number"] for flag in flags)
    wish = {"ruling": "confirmed", "entries": entries, "also": [second]} | how
    answer = client.post(f"/review/{first}", json=wish, headers=OURS)
    assert answer.status_code == 422, answer.text
    assert entries_in(folder) == entries


def test_a_flag_s_play_is_handed_on_as_a_film(client):
    film = client.get("/review/4/clip.mp4")
    assert film.headers["content-type"] == "video/mp4"
    assert 'filename="play-4.mp4"' in film.headers["content-disposition"]
    assert film.content[4:8] == b"ftyp"
    assert client.get("/review/4/clip.gif").content[:6] == b"GIF89a"
    assert client.get("/review/4/clip.exe").status_code == 422
    assert client.get("/review/77/clip.mp4").status_code in {404, 422}
