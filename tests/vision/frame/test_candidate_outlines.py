"""Which outline a candidate gets: of a roster the one that fits, else one measured in the frame."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.vision.frame.candidate_outlines import USUAL_MM, RosterOutlines, SharedOutlines
from referee.vision.frame.finder import BaseCandidate, diagonal_covariance
from referee.vision.refine.refiner import Refiner

LARGE = rounded_rectangle("large", 32.0, 24.0, 2.0)
SMALL = rounded_rectangle("small", 24.0, 18.0, 2.0)
CAMERA = overhead_camera(
    width_px=960, height_px=540, target_mm=(150.0, 80.0), height_mm=400.0, focal_px=1000.0
)
IMAGE = np.zeros((540, 960, 3), dtype=np.uint8)


def candidate(x, y, size, fallen=0.0):
    return BaseCandidate(Pose(x, y, 0.0), *size, 0.7, 0.9, fallen, diagonal_covariance(1.5, 0.1))


class Trusts:
    """A refiner to whom one outline is right with a certain probability, and others never."""

    def __init__(self, shape, right):
        self.shape, self.right = shape, right

    def refine(self, image, guesses):
        rights = [self.right if g.shape is self.shape else 0.0 for g in guesses]
        return SimpleNamespace(bases=[SimpleNamespace(right=r) for r in rights])


def test_of_a_rosters_outlines_the_one_that_the_edges_fit_is_taken():
    (chosen,) = RosterOutlines(Trusts(SMALL, 0.98), [LARGE, SMALL]).outlines(
        IMAGE, [candidate(0, 0, (28.0, 21.0))]
    )
    assert chosen.shape is SMALL


def test_where_edges_tell_nothing_the_size_that_was_detected_decides():
    found = [candidate(0, 0, (31.0, 23.5)), candidate(90, 0, (24.5, 18.5))]
    chosen = RosterOutlines(Trusts(None, 0.0), [LARGE, SMALL]).outlines(IMAGE, found)
    assert [each.shape for each in chosen] == [LARGE, SMALL]


def test_a_roster_on_one_kind_of_base_leaves_no_choice():
    (chosen,) = RosterOutlines(None, [LARGE, LARGE]).outlines(
        IMAGE, [candidate(0, 0, (20.0, 20.0))]
    )
    assert chosen.shape is LARGE


def test_an_outline_is_measured_from_bases_that_share_it():
    """Light plates on dark ground, drawn by hand; the detector's idea of them is too small."""
    image = np.full((540, 960, 3), 60, dtype=np.uint8)
    places = [(40 + 60 * k, 40 + 55 * r) for k in range(4) for r in range(2)]
    y, x = np.mgrid[0:540, 0:960]
    board = CAMERA.to_plane(np.stack([x, y], axis=-1), 3.0)
    for px, py in places:
        beyond = np.abs(board - (px, py)) - (LARGE.length_mm / 2 - 2.0, LARGE.width_mm / 2 - 2.0)
        outside = np.hypot(*np.maximum(beyond, 0.0).transpose(2, 0, 1)) - 2.0
        cover = np.clip(0.5 - outside * 2.5, 0.0, 1.0)[..., None]
        image = (image * (1 - cover) + 215 * cover).astype(np.uint8)
    noisy = image + np.random.default_rng(1).normal(0, 2, image.shape)
    found = [candidate(a + 0.4, b - 0.3, (30.5, 23.0)) for a, b in places]
    moulds = SharedOutlines(CAMERA, Refiner(CAMERA), 3.0)
    outlined = moulds.outlines(np.clip(noisy, 0, 255).astype(np.uint8), found)
    sides = {(o.shape.length_mm, o.shape.width_mm) for o in outlined}
    assert len(sides) == 1
    assert sides.pop() == pytest.approx((32.0, 24.0), abs=0.5)


def test_a_single_base_has_the_size_that_was_detected_and_a_fallen_one_the_usual():
    found = [candidate(0, 0, (31.0, 23.0)), candidate(90, 0, (60.0, 30.0), fallen=1.0)]
    one, lying = SharedOutlines(CAMERA, None, 3.0).outlines(IMAGE, found)
    assert (one.shape.length_mm, one.shape.width_mm) == pytest.approx((31.0, 23.0))
    assert (lying.shape.length_mm, lying.shape.width_mm) == pytest.approx(USUAL_MM)
    assert one.sigma_mm > 0.5
