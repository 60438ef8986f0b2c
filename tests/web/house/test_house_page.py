"""The routes of house rules: opened, checked, kept in the folder of the games, compared."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from referee.loaders.rulebooks import load_rulebook
from referee.web.setup.setup_page import setup_app
from tests.web.arounds import around_in, files_in
from tests.web.desks import ACCESS

PAGE = "http://127.0.0.1:8620"
OURS = {"origin": PAGE, "x-referee-token": ACCESS.token}
FORM = {"extends": "hefl", "name": "garage", "title": "Our garage", "changes": {}}


@pytest.fixture
def client(tmp_path):
    files_in(tmp_path / "files")
    return TestClient(setup_app(ACCESS, around_in(tmp_path)), base_url=PAGE)


def post(client, path, **body):
    return client.post(f"/house/{path}", json=body, headers=OURS)


def test_leagues_and_house_files_are_listed(client):
    told = post(client, "books").json()
    assert [row["value"] for row in told["leagues"]] == ["efhl", "hefl", "vsefl", "simplified"]
    assert [row["title"] for row in told["house"]] == ["Our house"]


def test_a_house_is_opened_over_what_it_extends(client, tmp_path):
    told = post(client, "open", book=str(tmp_path / "files" / "house.toml")).json()
    assert (told["extends"], told["name"]) == ("hefl", "ours")
    assert told["changes"] == {"touch.fallen_tackles": "yes"}
    (fallen,) = [row for row in told["settings"] if row["path"] == "touch.fallen_tackles"]
    assert (fallen["value"], fallen["rule"]) == ("no", "HEFL-TKL-03")
    assert fallen["words"] == ["yes", "no"]


def test_values_are_checked_one_by_one(client):
    typed = {
        "tackle.front_until_yd": "300",
        "points.safety": "three",
        "dice.fall": "2d6 < 2",
        "touch.fallen_tackles": "perhaps",
        "series.downs": "5",
        "no.such": "1",
    }
    told = post(client, "check", **FORM | {"changes": typed}).json()
    assert set(told["wrong"]) == set(typed) - {"series.downs"}
    assert told["wrong"]["tackle.front_until_yd"] == "Needs a number from 0 to 100."
    assert told["changed"] == ["series.downs"]
    assert told["text"] == ""


def test_the_file_is_saved_once_and_again_only_when_asked(client, tmp_path):
    changes = {"tackle.front_until_yd": "3,5", "series.downs": "4"}
    assert post(client, "save", **FORM | {"changes": changes}).json()["saved"] is True
    book = load_rulebook(str(tmp_path / "games" / "garage.toml"))
    assert book.changed() == ("tackle.front_until_yd",)  # four downs is what the league has
    assert book.calls.tackle.front_until_yd.value == 3.5
    told = post(client, "save", **FORM).json()
    assert (told["saved"], told["there"]) == (False, True)
    assert post(client, "save", **FORM | {"over": True}).json()["saved"] is True
    assert load_rulebook(str(tmp_path / "games" / "garage.toml")).changed() == ()


def test_a_house_that_changes_everything_is_taken(client, tmp_path):
    settings = post(client, "open", book="vsefl").json()["settings"]
    changes = {
        row["path"]: str(row["bounds"][1])
        for row in settings
        if row["kind"] == "number" and row["value"] is not None
    }
    told = post(client, "save", **FORM | {"extends": "vsefl", "changes": changes}).json()
    assert len(told["changed"]) > 150
    assert told["saved"] or told["wrong"]  # what does not fit together is said, not cut off


@pytest.mark.parametrize("name", ["", "hefl", "two words", "../out", "con", "a.b", "x" * 41])
def test_a_name_that_is_no_file_of_the_folder_is_refused(client, tmp_path, name):
    told = post(client, "save", **FORM | {"name": name}).json()
    assert (told["saved"], list(told["wrong"])) == (False, ["name"])
    assert list((tmp_path / "games").glob("**/*.toml")) == []


def test_two_books_are_compared_as_the_command_does(client, tmp_path):
    house = str(tmp_path / "files" / "house.toml")
    told = post(client, "compare", one="hefl", other=house).json()
    assert [(row["path"], [side["value"] for side in row["sides"]]) for row in told["rows"]] == [
        ("touch.fallen_tackles", ["no", "yes"])
    ]


@pytest.mark.parametrize("path", ["books", "open", "check", "save", "compare"])
def test_only_a_paired_page_is_answered(client, path):
    bodies = {
        "books": {},
        "open": {"book": "hefl"},
        "compare": {"one": "hefl", "other": "efhl"},
    }
    body = bodies.get(path, FORM)
    answer = client.post(f"/house/{path}", json=body, headers={"origin": PAGE})
    assert answer.status_code == 403


def test_a_book_that_is_none_is_said_in_a_sentence(client, tmp_path):
    for book in ("nfl", str(tmp_path / "nowhere.toml"), "/etc/passwd"):
        answer = post(client, "open", book=book)
        assert answer.status_code == 422
        assert isinstance(answer.json()["detail"], str)
