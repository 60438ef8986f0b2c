"""The page of a game night in a real browser: what a coach sees, taps and types at each moment."""

from __future__ import annotations

import re
import threading
from dataclasses import replace

import pytest
import uvicorn

from referee.calls.call import CallKind
from referee.calls.episode import Episode
from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import MissedThrow, PlayName, RollKind
from referee.core.roster import Team
from referee.game.events import DownRepeated, SeriesBegan
from referee.game.frame_rules import ClockEnd
from referee.game.name_at_stake import PlayPart
from referee.game.order.coach_clocks import ClockKind, ClockSide
from referee.night.broken_off import BrokenOff
from referee.night.commands import (
    ClearAlarm,
    CorrectRole,
    Declare,
    EnforcePenalty,
    EnterEvent,
    NamePlayers,
    PanicOff,
    ReportReady,
    RollDice,
    SayWhoPlayed,
    SideDone,
    StopBoard,
    SwapPlayers,
    UndoLastEntry,
)
from referee.night.gate import HANDS_ABOVE_BOARD, PowerReason, PowerReasonKind, not_watching
from referee.night.interface import StartProgress
from referee.night.ledger.played_names import WhoPlayed
from referee.night.night_output import NightOutput
from referee.night.phase import NightPhase
from referee.night.play_clocks import ShownClock
from referee.night.screen.next_step import AGAIN_OR_READY
from referee.night.screen.questions import Offer, OfferKind
from referee.official.declarations.types import DiceRolled, PassThrown, PlayNamed, TargetRemoved
from referee.official.line_up.line_up import Role
from referee.official.outcome import QuestionKind
from referee.rulebooks.play_step import PlayStep
from referee.web.night.night_app import night_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_port
from tests.web.desks import (
    CAMERA,
    FIELD,
    NOTICE,
    ROSTER,
    STATE,
    ScriptedDesk,
    ask,
    call,
    pose_of,
    snapshot_of,
)
from tests.web.test_page import DESK, PHONE, browser, expect, pytestmark, sync_api  # noqa: F401 - the browser

TABLET = {"width": 820, "height": 1180}
HOUSE = "192.168.1.20"


