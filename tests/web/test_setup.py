"""The set-up page's requests: what is found, checked, saved, and what is never written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from referee.camera.frame_source import NoFrame
from referee.core.errors import BadValue, PlainWord
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.loaders.teams_file import read_teams
from referee.night.start.plan import CameraChoice, NightFile, OpeningKick
from referee.night.start.plan_file import read_plan
from referee.vision.enroll.enrolled_teams import colours_path
from referee.vision.enroll.kept_views import figures_path
from referee.vision.roster.habits.kept_line_ups import line_ups_path
from referee.web.night.night_app import night_app
from referee.web.setup.setup_page import add_setup, setup_app
from tests.web.arounds import around_in, files_in, not_chosen
from tests.web.desks import ACCESS, CAMERA, ROSTER, ScriptedDesk

PAGE = "http://127.0.0.1:8620"
UNPAIRED = {"origin": PAGE}
OURS = UNPAIRED | {"x-referee-token": ACCESS.token}


@pytest.fixture
def around(tmp_path):
    files_in(tmp_path / "files")
    return around_in(tmp_path)


@pytest.fixture
def client(around):
    with TestClient(setup_app(ACCESS, around), base_url=PAGE) as client:
        yield client


@pytest.fixture
def filled(tmp_path):
    """A form in which everything is right."""
    files = tmp_path / "files"
    return {
        "camera": "C920",
        "calibration": str(files / "board.calib.json"),
        "teams": str(files / "ours.teams.toml"),
    }


def post(client, what, headers=OURS, **sent):
    return client.post(f"/setup/{what}", json=sent, headers=headers)


def said(client, form, what="check", name="tuesday"):
    answer = post(client, what, name=name, form=form)
    assert answer.status_code == 200, answer.text
    return answer.json()


def written(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


# --- what there is ----------------------------------------------------------------------------


def test_everything_that_can_be_picked_is_listed(client, tmp_path):
    found = post(client, "found").json()
    assert [c["value"] for c in found["cameras"]] == ["HD Pro Webcam C920", "Laptop", "simulated"]
    assert [c["title"] for c in found["calibrations"]] == ["board.calib.json"]
    assert [c["title"] for c in found["teams"]] == ["Miners and Captains"]
    assert [c["value"] for c in found["leagues"]] == ["efhl", "hefl", "vsefl", "simplified"]
    assert [c["title"] for c in found["house"]] == ["Our house"]
    assert [c["value"] for c in found["switches"]] == ["chosen", "/dev/ttyUSB0", "none"]
    assert "LCUS" in found["switches"][0]["note"]
    assert found["games"] == str(tmp_path / "games")


def test_cameras_of_one_name_are_told_apart_by_their_numbers(around):
    first = around.cameras()[0]
    twins = replace(around, cameras=lambda: (first, replace(first, number=4)))
    with TestClient(setup_app(ACCESS, twins), base_url=PAGE) as client:
        found = post(client, "found").json()
    assert [c["value"] for c in found["cameras"]] == ["0", "4", "simulated"]


def test_what_the_files_hold_is_told(client, filled):
    told = said(client, filled)
    assert (told["wrong"], told["needs"]) == ({}, {})
    assert told["calibration"]["verdict"] == "gold"
    assert told["calibration"]["worst_mm"] == 0.42
    assert told["calibration"]["size_px"] == [CAMERA.width_px, CAMERA.height_px]
    home = told["teams"]["home"]
    assert (home["name"], home["jersey"]) == ("Miners", "#1f4fa3")
    assert [p["number"] for p in home["players"]] == [p.number for p in ROSTER][:11]
    assert told["switch"]["port"] == "USB 1a86:7523 in socket 1-1"
    assert told["command"] == "referee play tuesday.night.toml"


def test_house_rules_say_what_they_change(client, filled, tmp_path):
    rules = str(tmp_path / "files" / "house.toml")
    told = said(client, filled | {"rules": rules})
    assert told["rules"] == {
        "title": "Our house",
        "league": "hefl",
        "changed": ["touch.fallen_tackles"],
    }


# --- what is wrong ----------------------------------------------------------------------------

WRONG = {
    "no number": ("fps", "quick", "pictures a second is 'quick', but should be"),
    "too quick": ("fps", "1000", "1 to 240"),
    "no exposure": ("exposure_ms", "0", "0.05 to 1000"),
    "a far focus": ("focus", "-3", "0 to 10000"),
    "a size of its own": ("size", "640x480", "its calibration's"),
    "a long name of a camera": ("camera", "x" * 81, "1 to 80 characters"),
    "a calibration that is not there": ("calibration", "/nowhere/b.calib.json", "not there"),
    "a calibration of another kind": ("calibration", "/etc/passwd", ".calib.json"),
    "a file name nobody can have": ("calibration", "x" * 300 + ".calib.json", "calibration"),
    "lines in a path": ("teams", "a\nb.teams.toml", "on one line"),
    "teams that are not there": ("teams", "../../x.teams.toml", "not there"),
    "no league": ("rules", "efl", "efhl"),
    "no rulebook": ("rules", "/nowhere/rules.toml", "missing"),
    "no board": ("field", "9000", "620"),
    "a switch of the simulator": ("power", "chip", "--sim"),
    "no switch": ("power", "lamp", "serial port"),
    "no team": ("kicks", "both", "home, away"),
    "no way": ("home_plays", "up", "left"),
    "no space at all": ("video_gb", "0", "0.1"),
    "not a number": ("video_gb", "nan", "0.1"),
}


@pytest.mark.parametrize(("field", "typed", "named"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_field_gets_one_sentence_and_nothing_is_saved(
    client, filled, tmp_path, field, typed, named
):
    told = said(client, filled | {field: typed}, "save")
    assert set(told["wrong"]) == {field}
    assert named in told["wrong"][field]
    assert told["saved"] is False
    assert not (tmp_path / "games").exists()


def test_every_wrong_field_has_its_own_sentence(client, filled):
    told = said(client, filled | {"fps": "x", "kicks": "y", "teams": "z"}, name="")
    assert set(told["wrong"]) == {"fps", "kicks", "teams", "name"}


def test_a_broken_file_is_named(client, filled, tmp_path):
    broken = tmp_path / "files" / "broken.teams.toml"
    broken.write_text("[home", encoding="utf-8")
    told = said(client, filled | {"teams": str(broken)})
    assert str(broken) in told["wrong"]["teams"]


def test_the_games_cannot_be_kept_in_a_file(client, filled, tmp_path):
    told = said(client, filled | {"games": str(tmp_path / "files" / "house.toml")})
    assert "a file" in told["wrong"]["games"]


def test_what_is_missing_today_does_not_keep_a_plan_from_being_saved(around):
    alone = replace(around, cameras=lambda: (), choice=not_chosen)
    with TestClient(setup_app(ACCESS, alone), base_url=PAGE) as client:
        told = said(client, {}, "save")
    assert told["saved"] is True
    assert set(told["needs"]) == {"camera", "calibration", "teams", "power"}
    assert "referee calibrate" in told["needs"]["calibration"]
    assert "referee power choose" in told["needs"]["power"]


# --- saving -----------------------------------------------------------------------------------


def test_a_saved_plan_is_what_the_command_reads(client, filled, tmp_path):
    more = {"fps": "59,5", "rules": "hefl", "power": "/dev/ttyUSB0", "kicks": "home"}
    more |= {"home_plays": "left", "video_gb": "12.5", "focus": "30", "games": "archive"}
    told = said(client, filled | more, "save", "Tuesday night")
    games = tmp_path / "games"
    assert told["saved"] is True
    assert told["command"] == 'referee play "Tuesday night.night.toml"'
    assert read_plan(games / "Tuesday night.night.toml") == NightFile(
        calibration=tmp_path / "files" / "board.calib.json",
        teams=tmp_path / "files" / "ours.teams.toml",
        rules="hefl",
        eye=CameraChoice("C920", 59.5, None, 30.0),
        power="/dev/ttyUSB0",
        kicks=OpeningKick.HOME,
        home_plays=Direction.LEFT,
        games=games / "archive",
        video_gb=12.5,
    )


def test_a_simulated_plan_needs_nothing_at_all(around, tmp_path):
    bare = replace(around, folders=(), cameras=lambda: (), ports=list, choice=not_chosen)
    form = {"camera": "simulated", "power": "sim", "size": "1280x720", "teams": "left over"}
    with TestClient(setup_app(ACCESS, bare), base_url=PAGE) as client:
        told = said(client, form, "save", "first")
    assert (told["saved"], told["wrong"], told["needs"]) == (True, {}, {})
    plan = read_plan(tmp_path / "games" / "first.night.toml")
    assert plan.simulated
    assert (plan.power, plan.eye.size_px, plan.teams) == ("sim", (1280, 720), None)


def test_nobody_reaches_into_the_simulator_to_switch(client):
    told = said(client, {"camera": "simulated", "power": "none"})
    assert "simulator" in told["wrong"]["power"]


def test_a_plan_that_is_there_is_replaced_only_when_that_is_meant(client, filled, tmp_path):
    path = tmp_path / "games" / "tuesday.night.toml"
    assert said(client, filled, "save")["saved"] is True
    before = path.read_bytes()
    again = said(client, filled | {"kicks": "home"}, "save")
    assert (again["saved"], again["there"]) == (False, True)
    assert path.read_bytes() == before
    sent = {"name": "tuesday", "form": filled | {"kicks": "home"}, "over": True}
    assert post(client, "save", **sent).json()["saved"] is True
    assert read_plan(path).kicks is OpeningKick.HOME


def test_a_saved_plan_stands_on_the_page_again(client, filled):
    said(client, filled | {"fps": "60", "keep": False}, "save")
    form = post(client, "open", name="tuesday").json()
    assert (form["camera"], form["fps"], form["keep"]) == ("C920", "60", False)
    assert said(client, form)["wrong"] == {}


BAD_NAMES = ["", "../up", "a/b", "a\\b", "/etc/x", ".hidden", "a.b", "nul", "COM1", "a\n", "x" * 41]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_no_name_leads_out_of_the_folder_of_games(client, filled, tmp_path, name):
    before = written(tmp_path)
    assert "name" in said(client, filled, "save", name)["wrong"]
    sides = {side: {"name": "X"} for side in ("home", "away")}
    edited = {"plan": name, "source": filled["teams"], "over": True, **sides}
    assert post(client, "teams", **edited).status_code == 422
    assert post(client, "open", name=name).status_code == 422
    assert written(tmp_path) == before


def test_a_link_in_the_folder_of_games_is_not_followed(client, filled, tmp_path):
    games, outside = tmp_path / "games", tmp_path / "precious.txt"
    outside.write_text("mine", encoding="utf-8")
    games.mkdir()
    try:
        (games / "tuesday.night.toml").symlink_to(outside)
    except OSError:
        pytest.skip("links are not for everybody on this system")
    post(client, "save", name="tuesday", form=filled, over=True)
    assert outside.read_text(encoding="utf-8") == "mine"


# --- teams ------------------------------------------------------------------------------------


def edited(filled, **home):
    sides = {"home": {"name": "Diggers"} | home, "away": {"name": "Captains"}}
    return {"plan": "tuesday", "source": filled["teams"], **sides}


def test_edited_teams_are_kept_beside_the_plan_and_the_source_stays(client, filled, tmp_path):
    source = tmp_path / "files" / "ours.teams.toml"
    before = source.read_bytes()
    players = {"H54": {"number": 55, "position": "center"}}
    answer = post(client, "teams", **edited(filled, jersey="#112233", players=players)).json()
    kept = read_teams(tmp_path / "games" / "tuesday.teams.toml")
    assert answer == {"saved": True, "path": str(tmp_path / "games" / "tuesday.teams.toml")}
    home = kept.teams[Team.HOME]
    assert (home.name, home.jersey) == ("Diggers", (0x11, 0x22, 0x33))
    assert kept.sheet("H54").player.number == 55
    assert kept.sheet("H54").position == "center"
    assert kept.teams[Team.AWAY] == read_teams(source).teams[Team.AWAY]
    assert source.read_bytes() == before


def test_what_was_learned_of_others_does_not_stay_beside_edited_teams(client, filled, tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    stale = [path(games / "tuesday.teams.toml") for path in (colours_path, figures_path)]
    for each in stale:
        each.write_text("{}", encoding="utf-8")
    assert post(client, "teams", **edited(filled)).json()["saved"] is True
    assert not any(each.exists() for each in stale)


def test_line_ups_that_were_learned_go_along_with_edited_teams(client, filled, tmp_path):
    learned = b'{"format":"referee.line-ups","version":1,"home":[],"away":[]}'
    line_ups_path(tmp_path / "files" / "ours.teams.toml").write_bytes(learned)
    assert post(client, "teams", **edited(filled)).json()["saved"] is True
    beside = line_ups_path(tmp_path / "games" / "tuesday.teams.toml")
    assert beside.read_bytes() == learned


def test_other_teams_that_are_there_stay(client, filled, tmp_path):
    post(client, "teams", **edited(filled))
    assert post(client, "teams", **edited(filled, jersey="#000000")).json()["saved"] is False
    assert read_teams(tmp_path / "games" / "tuesday.teams.toml").teams[Team.HOME].jersey != (
        0,
        0,
        0,
    )


ODD_TEAMS = {
    "no name": ({"name": ""}, "name"),
    "a name of many lines": ({"name": "a\nb"}, "name"),
    "no colour": ({"jersey": "red"}, "#c8102e"),
    "a stranger": ({"players": {"H99": {"number": 1}}}, "H99"),
    "a large number": ({"players": {"H54": {"number": 100}}}, "0 to 99"),
    "a long position": ({"players": {"H54": {"number": 1, "position": "x" * 41}}}, "position"),
}


@pytest.mark.parametrize(("home", "named"), ODD_TEAMS.values(), ids=ODD_TEAMS.keys())
def test_odd_teams_are_refused_with_a_sentence(client, filled, tmp_path, home, named):
    answer = post(client, "teams", **edited(filled, **home))
    assert answer.status_code == 422
    assert named in answer.json()["detail"]
    assert not (tmp_path / "games").exists()


# --- the camera's picture ---------------------------------------------------------------------


def test_the_camera_is_asked_as_the_night_will_ask_it(around, filled):
    asked = []

    def still(name, request):
        asked.append((name, request.width_px, request.height_px, request.fps))
        return around.still(name, request)

    with TestClient(setup_app(ACCESS, replace(around, still=still)), base_url=PAGE) as client:
        answer = post(client, "picture", **filled, fps="60").json()
    assert asked == [("C920", CAMERA.width_px, CAMERA.height_px, 60.0)]
    assert (answer["size_px"], answer["note"]) == ([CAMERA.width_px, CAMERA.height_px], "")


def test_a_picture_of_another_size_than_calibrated_is_said(around, filled):
    small = replace(around, still=lambda n, r: around.still(n, r)[::2, ::2].copy())
    with TestClient(setup_app(ACCESS, small), base_url=PAGE) as client:
        note = post(client, "picture", **filled).json()["note"]
    assert f"{CAMERA.width_px // 2} x {CAMERA.height_px // 2}" in note


@pytest.mark.parametrize(
    "error",
    [BadValue("the camera", PlainWord("taken"), "a free one"), NoFrame("it gave no picture")],
)
def test_why_there_is_no_picture_is_said(around, filled, error):
    def still(_name, _request):
        raise error

    with TestClient(setup_app(ACCESS, replace(around, still=still)), base_url=PAGE) as client:
        answer = post(client, "picture", **filled)
    assert answer.status_code == 422
    assert str(error) in answer.json()["detail"]


# --- while a night runs -----------------------------------------------------------------------


@pytest.fixture
def beside(around):
    desk = ScriptedDesk()
    app = night_app(desk, ACCESS)

    def forbidden(*_):
        raise AssertionError("the night has the camera")

    add_setup(app, ACCESS, replace(around, desk=desk, cameras=forbidden, still=forbidden))
    with TestClient(app, base_url=PAGE) as client:
        yield client


def test_a_night_shows_what_is_in_use_to_everybody(beside):
    use = beside.get("/setup.json").json()
    assert use["running"] is True
    assert "Miners against Captains" in use["lines"]


def test_a_running_nights_camera_is_left_alone(beside, filled):
    assert [c["value"] for c in post(beside, "found").json()["cameras"]] == ["simulated"]
    assert said(beside, filled, "save")["saved"] is True
    assert post(beside, "picture", **filled).json()["size_px"] == [640, 360]


def test_without_a_night_nothing_is_in_use(client):
    assert client.get("/setup.json").json() == {"running": False, "home": False}


# --- who may ----------------------------------------------------------------------------------

ROADS = {
    "found": {},
    "open": {"name": "tuesday"},
    "check": {"name": "tuesday", "form": {}},
    "save": {"name": "tuesday", "form": {}},
    "teams": {"plan": "x", "source": "y", "home": {"name": "a"}, "away": {"name": "b"}},
    "picture": {},
}
STRANGERS = {
    "not paired": UNPAIRED,
    "a guess": UNPAIRED | {"x-referee-token": "guess"},
    "another site": OURS | {"origin": "https://example.org"},
    "no page at all": {"x-referee-token": ACCESS.token},
    "a foreign name": OURS | {"host": "board.example.org:8620"},
}


@pytest.mark.parametrize("headers", STRANGERS.values(), ids=STRANGERS.keys())
@pytest.mark.parametrize(("what", "sent"), ROADS.items(), ids=ROADS.keys())
def test_only_a_paired_page_of_ours_sets_up(client, tmp_path, headers, what, sent):
    before = written(tmp_path)
    assert post(client, what, headers, **sent).status_code == 403
    assert written(tmp_path) == before


ODD = {
    "an unknown field": {"name": "x", "form": {"shell": "rm"}},
    "a field of another type": {"name": "x", "form": {"fps": 30}},
    "a long field": {"name": "x", "form": {"camera": "x" * 401}},
    "no form": {"name": "x"},
}


@pytest.mark.parametrize("sent", ODD.values(), ids=ODD.keys())
def test_an_odd_form_is_refused(client, sent):
    assert post(client, "save", **sent).status_code == 422


@pytest.mark.parametrize("path", ["/", "/setup", "/setup.js", "/setup.css", "/play/play.css"])
def test_the_page_loads_nothing_from_anywhere_else(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
