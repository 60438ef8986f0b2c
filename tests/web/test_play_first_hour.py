"""What a newcomer stumbles over on the game's page: nothing stale, nothing cut, nothing unsaid."""

# ruff: noqa: F811 - fixtures are arguments of the same name
from __future__ import annotations

import re
from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.core.geometry.marker import Marker
from referee.game.state import GamePhase
from referee.night.commands import ClearAlarm, Declare, EnterEvent, PanicOff, ReportReady
from referee.night.gate import (
    HANDS_ABOVE_BOARD,
    NO_LOOK,
    SWITCHED_OFF,
    PowerReason,
    PowerReasonKind,
    not_watching,
)
from referee.night.night_output import NightOutput
from referee.night.phase import NightPhase
from referee.night.screen.performance_meter import LatencySpread
from referee.night.screen.questions import KICK_QUESTION, Question
from referee.official.declarations.types import PlayNamed
from referee.official.outcome import QuestionKind
from referee.rulebooks.play_step import PlayStep
from tests.web.desks import FIELD, NOTICE, STATE, call
from tests.web.test_page import DESK, PHONE, browser, expect, pytestmark, sync_api  # noqa: F401 - the browser
from tests.web.test_play_page import asked, desk, opened, pixel_of, table, wished  # noqa: F401 - fixtures

ACROSS = {"width": 844, "height": 390}
TABLET = {"width": 1180, "height": 820}
LAPTOP = {"width": 1366, "height": 768}
TV = {"width": 1920, "height": 1080}
EVERY_SIZE = [PHONE, ACROSS, TABLET, LAPTOP, TV]
CARRIER = asked(QuestionKind.CARRIER, "nobody said who has the ball", carrier=None)
KICKOFF = {
    "state": replace(STATE, phase=GamePhase.KICKOFF, quarter=1),
    "phase": NightPhase.KICK,
    "notice": replace(NOTICE, carrier=None),
    "questions": (Question(KICK_QUESTION.what, KICK_QUESTION.sentence),),
}


def size_of(page, part):
    box = page.locator(part).bounding_box()
    return box["width"], box["height"]


# --- what is due ------------------------------------------------------------------------------


def test_a_question_of_a_moment_that_is_over_goes_by_itself(opened, desk):
    desk.show(**CARRIER)
    page = opened()
    page.get_by_role("button", name="Tap the ball carrier").click()
    expect(page, "#pick").to_be_visible()
    desk.show(power=True, phase=NightPhase.LIVE, notice=replace(NOTICE, power=True), questions=())
    expect(page, "#pick").to_be_hidden()
    assert desk.wishes == []


@pytest.mark.parametrize("size", [DESK, LAPTOP, PHONE])
def test_the_field_keeps_its_size_while_somebody_taps(opened, desk, size):
    desk.show(**CARRIER)
    page = opened(size)
    page.get_by_role("button", name="Tap the ball carrier").wait_for()
    before = size_of(page, "#field")
    page.get_by_role("button", name="Tap the ball carrier").click()
    expect(page, "#pick").to_be_visible()
    assert size_of(page, "#field") == before


def test_on_a_phone_a_finger_beside_a_figure_means_it(opened, desk):
    desk.show(**CARRIER)
    page = opened(PHONE)
    page.get_by_role("button", name="Tap the ball carrier").click()
    page.locator("#field").scroll_into_view_if_needed()
    box = page.locator("#field [data-id=H22] .base").bounding_box()
    # 18 px from its middle: far outside of a base that is 12 px long here.
    page.mouse.click(box["x"] + box["width"] / 2 - 18, box["y"] + box["height"] / 2)
    assert wished(page, desk) == [Declare(PlayNamed(None, "H22"))]


def test_what_is_needed_at_a_kick_is_the_kick_and_nothing_else(opened, desk):
    desk.show(**KICKOFF)
    page = opened()
    expect(page, "#entering h2").to_have_text("Enter the kick")
    expect(page, "#asks").to_be_hidden()
    entering, deck = (page.locator(part).bounding_box() for part in ("#entering", "#deck"))
    assert entering["y"] + entering["height"] <= deck["y"] + 1


MANY_REASONS = (
    HANDS_ABOVE_BOARD,
    PowerReason(PowerReasonKind.UNSEEN_PLAYERS, "Not seen: Miners 22.", ("H22",)),
    SWITCHED_OFF,
)


@pytest.mark.parametrize("due", [CARRIER, KICKOFF])
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_no_reason_pushes_what_is_due_out_of_sight(opened, desk, due, size):
    desk.show(**due, reasons=MANY_REASONS)
    page = opened(size)
    sync_api.expect(page.locator("#reasons li")).to_have_count(3)
    first = page.locator("#asks button, #entering button").locator("visible=true").first
    answer, deck = first.bounding_box(), page.locator("#deck").bounding_box()
    assert answer["y"] + answer["height"] <= deck["y"]


