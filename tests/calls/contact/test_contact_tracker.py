"""Opponents of a carrier: episodes of touching, what they were, and when they became that."""

from __future__ import annotations

import math

import pytest

from referee.calls.contact.contact_tracker import ContactTracker, OpponentContact
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.contact.touch import PairFrame, Touch
from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.thresholds import Thresholds
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import BASE, MS

LEVELS = Thresholds()
SHUT = 127.8
HERE = MeasuredPose(Pose(0.0, 0.0, 0.0))


def frame(k, x, *, carrier=True):
    def seen(name, at, heading):
        return SeenBase(name, MeasuredPose.with_sigmas(Pose(at, 100.0, heading), 0.03, 0.03, 0.1))

    both = [seen("H1", 100.0, 0.0)] * carrier + ([] if x is None else [seen("A1", x, 180.0)])
    return BoardFrame(20 * k * MS, True, tuple(both))


def counted(xs, weight=1.0):
    """One opponent at these places, frame by frame, and what ended in each of them."""
    hit = OpponentContact("A1", PairTracker(BASE, BASE, LEVELS))
    ended = []
    for k, x in enumerate(xs):
        board = frame(k, x)
        carrier = board.find("H1")
        ended.append(hit.update(board, carrier, "H1", lambda *_: {"down": weight, "brush": 0.25}))
    return hit, ended


def test_a_touch_that_lasts_is_one_episode():
    hit, ended = counted([SHUT] * 10)
    assert (hit.episode, any(ended)) == (1, False)
    assert hit.now["down"].probability > 0.995
    assert hit.now["brush"].probability == pytest.approx(0.25 * hit.now["down"].probability)


def test_a_gap_within_its_error_ends_no_touch():
    # Two places known to 0.03 each: 0.042 together.
    hit, ended = counted([SHUT, SHUT, SHUT, SHUT + 0.06, SHUT + 0.03])
    assert (hit.episode, any(ended)) == (1, False)


def test_clearly_apart_the_episode_is_over_and_told_once():
    hit, ended = counted([SHUT, SHUT, SHUT, SHUT + 2.0, SHUT + 4.0])
    assert [bool(each) for each in ended] == [False, False, False, True, False]
    assert ended[3]["down"].probability > 0.9
    assert (hit.episode, hit.now, hit.best) == (2, {}, {})


def test_who_never_touched_him_has_had_no_episode():
    hit, ended = counted([SHUT + 5.0, SHUT + 4.0])
    assert (hit.episode, any(ended)) == (1, False)


def test_not_seen_nothing_is_found_now():
    hit, _ = counted([SHUT, SHUT, None])
    assert hit.now == {}
    assert hit.best["down"].probability > 0.5
    assert hit.seen_once
    assert hit.latest.player == "A1"


def test_who_was_never_seen_may_have_been_anywhere():
    hits = ContactTracker("H1", {"A2": BASE, "A1": BASE}, BASE, LEVELS)
    assert [hit.player for hit in hits.opponents] == ["A1", "A2"]
    hits.update(frame(0, SHUT + 40.0), lambda *_: {"down": 1.0})
    assert hits.hidden(0) == ["A2"]


def weighed(history, met_at=None):
    looks = tuple(PairFrame(20 * k * MS, 0.0, 0.1, HERE, HERE, None) for k in range(len(history)))
    return WeighedTouch(0.9, {}, Touch(0.9, 0, looks, (BASE, BASE), met_at), tuple(history))


@pytest.mark.parametrize(
    ("history", "began_s"),
    [
        ((0.0, 0.0, 1.0, 1.0), 0.03),
        ((0.0, 0.49, 0.5, 0.5), 0.0104),  # nearly as likely by the second frame as ever
        ((0.0, 0.4, 0.6, 1.0), 0.03),
        ((0.4, 0.6, 1.0, 1.0), 0.014),
        ((0.0, 0.5, 0.5, 0.5), 0.01),
        ((0.0, 1.0, 0.0, 1.0), 0.05),  # the last time that it became so
        ((1.0, 1.0, 1.0, 1.0), 0.0),
        ((0.0, None, 1.0, 1.0), 0.0),  # nobody knows what it was before
    ],
)
def test_it_began_when_it_became_what_it_is(history, began_s):
    began = weighed(history).began(LEVELS.prior)
    assert began.t_s == pytest.approx(began_s)
    # Evenly spread over the 20 ms between two frames, and over as many as it takes to become so.
    least_s = 0.02 / math.sqrt(12.0) if began_s else 0.0
    assert began.sigma_s >= least_s - 1e-9
    if set(history) <= {0.0, 0.5, 1.0, None}:
        assert began.sigma_s == pytest.approx(least_s)
    if 0.4 in history:
        assert began.sigma_s > 0.01
