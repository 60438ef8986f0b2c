"""An evening: it opens beside its page, says what stops it, and lets go of everything."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pytest

from referee.core.errors import BadValue
from referee.play.commands import Ready
from referee.play.desk import About
from referee.play.evening import NOT_YET, Evening
from referee.play.orders import Orders

ABOUT = About("Blues at Reds", None, None, None, {}, {}, "camera", 30.0, False, None)


@dataclass
class Night:
    """A night that only notes what is done to it."""

    about: About = ABOUT
    done: list = field(default_factory=list)

    def __post_init__(self):
        self.runner, self.gear, self.eyes = self, self, self
        self.camera = None
        self.snapshot, self.shot = "snapshot", "shot"

    def start(self):
        self.done.append("start")

    def wish(self, command, reply):
        self.done.append(command)

    def close(self):
        self.done.append("close")


def opened(opens, begins):
    evening = Evening(opens, begins)
    evening.start()
    evening._thread.join()
    return evening


def test_before_it_runs_a_wish_is_answered_with_not_yet():
    answers = []
    Evening(lambda say: None, lambda *_: None).wish(Ready(), answers.append)
    assert answers == [NOT_YET]


def test_once_it_runs_it_hands_everything_on():
    night = Night()
    evening = opened(lambda say: night, lambda gear, say, hear: night)
    evening.wish(Ready())
    assert night.done == ["start", Ready()]
    assert (evening.about, evening.snapshot, evening.shot) == (ABOUT, "snapshot", "shot")
    assert evening.doing.done == 1.0


def test_how_far_the_start_is_can_be_seen():
    seen = []
    evening = Evening(lambda say: say("the board", 0.3), lambda *_: None)
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


def test_closed_while_it_opens_it_never_starts():
    night, hold = Night(), threading.Event()

    def opens(_say):
        hold.wait(5.0)
        return night

    evening = Evening(opens, lambda *_: night)
    evening.start()
    evening.close()
    hold.set()
    evening._thread.join()
    assert night.done == ["close"]


def test_one_who_listens_badly_does_not_stop_the_others():
    told = []
    evening = Evening(lambda say: None, lambda *_: None)
    evening.listen(lambda orders: 1 / 0)
    evening.listen(told.append)
    evening._hear(Orders(says=("Touchdown.",)))
    assert told == [Orders(says=("Touchdown.",))]


def test_a_camera_that_has_moved_a_little_is_the_one_to_draw_by():
    night = Night()
    evening = opened(lambda say: night, lambda gear, say, hear: night)
    night.camera = "corrected"
    assert evening.about.camera == "corrected"