def test_who_is_told_to_press_clear_finds_a_button_of_that_name(opened, desk):
    desk.show(reasons=(SWITCHED_OFF,))
    page = opened()
    assert "presses Clear" in page.locator("#reasons").inner_text()
    page.get_by_role("button", name="Clear").click()
    assert wished(page, desk) == [ClearAlarm()]


def test_a_line_up_is_not_called_wrong_while_hands_still_set_it_up(opened, desk):
    desk.show(line_up_faults=("Over the line: Miners 22.",), hands=True)
    page = opened()
    expect(page, "#asks summary").to_have_text("Line-up as it was read")
    desk.show(hands=False)
    expect(page, "#asks summary").to_have_text("Line-up: not legal")


def test_a_table_that_waits_for_the_computer_is_not_said_to_be_kept_up_with(opened, desk):
    slow = replace(desk.now.performance, speed=0.4)
    desk.show(performance=slow)
    page = opened()
    expect(page, "#gauges").to_contain_text("table waits for it")
    assert "keeps up" not in page.locator("#gauges").inner_text()


def test_long_figures_stay_within_a_narrow_window(opened, desk):
    stages = {"frame to switch": LatencySpread(178.3, 1637.0, 1900.0)}
    desk.show(performance=replace(desk.now.performance, stages=stages))
    page = opened({"width": 360, "height": 780})
    expect(page, "#gauges").to_contain_text("1637")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0


def test_the_headline_says_what_has_to_be_told(opened, desk):
    desk.show(**CARRIER)
    page = opened()
    expect(page, "#mood").to_have_text("Who has the ball?")
    sync_api.expect(page.locator("#asks h2").first).to_have_text("Choose the ball carrier.")


def test_what_is_due_is_on_top_when_the_moment_changes(opened, desk):
    page = opened(LAPTOP)
    page.click("#enter")
    page.evaluate("document.querySelector('.side').scrollTop = 4000")
    assert page.evaluate("document.querySelector('.side').scrollTop") > 0
    desk.show(**CARRIER)
    expect(page, "#mood").to_have_text("Who has the ball?")
    assert page.evaluate("document.querySelector('.side').scrollTop") == 0


def test_a_refused_ready_says_why(opened, desk):
    desk.answer = NightOutput(refused="A kick comes next: enter where it ended.")
    page = opened()
    page.click("#ready")
    expect(page, "#notice").to_have_text("A kick comes next: enter where it ended.")
    expect(page, "#notice").to_be_in_viewport()


def test_a_reason_that_comes_and_goes_can_be_read(opened, desk):
    desk.show(reasons=(HANDS_ABOVE_BOARD,))
    page = opened()
    sync_api.expect(page.locator("#reasons li")).to_have_count(1)
    desk.show(reasons=())
    expect(page, "#now").to_have_attribute("data-mood", "go")
    assert page.locator("#reasons li").count() == 1
    sync_api.expect(page.locator("#reasons li")).to_have_count(0)


def test_a_flag_of_a_play_that_is_on_is_reviewed_after_it(opened, desk):
    flagged = call(CallKind.BROKEN_TACKLE, flag=("seen from far",))
    desk.show(calls=(flagged,), phase=NightPhase.STOP, notice=replace(NOTICE, step=PlayStep.READ))
    page = opened()
    expect(page, "#flag").to_have_text("To be reviewed after this play: seen from far")
    desk.show(phase=NightPhase.BETWEEN, notice=NOTICE)
    expect(page, "#flag").to_have_text("To be reviewed: seen from far")


def test_a_ball_beside_the_board_is_not_drawn_over_the_legend(opened, desk):
    board = desk.now.board
    beside = Marker(300.0, FIELD.metal_near_y_mm - 20.0, 6.0)
    inside = Marker(300.0, 100.0, 6.0)
    desk.show(board=replace(board, markers=(beside, inside)))
    page = opened()
    sync_api.expect(page.locator("#field .marker")).to_have_count(1)


# --- pairing ----------------------------------------------------------------------------------


def test_the_reason_why_nothing_can_be_paired_is_said_and_no_old_notice(opened, desk):
    desk.answer = NightOutput(refused="Something else was refused.")
    page = opened()
    page.click("#undo")
    expect(page, "#notice").to_have_text("Something else was refused.")
    why = "The page answers this computer only: start it with --lan."
    page.route("**/pair/code", lambda route: route.fulfill(status=422, json={"detail": why}))
    page.click("#devices")
    expect(page, "#pair-why").to_have_text(why)
    expect(page, "#pair-how").to_be_hidden()