@pytest.fixture(scope="module")
def table():
    """A scripted night behind the real server."""
    desk = ScriptedDesk()
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token", HOUSE)
    config = uvicorn.Config(night_app(desk, access), log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield desk, access
    server.should_exit = True
    thread.join(10.0)


@pytest.fixture
def desk(table):
    desk, _ = table
    desk.now, desk.frozen, desk.answer = snapshot_of(), False, NightOutput()
    desk.wishes.clear()
    return desk


@pytest.fixture
def opened(browser, table, desk):  # noqa: F811 - the fixture of the same name
    """Opens the page; afterwards nothing may have gone wrong in it."""
    complaints: list[str] = []
    pages = []

    def open_page(size=DESK, *, paired=True, path="", before=lambda page: None):
        page = browser.new_page(viewport=size)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        before(page)
        where = table[1].address
        root = where.partition("#")[0]
        page.goto(where if paired and not path else f"{root}{path}")
        pages.append(page)
        if not path:
            expect(page, "body").to_have_attribute("data-paired", str(paired).lower())
            expect(page, "#home-score").to_have_text("7")
            if paired:
                expect(page, "#by-itself").to_be_enabled()
        return page

    yield open_page
    for page in pages:
        page.close()
    assert complaints == []


def asked(what, sentence, **changes):
    """A stop at which something has to be said."""
    wanted = {"step": PlayStep.READ, "phase": PlayPhase.READ}
    notice = replace(NOTICE, **(wanted | changes))
    return {"notice": notice, "questions": (ask(what, sentence),), "phase": NightPhase.READ}


def wished(page, desk, count=1):
    """What was wished, once so many wishes have come."""
    for _ in range(100):
        if len(desk.wishes) >= count:
            break
        page.wait_for_timeout(20)
    return desk.wishes


# --- what is seen -----------------------------------------------------------------------------


def test_a_part_of_the_program_that_failed_is_named_with_the_place_of_the_log(opened, desk):
    desk.doing = StartProgress(
        "", 1.0, failures=("The simulated coach has stopped. The log says more: a/night.log",)
    )
    try:
        page = opened()
        expect(page, "#failures li").to_have_text(desk.doing.failures[0])
        expect(page, "#failures li").to_be_visible()
    finally:
        desk.doing = StartProgress("", 1.0)


def test_the_scoreboard_says_what_stands(opened, desk):
    page = opened()
    expect(page, "#home-name").to_have_text("Miners")
    expect(page, "#home-score").to_have_text("7")
    expect(page, "#away-score").to_have_text("10")
    expect(page, "#quarter").to_have_text("2nd quarter")
    expect(page, "#down").to_have_text("2nd & 6")
    expect(page, "#spot").to_have_text("at the own 34")
    expect(page, "#home-ball").to_be_visible()
    expect(page, "#home-way").to_contain_text("right")
    expect(page, "#away-ball").to_be_hidden()


def test_every_base_stands_on_the_field_with_its_number(opened, desk):
    page = opened()
    for player in ROSTER:
        label = page.locator("#field .names .number", has_text=str(player.number))
        pose = pose_of(player)
        expect_at = (float(label.get_attribute("x")), -float(label.get_attribute("y")))
        assert expect_at == pytest.approx((pose.x_mm, pose.y_mm), abs=0.1)
    ring = page.locator("#field .carrier")
    assert float(ring.get_attribute("cx")) == pytest.approx(
        pose_of(ROSTER.player("H22")).x_mm, abs=0.1
    )


def test_lines_lie_where_the_game_has_them(opened, desk):
    page = opened()
    line, gain = page.locator("#field line.scrimmage"), page.locator("#field line.to-gain")
    assert float(line.get_attribute("x1")) == pytest.approx(STATE.x_mm, abs=0.1)
    assert float(gain.get_attribute("x1")) == pytest.approx(STATE.to_gain_x_mm, abs=0.1)


def test_who_may_be_turned_is_lit_and_who_is_engaged_is_not(opened, desk):
    free = tuple(player.id for player in ROSTER if player.id not in ("A97", "H54"))
    desk.show(engaged=(("A97", "H54"),), phase=NightPhase.STOP, may_turn=free)
    page = opened()
    expect(page, "#field [data-id=H54]").to_have_class("home touching")
    expect(page, "#field [data-id=H88]").to_have_class("home lit")
    assert page.locator("#field .links line").count() == 1


def test_a_call_stands_there_with_its_proof(opened, desk):
    desk.show(calls=(call(CallKind.TACKLE, flag=("hidden behind a figure",)),))
    page = opened()
    expect(page, "#called").to_have_text("Tackle")
    expect(page, "#said").to_have_text("Tackle on Miners 22 by Captains 52.")
    expect(page, "#gap").to_have_text("0.04 ± 0.12 mm")
    expect(page, "#certainty").to_have_text("99.87 %")
    expect(page, "#rule").to_have_text("EFHL-TKL-01")
    expect(page, "#flag").to_contain_text("To be reviewed: hidden behind a figure")


def test_why_there_is_no_power_is_said(opened, desk):
    desk.show(reasons=(HANDS_ABOVE_BOARD,))
    page = opened()
    expect(page, "#reasons").to_have_text("Hands are above the board. Take your hands away.")
    expect(page, "#next").to_be_hidden()  # what to do is said once
    expect(page, "#now").to_have_attribute("data-mood", "hold")


def test_the_play_by_play_has_the_newest_on_top(opened, desk):
    page = opened()
    lines = page.locator("#log li .words")
    sync_api.expect(lines).to_have_count(3)
    assert "Miners" in lines.nth(0).inner_text()
    assert "The game begins" in lines.nth(2).inner_text()


def test_the_picture_comes_with_its_outlines(opened, desk):
    page = opened()
    expect(page, "#overlay").to_have_attribute("data-bases", "22")


def test_what_is_said_aloud_is_read_to_those_who_cannot_see(opened, desk):
    page = opened()
    desk.say("First down, Miners.")
    expect(page, "#live").to_have_text("First down, Miners.")


# --- controls ---------------------------------------------------------------------------------


def test_buttons_and_keys_do_the_same(opened, desk):
    page = opened()
    page.click("#ready")
    page.keyboard.press("r")
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    assert wished(page, desk, 4) == [ReportReady(), ReportReady(), UndoLastEntry(), PanicOff()]


def test_the_space_bar_is_the_big_button_of_the_moment(opened, desk):
    page = opened()
    page.keyboard.press("Space")
    wished(page, desk)
    desk.show(power=True, notice=replace(NOTICE, power=True))
    expect(page, "body").to_have_attribute("data-power", "on")
    page.keyboard.press("Space")
    assert wished(page, desk, 2) == [ReportReady(), StopBoard()]


def test_a_page_that_is_not_paired_may_only_stop(opened, desk):
    page = opened(paired=False)
    for name in ("ready", "undo", "enter", "by-itself"):
        expect(page, f"#{name}").to_be_disabled()
    expect(page, "#pair").to_be_visible()
    page.click("#stop")
    page.click("#off")
    assert wished(page, desk, 2) == [StopBoard(), PanicOff()]


def test_a_refusal_is_shown_in_words(opened, desk):
    desk.answer = NightOutput(refused="The board is running: stop it first.")
    page = opened()
    page.click("#undo")
    expect(page, "#notice").to_have_text("The board is running: stop it first.")


def test_after_an_alarm_somebody_has_to_have_looked(opened, desk):
    desk.show(alarm="The figures still move.")
    page = opened()
    expect(page, "#deed").to_have_text("The figures still move.")
    page.click("#clear")
    assert wished(page, desk) == [ClearAlarm()]


def test_what_the_rules_do_not_allow_is_said_and_the_last_call_stays(opened, desk):
    tackle = call(CallKind.TACKLE, number=1)
    desk.show(calls=(tackle,))
    page = opened()
    why = "not allowed:4:7000000000:no pass may be thrown now"
    refused = call(CallKind.NOT_ALLOWED, number=2, rule="EFHL-PAS-01", episode=Episode.read(why))
    desk.show(calls=(tackle, refused))
    expect(page, "#notice").to_have_text("Not allowed: no pass may be thrown now (EFHL-PAS-01).")
    expect(page, "#called").to_have_text("Tackle")


# --- what is asked ----------------------------------------------------------------------------


def test_a_play_and_its_carrier_are_two_taps(opened, desk):
    desk.show(**asked(QuestionKind.PLAY, "the offense has to say which play it is"))
    page = opened()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page, "#pick-words").to_have_text("Who carries it?")
    page.locator("#field [data-id=H40] .base").click()
    assert wished(page, desk) == [Declare(PlayNamed(PlayName.RUN, "H40"))]


