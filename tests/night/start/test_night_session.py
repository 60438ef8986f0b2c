"""An evening: it opens beside its page, says what stops it, and lets go of everything."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import cv2
import pytest

from referee.core.errors import BadValue
from referee.night.commands import ReportReady
from referee.night.interface import NightInfo
from referee.night.night_output import NightOutput
from referee.night.start.night_session import NOT_YET, NightSession
from referee.night.start.night_time import SystemTime

ABOUT = NightInfo("Blues at Reds", None, None, None, {}, {}, "camera", 30.0, False, None)


@dataclass
class Night:
    """A night that only notes what is done to it."""

    about: NightInfo = ABOUT
    keeping: object = None
    done: list = field(default_factory=list)

    time = SystemTime()

    def __post_init__(self):
        self.runner, self.equipment, self.eyes = self, self, self
        self.camera = None
        self.snapshot, self.shot = "snapshot", "shot"

    def start(self):
        self.done.append("start")

    def submit(self, command, reply):
        self.done.append(command)

    def close(self):
        self.done.append("close")


def opened(opens, begins):
    evening = NightSession(opens, begins)
    evening.start()
    evening._thread.join()
    return evening


def test_before_it_runs_a_wish_is_answered_with_not_yet():
    answers = []
    NightSession(lambda say: None, lambda *_: None).submit(ReportReady(), answers.append)
    assert answers == [NOT_YET]


def test_once_it_runs_it_hands_everything_on():
    night = Night()
    evening = opened(lambda say: night, lambda equipment, say, hear, report: night)
    evening.submit(ReportReady())
    assert night.done == ["start", ReportReady()]
    assert (evening.about, evening.snapshot, evening.shot) == (ABOUT, "snapshot", "shot")
    assert evening.doing.done == 1.0


def test_what_was_never_written_is_told_once_at_the_end():
    @dataclass
    class Kept:
        lost: tuple[str, ...] = ("not in the journal: a note", "not in the logs: 2 lines")

    told = []
    night = Night(keeping=Kept())
    evening = NightSession(lambda say: night, lambda *_: night, complain=told.append)
    evening.start()
    evening._thread.join()
    assert told == []
    evening.close()
    evening.close()
    (sentence,) = told
    assert "lost" in sentence
    assert sentence.endswith("\n  not in the journal: a note\n  not in the logs: 2 lines")


def test_how_far_the_start_is_can_be_seen():
    seen = []
    evening = NightSession(lambda say: say("the board", 0.3) or Night(), lambda *_: None)
    evening._begins = lambda *_: seen.append(evening.doing) or Night()
    evening.start()
    evening._thread.join()
    assert (seen[0].words, seen[0].done) == ("the board", 0.3)


@pytest.mark.parametrize("error", [BadValue("camera", 3, "one that is there"), OSError("no")])
def test_what_stops_the_start_is_said_and_the_gear_let_go(error):
    night = Night()

    def begins(*_):
        raise error

    evening = opened(lambda say: night, begins)
    assert evening.doing.trouble == str(error)
    assert night.done == ["close"]
    assert evening.snapshot is None


WHERE = "The log says more: night.log"


def evening_of(opens, begins):
    """An evening that has opened, or failed to, and what it told the terminal."""
    told = []
    evening = NightSession(opens, begins, where=lambda: WHERE, complain=told.append)
    evening.start()
    evening._thread.join()
    return evening, told


@pytest.mark.parametrize(
    "error", [KeyError("H12"), cv2.error("assertion"), ValueError(), SystemExit(3), MemoryError()]
)
@pytest.mark.parametrize("where", ["opens", "begins", "starts"])
def test_a_start_that_fails_for_whatever_reason_says_so_and_lets_go_of_the_gear(
    error, where, caplog
):
    night = Night()

    def fails(*_):
        raise error

    if where == "starts":
        night.start = fails
    evening, _ = evening_of(
        fails if where == "opens" else lambda say: night,
        fails if where == "begins" else lambda *_: night,
    )
    kind = type(error).__name__
    words = f"The night cannot start because of an error in the program ({kind}). Stop the program"
    assert evening.doing.trouble.startswith(words)
    assert evening.doing.trouble.endswith(WHERE)
    assert evening.doing.done < 1.0
    assert evening.snapshot is None
    assert night.done == ([] if where == "opens" else ["close"])
    assert caplog.records[-1].exc_info[1] is error


def test_an_error_of_the_system_is_told_in_its_own_words_with_the_place_of_the_log():
    def opens(_say):
        raise RuntimeError("the simulated board's process ended")

    evening, _ = evening_of(opens, lambda *_: Night())
    assert evening.doing.trouble == f"the simulated board's process ended. {WHERE}"


def test_an_error_without_words_stops_the_start_in_words_all_the_same():
    def opens(_say):
        raise OSError

    evening, _ = evening_of(opens, lambda *_: Night())
    assert evening.doing.trouble == f"an error in the program (OSError). {WHERE}"


def test_closed_while_it_opens_it_never_starts():
    night, hold = Night(), threading.Event()

    def opens(_say):
        hold.wait(5.0)
        return night

    evening = NightSession(opens, lambda *_: night)
    evening.start()
    evening.close()
    hold.set()
    evening._thread.join()
    assert night.done == ["close"]


def test_one_who_listens_badly_does_not_stop_the_others():
    told = []
    evening = NightSession(lambda say: None, lambda *_: None)
    evening.listen(lambda orders: 1 / 0)
    evening.listen(told.append)
    evening._hear(NightOutput().saying("Touchdown."))
    assert told == [NightOutput().saying("Touchdown.")]


def test_one_who_listens_badly_is_logged_each_time_and_told_once(caplog):
    evening, told = evening_of(lambda say: Night(), lambda *_: Night())

    def deaf(_orders):
        raise ZeroDivisionError

    evening.listen(deaf)
    for _ in range(2):
        evening._hear(NightOutput().saying("Touchdown."))
    errors = [record for record in caplog.records if record.exc_info]
    assert [record.exc_info[0] for record in errors] == [ZeroDivisionError] * 2
    assert evening.doing.failures == tuple(told)
    (sentence,) = told
    assert "deaf" in sentence
    assert "The game goes on." in sentence
    assert sentence.endswith(WHERE)
    assert (evening.doing.done, evening.doing.trouble) == (1.0, "")


def test_a_camera_that_has_moved_a_little_is_the_one_to_draw_by():
    night = Night()
    evening = opened(lambda say: night, lambda equipment, say, hear, report: night)
    night.camera = "corrected"
    assert evening.about.camera == "corrected"
