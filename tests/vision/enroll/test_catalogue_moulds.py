"""Which base of the catalogue each figure stands on: bases drawn with OpenCV, and bare levels."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from referee.core.geometry.pose import Pose
from referee.loaders.bases import find_base
from referee.vision.enroll.base_moulds import moulds_of
from referee.vision.enroll.catalogue_moulds import catalogue_moulds, likeliest_moulds
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refiner import Refiner
from tests.vision.refine.drawn import WHITE, camera, drawn

MODEL = camera()
# A team of one colour with the turf under it, and one that is neither bright nor coloured.
GREENISH, GREY = (70, 140, 75), (120, 120, 120)
POSES = [Pose(20.0 + 42.0 * (k % 3), 25.0 + 40.0 * (k // 3), 37.0 * k - 20.0) for k in range(6)]


def moulds_seen(kinds: list[str], turned: tuple[int, ...] = ()) -> list[str]:
    """What is made of drawn bases that a detector guesses to be plain ones about there."""
    bases = [(find_base(k).shape, p, WHITE) for k, p in zip(kinds, POSES, strict=True)]
    plain = find_base("standard").shape
    guesses = [
        PoseGuess(plain, Pose(p.x_mm + 0.5, p.y_mm - 0.4, p.heading_deg + (k in turned) * 180.0))
        for k, p in enumerate(POSES)
    ]
    return catalogue_moulds(drawn(MODEL, bases), Refiner(MODEL), guesses)


@pytest.mark.parametrize("kind", ["standard", "bevelled", "round-front", "narrow"])
def test_a_team_of_one_mould_is_of_that_mould(kind):
    assert moulds_seen([kind] * 6, turned=(1, 4)) == [kind] * 6


def test_a_cut_front_is_seen_among_full_ones():
    kinds = ["standard"] * 4 + ["bevelled", "round-front"]
    assert moulds_seen(kinds) == kinds


def test_of_no_figures_there_are_no_moulds():
    assert catalogue_moulds(drawn(MODEL, []), Refiner(MODEL), []) == []


# Rows are two moulds, columns figures; -1.16 is how well a right outline explains sharp edges.
SHARP = np.array([[-1.16] * 5, [-1.20] * 5])


def test_who_is_seen_badly_stands_on_what_the_team_stands_on():
    """Dim light: an outline that explains little leads by as much as a right one does."""
    vague = np.array([[-1.38], [-1.34]])
    assert list(likeliest_moulds(np.hstack([SHARP, vague]))) == [0] * 6


def test_who_is_seen_well_may_stand_on_another_base_than_the_team():
    other = np.array([[-1.21], [-1.16]])
    assert list(likeliest_moulds(np.hstack([SHARP, other]))) == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("kind", ["standard", "bevelled", "round-front"])
@pytest.mark.parametrize("colour", [WHITE, GREY, GREENISH])
def test_an_enrolled_team_stands_on_the_bases_that_it_stands_on(kind, colour):
    image = drawn(MODEL, [(find_base(kind).shape, pose, colour) for pose in POSES])
    figures = [SimpleNamespace(length_mm=27.6, width_mm=20.4, pose=pose) for pose in POSES]
    assert [mould.base for mould in moulds_of(image, MODEL, figures, 3.0)] == [kind] * 6