def test_a_figure_may_be_tapped_on_the_picture(opened, desk):
    desk.show(**asked(QuestionKind.CARRIER, "nobody said who has the ball", carrier=None))
    page = opened()
    expect(page, "#overlay").to_have_attribute("data-bases", "22")
    page.click("#swap")
    page.get_by_role("button", name="Tap the ball carrier").click()
    box = page.locator("#overlay").bounding_box()
    x, y = pixel_of("H88")
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    assert wished(page, desk) == [Declare(PlayNamed(None, "H88"))]


def pixel_of(player):
    """Where a player is in the picture, as shares of its width and height."""
    pose = pose_of(ROSTER.player(player))
    x, y = CAMERA.project([(pose.x_mm, pose.y_mm, 3.0)])[0]
    return (x + 0.5) / CAMERA.width_px, (y + 0.5) / CAMERA.height_px


def test_dice_are_entered_by_their_pips(opened, desk):
    desk.show(**asked(QuestionKind.FALL_DICE, "the fall dice have not been rolled"))
    page = opened()
    count = desk.about.rulebook.game.dice.fall.value.count
    sync_api.expect(page.locator(".die")).to_have_count(count)
    for i in range(count):
        page.locator(".die").nth(i).get_by_label("4", exact=True).click()
    page.get_by_role("button", name="That fell").click()
    assert wished(page, desk) == [Declare(DiceRolled(RollKind.FALL, (4,) * count))]


def test_dice_may_be_left_to_the_program(opened, desk):
    desk.show(**asked(QuestionKind.FALL_DICE, "the fall dice have not been rolled"))
    page = opened()
    page.get_by_role("button", name="Roll them for me").click()
    assert wished(page, desk) == [RollDice(RollKind.FALL)]


def test_a_clock_that_runs_is_shown_and_its_side_may_be_done(opened, desk):
    rule, nothing = "HEFL-CLK-04", ClockEnd.NOTHING
    left = ShownClock(ClockKind.SET_UP, ClockSide.OFFENSE, 45.0, 31_400, 5.0, rule, nothing)
    desk.show(clocks=(left,))
    page = opened()
    expect(page, "#clocks").to_have_text("Offense to set up: 0:32")
    page.get_by_role("button", name="Offense is set").click()
    assert wished(page, desk) == [SideDone()]
    desk.show(clocks=(replace(left, left_ms=0),))
    expect(page, "#clocks").to_have_text("Offense to set up: time is up")


