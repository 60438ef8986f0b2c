"""The review page in a real browser: from a flagged call to what stands instead."""

from __future__ import annotations

import re
import shutil
import threading
from contextlib import contextmanager
from dataclasses import replace

import pytest
import uvicorn

from referee.review.source.recorded_game import RecordedGame
from referee.web.review.review_page import review_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_port
from tests.review.folders import CLOSE, END, make_game
from tests.review.games import TACKLED, journal_of, noted
from tests.web.test_page import DESK, PHONE, browser, pytestmark  # noqa: F401 - the same browser

EVIL = "<img src=x onerror=alert(1)>"
GAME = journal_of((END, noted(CLOSE)), replace(TACKLED, x_mm=456.0, flagged=True))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_game(tmp_path_factory.mktemp("games") / "game", GAME, title=EVIL)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    return make_game(tmp_path_factory.mktemp("games") / "drawn", video=False)


@contextmanager
def served(folder):
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    config = uvicorn.Config(review_app(RecordedGame(folder), access), log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield access.address
    server.should_exit = True
    thread.join(10.0)


@pytest.fixture
def opened(browser, made, tmp_path):  # noqa: F811 - the fixture of the same name
    """Opens the page of a fresh copy of a game; afterwards nothing may have gone wrong in it."""
    complaints: list[str] = []
    closing = []

    def open_page(size=DESK, folder=made, paired=True):
        serving = served(shutil.copytree(folder, tmp_path / "game"))
        address = serving.__enter__()
        page = browser.new_page(viewport=size)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto(address if paired else address.partition("#")[0])
        page.locator("#stage").wait_for()
        if paired:
            page.locator("#confirm:enabled").wait_for()
        closing.append((page, serving))
        return page

    yield open_page
    for page, serving in closing:
        page.close()
        serving.__exit__(None, None, None)
    assert complaints == []


def pictured(page):
    """Wait until the picture of this frame is there."""
    page.locator("#close[data-picture='shown']").wait_for()


def where(page):
    return page.locator("#where").inner_text()


def test_the_first_open_flag_is_shown_with_picture_outlines_and_contact(opened):
    page = opened()
    pictured(page)
    assert page.locator(".flag").count() == 2
    assert "Unclear tackle: Blues 50 and Reds 22" in page.locator("#what").inner_text()
    assert where(page) == "0.0 ms"
    assert page.locator("#close .base.close").count() == 2
    assert page.locator("#close .meet-point").count() == 2
    assert page.locator("#whole .base").count() == 3
    assert page.locator(".plot .band").count() == 1
    assert "at the instant" in page.locator(".plot output").inner_text()
    assert page.locator("#rule-title").inner_text() == "Front-of-base tackle (EFHL-TKL-01)"
    # Numbers of the rule are there for whoever wants them, and not what a reviewer reads first.
    assert page.locator("#rule-settings").is_hidden()
    page.locator("#rule-numbers summary").click()
    assert page.locator("#rule-settings").is_visible()


def test_while_the_clip_is_being_read_the_page_says_so(opened):
    page, held = opened(), []

    def hold(route):
        held.append(route)

    page.route(re.compile(r"/review/\d+\.json"), hold)
    page.reload()
    page.locator("#loading").wait_for()
    held[0].continue_()
    page.locator("#stage").wait_for()
    assert page.locator("#loading").is_hidden()


def test_outlines_lie_on_the_picture(opened):
    page = opened()
    pictured(page)
    canvas, drawing = (page.locator(f"#close {kind}").bounding_box() for kind in ("canvas", "svg"))
    assert canvas == pytest.approx(drawing, abs=1.0)
    # Under the middle of the carrier's outline the painted base has his team's colour.
    base = page.locator("#close .base.home.close .outline").bounding_box()
    x = (base["x"] + base["width"] * 0.3 - canvas["x"]) / canvas["width"]
    y = (base["y"] + base["height"] * 0.7 - canvas["y"]) / canvas["height"]
    look = """([x, y]) => { const c = document.querySelector('#close canvas');
      return [...c.getContext('2d').getImageData(x * c.width, y * c.height, 1, 1).data]; }"""
    red, _, blue, _ = page.evaluate(look, [x, y])
    assert blue > red + 80


def test_arrows_step_and_the_plot_follows(opened):
    page = opened()
    cursor = page.locator(".plot .cursor")
    at_instant = float(cursor.get_attribute("x1"))
    page.keyboard.press("ArrowLeft")
    assert where(page) == "−12.5 ms"
    page.keyboard.press("ArrowLeft")
    assert where(page) == "−45.5 ms"
    assert float(cursor.get_attribute("x1")) < at_instant
    assert page.locator("#close .meet-point").count() == 0
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("i")
    assert where(page) == "0.0 ms"


def test_a_tap_on_the_plot_goes_to_that_frame(opened):
    page = opened()
    box = page.locator(".plot svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + 60)
    assert float(where(page).split(" ")[0].replace("−", "-")) < -300


def test_space_plays_slowly_and_pauses(opened):
    page = opened()
    page.keyboard.press("1")
    assert page.locator("[data-speed='0.125']").get_attribute("aria-pressed") == "true"
    page.keyboard.press(" ")
    page.locator("#where", has_text=re.compile(r"^\+")).wait_for()
    page.keyboard.press(" ")
    assert page.locator("#play span").inner_text() == "Play"
    here = where(page)
    page.keyboard.press("ArrowRight")
    assert where(page) != here


def test_j_and_k_go_from_flag_to_flag(opened):
    page = opened()
    page.keyboard.press("j")
    page.locator(".flag[data-number='5'][aria-current='true']").wait_for()
    page.get_by_text("Tackle", exact=True).first.wait_for()
    page.keyboard.press("k")
    page.locator(".flag[data-number='4'][aria-current='true']").wait_for()


@pytest.mark.parametrize(("key", "ruling"), [("y", "confirmed"), ("t", "cannot tell")])
def test_a_key_closes_the_flag_and_the_next_one_comes(opened, key, ruling):
    page = opened()
    page.keyboard.press(key)
    page.locator(f".flag[data-number='4'][data-state='{ruling}']").wait_for()
    page.locator(".flag[data-number='5'][aria-current='true']").wait_for()
    page.locator(".flag[data-number='4']").click()
    page.locator("#stands", has_text=ruling).wait_for()
    page.locator("#reopen").click()
    page.locator(".flag[data-number='4'][data-state='open']").wait_for()


def test_u_takes_the_last_ruling_back_and_shows_its_flag(opened):
    page = opened()
    assert page.locator("#undone").is_hidden()
    page.keyboard.press("y")
    page.locator(".flag[data-number='5'][aria-current='true']").wait_for()
    page.locator("#confirm:enabled").wait_for()
    page.keyboard.press("u")
    page.locator(".flag[data-number='4'][data-state='open'][aria-current='true']").wait_for()
    assert page.locator("#undone").is_hidden()


def test_keys_of_the_game_decide_nothing_here(opened):
    page = opened()
    for key in ("c", "r", "s", "u"):
        page.keyboard.press(key)
    page.keyboard.press("?")
    page.locator(".keys-box").wait_for()
    page.keyboard.press("y")  # behind the box
    page.keyboard.press("Escape")
    page.locator(".keys-box").wait_for(state="hidden")
    assert page.locator(".flag[data-state='open']").count() == 2


def test_the_slider_goes_through_the_clip_and_the_loop_begins_again(opened):
    page = opened()
    last = int(page.locator("#slider").get_attribute("max"))
    page.locator("#slider").fill(str(last))
    assert where(page).startswith("+")
    page.keyboard.press("l")
    page.keyboard.press("3")
    page.keyboard.press(" ")
    page.locator("#where", has_text=re.compile(r"^−")).wait_for()
    page.keyboard.press(" ")
    assert page.locator("#loop").get_attribute("aria-pressed") == "true"


def test_the_picture_is_large_can_be_exchanged_and_enlarged(opened):
    page = opened()
    pictured(page)
    close, whole = (page.locator(f"#{each}").bounding_box() for each in ("close", "whole"))
    assert close["width"] > 2 * whole["width"]
    page.keyboard.press("v")
    assert page.locator("#whole").bounding_box()["width"] > whole["width"]
    page.keyboard.press("+")
    grown = page.locator("#whole .sheet").bounding_box()["width"]
    assert grown == pytest.approx(1.5 * page.locator("#whole").bounding_box()["width"], rel=0.02)
    page.keyboard.press("0")
    assert page.locator("#whole .sheet").bounding_box()["width"] < grown


def test_no_key_decides_about_a_flag_that_is_not_shown_yet(opened):
    page = opened()
    page.route("**/review/5.json", lambda route: None)  # its clip never comes
    page.keyboard.press("j")
    page.locator(".flag[data-number='5'][aria-current='true']").wait_for()
    page.keyboard.press("y")
    page.keyboard.press("o")
    assert page.locator("#confirm").is_disabled()
    assert page.locator("#instead").is_hidden()
    assert page.locator(".flag[data-state='open']").count() == 2


def test_what_changes_is_shown_before_the_call_is_overturned(opened):
    page = opened()
    page.keyboard.press("o")
    assert page.locator("#sure").is_disabled()
    page.locator("#choice").select_option("spot")
    page.locator("#changes table").wait_for()
    shown = page.locator("#changes").inner_text()
    assert "1st and 10 at the opponent's 45" in shown
    assert "1st and 10 at the opponent's 48.3" in shown
    page.locator("#close svg").click(position={"x": 40, "y": 40})
    page.locator("#close .wanted").wait_for()
    page.locator("#changes", has_not_text="48.3").wait_for()
    page.locator("#sure").click()
    page.locator(".flag[data-state='overturned']").click()
    page.locator("#stands", has_text="another spot").wait_for()


def test_what_falls_with_a_verdict_is_named(opened):
    page = opened()
    page.locator("#overturn").click()
    page.locator("#choice").select_option("touchdown")
    page.locator("#changes .falls").wait_for()
    assert "6\u00a0:\u00a00" in page.locator("#changes").inner_text()


def test_without_video_the_geometry_is_drawn_and_it_is_said(opened, drawn):
    page = opened(folder=drawn)
    assert "No video was kept" in page.locator("#lacks").inner_text()
    assert page.locator("#close .print").count() > 20
    assert page.locator("#close .base.close").count() == 2


def test_names_are_words_and_never_markup(opened):
    page = opened()
    assert page.locator("#title").inner_text() == EVIL
    assert page.locator("h1 img").count() == 0


def test_who_opened_no_printed_address_watches_only(opened):
    page = opened(paired=False)
    page.get_by_text("Watching only").wait_for()
    assert page.locator("#confirm").is_disabled()
    page.keyboard.press("c")
    assert page.locator(".flag[data-state='open']").count() == 2


@pytest.mark.parametrize("size", [DESK, {"width": 1024, "height": 700}, PHONE])
def test_everything_fits_and_can_be_reached(opened, size):
    page = opened(size)
    page.keyboard.press("o")
    page.locator("#choice").select_option("spot")
    page.locator("#changes table").wait_for()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size["width"]
    for button in page.locator(".rulings .plain, .transport .plain, #sure").all():
        assert button.bounding_box()["height"] >= 40
    page.locator("#sure").scroll_into_view_if_needed()
    page.locator("#sure").click()
    page.locator(".flag[data-state='overturned']").wait_for()
