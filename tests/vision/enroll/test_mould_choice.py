"""Which base of the catalogue a figure stands on, where outlines fit more or less well."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from referee.core.geometry.pose import Pose
from referee.loaders.bases import find_base
from referee.vision.enroll.base_moulds import BaseMould, _fullest, _of_catalogue
from referee.vision.refine.guess_table import PoseGuess

NO_PICTURE = np.zeros((2, 2, 3), np.uint8)


class Fits:
    """A refiner that only says how well each outline of the catalogue fits."""

    def __init__(self, fits):
        self._fits = fits

    def refine(self, _image, guesses):
        return SimpleNamespace(
            bases=[SimpleNamespace(right=self._fits.get(g.shape.name, 0.0)) for g in guesses]
        )


def guess(name="standard"):
    return PoseGuess(find_base(name).shape, Pose(100.0, 100.0, 0.0))


def mould(name):
    shape = find_base(name).shape
    return BaseMould(name, shape.length_mm, shape.width_mm, 0.15)


@pytest.mark.parametrize(
    ("fits", "chosen"),
    [
        ({"bevelled": 0.995, "standard": 0.993}, "standard"),  # full corners that are there
        ({"bevelled": 0.995, "standard": 0.2}, "bevelled"),  # corners that are cut
        ({"bevelled": 0.995, "standard": 0.93}, "bevelled"),  # not sure enough
        ({"bevelled": 0.995, "big": 0.999}, "bevelled"),  # another size is another base
    ],
)
def test_of_bases_of_one_size_the_fullest_that_fits_is_it(fits, chosen):
    assert _fullest(NO_PICTURE, Fits(fits), guess("bevelled"), mould("bevelled")).base == chosen


@pytest.mark.parametrize(
    ("fits", "chosen"),
    [
        ({"standard": 0.45, "narrow": 0.9}, "narrow"),
        ({"standard": 0.9, "narrow": 0.99}, None),  # the team's outline fits
        ({"standard": 0.45, "narrow": 0.7}, None),  # nothing fits: nothing speaks for another
    ],
)
def test_where_the_teams_outline_misfits_the_catalogue_is_tried(fits, chosen):
    alone = SimpleNamespace(length_mm=28.8, width_mm=17.9)
    common = SimpleNamespace(shape=find_base("standard").shape)
    found = _of_catalogue(NO_PICTURE, Fits(fits), guess(), alone, common)
    assert (None if found is None else found.base) == chosen