def test_names_are_confirmed_or_swapped(opened, desk):
    board = desk.snapshot.board
    seen = tuple(replace(each, name_probability=0.6) for each in board.seen)
    desk.show(board=replace(board, seen=seen), phase=NightPhase.SET_UP)
    page = opened()
    page.get_by_role("button", name="The names are right").click()
    page.get_by_role("button", name="Swap two …").click()
    page.get_by_role("button", name="Miners 22").click()
    page.get_by_role("button", name="Miners 40").click()
    assert wished(page, desk, 2) == [NamePlayers(), SwapPlayers("H22", "H40")]


def test_who_played_is_answered_with_one_tap(opened, desk):
    desk.show(who_played=WhoPlayed(3, PlayPart.CARRIER, "H22", "H40", 2))
    page = opened()
    part = page.locator("#asks .ask", has_text="was that Miners 22 or Miners 40?")
    sync_api.expect(part.get_by_role("button")).to_have_count(3)
    part.get_by_role("button", name="Miners 40").click()
    part.get_by_role("button", name="I cannot say").click()
    assert wished(page, desk, 2) == [SayWhoPlayed(3, "H22", "H40"), SayWhoPlayed(3, "H22", None)]


def test_the_line_up_is_read_and_corrected(opened, desk):
    desk.show(line_up_faults=("Only six stand on the line.",))
    page = opened()
    expect(page, "#asks .wrong").to_have_text("Only six stand on the line.")
    page.get_by_role("button", name="Quarterback: 12").click()
    page.get_by_role("button", name="Miners 40").click()
    assert wished(page, desk) == [CorrectRole(Role.QUARTERBACK, "H40")]


def test_what_to_do_next_and_about_each_reason_is_shown(opened, desk):
    desk.show(reasons=(not_watching("no picture."), HANDS_ABOVE_BOARD))
    page = opened()
    expect(page, "#next").to_have_text(
        "See to the camera, its cable and the light; it goes on by itself with the next picture."
    )
    last = sync_api.expect(page.locator("#reasons li").last)
    last.to_have_text("Hands are above the board. Take your hands away.")


def test_somebody_who_is_not_seen_is_pointed_at(opened, desk):
    hidden = PowerReason(PowerReasonKind.UNSEEN_PLAYERS, "Not seen: H22.", ("H22",))
    desk.show(reasons=(hidden,))
    page = opened()
    page.get_by_role("button", name="Show Miners 22").click()
    expect(page, "#pick-words").to_have_text("Tap where Miners 22 stands.")
    page.locator("#pick-here").click()
    (command,) = wished(page, desk)
    assert isinstance(command, NamePlayers)
    assert list(command.places_mm) == ["H22"]


def test_a_target_is_one_tap_once_the_receiver_is_known(opened, desk):
    notice = replace(NOTICE, step=PlayStep.IN_THE_AIR, phase=PlayPhase.IN_THE_AIR, receiver="H88")
    question = ask(QuestionKind.TARGET, "no target lies on the board")
    desk.show(notice=notice, questions=(question,), phase=NightPhase.STOP)
    page = opened()
    page.get_by_role("button", name="Lay the target").click()
    expect(page, "#pick-words").to_have_text("Tap where the target lies.")
    page.locator("#pick-here").click()
    (command,) = wished(page, desk)
    assert command.said.receiver == "H88"
    assert command.said.marker is not None


def test_what_the_passing_figures_ball_hit_is_asked_and_may_be_taken_back(opened, desk):
    question = ask(QuestionKind.THROW, "nobody said what the passing figure's ball hit", ("H88",))
    notice = replace(NOTICE, step=PlayStep.POCKET, phase=PlayPhase.READ)
    desk.show(notice=notice, questions=(question,), phase=NightPhase.READ)
    page = opened()
    page.get_by_role("button", name="Say what it hit").click()
    page.get_by_role("button", name="Miners 88").click()
    page.get_by_role("button", name="The board").click()
    page.get_by_role("button", name="No pass after all").click()
    thrown, back = wished(page, desk, 2)
    assert thrown == Declare(PassThrown("H88", MissedThrow.BOARD))
    assert back == Declare(TargetRemoved())


