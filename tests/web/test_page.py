"""The browser that the page tests open, and what holds for every page."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="the page tests need Chromium (Debian: apt install chromium)"
)
ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as tool:
        chromium = tool.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield chromium
        chromium.close()


def expect(page, selector):
    return sync_api.expect(page.locator(selector))


def test_the_pages_are_plain_files_without_a_build():
    static = Path(__file__).resolve().parents[2] / "referee" / "web" / "static"
    for file in (each for each in static.rglob("*") if each.is_file()):
        assert "http" not in file.read_text(encoding="utf-8").replace(
            "http://www.w3.org/2000/svg", ""
        )


def test_nothing_but_stop_can_be_pressed_before_the_night_has_answered():
    page = Path(__file__).resolve().parents[2] / "referee" / "web" / "static" / "play" / "play.html"
    opening = {
        tag.split('id="')[1].split('"')[0]: " disabled " in tag
        for tag in page.read_text(encoding="utf-8").split("<button ")
        if 'id="' in tag.split(">")[0]
    }
    waiting = {"ready", "wait", "undo", "enter", "by-itself"}
    assert {name for name in (*waiting, "stop", "off") if opening[name]} == waiting
