"""What a page of a night is told: the night once, its moments whole, its news once."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from referee.calls.call import CallKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import PlayEnded, Score, Scored
from referee.game.journal import Entry, OverturnEntry
from referee.game.state import GamePhase
from referee.night.gate import PowerReason, PowerReasonKind, not_watching
from referee.night.interface import StartProgress
from referee.night.night_output import NightOutput, SpokenSentence
from referee.night.screen.questions import Question
from referee.official.outcome import QuestionKind
from referee.rulebooks.procedure import TurnablePlayers
from referee.web.night.night_app import night_app
from referee.web.night.night_json import frame_head
from referee.web.night.page_updates import PageUpdates, SpokenLines
from referee.web.night.play_log import PlayLog
from referee.web.night.snapshot_json import call_json, snapshot_json
from tests.web.desks import (
    ABOUT,
    ACCESS,
    AT_Y,
    CAMERA,
    EVENTS,
    FIELD,
    STATE,
    YARD,
    ScriptedDesk,
    call,
)

PAGE = "http://127.0.0.1:8620"
LINE = "ws://127.0.0.1:8620"
MS = 1_000_000
MOST_MESSAGES = 100


@pytest.fixture
def desk():
    return ScriptedDesk()


@pytest.fixture
def client(desk):
    with TestClient(night_app(desk, ACCESS), base_url=PAGE) as client:
        yield client


def heard(line, kind):
    """The next message of a kind; pictures are acknowledged as a browser would."""
    for _ in range(MOST_MESSAGES):
        message = line.receive()
        if message.get("bytes") is not None:
            line.send_text("640")
            if kind == "picture":
                return message["bytes"]
        elif json.loads(message["text"])["kind"] == kind:
            return json.loads(message["text"])
    raise AssertionError(f"no {kind} among {MOST_MESSAGES} messages")


def test_the_start_is_told_and_then_the_night():
    desk = ScriptedDesk(now=None, doing=StartProgress("opening the camera", 0.4))
    with (
        TestClient(night_app(desk, ACCESS), base_url=PAGE) as client,
        client.websocket_connect(f"{LINE}/night", headers={"origin": PAGE}) as line,
    ):
        starting = heard(line, "starting")
        assert (starting["doing"], starting["done"]) == ("opening the camera", 0.4)
        desk.about, desk.doing = ABOUT, StartProgress("", 1.0)
        about = heard(line, "about")
        assert about["names"] == {"home": "Miners", "away": "Captains"}
        assert len(about["players"]) == 22


@pytest.mark.parametrize("path", ["/night", "/score"])
def test_what_has_failed_is_told_once_and_again_when_there_is_more(client, desk, path):
    desk.doing = replace(desk.doing, failures=("The simulated coach has stopped.",))
    with client.websocket_connect(f"{LINE}{path}", headers={"origin": PAGE}) as line:
        first = heard(line, "failures")
        desk.doing = replace(desk.doing, failures=(*first["failures"], "Another part has stopped."))
        second = heard(line, "failures")
    assert first["failures"] == ["The simulated coach has stopped."]
    assert second["failures"] == ["The simulated coach has stopped.", "Another part has stopped."]


def test_what_fails_during_the_start_is_told_too():
    doing = StartProgress("opening the camera", 0.4, failures=("The announcer has stopped.",))
    desk = ScriptedDesk(now=None, doing=doing)
    with (
        TestClient(night_app(desk, ACCESS), base_url=PAGE) as client,
        client.websocket_connect(f"{LINE}/night", headers={"origin": PAGE}) as line,
    ):
        assert heard(line, "failures")["failures"] == ["The announcer has stopped."]


def test_a_picture_comes_with_what_was_seen_in_it(client):
    with client.websocket_connect(f"{LINE}/night", headers={"origin": PAGE}) as line:
        data = heard(line, "picture")
    length = int.from_bytes(data[:4], "little")
    head = json.loads(data[4 : 4 + length])
    image = cv2.imdecode(np.frombuffer(data[4 + length :], np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (360, 640, 3)
    assert len(head["bases"]) == 22


def test_the_overlay_s_line_brings_no_pictures(client):
    with client.websocket_connect(f"{LINE}/score", headers={"origin": PAGE}) as line:
        kinds = [line.receive() for _ in range(6)]
    assert all(message.get("bytes") is None for message in kinds)


def add_page(app, path):
    """A page of another part of the program."""

    @app.get(path)
    def page() -> dict[str, bool]:
        return {}


def test_links_lead_only_to_pages_that_are_there(desk):
    app = night_app(desk, ACCESS)
    add_page(app, "/review")
    with (
        TestClient(app, base_url=PAGE) as client,
        client.websocket_connect(f"{LINE}/score", headers={"origin": PAGE}) as line,
    ):
        assert heard(line, "about")["links"] == {"/review": "Review"}


def test_lines_of_the_game_lie_in_the_picture_where_they_lie_on_the_board(desk):
    head = frame_head(desk.shot, ABOUT, STATE, desk.now_ns)
    near = CAMERA.project([(STATE.x_mm, 0.0, 0.0)])[0]
    far = CAMERA.project([(STATE.x_mm, FIELD.width_mm, 0.0)])[0]
    assert head["lines"]["scrimmage"][:2] == pytest.approx(near, abs=0.06)
    assert head["lines"]["scrimmage"][-2:] == pytest.approx(far, abs=0.06)


def test_a_kickoff_has_no_lines(desk):
    state = replace(STATE, phase=GamePhase.KICKOFF)
    assert frame_head(desk.shot, ABOUT, state, desk.now_ns)["lines"] == {}


def test_ages_are_told_by_the_night_s_own_clock(desk):
    now = replace(desk.now, t_ns=1000 * MS, board=replace(desk.now.board, t_ns=900 * MS))
    told = snapshot_json(now, ABOUT, 1250 * MS)
    assert (told["age_ms"], told["stale_ms"]) == (350, 250)


def test_the_speed_of_a_simulated_table_is_told_and_a_real_one_has_none(desk):
    slow = replace(desk.now, performance=replace(desk.now.performance, speed=0.6174))
    assert snapshot_json(slow, ABOUT, desk.now_ns)["numbers"]["speed"] == 0.617
    assert snapshot_json(desk.now, ABOUT, desk.now_ns)["numbers"]["speed"] is None


def test_nothing_seen_yet_is_older_than_anything(desk):
    told = snapshot_json(replace(desk.now, board=None), ABOUT, 0)
    assert told["age_ms"] > 1_000_000
    assert told["pieces"] == []


def test_places_are_named_from_the_side_of_who_has_the_ball(desk):
    state = replace(STATE, team=Team.AWAY, x_mm=34 * YARD)
    told = snapshot_json(replace(desk.now, state=state), ABOUT, 0)
    assert told["game"]["spot"] == "opponent's 34"
    assert told["game"]["plays"] == "left"


def test_why_there_is_no_power_is_told_with_its_kind(desk):
    told = snapshot_json(replace(desk.now, reasons=(not_watching("no picture."),)), ABOUT, 0)
    (reason,) = told["reasons"]
    assert (reason["kind"], reason["sentence"]) == ("not watching", "NOT WATCHING: no picture.")
    assert (reason["why"], reason["players"]) == ("no picture.", [])


def test_what_to_do_next_is_told_with_every_moment(desk):
    hidden = PowerReason(PowerReasonKind.UNSEEN_PLAYERS, "Not seen: H12.", ("H12",))
    told = snapshot_json(replace(desk.now, reasons=(hidden,)), ABOUT, 0)
    words = "Touch the figure, or show where it stands."
    assert told["next"] == {"kind": "put right", "sentence": words}
    assert [(each["players"], each["what_to_do"]) for each in told["reasons"]] == [(["H12"], words)]


@pytest.mark.parametrize(
    ("question", "roll"), [(QuestionKind.FALL_DICE, "fall"), (QuestionKind.BALL, None)]
)
def test_a_question_about_dice_names_the_roll(desk, question, roll):
    told = snapshot_json(replace(desk.now, questions=(Question(question, "so"),)), ABOUT, 0)
    assert told["asks"][0]["roll"] == roll


@pytest.mark.parametrize(("to_gain", "told"), [(36.5, "2.5"), (40.0, "6"), (None, "goal")])
def test_what_is_to_go_is_told_without_the_down(desk, to_gain, told):
    # The ball lies on the own 34.
    gain_mm = None if to_gain is None else to_gain * YARD
    now = replace(desk.now, state=replace(STATE, to_gain_x_mm=gain_mm))
    assert snapshot_json(now, ABOUT, 0)["game"]["to_go"] == told


@pytest.mark.parametrize(
    ("who", "turns"), [(TurnablePlayers.NOBODY, None), (TurnablePlayers.FREE, "x")]
)
def test_nobody_who_may_be_turned_is_no_words(desk, who, turns):
    now = replace(desk.now, notice=replace(desk.now.notice, who=who, turns="x"))
    assert snapshot_json(now, ABOUT, 0)["notice"]["turns"] == turns


@pytest.mark.parametrize(
    ("words", "more"), [("Safety.", False), ("Safety against Miners.", True), ("", False)]
)
def test_a_call_s_words_say_more_than_its_kind_or_not(words, more):
    shown = replace(call(CallKind.SAFETY, flag=("too close to be sure",)), words=words)
    told = call_json(shown, FIELD, STATE, ABOUT.rulebook)
    assert (told["words"], told["says_more"]) == (words, more)
    assert shown.sentence == (f"{words} To be reviewed." if words else "")


def test_what_is_not_allowed_says_at_least_what_its_rule_is_called():
    shown = call(CallKind.NOT_ALLOWED, rule="EFHL-SNP-04", episode=Episode(EpisodeTopic.SNAP, 1))
    told = call_json(shown, FIELD, STATE, ABOUT.rulebook)
    assert told["why"] == "Quarterback may not go forward"


def test_what_a_review_has_changed_is_told_apart_from_what_is_said(desk, news):
    news.since(desk.now)
    told = SpokenSentence("After review: Touchdown.", after_review="Touchdown.")
    news.spoken.hear(NightOutput(sentences=(told,)))
    news.spoken.hear(NightOutput().saying("After review: nothing."))
    said = news.since(desk.now)["said"]
    assert [each["review"] for each in said] == ["Touchdown.", None]


@pytest.fixture
def news():
    return PageUpdates(ABOUT, SpokenLines(), PlayLog(ABOUT))


def test_a_call_is_told_once(desk, news):
    now = replace(desk.now, calls=(call(number=1), call(number=2)))
    assert [c["number"] for c in news.since(now)["calls"]] == [1, 2]
    assert news.since(now)["calls"] == []
    later = replace(now, calls=(*now.calls, call(number=3)))
    assert [c["number"] for c in news.since(later)["calls"]] == [3]


def test_the_log_is_told_when_it_has_changed(desk, news):
    assert [line["number"] for line in news.since(desk.now)["log"]] == [1, 2, 3]
    assert "log" not in news.since(desk.now)


def journal(*more):
    """The evening so far, and what was written after it."""
    what = (*EVENTS, *more)
    return tuple(Entry(n, n * 1000 * MS, "referee", each) for n, each in enumerate(what, 1))


def test_what_was_taken_back_stays_to_be_read_struck_out():
    lines = PlayLog(ABOUT).lines(journal(OverturnEntry(3, "taken back")))
    assert [(line["number"], line["struck"]) for line in lines] == [
        (1, False),
        (2, False),
        (3, True),
    ]
    assert "Miners" in lines[2]["words"]


def test_a_verdict_changes_the_line_it_speaks_of():
    touchdown = Scored(Score.TOUCHDOWN, Team.HOME)
    lines = PlayLog(ABOUT).lines(journal(OverturnEntry(3, "no touch", touchdown)))
    assert len(lines) == 3
    assert "ouchdown" in lines[2]["words"]
    assert not lines[2]["struck"]


def test_a_flagged_line_says_so_beside_its_words():
    play = PlayEnded("tackle", Team.HOME, 40 * YARD, AT_Y, "EFHL-TKL-01", flagged=True)
    line = PlayLog(ABOUT).lines(journal(play))[-1]
    assert line["flagged"]
    assert "reviewed" not in line["words"]


def test_a_base_is_outlined_where_it_stands(desk):
    head = frame_head(desk.shot, ABOUT, STATE, desk.now_ns)
    first = head["bases"][0]
    seen = desk.shot.observation.bases[0]
    corner = Pose(seen.x_mm, seen.y_mm, seen.heading_deg).to_board(np.array([[13.9, 0.0]]))[0]
    front = CAMERA.project([(*corner, 3.0)])[0]
    middle = np.array(first["front"]).reshape(2, 2).mean(axis=0)
    assert middle == pytest.approx(front, abs=0.2)
