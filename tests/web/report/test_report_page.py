"""The log for a report comes to a paired page, and to no other."""

from __future__ import annotations

import base64

import pytest
from fastapi.testclient import TestClient

from referee.web.report.report_page import add_report
from referee.web.server.page_app import page_app
from tests.web.desks import ACCESS

PAGE = "http://127.0.0.1:8620"


@pytest.fixture
def client():
    app = page_app(ACCESS)
    add_report(app, ACCESS, lambda game: f"zip of {game}".encode())
    return TestClient(app, base_url=PAGE)


def test_a_paired_page_gets_the_zip_of_the_game_it_named(client):
    shown = {"origin": PAGE, "x-referee-token": ACCESS.token}
    told = client.post("/report", json={"game": "monday"}, headers=shown).json()
    assert told["name"].endswith(".zip")
    assert base64.b64decode(told["zip"]) == b"zip of monday"


@pytest.mark.parametrize("headers", [{}, {"x-referee-token": "guessed"}])
def test_a_page_that_is_not_paired_gets_nothing(client, headers):
    answer = client.post("/report", json={}, headers={"origin": PAGE, **headers})
    assert answer.status_code == 403
