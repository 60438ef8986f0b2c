"""The enrolment view's routes: looked at on this machine, under the page's own name."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from referee.web.enroll.enrolment_page import EnrolmentView, enrolment_app
from tests.web.desks import ACCESS

PAGE = "http://127.0.0.1:8620"
LINE_UP = EnrolmentView({"teams": {}, "doubts": []}, b"\xff\xd8picture")


@pytest.fixture
def client():
    return TestClient(enrolment_app(LINE_UP, ACCESS), base_url=PAGE)


def test_the_page_shows_what_was_found_and_the_picture(client):
    assert client.get("/").text.startswith("<!doctype html>")
    assert client.get("/enrolment.json").json() == LINE_UP.outcome
    answer = client.get("/enrolment.jpg")
    assert (answer.content, answer.headers["content-type"]) == (LINE_UP.jpeg, "image/jpeg")


@pytest.mark.parametrize("path", ["/enrolment.json", "/enrolment.jpg", "/"])
def test_another_name_for_this_machine_sees_nothing(client, path):
    assert client.get(path, headers={"host": "evil.example:8620"}).status_code == 403


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/%2e%2e/app.py", "/enrolment.jpg/../app.py", "/static/enrolment.html"],
)
def test_no_path_reaches_other_files(client, path):
    assert client.get(path).status_code in {404, 405}