# --- NOT WATCHING -----------------------------------------------------------------------------


def test_with_the_power_off_nobody_is_frightened(opened, desk):
    page = opened()
    desk.show(reasons=(not_watching(NO_LOOK),))
    expect(page, "#blind").to_have_class("blind thin")
    expect(page, "#blind-deed").to_contain_text("See to the camera")
    assert page.locator("#blind").bounding_box()["height"] < 120
    expect(page, "#field").to_be_in_viewport()


def test_with_the_power_on_it_covers_the_page_at_once(opened, desk):
    page = opened()
    desk.show(power=True, phase=NightPhase.LIVE, notice=replace(NOTICE, power=True))
    expect(page, "body").to_have_attribute("data-power", "on")
    desk.show(watching=False, reasons=(not_watching("no fresh picture comes."),))
    expect(page, "#blind").to_have_class("blind")
    assert page.locator("#blind").bounding_box()["height"] > 0.4 * DESK["height"]


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_not_watching_is_not_cut_off(opened, desk, size):
    page = opened(size)
    desk.freeze()
    expect(page, "#blind strong").to_be_visible()
    wide = page.evaluate(
        """() => [...document.querySelectorAll('#blind strong, #blind p')]
            .filter((part) => part.textContent)
            .map((part) => { const range = document.createRange();
                range.selectNodeContents(part); return range.getBoundingClientRect().right; })"""
    )
    # A window with a scroll bar, or a font that is a little wider, takes some of it.
    assert max(wide) <= size["width"] - 16


# --- the whole page ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", EVERY_SIZE)
@pytest.mark.parametrize("moment", ["set-up", "carrier", "kick", "big"])
def test_nothing_is_cut_off_on_any_screen(opened, desk, size, moment):
    desk.show(**{"carrier": CARRIER, "kick": KICKOFF}.get(moment, {}))
    page = opened(size)
    if moment == "big":
        page.keyboard.press("b")
        expect(page, "body").to_have_attribute("data-big", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    outside = page.evaluate(
        """() => [...document.querySelectorAll('button, input, output, a, .mood, .spot, .down, h2')]
            .filter((node) => node.getClientRects().length && !node.matches('.skip, .skip *'))
            .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5
                || node.scrollWidth > node.clientWidth + 2)
            .map((node) => node.id || node.className || node.textContent)"""
    )
    assert outside == []


def test_on_a_phone_the_field_is_on_the_first_screen(opened, desk):
    page = opened(PHONE)
    box = page.locator("#field").bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]


def test_the_keys_stand_on_a_question_mark(opened, desk):
    page = opened()
    page.keyboard.press("?")
    expect(page, ".keys-box").to_be_visible()
    page.keyboard.press("r")  # behind the box
    assert desk.wishes == []
    page.keyboard.press("?")
    expect(page, ".keys-box").to_be_hidden()


def test_dark_or_light_is_kept_for_every_page(opened, desk):
    page = opened()
    before = page.locator("html").get_attribute("data-theme")
    page.click("#theme")
    assert page.locator("html").get_attribute("data-theme") != before
    page.reload()
    assert page.locator("html").get_attribute("data-theme") != before


def test_large_letters_are_kept_on_this_device(opened, desk):
    page = opened(TV)
    small = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.spot')).fontSize)")
    page.keyboard.press("b")
    page.reload()
    expect(page, "body").to_have_attribute("data-big", "true")
    assert (
        page.evaluate("parseFloat(getComputedStyle(document.querySelector('.spot')).fontSize)")
        > 1.5 * small
    )


# --- the last play once more ------------------------------------------------------------------


def test_the_last_play_is_shown_once_more_by_one_key(opened, desk):
    page = opened()
    expect(page, "#replay").to_be_hidden()
    desk.show(power=True, phase=NightPhase.LIVE, notice=replace(NOTICE, power=True))
    expect(page, "body").to_have_attribute("data-power", "on")
    expect(page, "#overlay").to_have_attribute("data-bases", "22")
    desk.show(power=False, phase=NightPhase.BETWEEN, notice=NOTICE)
    expect(page, "#replay").to_be_visible()
    page.keyboard.press("p")
    expect(page, "body").to_have_attribute("data-replay", "true")
    expect(page, "body").to_have_attribute("data-large", "film")
    page.keyboard.press("p")
    expect(page, "body").to_have_attribute("data-large", "field")
    assert desk.wishes == []


def test_power_ends_a_replay_at_once(opened, desk):
    page = opened()
    live = {"power": True, "phase": NightPhase.LIVE, "notice": replace(NOTICE, power=True)}
    desk.show(**live)
    expect(page, "body").to_have_attribute("data-power", "on")
    desk.show(power=False, phase=NightPhase.BETWEEN, notice=NOTICE)
    expect(page, "#replay").to_be_visible()
    page.keyboard.press("p")
    expect(page, "body").to_have_attribute("data-replay", "true")
    desk.show(**live)
    expect(page, "body").to_have_attribute("data-large", "field")


