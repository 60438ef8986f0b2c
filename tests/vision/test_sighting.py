"""A sighting is a measurement with an error bar: nonsense is refused at once."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.vision.sighting import Sighting

GOOD: dict[str, Any] = {
    "t_ns": 1,
    "pose": Pose(10.0, 20.0, 90.0),
    "covariance": ((0.04, 0.0, 0.0), (0.0, 0.04, 0.0), (0.0, 0.0, 1e-4)),
    "length_mm": 27.8,
    "width_mm": 20.6,
    "team": Team.HOME,
    "team_probability": 0.99,
    "fallen": 0.01,
    "front": 0.98,
    "score": 0.9,
    "corners_px": ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
}


def test_a_plausible_sighting_is_taken_as_it_is() -> None:
    assert Sighting(**GOOD).team is Team.HOME


@pytest.mark.parametrize("key", ["team_probability", "fallen", "front", "score"])
@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_probabilities_lie_between_0_and_1(key: str, value: float) -> None:
    with pytest.raises(BadValue, match=key):
        Sighting(**(GOOD | {key: value}))


@pytest.mark.parametrize("variance", [-1.0, float("nan"), float("inf")])
def test_a_variance_is_finite_and_not_negative(variance: float) -> None:
    covariance = ((variance, 0.0, 0.0), (0.0, 0.04, 0.0), (0.0, 0.0, 1e-4))
    with pytest.raises(BadValue, match="covariance"):
        Sighting(**(GOOD | {"covariance": covariance}))
