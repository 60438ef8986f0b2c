"""Error bars are stretched where the parallax points, and gaps as their kind asks for."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from referee.vision.refine.fit_trust import (
    CLOSENESS,
    FitTrust,
    closeness,
    covariances_along_parallax,
    poses_along_parallax,
    stretched_covariances,
)

EYE_MM = np.array([100.0, 50.0, 900.0])


def blank(**parts: np.ndarray) -> FitTrust:
    none = np.zeros((1, 1), np.float32)
    return FitTrust(**{f.name: none for f in dataclasses.fields(FitTrust)} | parts)


def test_a_stretch_along_the_parallax_leaves_what_is_across_it():
    poses = np.array([[400.0, 50.0, 0.7], [100.0, 350.0, 0.0]])  # right of the eye, and beyond it
    plain = np.tile(np.diag([0.04, 0.04, 1e-4]), (2, 1, 1))
    judged = np.log(np.array([[3.0, 1.0, 2.0, 1.0], [3.0, 1.0, 2.0, 1.0]]))
    wide = stretched_covariances(plain, judged, poses, EYE_MM)
    np.testing.assert_allclose(np.sqrt(np.diag(wide[0])), [0.6, 0.2, 0.02], rtol=1e-9)
    np.testing.assert_allclose(np.sqrt(np.diag(wide[1])), [0.2, 0.6, 0.02], rtol=1e-9)


def test_a_stretched_covariance_is_one():
    rng = np.random.default_rng(4)
    roots = rng.normal(0.0, 1.0, (30, 3, 3))
    wide = stretched_covariances(
        roots @ roots.transpose(0, 2, 1),
        rng.normal(0.0, 1.0, (30, 4)),
        rng.uniform(0.0, 500.0, (30, 3)),
        EYE_MM,
    )
    np.testing.assert_allclose(wide, wide.transpose(0, 2, 1), atol=1e-9)
    assert np.linalg.eigvalsh(wide).min() > 0.0


def test_errors_and_covariances_are_turned_alike():
    rng = np.random.default_rng(6)
    poses = rng.uniform(0.0, 500.0, (5, 3))
    moves = rng.normal(0.0, 1.0, (5, 3))
    outer = moves[:, :, None] * moves[:, None, :]
    turned = poses_along_parallax(moves, poses, EYE_MM)
    expected = turned[:, :, None] * turned[:, None, :]
    np.testing.assert_allclose(
        covariances_along_parallax(outer, poses, EYE_MM), expected, atol=1e-9
    )


def test_a_base_right_below_the_eye_keeps_its_error_bar():
    below = np.array([[100.0, 50.0, 0.0]])
    wide = stretched_covariances(np.eye(3)[None], np.zeros((1, 4)), below, EYE_MM)
    np.testing.assert_allclose(wide[0], np.eye(3))


@pytest.mark.parametrize("overlap_mm", [0.0, -0.3])
def test_an_overlap_is_as_close_as_a_contact(overlap_mm):
    contact, other = closeness(np.array([[0.0, 0.2, 0.1], [overlap_mm, 0.2, 0.1]]))
    np.testing.assert_array_equal(contact, other)


def test_gaps_of_each_kind_have_their_own_stretch():
    known = np.array([[0.0, 0.1, 0.0], [2.5, 0.3, 0.0]])
    weights = np.zeros(CLOSENESS, np.float32)
    weights[0], weights[3] = np.log(2.0), np.log(1.5)  # any gap; a contact besides
    np.testing.assert_allclose(blank(pairs=weights).gap_sigmas(known), [0.3, 0.6], rtol=1e-6)