def test_a_play_that_nobody_watched_is_offered_again(opened, desk):
    again = Offer(OfferKind.DOWN_AGAIN, 3, "Play it again: 2nd and 6.", EnterEvent(DownRepeated()))
    step = PlayStep.AFTER_THE_LINE
    desk.show(
        phase=NightPhase.BROKEN_OFF,
        notice=replace(NOTICE, step=step, phase=PlayPhase.RUN),
        broken_off=BrokenOff(step, False, 1, None),
        offers=(again,),
    )
    page = opened()
    expect(page, "#deed").to_have_text(AGAIN_OR_READY)
    page.get_by_role("button", name="Play it again: 2nd and 6.").click()
    assert wished(page, desk) == [EnterEvent(DownRepeated())]


def test_an_offer_is_one_tap(opened, desk):
    wanted = EnforcePenalty(Team.AWAY, 5.0, "EFHL-PEN-01")
    words = "Take it: 5 yards against Captains: offside."
    desk.show(offers=(Offer(OfferKind.TAKE_PENALTY, 12, words, wanted, Team.AWAY),))
    page = opened()
    page.get_by_role("button", name="Take it").click()
    assert wished(page, desk) == [wanted]


# --- what no camera sees ----------------------------------------------------------------------


def test_a_punt_is_two_taps(opened, desk):
    page = opened()
    page.click("#enter")
    page.get_by_role("button", name="Punt", exact=True).click()
    box = page.locator("#field .turf").bounding_box()
    page.mouse.click(box["x"] + 0.8 * box["width"], box["y"] + 0.25 * box["height"])
    (command,) = wished(page, desk)
    assert isinstance(command, EnterEvent)
    assert isinstance(command.event, SeriesBegan)
    assert command.event.team is Team.AWAY
    assert command.event.x_mm == pytest.approx(0.8 * FIELD.goal_to_goal_mm, abs=3)
    assert command.event.y_mm == pytest.approx(0.75 * FIELD.width_mm, abs=3)


def test_a_spot_is_found_with_the_arrow_keys(opened, desk):
    page = opened()
    page.keyboard.press("e")
    page.get_by_role("button", name="Punt", exact=True).press("Enter")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    # The ball lay on home's 34; away, coming the other way, calls the place its opponent's 39.
    expect(page, "#pick-here").to_have_text("Here: opponent’s 39")
    page.keyboard.press("Enter")
    (command,) = wished(page, desk)
    yard = FIELD.goal_to_goal_mm / 100
    assert command.event.x_mm == pytest.approx(39 * yard, abs=0.1)


def test_escape_gives_up_picking_and_nothing_is_wished(opened, desk):
    page = opened()
    page.keyboard.press("e")
    page.get_by_role("button", name="Punt", exact=True).click()
    page.keyboard.press("Escape")
    expect(page, "#pick").to_be_hidden()
    page.keyboard.press("Escape")
    expect(page, "#entering").to_be_hidden()
    assert desk.wishes == []


# --- NOT WATCHING -----------------------------------------------------------------------------

# A sound system that counts the tones it was asked for.
TONES = """
class Counting {
  currentTime = 0;
  state = "running";
  resume() {}
  createOscillator() {
    const counted = document.documentElement.dataset;
    counted.tones = 1 + Number(counted.tones ?? 0);
    return { frequency: {}, connect: (to) => to, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
}
window.AudioContext = Counting;
"""


def test_it_howls_when_the_night_says_that_nobody_watches(opened, desk):
    page = opened(before=lambda page: page.add_init_script(TONES))
    expect(page, "#blind").to_be_hidden()
    page.mouse.click(5, 5)
    desk.show(power=True, phase=NightPhase.LIVE, notice=replace(NOTICE, power=True))
    expect(page, "body").to_have_attribute("data-power", "on")
    desk.show(watching=False, reasons=(not_watching("the cable is out"),))
    expect(page, "#blind").to_be_visible()
    expect(page, "#blind-why").to_have_text("The cable is out")
    expect(page, "html").to_have_attribute("data-tones", re.compile("[1-9]"))
    desk.show(watching=True, reasons=())
    expect(page, "#blind").to_be_hidden()


def test_eyes_that_do_not_look_for_hands_watch_nothing_either(opened, desk):
    page = opened()
    desk.show(reasons=(not_watching("nobody looked for hands for more than a second."),))
    expect(page, "#blind").to_be_visible()


def test_a_program_that_hangs_is_found_out_by_the_page(opened, desk):
    page = opened()
    desk.freeze()
    expect(page, "#blind strong").to_have_text("NOT WATCHING")
    expect(page, "#blind").to_be_visible()


