"""An end, and the doubts that frames after it take away or bring."""

from __future__ import annotations

from types import SimpleNamespace

from referee.calls.call import CallKind
from referee.calls.call_builder import build_call
from referee.calls.engine.hidden_first import HiddenFirst
from referee.calls.episode import Episode, EpisodeTopic
from tests.calls.plays import MS

END_MS = 1000
DOUBT = "A2 was not seen and may have been there first"


class Unseen:
    """Who is likely to have been there, said by hand."""

    def __init__(self) -> None:
        self.names: dict[str, float] = {}

    def likely(self, *_asked):
        return self.names


def ended(likely, moved=()):
    """A carrier out of bounds, and how those were likely that nobody saw as it was called."""
    unseen = Unseen()
    unseen.names = likely
    trails = SimpleNamespace(known_at=lambda name, _: name not in moved)
    hidden = HiddenFirst(SimpleNamespace(unseen=unseen, unevenness=None, trails=trails), 0)
    episode = Episode(EpisodeTopic.LINE, 1, ("H1",), "far sideline", since_ns=END_MS * MS)
    call = build_call(CallKind.OUT_OF_BOUNDS, "", episode, END_MS * MS, players=("H1",))
    first = hidden.with_doubts(call)
    hidden.note([first])
    return unseen, hidden, first


def flags(calls):
    return [call.flag for call in calls]


def test_a_doubt_goes_once_it_is_known_that_nobody_was_there_however_late():
    unseen, hidden, first = ended({"A2": 0.4})
    assert first.flag == (DOUBT,)
    assert hidden.settled((END_MS + 100) * MS) == []
    unseen.names = {}
    assert flags(hidden.settled((END_MS + 900) * MS)) == [()]
    assert hidden.settled((END_MS + 933) * MS) == []


def test_a_doubt_comes_with_who_is_seen_beside_the_carrier_soon_after():
    unseen, hidden, first = ended({})
    assert first.flag == ()
    assert hidden.settled((END_MS + 100) * MS) == []
    unseen.names = {"A2": 0.3}
    assert flags(hidden.settled((END_MS + 250) * MS)) == [(DOUBT,)]
    assert hidden.settled((END_MS + 283) * MS) == []


def test_so_late_that_a_hand_may_have_moved_it_no_doubt_comes():
    unseen, hidden, _ = ended({})
    unseen.names = {"A2": 0.3}
    assert hidden.settled((END_MS + 400) * MS) == []


def test_of_two_doubts_one_may_go():
    unseen, hidden, _ = ended({"A2": 0.4, "A3": 0.4})
    unseen.names = {"A2": 0.4}
    assert flags(hidden.settled((END_MS + 900) * MS)) == [(DOUBT,)]


def test_whom_a_hand_has_moved_brings_no_doubt():
    unseen, hidden, _ = ended({}, moved=("A2",))
    unseen.names = {"A2": 1.0}
    assert hidden.settled((END_MS + 200) * MS) == []
