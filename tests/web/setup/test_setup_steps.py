"""The steps of the set-up by their requests: looking, calibrating, enrolling, trying the switch."""

from __future__ import annotations

import threading
from dataclasses import replace

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from referee.camera.calibration import read_calibration
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.loaders.teams_file import read_teams
from referee.vision.enroll.enrolled_teams import colours_path
from referee.web.night.night_app import night_app
from referee.web.setup.setup_page import add_setup, setup_app
from referee.web.setup.steps.setup_jobs import JobKind, JobOutcome, SetupJobs
from tests.camera.watch.painted import CAMERA, most_px
from tests.web.arounds import around_in, files_in
from tests.web.desks import ACCESS, ScriptedDesk
from tests.web.setup.films import FilmCamera, board_with_teams, told_locator

PAGE = "http://127.0.0.1:8620"
UNPAIRED = {"origin": PAGE}
OURS = UNPAIRED | {"x-referee-token": ACCESS.token}
WAIT_S = 600.0
GREY = np.full((720, 1280, 3), 90, np.uint8)
SIDES = {"home": {"name": "Reds"}, "away": {"name": "Blues"}}


@pytest.fixture
def film():
    return FilmCamera(board_with_teams())


@pytest.fixture
def around(tmp_path, film):
    files_in(tmp_path / "files")
    return around_in(tmp_path, camera=film.opening, locator=told_locator)


@pytest.fixture
def client(around):
    app = setup_app(ACCESS, around)
    with TestClient(app, base_url=PAGE) as client:
        yield client
    app.state.steps.live.close()


def post(client, what, headers=OURS, **sent):
    return client.post(f"/setup/{what}", json=sent, headers=headers)


def looked(client, **sent):
    """The live picture, once there is one or a reason why there is none."""
    answer = post(client, "live", form={}, begin=True, **sent).json()
    shown(client, lambda now: now["live"] or not now["running"])
    return answer if answer["live"] else post(client, "live", form={}).json()


def shown(client, wanted):
    """Waits until what there is to see is as wanted."""
    assert client.app.state.steps.live.wait(wanted, WAIT_S)


def ended(client):
    """How the work under way ended."""
    client.app.state.steps.jobs.wait(WAIT_S)
    return post(client, "job").json()


def written(folder):
    return sorted(path.name for path in folder.glob("*")) if folder.exists() else []


# --- the whole way ----------------------------------------------------------------------------


def test_from_a_camera_to_two_teams_without_a_command(client, tmp_path):
    games = tmp_path / "games"
    looked(client)
    sent = {"form": {}, "name": "first", "board": "620"}
    assert post(client, "calibrate", **sent).json() == {"begun": True}
    told = ended(client)
    assert told["good"], told
    assert "mm off" in told["title"]
    assert told["jpeg"]
    assert written(games) == ["first.calib.json", "first.calib.png", "first.map.png"]
    assert most_px(read_calibration(games / "first.calib.json").camera, CAMERA) < 1.0

    form = {"calibration": told["path"]}
    looked(client)
    assert post(client, "enrol", form=form, home="Reds", away="Blues").json() == {"begun": True}
    seen = ended(client)
    assert seen["good"], seen
    assert [len(seen["teams"][side]["players"]) for side in ("home", "away")] == [6, 6]
    assert not (games / "first.teams.toml").exists()  # only seen, not accepted
    number = {seen["teams"]["home"]["players"][0]["id"]: {"number": 77, "position": "center"}}
    edited = {"home": {"name": "Diggers", "players": number}, "away": {"name": "Blues"}}
    assert post(client, "enrol/keep", name="first", **edited).json()["saved"] is True
    kept = read_teams(games / "first.teams.toml")
    assert kept.teams[Team.HOME].name == "Diggers"
    assert kept.teams[Team.HOME].players[0].player.number == 77
    assert colours_path(games / "first.teams.toml").exists()

    plan = form | {"teams": str(games / "first.teams.toml"), "power": "none", "camera": "C920"}
    saved = post(client, "save", name="first", form=plan).json()
    assert (saved["saved"], saved["wrong"], saved["needs"]) == (True, {}, {})


# --- looking ----------------------------------------------------------------------------------


def test_the_live_picture_comes_with_its_aids_and_is_sent_once(client, film):
    live = looked(client)
    assert live["size_px"] == [1280, 720]
    assert live["focus"]["known"]
    assert live["focus"]["best"]
    assert live["light"]["good"]
    assert film.asked[0][1].width_px == 1920  # nothing is calibrated: the usual size
    number = live["number"]
    assert post(client, "live", form={}, after=number + 10**6).json()["jpeg"] == ""


def test_a_camera_is_asked_for_the_calibrated_size(client, film, tmp_path):
    form = {"calibration": str(tmp_path / "files" / "board.calib.json")}
    post(client, "live", form=form, begin=True)
    looked(client)
    assert film.asked[0][1].width_px == 640


