"""Drawings of fields and bases, measured in the picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import cv2
import numpy as np
import pytest

from referee.apps.drawings.base_picture import draw_base, outline_pieces
from referee.apps.drawings.field_picture import draw_field
from referee.core.errors import BadValue
from referee.loaders.bases import base_names, load_base
from referee.loaders.fields import load_field
from referee.loaders.formats.vector_picture import VectorPicture


def test_a_picture_is_true_to_scale():
    picture = VectorPicture(-10.0, -5.0, 30.0, 15.0)
    picture.rectangle(0.0, 0.0, 20.0, 10.0, "#ff0000")
    image = picture.to_png()
    px_per_mm = image.shape[1] / 40.0
    rows, columns = np.nonzero((image == (0, 0, 255)).all(axis=2))
    assert (columns.min() / px_per_mm, columns.max() / px_per_mm) == pytest.approx(
        (10, 30), abs=0.1
    )
    # y points up: the rectangle's top at y = 10 lies 5 mm below the picture's top
    assert (rows.min() / px_per_mm, rows.max() / px_per_mm) == pytest.approx((5, 15), abs=0.1)


def test_a_field_shows_its_goal_lines_where_they_are(tmp_path):
    field = load_field("620")
    picture = draw_field(field)
    path = tmp_path / "620.png"
    picture.save(path)
    image = cv2.imread(str(path))
    px_per_mm = image.shape[1] / (picture.high_x_mm - picture.low_x_mm)
    row = round((picture.high_y_mm - 110.0) * px_per_mm)
    white = np.flatnonzero((image[row] > 200).all(axis=1))
    shown_mm = picture.low_x_mm + (white + 0.5) / px_per_mm
    for goal_x_mm in (0.0, field.goal_to_goal_mm):
        near = shown_mm[np.abs(shown_mm - goal_x_mm) < 3.0]
        assert near.mean() == pytest.approx(goal_x_mm, abs=0.5)


def test_svg_is_well_formed_and_holds_its_labels(tmp_path):
    path = tmp_path / "620.svg"
    draw_field(load_field("620")).save(path)
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - our own file
    labels = " ".join(e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "near_hash_y_mm" in labels
    assert "Tudor 620" in labels


@pytest.mark.parametrize("name", base_names())
def test_the_pieces_of_an_outline_join_up(name):
    shape = load_base(name)
    pieces = [points for _, points in outline_pieces(shape)]
    for one, following in zip(pieces, [*pieces[1:], pieces[0]], strict=True):
        assert following[0] == pytest.approx(one[-1], abs=1e-9)
    corners = np.concatenate(pieces)
    assert np.ptp(corners, axis=0) == pytest.approx([shape.length_mm, shape.width_mm], abs=0.01)


def test_a_name_that_says_no_kind_of_picture_is_refused(tmp_path):
    with pytest.raises(BadValue, match=r"\.png or \.svg"):
        draw_base(load_base("standard")).save(tmp_path / "base.gif")
    assert list(tmp_path.iterdir()) == []
