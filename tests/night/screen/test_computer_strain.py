"""A computer that is too busy is told from the frames, once, and so is that it is over."""

from __future__ import annotations

from referee.core.clock import MS_NS, S_NS
from referee.night.screen.computer_strain import KEEPS_UP_AGAIN, TOO_BUSY, ComputerStrain

PERIOD_NS = S_NS // 30


def told(frames):
    """The sentences of frames, each by its number and how late it is decided about, in ms."""
    strain, said = ComputerStrain(), []
    for number, late_ms in frames:
        taken_ns = number * PERIOD_NS
        sentence = strain.frame(number, taken_ns, taken_ns + round(late_ms * MS_NS))
        if sentence:
            said.append((taken_ns / S_NS, sentence))
    return said, strain.strained


def test_a_computer_that_keeps_up_is_told_nothing():
    assert told((k, 20.0) for k in range(300)) == ([], False)


def test_a_camera_of_few_frames_is_no_busy_computer():
    strain = ComputerStrain()
    for k in range(100):  # ten pictures a second, each of them looked at
        assert strain.frame(k, k * S_NS // 10, k * S_NS // 10 + 30 * MS_NS) == ""


def test_one_hiccup_is_told_nothing():
    frames = [(k, 20.0) for k in range(300) if not 100 < k < 115]
    assert told(frames) == ([], False)


def test_lost_frames_are_told_once_and_that_it_is_over_within_ten_seconds():
    """From the second to the eighth second only every third frame is looked at."""
    frames = [(k, 40.0) for k in range(600) if not 60 <= k < 240 or k % 3 == 0]
    said, strained = told(frames)
    assert not strained
    (begun_s, first), (over_s, second) = said
    assert (first, second) == (TOO_BUSY, KEEPS_UP_AGAIN)
    assert 2.0 < begun_s < 5.0
    assert 8.0 < over_s < 18.0


def test_frames_that_are_decided_about_late_are_told():
    said, strained = told((k, 150.0) for k in range(60))
    assert strained
    assert [sentence for _, sentence in said] == [TOO_BUSY]
