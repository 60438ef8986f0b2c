"""Which base of the catalogue a figure stands on, where outlines fit more or less well."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.loaders.bases import find_base
from referee.loaders.teams_file import OwnBase
from referee.vision.enroll.base_moulds import (
    _clearly_other,
    _known_mould,
    _of_catalogue,
)
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.measured_shape import MeasuredShape

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


MEASURED = rounded_rectangle("measured", 24.0, 17.7, 1.0, 3.0)


def measured(sigma_mm=0.15):
    return MeasuredShape(24.0, 17.7, MEASURED, sigma_mm, 2)


@pytest.mark.parametrize(
    ("fits", "chosen"),
    [
        ({"measured": 0.63, "bevelled": 0.4, "narrow": 0.2}, "bevelled"),  # nothing fits well
        ({"measured": 0.9, "bevelled": 0.88}, "bevelled"),  # as well as what was measured
        ({"measured": 0.9, "bevelled": 0.6}, OwnBase),  # plainly no base of the catalogue
    ],
)
def test_a_size_that_was_measured_badly_is_not_believed_against_the_catalogue(fits, chosen):
    found = _known_mould(NO_PICTURE, Fits(fits), [guess(), guess()], measured())
    assert found.base == chosen if isinstance(chosen, str) else isinstance(found.base, chosen)


@pytest.mark.parametrize(("sigma_mm", "other"), [(0.15, True), (0.63, False)])
def test_a_base_is_another_only_if_it_was_measured_well(sigma_mm, other):
    common = SimpleNamespace(length_mm=28.2, width_mm=20.9, shape=find_base("standard").shape)
    seen = PoseGuess(rounded_rectangle("seen", 23.6, 18.0, 1.0, 3.0), Pose(100.0, 100.0, 0.0))
    fits = Fits({"measured": 0.95, "standard": 0.5})
    assert _clearly_other(NO_PICTURE, fits, seen, measured(sigma_mm), common) is other
