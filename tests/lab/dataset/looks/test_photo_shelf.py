"""Photographs by other hands on the table and in the print."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.lab.dataset.looks.photo_shelf import photograph_files, with_photographs
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.art.print.board_print import paint_board
from referee.sim.photograph import Photograph
from referee.sim.render.table import table_colours
from tests.calls.plays import ROSTER
from tests.core.fields import EASY


def stripes():
    """40 x 20 pixels: the left half black, the right half red."""
    picture = np.zeros((20, 40, 3), np.uint8)
    picture[:, 20:, 2] = 255
    return picture


def test_a_photograph_is_as_big_as_it_is_said_to_be_and_goes_on_mirrored():
    photo = Photograph(stripes(), mm_per_px=2.0)
    x, y = np.meshgrid([10.0, 70.0, 90.0, 150.0, 170.0, -10.0, -70.0], [5.0])
    red = photo.seen(x, y)[0, :, 2]
    assert red == pytest.approx([0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0])


def test_a_turned_photograph_is_turned():
    photo = Photograph(stripes(), mm_per_px=2.0, turned_deg=90.0)
    x, y = np.meshgrid([5.0], [10.0, 70.0])
    assert photo.seen(x, y)[:, 0, 2] == pytest.approx([0.0, 1.0])


def test_grain_has_no_colour_and_nothing_broad():
    rng = np.random.default_rng(1)
    picture = rng.integers(60, 200, (200, 200, 3)).astype(np.uint8)
    picture[:, 100:] //= 2
    x, y = np.meshgrid(np.arange(10.0, 190.0), np.arange(10.0, 190.0))
    grain = Photograph(picture, 1.0).grain(x, y)
    assert grain.shape == (180, 180)
    assert grain[:, :40].mean() == pytest.approx(1.0, abs=0.05)
    assert grain[:, -40:].mean() == pytest.approx(1.0, abs=0.05)


def test_the_table_shows_the_photograph():
    look = replace(standard_look(EASY, ROSTER), table_photo=Photograph(stripes(), 2.0))
    far = np.array([[[10.0, 5.0], [70.0, 5.0]]], np.float32)
    assert table_colours(look, far)[0, :, 2] == pytest.approx([0.0, 1.0])


def test_the_print_keeps_its_lines_under_a_grain():
    rng = np.random.default_rng(2)
    grain = Photograph(rng.integers(40, 220, (300, 300, 3)).astype(np.uint8), 1.0)
    look = standard_look(EASY, ROSTER).field
    plain, _, _ = paint_board(EASY, look, 2.0)
    grained, _, _ = paint_board(EASY, replace(look, grain=grain), 2.0)
    rows, columns = plain.shape[:2]
    turf = (slice(rows // 3, rows // 3 + 60), slice(columns // 2 + 20, columns // 2 + 60))
    apart = grained[turf][..., 1].astype(float) - plain[turf][..., 1]
    assert apart.std() > 5.0
    assert grained.astype(float).mean() == pytest.approx(plain.astype(float).mean(), rel=0.08)


def test_the_same_look_draws_the_same_photographs(tmp_path):
    for name in ("a.png", "b.jpg"):
        cv2.imwrite(str(tmp_path / name), stripes())
    look = standard_look(EASY, ROSTER)
    drawn = [with_photographs(replace(look, seed=seed), tmp_path) for seed in (*range(20), 3)]
    assert any(each.table_photo is not None for each in drawn)
    assert any(each.field.grain is not None for each in drawn)
    again, first = drawn[-1], drawn[3]
    for one, other in (
        (again.table_photo, first.table_photo),
        (again.field.grain, first.field.grain),
    ):
        assert (one is None) == (other is None)
        if one is not None:
            assert (one.mm_per_px, one.turned_deg) == (other.mm_per_px, other.turned_deg)
            assert np.array_equal(one.picture, other.picture)


def test_a_folder_without_photographs_and_a_broken_one_are_refused(tmp_path):
    with pytest.raises(BadValue, match="photographs"):
        photograph_files(tmp_path / "nothing")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "a.jpg").write_bytes(b"no picture")
    look = standard_look(EASY, ROSTER)
    with pytest.raises(BadValue, match=r"a\.jpg"):
        for seed in range(20):
            with_photographs(replace(look, seed=seed), tmp_path / "broken")