def test_leaving_the_page_lets_the_camera_go(client, film):
    looked(client)
    post(client, "live/end")
    assert film.closed == 1


def test_another_camera_is_opened_after_the_first_was_let_go(client, film):
    looked(client)
    post(client, "live", form={"camera": "Laptop"}, begin=True)
    shown(client, lambda now: now["live"])
    assert (film.opened, film.closed) == (2, 1)
    assert [name for name, _ in film.asked] == [None, "Laptop"]


# --- what goes wrong --------------------------------------------------------------------------


def test_a_camera_that_another_program_holds_is_one_sentence(tmp_path):
    app = setup_app(ACCESS, around_in(tmp_path))
    with TestClient(app, base_url=PAGE) as client:
        words = looked(client)["words"]
        assert "no other program uses" in words
        assert post(client, "calibrate", form={}, name="x").status_code == 200
        told = ended(client)
    assert told["good"] is False
    assert "no other program uses" in told["title"]
    assert written(tmp_path / "games") == []


def test_a_camera_that_is_unplugged_says_so_and_comes_back(client, film):
    looked(client)
    film.unplugged.set()
    shown(client, lambda now: not now["live"])
    assert "plug it in again" in post(client, "live", form={}).json()["words"]
    film.unplugged.clear()
    assert looked(client)["live"] is True


def test_a_refused_calibration_writes_nothing_and_offers_clicks(client, film, tmp_path):
    film.image = GREY.copy()
    looked(client)
    post(client, "calibrate", form={}, name="first", board="620")
    told = ended(client)
    assert told["good"] is False
    assert told["clicks"] is True
    assert told["title"].endswith(".")
    assert written(tmp_path / "games") == []
    assert client.get("/clicks.json", headers=OURS).json()["why"] == told["title"]
    assert client.get("/clicks.json").status_code == 403
    assert client.get("/clicks.jpg").status_code == 403


def test_clicks_are_taken_where_the_field_was_not_found(client, film, tmp_path):
    film.image = GREY.copy()
    looked(client)
    post(client, "calibrate", form={}, name="first", board="620")
    ended(client)
    corners = [[100.0, 600.0], [1100.0, 600.0], [1100.0, 100.0], [100.0, 100.0]]
    answer = client.post("/clicks", json={"corners": corners}, headers=OURS).json()
    assert answer["good"] is False
    assert written(tmp_path / "games") == []