def test_an_old_picture_is_found_out_by_the_page(opened, desk):
    page = opened()
    board = desk.now.board
    desk.show(board=None)
    expect(page, "#blind-why").to_contain_text("The newest picture is")
    desk.show(board=board)
    expect(page, "#blind").to_be_hidden()


def test_a_line_that_falls_silent_is_found_out_within_a_second(opened, desk):
    deaf = []

    def hold_back(page):
        def relay(socket):
            server = socket.connect_to_server()
            server.on_message(lambda message: None if deaf else socket.send(message))

        page.route_web_socket("**/night", relay)
        page.clock.install()

    page = opened(before=hold_back)
    expect(page, "#blind").to_be_hidden()
    deaf.append(True)
    page.wait_for_timeout(100)
    page.clock.run_for(1000)
    expect(page, "#blind").to_be_visible()


def test_a_line_that_breaks_is_said_to_be_gone(opened, desk):
    lines = []

    def keep(page):
        def relay(socket):
            socket.connect_to_server()
            lines.append(socket)

        page.route_web_socket("**/night", relay)

    page = opened(before=keep)
    lines[0].close()
    expect(page, "#blind-why").to_have_text("The line to the referee program is gone.")


# --- every screen -----------------------------------------------------------------------------


MOMENTS = {
    "Pass": asked(QuestionKind.PLAY, "the offense has to say which play it is"),
    "Broken tackle": {
        "notice": NOTICE,
        "questions": (),
        "calls": (call(CallKind.BROKEN_TACKLE, flag=("seen from far", "too close")),),
    },
    "Stop": {"power": True, "phase": NightPhase.LIVE, "notice": replace(NOTICE, power=True)},
}


@pytest.mark.parametrize("size", [DESK, PHONE, TABLET], ids=["desk", "phone", "tablet"])
def test_nothing_sticks_out(opened, desk, size):
    page = opened(size)
    for words, moment in MOMENTS.items():
        desk.show(**moment)
        page.get_by_text(words, exact=True).first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]
        outside = page.evaluate(
            """() => [...document.querySelectorAll('button, input, output, .called, .mood')]
                .filter((node) => node.getClientRects().length)
                .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5
                    || node.scrollWidth > node.clientWidth + 2)
                .map((node) => node.id || node.className)"""
        )
        assert outside == [], words


def test_on_a_phone_stop_and_the_state_of_things_are_in_view_at_once(opened, desk):
    page = opened(PHONE)
    for part in ("#down", "#mood", "#ready", "#stop", "#off"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"]


def test_every_control_says_what_it_is(opened, desk):
    page = opened()
    page.click("#enter")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, input, a')].filter((node) =>
            !node.textContent.trim() && !node.labels?.length && !node.ariaLabel).map((n) => n.id)"""
    )
    assert unnamed == []


def test_the_page_asks_nobody_else_for_anything(browser, table, desk):  # noqa: F811 - fixture
    page = browser.new_page()
    asked_for = []
    page.on("request", lambda request: asked_for.append(request.url))
    page.goto(table[1].address)
    expect(page, "#down").to_have_text("2nd & 6")
    page.close()
    ours = table[1].address.partition("#")[0]
    known = (ours, "blob:", ours.replace("http", "ws"))
    assert asked_for
    assert [url for url in asked_for if not url.startswith(known)] == []


# --- other devices, and the stream ------------------------------------------------------------


def test_a_second_device_is_paired_by_the_code_on_the_first(opened, desk):
    laptop, phone = opened(), opened(PHONE, paired=False)
    laptop.click("#devices")
    expect(laptop, "#pair-code").to_have_text(re.compile(r"\d{3} \d{3}"))
    expect(laptop, "#pair-address").to_contain_text(HOUSE)
    code = laptop.locator("#pair-code").inner_text().replace(" ", "")
    phone.fill("#code", code)
    phone.get_by_role("button", name="Pair", exact=True).click()
    expect(phone, "#pair").to_be_hidden()
    phone.click("#ready")
    assert wished(phone, desk) == [ReportReady()]


def test_the_overlay_shows_score_and_call_on_nothing(opened, desk):
    page = opened(path="overlay")
    expect(page, "#home-score").to_have_text("7")
    expect(page, "#call").to_be_hidden()
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgba(0, 0, 0, 0)"
    desk.show(calls=(call(CallKind.TOUCHDOWN, number=9),))
    expect(page, "#called").to_have_text("Touchdown")


def test_the_token_does_not_stay_in_the_address(opened, desk):
    page = opened()
    assert "the-token" not in page.url
