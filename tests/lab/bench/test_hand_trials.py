"""The bench of a hand over a running board: what counts, what is counted, and what is ended."""

from __future__ import annotations

import numpy as np
import pytest

from referee.camera.frame_source import Frame
from referee.lab.bench.play.hand_patch import _patch
from referee.lab.bench.play.hand_trials import HandCut, HandTrial, hand_rows
from referee.lab.bench.play.timed_devices import FaultyCamera
from referee.lab.bench.tools import busy_computer as module
from referee.lab.bench.tools.busy_computer import busy_computer

GREEN = np.full((60, 80, 3), (40, 120, 30), np.uint8)


class Camera:
    """Gives a green picture every 33 ms."""

    def __init__(self):
        self.t_ns = 0

    def newest(self, _timeout_s):
        self.t_ns += 33_000_000
        return Frame(self.t_ns, GREEN, 1)


def hand():
    shown = GREEN.copy()
    shown[20:60, 30:50] = (120, 150, 200)
    return _patch(GREEN, shown)


def test_a_hand_is_laid_where_it_was_drawn_and_leaves_the_rest_alone():
    patch = hand()
    assert (patch.left, patch.top, patch.mask.shape) == (30, 20, (40, 20))
    over = patch.over(GREEN)
    assert (over[20:60, 30:50] == (120, 150, 200)).mean() > 0.98
    over[20:60, 30:50] = GREEN[20:60, 30:50]
    assert (over == GREEN).all()


def test_the_time_of_a_hand_is_that_of_the_first_frame_with_it():
    camera = FaultyCamera(Camera())
    camera.newest(0.1)
    camera.lay_hand(hand())
    first = camera.newest(0.1)
    camera.newest(0.1)
    assert camera.hand_ns == first.t_ns == 66_000_000
    assert not (first.image == GREEN).all()
    camera.lay_hand(None)
    assert (camera.newest(0.1).image == GREEN).all()
    assert camera.hand_ns is None


def test_a_hand_that_was_never_noticed_counts_as_late():
    trials = [HandTrial(120.0, HandCut.HAND), HandTrial(900.0, HandCut.PLAY_OVER)]
    (worst, _), (median, _), (late, note) = hand_rows(4, trials)
    assert (worst.value, worst.bar) == (900.0, 300.0)
    assert median.value == 900.0
    assert (late.value, late.bar) == (1, 0.0)
    assert "1 for the hand; 1 for the play was over" in note


def test_without_a_trial_there_is_no_figure():
    ((row, note),) = hand_rows(0, [])
    assert row is None
    assert "no trial" in note


def test_processes_that_keep_the_cores_busy_are_ended_also_after_an_error(monkeypatch):
    begun, start = [], module.subprocess.Popen

    def noted(words):
        begun.append(start(words))
        return begun[-1]

    monkeypatch.setattr(module.subprocess, "Popen", noted)

    def fails():
        assert [process.poll() for process in begun] == [None, None]
        raise RuntimeError

    with pytest.raises(RuntimeError), busy_computer(2):
        fails()
    assert all(process.poll() is not None for process in begun)
    assert len(begun) == 2