def test_a_calibration_that_is_there_is_replaced_only_when_that_is_meant(client, tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    (games / "first.calib.json").write_text("mine", encoding="utf-8")
    looked(client)
    assert post(client, "calibrate", form={}, name="first").json() == {"begun": False}
    assert (games / "first.calib.json").read_text(encoding="utf-8") == "mine"


def test_teams_that_are_there_are_replaced_only_when_that_is_meant(client, tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    (games / "first.teams.toml").write_text("mine", encoding="utf-8")
    assert post(client, "enrol/keep", name="first", **SIDES).json()["saved"] is False
    assert (games / "first.teams.toml").read_text(encoding="utf-8") == "mine"


def test_a_line_up_of_another_board_is_refused(client, film, tmp_path):
    film.image = np.full((360, 640, 3), 90, np.uint8)
    looked(client)
    form = {"calibration": str(tmp_path / "files" / "board.calib.json")}
    post(client, "enrol", form=form, home="Reds", away="Blues")
    told = ended(client)
    assert told["good"] is False
    answer = post(client, "enrol/keep", name="first", **SIDES)
    assert (answer.status_code, written(tmp_path / "games")) == (422, [])


def test_enrolling_needs_a_calibration(client):
    answer = post(client, "enrol", form={}, home="Reds", away="Blues")
    assert answer.status_code == 422
    assert "Calibrate" in answer.json()["detail"]


def test_a_softer_picture_is_worse_than_the_best_so_far(client, film):
    looked(client)
    film.image = cv2.GaussianBlur(film.image, (0, 0), 3.0)
    shown(client, lambda now: now["focus"].get("best") is False)
    focus = post(client, "live", form={}).json()["focus"]
    assert focus["share"] < 1.0
    assert "worse than the best so far" in focus["words"]


# --- the switch -------------------------------------------------------------------------------


def with_switch(around, pulse):
    return TestClient(setup_app(ACCESS, replace(around, pulse=pulse)), base_url=PAGE)


def test_a_switch_clicks_once_and_says_what_came_back(around):
    pulses = []

    def pulse(power):
        pulses.append(power)
        return "It switched on and off again: asked 250 ms, was 250.1 ms."

    with with_switch(around, pulse) as client:
        post(client, "switch", power="chosen", hands_off=True)
        told = ended(client)
    assert pulses == ["chosen"]
    assert (told["good"], told["kind"]) == (True, "switch")
    assert "250.1 ms" in told["title"]


def test_a_switch_that_does_not_answer_is_one_sentence(around):
    def pulse(_power):
        silent = PlainWord("the board on /dev/ttyUSB0 does not answer")
        raise BadValue("the power switch", silent, "a board that is plugged in and answers")

    with with_switch(around, pulse) as client:
        post(client, "switch", power="chosen", hands_off=True)
        told = ended(client)
    assert told["good"] is False
    assert "does not answer" in told["title"]


NOT_SWITCHED = {
    "nobody said that hands are off": (OURS, {"power": "chosen"}, 422),
    "hands are not off": (OURS, {"power": "chosen", "hands_off": False}, 422),
    "not paired": (UNPAIRED, {"power": "chosen", "hands_off": True}, 403),
    "a guess": (UNPAIRED | {"x-referee-token": "x"}, {"power": "chosen", "hands_off": True}, 403),
}


@pytest.mark.parametrize(("headers", "sent", "code"), NOT_SWITCHED.values(), ids=NOT_SWITCHED)
def test_power_is_not_switched(around, headers, sent, code):
    # The usual `pulse` of these tests raises when it is called.
    with TestClient(setup_app(ACCESS, around), base_url=PAGE) as client:
        assert post(client, "switch", headers, **sent).status_code == code
        assert post(client, "job").json()["kind"] is None


@pytest.mark.parametrize("power", ["none", "sim"])
def test_there_is_nothing_to_try_without_a_switch(client, power):
    post(client, "switch", power=power, hands_off=True)
    assert ended(client)["good"] is True


def test_which_board_hangs_in_the_lead_is_chosen_on_the_page(around):
    chosen = []
    keeping = replace(around, choose=lambda *what: chosen.append(what) or around.choice("chosen"))
    with TestClient(setup_app(ACCESS, keeping), base_url=PAGE) as client:
        models = post(client, "switch/models").json()["models"]
        assert "lcus" in [model["value"] for model in models]
        sent = {"model": "lcus", "port": "/dev/ttyUSB0", "relay": 1}
        assert "LCUS" in post(client, "switch/choose", **sent).json()["title"]
    assert chosen == [("lcus", "/dev/ttyUSB0", 1)]


# --- who may, and when ------------------------------------------------------------------------

ROADS = {
    "live": {"form": {}, "begin": True},
    "live/end": {},
    "calibrate": {"form": {}, "name": "x"},
    "enrol": {"form": {}, "home": "a", "away": "b"},
    "enrol/keep": {"name": "x", **SIDES},
    "switch/choose": {"model": "lcus", "port": "COM3"},
    "switch/models": {},
    "job": {},
}


@pytest.mark.parametrize(("what", "sent"), ROADS.items(), ids=ROADS.keys())
def test_only_a_paired_page_takes_a_step(client, film, tmp_path, what, sent):
    assert post(client, what, UNPAIRED, **sent).status_code == 403
    assert (film.opened, written(tmp_path / "games")) == (0, [])


@pytest.mark.parametrize(
    ("what", "sent"), (ROADS | {"switch": {"power": "chosen", "hands_off": True}}).items()
)
def test_no_step_is_taken_while_a_night_runs(around, film, what, sent):
    desk = ScriptedDesk()
    app = night_app(desk, ACCESS)
    add_setup(app, ACCESS, replace(around, desk=desk))
    with TestClient(app, base_url=PAGE) as client:
        answer = post(client, what, **sent)
    assert answer.status_code == 422
    assert "A night runs" in answer.json()["detail"]
    assert film.opened == 0


BAD_NAMES = ["", "../up", "a/b", "nul", "x" * 41]


@pytest.mark.parametrize("name", BAD_NAMES)
@pytest.mark.parametrize("what", ["calibrate", "enrol/keep"])
def test_no_name_leads_out_of_the_folder_of_games(client, tmp_path, what, name):
    sent = {"form": {}} if what == "calibrate" else SIDES
    assert post(client, what, name=name, over=True, **sent).status_code == 422
    assert written(tmp_path / "games") == []


def test_one_step_at_a_time():
    jobs, going = SetupJobs(), threading.Event()

    def work(_tell):
        going.wait(WAIT_S)
        return JobOutcome(True, "done")

    jobs.start(JobKind.SWITCH, work)
    with pytest.raises(BadValue, match="still under way"):
        jobs.start(JobKind.ENROL, work)
    going.set()
    jobs.wait(WAIT_S)
    assert jobs.values()["good"] is True


def test_an_unexpected_error_ends_a_step_with_a_sentence():
    jobs = SetupJobs()
    jobs.start(JobKind.ENROL, lambda _tell: {}["nothing"])
    jobs.wait(WAIT_S)
    assert jobs.values()["title"] == "It failed because of an error in the program (KeyError)."
