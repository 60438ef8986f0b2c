"""The score sheet of a night that runs, as a page and as a PDF, for everybody who may look."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from referee.night.interface import StartProgress
from referee.web.night.night_app import night_app
from referee.web.night.score_sheet import add_sheet
from referee.web.server.page_access import PageAccess
from tests.web.desks import ACCESS, ScriptedDesk

PAGE = f"http://127.0.0.1:{ACCESS.port}"


def client_of(desk):
    app = night_app(desk, ACCESS)
    add_sheet(app, ACCESS, desk)
    return TestClient(app, base_url=PAGE)


@pytest.fixture
def client():
    with client_of(ScriptedDesk()) as client:
        yield client


def test_the_page_shows_the_game_as_it_stands_and_brings_no_style_or_script(client):
    page = client.get("/sheet")
    assert page.status_code == 200
    assert "<td" in page.text
    assert "1st &amp; 10" in page.text
    assert "Miners" in page.text
    assert "<style" not in page.text
    assert "<script" not in page.text
    assert client.get("/sheet.css").headers["content-type"].startswith("text/css")


def test_the_pdf_comes_on_both_papers(client):
    for paper, size in (("a4", b"[0 0 595.28 841.89]"), ("letter", b"[0 0 612.00 792.00]")):
        answer = client.get("/sheet.pdf", params={"paper": paper})
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
        assert size in answer.content
    assert client.get("/sheet.pdf", params={"paper": "napkin"}).status_code == 422


def test_the_picture_is_led_to_and_comes(client):
    assert 'href="/sheet.png"' in client.get("/sheet").text
    answer = client.get("/sheet.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


def test_other_names_of_this_machine_get_nothing(client):
    assert client.get("/sheet", headers={"host": "elsewhere.example"}).status_code == 403


def test_while_the_board_runs_only_those_who_may_press_get_it():
    desk, access = ScriptedDesk(), PageAccess(ACCESS.port, "the-token")
    desk.show(power=True)
    app = night_app(desk, access)
    add_sheet(app, access, desk)
    with TestClient(app, base_url=PAGE, client=("192.168.1.66", 40000)) as client:
        assert client.get("/sheet").status_code == 423
        assert client.get("/sheet.pdf").status_code == 423
        assert client.get("/sheet.png").status_code == 423
        shown = {"origin": PAGE, "x-referee-token": "the-token"}
        assert client.post("/pair", headers=shown).status_code == 200
        assert client.get("/sheet").status_code == 200


def test_before_the_night_there_is_no_sheet():
    desk = ScriptedDesk(now=None, doing=StartProgress("opening the camera", 0.4))
    with client_of(desk) as client:
        assert client.get("/sheet").status_code == 409
