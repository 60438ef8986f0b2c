"""What may be a covariance of a pose, against its eigenvalues."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.geometry.measured_pose import EXACT, MeasuredPose
from referee.core.geometry.pose import Pose

HERE = Pose(1.0, 2.0, 30.0)
numbers = st.floats(-2.0, 2.0)


def rows(matrix):
    return tuple(tuple(float(v) for v in row) for row in matrix)


@given(st.lists(numbers, min_size=6, max_size=6))
@settings(max_examples=150, deadline=None)
def test_a_symmetric_matrix_is_one_when_no_eigenvalue_is_negative(values):
    a, b, c, e, f, i = values
    matrix = np.array([[a, b, c], [b, e, f], [c, f, i]])
    least = np.linalg.eigvalsh(matrix).min()
    if least > 1e-6:
        assert MeasuredPose(HERE, rows(matrix)).covariance == rows(matrix)
    elif least < -1e-6:
        with pytest.raises(BadValue, match="covariance"):
            MeasuredPose(HERE, rows(matrix))


def test_no_error_in_a_direction_is_one_too():
    assert MeasuredPose(HERE).covariance == EXACT
    assert MeasuredPose.with_sigmas(HERE, 0.0, 0.1, 0.0).matrix[1, 1] == pytest.approx(0.01)


@pytest.mark.parametrize("odd", [math.nan, math.inf, -1.0])
@pytest.mark.parametrize("place", range(3))
def test_what_is_no_number_is_none(odd, place):
    matrix = np.eye(3)
    matrix[place, place] = odd
    with pytest.raises(BadValue, match="covariance"):
        MeasuredPose(HERE, rows(matrix))


def test_one_that_is_not_symmetric_is_none():
    with pytest.raises(BadValue, match="covariance"):
        MeasuredPose(HERE, ((1.0, 0.5, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
