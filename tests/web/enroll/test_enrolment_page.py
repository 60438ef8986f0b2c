"""The enrolment view's routes: looked at by anybody on this machine, worked only by its owner."""

from __future__ import annotations

import threading

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from referee.core.errors import BadValue
from referee.web.enroll.enrolment_page import EnrolmentView, add_enrolment, enrolment_app
from referee.web.live.live_app import live_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_guard import PageGuard
from tests.web.boards import ACCESS, CHOICES, ShownToy

PAGE = "http://127.0.0.1:8620"
OURS = {"origin": PAGE, "x-referee-token": ACCESS.token}
LINE_UP = EnrolmentView({"teams": {}, "doubts": []}, b"\xff\xd8picture")


class Told:
    """Looks as it is told."""

    repeats = True

    def __init__(self):
        self.found = None
        self.why = None
        self.entered = threading.Event()
        self.gate = None

    def newest(self):
        return self.found

    def look(self):
        self.entered.set()
        if self.gate is not None:
            self.gate.wait(10.0)
        if self.why is not None:
            raise self.why
        self.found = LINE_UP
        return LINE_UP


@pytest.fixture
def enroller():
    return Told()


@pytest.fixture
def client(enroller):
    app = FastAPI()
    app.add_middleware(PageGuard, access=ACCESS)
    add_enrolment(app, ACCESS, enroller)
    return TestClient(app, base_url=PAGE)


def test_before_anybody_looked_there_is_nothing(client):
    assert client.get("/enrolment.json").json() == {"repeats": True, "outcome": None}
    assert client.get("/enrolment.jpg").status_code == 404


def test_a_look_is_shown(client):
    assert client.post("/enrolment", headers=OURS).status_code == 200
    assert client.get("/enrolment.json").json()["outcome"] == LINE_UP.outcome
    answer = client.get("/enrolment.jpg")
    assert (answer.content, answer.headers["content-type"]) == (LINE_UP.jpeg, "image/jpeg")


def test_why_there_is_no_line_up_is_said(client, enroller):
    enroller.why = BadValue("figures", 3, "two teams of two or more")
    answer = client.post("/enrolment", headers=OURS)
    assert answer.status_code == 422
    assert answer.json()["detail"] == "figures is 3; allowed: two teams of two or more"


def test_nobody_waits_behind_a_look(client, enroller):
    enroller.gate = threading.Event()
    first = threading.Thread(target=client.post, args=("/enrolment",), kwargs={"headers": OURS})
    first.start()
    assert enroller.entered.wait(10.0)
    assert client.post("/enrolment", headers=OURS).status_code == 423
    enroller.gate.set()
    first.join()


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": PAGE},
        {"origin": PAGE, "x-referee-token": "guess"},
        {"origin": "https://example.org", "x-referee-token": ACCESS.token},
        {"x-referee-token": ACCESS.token},
    ],
)
def test_a_look_asked_for_from_elsewhere_is_refused(client, enroller, headers):
    assert client.post("/enrolment", headers=headers).status_code == 403
    assert enroller.found is None


@pytest.mark.parametrize("path", ["/enrolment.json", "/enrolment.jpg", "/enrolment"])
def test_another_name_for_this_machine_sees_nothing(client, path):
    assert client.get(path, headers={"host": "evil.example:8620"}).status_code == 403


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/%2e%2e/app.py", "/enrolment.jpg/../app.py", "/static/enrolment.html"],
)
def test_no_path_reaches_other_files(path):
    client = TestClient(enrolment_app(LINE_UP, ACCESS), base_url=PAGE)
    assert client.get(path).status_code in {404, 405}


def test_the_view_of_a_finished_enrolment_cannot_look_again():
    client = TestClient(enrolment_app(LINE_UP, PageAccess(8620, ACCESS.token)), base_url=PAGE)
    assert client.get("/").text.startswith("<!doctype html>")
    assert client.get("/enrolment.json").json()["repeats"] is False
    assert client.post("/enrolment", headers=OURS).status_code == 422


def test_the_live_page_has_the_view_too():
    with TestClient(live_app(ShownToy(), ACCESS, CHOICES), base_url=PAGE) as client:
        assert "Enrolment" in client.get("/").text
        assert client.get("/enrolment").status_code == 200
        assert client.get("/enrolment.json").json() == {"repeats": True, "outcome": None}
