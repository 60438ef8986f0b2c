"""Sound for pages: what is said is answered, fetched, and played by a real browser."""

from __future__ import annotations

import io
import threading
import wave

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from fastapi.testclient import TestClient

from referee.voice.utterance import Urgency, Utterance
from referee.voice.whistle import SignalPattern
from referee.web.night import page_sound as module
from referee.web.night.page_sound import add_sound
from referee.web.server.page_access import PageAccess
from referee.web.server.page_guard import PageGuard
from referee.web.server.page_server import claim_port
from tests.voice.fakes import Hall
from tests.web.test_page import browser, pytestmark  # noqa: F401 - the same browser

WHISTLE = Utterance(Urgency.WHISTLE, "whistle", pattern=SignalPattern.DEAD, again=True)
CALL = Utterance(Urgency.CALL, "call 1", "Touchdown!")


def app_of(hall, access):
    app = FastAPI()
    app.add_middleware(PageGuard, access=access)
    add_sound(app, hall.speaker)

    @app.get("/")
    def page() -> HTMLResponse:
        return HTMLResponse("<!doctype html><title>A page</title><body>A page</body>")

    return app


@pytest.fixture
def hall():
    return Hall()


@pytest.fixture
def client(hall, monkeypatch):
    monkeypatch.setattr(module, "WAIT_S", 0.05)
    app = app_of(hall, PageAccess(8620))
    return TestClient(app, base_url="http://127.0.0.1:8620")


def seconds(answer):
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "audio/wav"
    with wave.open(io.BytesIO(answer.content)) as file:
        return file.getnframes() / file.getframerate()


def test_a_page_that_comes_later_hears_nothing_old(client, hall):
    hall.tell(WHISTLE, CALL)
    hall.run(3.0)
    assert client.get("/sound/after/-1").json() == {"newest": 2, "heard": []}
    assert client.get("/sound/after/2").json() == {"newest": 2, "heard": []}


def test_what_was_said_since_is_told_in_order(client, hall):
    hall.tell(WHISTLE, CALL)
    hall.run(3.0)
    told = client.get("/sound/after/0").json()
    assert told == {
        "newest": 2,
        "heard": [
            {"number": 1, "level": 1, "words": "", "pattern": "dead"},
            {"number": 2, "level": 2, "words": "Touchdown!", "pattern": None},
        ],
    }


def test_a_page_that_outlived_the_program_starts_anew(client, hall):
    hall.tell(WHISTLE)
    told = client.get("/sound/after/300").json()
    assert (told["newest"], len(told["heard"])) == (1, 1)


def test_patterns_and_words_are_sound_files(client, hall):
    hall.tell(CALL)
    assert seconds(client.get("/sound/pattern/dead.wav")) == pytest.approx(0.75)
    assert seconds(client.get("/sound/words/1.wav")) == pytest.approx(0.1)


def test_without_speech_there_is_no_file_but_a_sentence(client, hall):
    hall.engine.broken = "espeak-ng failed: no voice."
    hall.tell(CALL)
    answer = client.get("/sound/words/1.wav")
    assert (answer.status_code, answer.json()["detail"]) == (404, "espeak-ng failed: no voice.")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/sound/words/99.wav", 404),
        ("/sound/words/x.wav", 422),
        ("/sound/pattern/../../access.wav", 404),
        ("/sound/pattern/hush.wav", 422),
        ("/sound/after/-7", 422),
    ],
)
def test_what_is_not_there_is_not_given(client, path, status):
    assert client.get(path).status_code == status


def test_another_site_hears_nothing(client):
    answer = client.get("/sound/after/-1", headers={"origin": "http://evil.example"})
    assert answer.status_code == 403


RECORDER = """
window.played = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...rest) {
  const samples = this.buffer.getChannelData(0);
  window.played.push({ seconds: this.buffer.duration, loud: Math.max(...samples.slice(0, 20000)) });
  start.apply(this, rest);
};
true;
"""


def until(page, script):
    """Asked again and again: the page's own rules keep the tool from waiting inside it."""
    for _ in range(400):
        if page.evaluate(script):
            return
        page.wait_for_timeout(25)
    pytest.fail(f"never: {script}")


def test_a_browser_plays_whistle_and_words_after_a_tap(browser, hall):  # noqa: F811
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1])
    config = uvicorn.Config(app_of(hall, access), log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    page = browser.new_page()
    try:
        page.goto(access.address)
        page.evaluate(RECORDER)
        page.mouse.click(10, 10)
        assert page.evaluate(
            "import('/sound.js').then((m) => { window.s = m; return m.startSound(1); })"
        )
        hall.tell(WHISTLE, CALL)
        until(page, "window.played.length === 1")
        hall.run(2.0)
        until(page, "window.played.length === 2")
        assert page.evaluate("window.played.map((each) => each.seconds)") == pytest.approx(
            [0.75, 0.1], abs=0.01
        )
        assert page.evaluate("window.played[0].loud") == pytest.approx(0.9, abs=0.05)
        assert page.evaluate("window.s.soundAlarm()")
        until(page, "window.played.length === 3")
        page.evaluate("window.s.stopSound()")
        assert page.evaluate("window.s.soundAlarm()") is False
    finally:
        page.close()
        server.should_exit = True
        thread.join(10.0)
