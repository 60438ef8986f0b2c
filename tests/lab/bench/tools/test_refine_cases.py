"""Cases of the refinement bench are what their names say."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.geometry.base_shape import beveled_front, round_front, rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.lab.bench.tools.refine_cases import TrueBase, _glare, _sized, measure_drawn

PLAIN = rounded_rectangle("plain", 27.8, 20.6, 2.0)
CUT = beveled_front("cut", 27.8, 20.6, 1.2, 4.0)
ROUND = round_front("round", 27.8, 20.6, 1.5, 4.0)


@pytest.mark.parametrize(("shape", "shows"), [(PLAIN, False), (CUT, True), (ROUND, True)])
def test_a_front_shows_when_the_outline_differs_from_its_back(shape, shows):
    assert TrueBase("H1", shape, Pose(0.0, 0.0, 0.0), 1.0, True, {}).front_shows == shows


@pytest.mark.parametrize("shape", [PLAIN, CUT, ROUND], ids=lambda s: s.name)
def test_another_size_keeps_form_and_corners(shape):
    larger = _sized(shape, 1.0)
    assert larger.length_mm == pytest.approx(shape.length_mm + 1.0)
    assert larger.width_mm == pytest.approx(shape.width_mm + 1.0)
    assert larger.radius_mm == shape.radius_mm
    assert len(larger.skeleton_mm) == len(shape.skeleton_mm)


@pytest.mark.parametrize(("level", "kind"), [(255, "burnt out in part"), (120, "none")])
def test_glare_is_where_the_base_is_burnt_out(level, kind):
    image = np.full((60, 80, 3), 90, np.uint8)
    image[20:30, 30:40] = level
    corners = np.array([[25.0, 15.0], [50.0, 15.0], [50.0, 40.0], [25.0, 40.0]])
    assert _glare(image, corners) == kind
    assert _glare(image, corners + 500.0) == "none"


def test_a_data_set_that_was_not_made_has_no_cases(tmp_path):
    assert measure_drawn(tmp_path, "test-traced", 4).bases == []
