"""Line-ups that are hard to measure are spoken of once, and again only after better ones."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.frame import BoardFrame
from referee.core.geometry.measured_pose import MeasuredPose
from referee.night.commands import ReportReady
from referee.night.line_up import light_advice
from referee.night.line_up.light_advice import LightAdvice
from tests.night.driving import drive
from tests.night.lined import frames, night_of
from tests.official.formations import FOUR_THREE, PRO, board_of, roster_of

ROSTER = roster_of(PRO, FOUR_THREE)


def line_up(rough=0, unseen=0) -> BoardFrame:
    """22 bases; some of them are measured to 0.8 mm, some are not seen."""
    board = board_of(PRO, FOUR_THREE)
    seen = list(board.seen)[unseen:]
    for k in range(rough):
        at = seen[k].measured.pose
        seen[k] = replace(seen[k], measured=MeasuredPose.with_sigmas(at, 0.8, 0.2, 1.0))
    return replace(board, seen=tuple(seen))


def said(*boards) -> list[bool]:
    advice = LightAdvice(ROSTER)
    return [bool(advice.line_up(board)) for board in boards]


def test_two_bad_line_ups_in_a_row_are_spoken_of_once():
    bad = line_up(rough=3, unseen=2)
    assert said(bad, bad, bad, bad) == [False, True, False, False]


def test_a_fifth_of_the_bases_is_no_bad_line_up():
    assert said(*[line_up(rough=2, unseen=2)] * 4) == [False] * 4


def test_one_bad_line_up_between_good_ones_is_nothing():
    good, bad = line_up(), line_up(rough=9)
    assert said(bad, good, bad, good, bad) == [False] * 5


def test_after_two_good_line_ups_it_may_be_said_again():
    good, bad = line_up(), line_up(rough=9)
    assert said(bad, bad, good, bad, bad, good, good, bad, bad) == [
        False, True, False, False, False, False, False, False, True,
    ]  # fmt: skip


def test_the_sentence_says_how_many_and_what_helps():
    advice = LightAdvice(ROSTER)
    advice.line_up(line_up(rough=5))
    assert advice.line_up(line_up(rough=5, unseen=1)).startswith("6 of 22 bases are hard")


def test_a_night_says_it_as_the_board_comes_on(monkeypatch):
    monkeypatch.setattr(light_advice, "LINE_UPS", 1)
    rough = line_up(rough=9)
    boards = [replace(rough, t_ns=each.t_ns, power=False) for each in frames(3.0)]
    got = drive(night_of(), boards, [(0.2, ReportReady())])
    assert got.on_s()
    (told,) = [words for words in got.said() if "hard to measure" in words]
    assert told.startswith("9 of 22 bases are hard to measure in this light")
