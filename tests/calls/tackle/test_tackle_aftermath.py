"""Tacklers who fall, and two at nearly the same time, as frames show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from tests.calls.plays import film, judged, situation

STANDS = [(0.0, 310.0, 150.0, 0.0)]
NOSE = [(0.0, 377.8, 150.0, 180.0), (0.8, 337.8, 150.0, 180.0)]


def lying(frames, says=0.97, hidden=None):
    """A1 touches at 0.8 s; the frames with these numbers say that he lies, the others hardly."""
    moves = {"H1": STANDS, "A1": NOSE}
    boards = [
        replace(
            board,
            seen=tuple(
                replace(s, fallen=(says if k in frames else 0.002) if s.player == "A1" else 0.002)
                for s in board.seen
            ),
        )
        for k, board in enumerate(film(moves, 2.0, hidden=hidden))
    ]
    return judged("hefl", boards, situation(moves, to_gain_x_mm=None))


@pytest.mark.parametrize("says", [0.97, 1.0])
def test_one_frame_that_is_misread_undoes_no_tackle(says):
    (call,) = lying({30}, says)
    assert (call.kind, call.flag) == (CallKind.TACKLE, ())


def test_frames_that_agree_are_sure_together():
    (call,) = lying(range(30, 61))
    assert (call.kind, call.flag) == (CallKind.BROKEN_TACKLE, ())


def test_frames_that_say_little_are_flagged():
    (call,) = lying(range(30, 61), says=0.52)
    assert call.flagged or call.certainty > 0.99


# HEFL counts a fall up to half a second after the touch, which is between the frames 38 and 39.
@pytest.mark.parametrize(("first", "kind"), [(38, CallKind.BROKEN_TACKLE), (41, CallKind.TACKLE)])
def test_the_fall_counts_up_to_the_limit(first, kind):
    (call,) = lying(range(first, 61))
    assert (call.kind, call.flag) == (kind, ())


def test_a_fall_about_the_limit_is_flagged():
    # Nobody saw him in the frames 39 and 40.
    (call,) = lying(range(41, 61), hidden={"A1": (1.28, 1.35)})
    assert (call.kind, call.flag) == (
        CallKind.BROKEN_TACKLE,
        ("too close to tell whether the tackler fell in time",),
    )


def two(delay_s):
    moves = {
        "H1": STANDS,
        "A1": [*NOSE],
        "A2": [(0.0, 310.0, 85.8, 90.0), (0.8 + delay_s, 310.0, 125.8, 90.0)],
    }
    return judged("vsefl", film(moves, 1.6), situation(moves, to_gain_x_mm=None))


def test_two_at_about_the_time_that_still_counts_as_one_are_flagged():
    # VSEFL's reading: within 0.05 s.
    flags = [call.flag for delay in (0.049, 0.051) for call in two(delay)]
    assert flags == [("two tacklers at nearly the same time",)] * 2


def test_two_who_came_clearly_apart_are_not():
    (call,) = two(0.2)
    assert (call.kind, call.flag) == (CallKind.TACKLE, ())
