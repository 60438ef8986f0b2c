"""Words from another program: who may say what, and what comes of it."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from referee.night.commands import Declare, PanicOff, ReportReady, StopBoard
from referee.night.night_output import NightOutput
from referee.official.declarations.types import PlayNamed
from referee.web.night.night_app import night_app
from referee.web.night.spoken_words import add_spoken
from tests.web.desks import ACCESS, ScriptedDesk

PAGE = "http://127.0.0.1:8620"
OURS = {"origin": PAGE, "x-referee-token": ACCESS.token}
UNPAIRED = {"origin": PAGE}


@pytest.fixture
def desk():
    return ScriptedDesk()


@pytest.fixture
def client(desk):
    app = night_app(desk, ACCESS)
    add_spoken(app, ACCESS, desk)
    with TestClient(app, base_url=PAGE) as client:
        yield client


def say(client, words, headers=OURS, **more):
    return client.post("/spoken", json={"words": words, **more}, headers=headers)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("ready", ReportReady()),
        ("22 has the ball", Declare(PlayNamed(carrier="H22"))),
        ("stop", StopBoard()),
    ],
)
def test_a_paired_program_says_anything(client, desk, words, command):
    answer = say(client, words)
    assert (answer.status_code, answer.json()["done"]) == (200, True)
    assert desk.wishes == [command]


@pytest.mark.parametrize(("words", "command"), [("stop", StopBoard()), ("off", PanicOff())])
def test_anybody_of_ours_may_stop(client, desk, words, command):
    assert say(client, words, UNPAIRED).status_code == 200
    assert desk.wishes == [command]


def test_without_pairing_nothing_that_leads_to_power(client, desk):
    answer = say(client, "ready", UNPAIRED)
    assert answer.status_code == 403
    assert "not paired" in answer.json()["detail"]
    assert desk.wishes == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"words": "fetch"}, 422),
        ({"words": "ready", "certainty": 0.5}, 422),
        ({"words": "ready", "certainty": 7}, 422),
        ({"words": ""}, 422),
        ({"words": "x" * 5000}, 422),
        ({"words": "x" * 70_000}, 403),
        ({"words": "ready", "more": 1}, 422),
        ({}, 422),
    ],
)
def test_what_cannot_be_meant_is_refused(client, desk, body, status):
    assert client.post("/spoken", json=body, headers=OURS).status_code == status
    assert desk.wishes == []


def test_another_site_says_nothing(client, desk):
    assert say(client, "stop", {"origin": "http://evil.example"}).status_code == 403
    assert desk.wishes == []


def test_a_refusal_of_the_night_is_passed_on(client, desk):
    desk.answer = NightOutput(refused="The board is running: stop it first.")
    answer = say(client, "ready")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "The board is running: stop it first."
