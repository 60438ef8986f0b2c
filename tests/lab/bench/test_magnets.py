"""The bench of magnets counts what it should: right, wrong, asked about, and out of thin air."""

from __future__ import annotations

import math

import pytest

from referee.core.geometry.pose import Pose
from referee.lab.bench import magnets as bench
from referee.loaders.fields import load_field
from referee.night.magnets.reader import MagnetReader
from referee.record.observation import ObservedMarker
from referee.sim.board_state import MarkerKind, MarkerState
from referee.sim.live.teams import usual_roster

RED = MarkerState(MarkerKind.RED_MAGNET, Pose(300.0, 200.0, 0.0))
ROSTER = usual_roster(1)


def judged(*seen):
    """What is counted when the eyes say this of a board with one red magnet."""
    counts = bench._MagnetCounts()
    at = bench._at(load_field("620"), ROSTER, {}, 400.0)
    bench._judge(MagnetReader(), [()] * 3, seen, at, [RED], counts)
    return counts


def said(kind, x, y):
    return (ObservedMarker(kind, x, y, 0.0, 0.9, 0.5),)


def test_a_magnet_that_is_seen_as_what_it_is_is_right():
    counts = judged(*[said("red magnet", 301, 199)] * 3)
    assert counts.right == {"red magnet": 1}
    assert (counts.wrong, counts.nothing_there, counts.asked) == ([], [], 0)


def test_another_colour_is_wrong_and_another_place_is_thin_air():
    assert judged(*[said("yellow magnet", 301, 199)] * 3).wrong == ["red magnet as yellow magnet"]
    assert judged(*[said("red magnet", 350, 199)] * 3).nothing_there == ["red magnet"]


def test_a_magnet_that_is_not_seen_is_nothing_but_was_laid():
    counts = judged((), (), ())
    assert counts.laid == {"red magnet": 1}
    assert counts.right == {}


@pytest.mark.parametrize("seed", range(3))
def test_figures_and_magnets_are_laid_apart(seed):
    rng = bench.np.random.default_rng(seed)
    field = load_field("620")
    places = bench._figures(field, ROSTER, rng)
    laid = bench._magnets(field, places, rng)
    assert len(places) == 22
    assert {each.kind for each in laid} == set(bench.KINDS)
    for each in laid:
        x, y = each.pose.x_mm, each.pose.y_mm
        far = sorted(math.hypot(x - p.x_mm, y - p.y_mm) for p in places.values())
        beside = each.kind is MarkerKind.GREEN_MAGNET
        assert far[1 if beside else 0] > bench.APART_MM