# --- a phone that scans -----------------------------------------------------------------------


def test_a_phone_that_scans_the_code_is_paired_and_types_nothing(browser, table, opened):
    laptop = opened()
    laptop.click("#devices")
    expect(laptop, "#pair-qr path").to_have_attribute("d", re.compile("^M"))
    code = laptop.locator("#pair-code").inner_text().replace(" ", "")
    root = table[1].address.partition("#")[0]
    phone = browser.new_context(viewport=PHONE).new_page()
    phone.goto(f"{root}#pair={code}")
    expect(phone, "body").to_have_attribute("data-paired", "true")
    assert phone.url == root
    phone.context.close()


def test_a_scanned_code_that_is_over_is_said_and_the_page_watches(browser, table):
    phone = browser.new_context(viewport=PHONE).new_page()
    phone.goto(f"{table[1].address.partition('#')[0]}#pair=000000")
    expect(phone, "#notice").to_have_text(re.compile("code"))
    expect(phone, "body").to_have_attribute("data-paired", "false")
    phone.context.close()


# --- keys of one's own ------------------------------------------------------------------------


def test_a_key_is_changed_and_stays_changed(opened, desk):
    page = opened()
    page.keyboard.press("?")
    page.locator(".keys-box .key[data-id=ready]").click()
    page.keyboard.press("x")
    expect(page, ".keys-box .key[data-id=ready]").to_have_text("X")
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("r")
    page.keyboard.press("x")
    assert wished(page, desk) == [ReportReady()]
    page.reload()
    expect(page, "#ready").to_have_attribute("aria-keyshortcuts", "X Space")
    page.keyboard.press("?")
    page.get_by_role("button", name="The usual keys").click()
    expect(page, "#ready").to_have_attribute("aria-keyshortcuts", "R Space")


def test_a_key_that_another_button_had_is_exchanged_and_those_of_safety_stay(opened, desk):
    page = opened()
    page.keyboard.press("?")
    page.locator(".keys-box .key[data-id=undo]").click()
    page.keyboard.press("w")
    expect(page, ".keys-box .key[data-id=undo]").to_have_text("W")
    expect(page, ".keys-box .key[data-id=wait]").to_have_text("U")
    page.locator(".keys-box .key[data-id=undo]").click()
    page.keyboard.press(" ")
    sync_api.expect(page.get_by_text("Space is taken for good")).to_be_visible()
    assert desk.wishes == []
    page.keyboard.press("Escape")
    assert wished(page, desk) == [PanicOff()]


# --- from the kickoff to the end of the first play --------------------------------------------

AT_THE_LINE = {
    "power": False,
    "phase": NightPhase.STOP,
    "notice": replace(NOTICE, step=PlayStep.AFTER_THE_LINE),
}
RUNS = {"power": True, "phase": NightPhase.LIVE, "notice": replace(NOTICE, power=True)}


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_first_play_is_officiated_to_its_end_in_twelve_taps_at_most(opened, desk, size):
    """The night answers as one that is played by hand does: a stop at the line, then a tackle."""
    desk.show(**KICKOFF)
    page = opened(size)
    taps = 0

    def tap(what, *kinds):
        """A tap, and what the night was asked for by it."""
        nonlocal taps
        what.click()
        taps += 1
        if kinds:
            assert [type(each) for each in wished(page, desk, len(kinds))] == list(kinds)
            desk.wishes.clear()

    tap(page.locator("#entering button.main").first)
    tap(page.locator("#pick-here"), EnterEvent)
    desk.show(**CARRIER, state=STATE)
    tap(page.get_by_role("button", name="Tap the ball carrier"))
    tap(page.locator("#pick-chips button").first, Declare)
    desk.show(notice=NOTICE, questions=(), phase=NightPhase.SET_UP)
    tap(page.locator("#ready:enabled"), ReportReady)
    desk.show(**RUNS)
    expect(page, "body").to_have_attribute("data-power", "on")
    desk.show(**AT_THE_LINE)
    expect(page, "body").to_have_attribute("data-power", "off")
    tap(page.locator("#ready:enabled"), ReportReady)
    desk.show(**RUNS)
    expect(page, "body").to_have_attribute("data-power", "on")
    after = {"notice": NOTICE, "state": replace(STATE, plays=12)}
    desk.show(power=False, phase=NightPhase.BETWEEN, calls=(call(CallKind.TACKLE),), **after)
    expect(page, "#called").to_have_text("Tackle")
    assert taps <= 12
