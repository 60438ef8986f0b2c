"""Judges of tracks: perfect ones score full, swapped and missing ones less."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.lab.bench.tools.outside_judges import TrackedFrame, hota, identities

PLAYERS = ("H1", "H2", "A1", "A2")


def scene(names=PLAYERS, found=PLAYERS):
    """Every found one lies exactly on the player whose place in the list it has."""
    return TrackedFrame(tuple(names), tuple(found), np.eye(len(names))[:, : len(found)])


def test_perfect_tracks_score_one():
    scenes = [scene()] * 20
    judged = identities(scenes)
    assert (hota(scenes), judged.idf1, judged.switches) == (pytest.approx(1.0), 1.0, 0)


def test_two_who_change_names_are_two_switches():
    swapped = scene(found=("H2", "H1", "A1", "A2"))
    scenes = [scene()] * 10 + [swapped] * 10
    judged = identities(scenes)
    assert judged.switches == 2
    assert judged.idf1 == pytest.approx(0.75)
    # Two of four tracks are right half of the time: each such pair counts 10 / (20 + 20 - 10).
    assert hota(scenes) == pytest.approx(math.sqrt(0.5 * 1.0 + 0.5 / 3.0))


def test_half_of_all_unseen_is_the_root_of_a_half_in_detection_and_association_alike():
    scenes = [scene(), TrackedFrame(PLAYERS, (), np.zeros((4, 0)))] * 10
    assert hota(scenes) == pytest.approx(0.5)
