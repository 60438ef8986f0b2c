"""The score sheet as a picture: everything is on it, nothing over its edges, always the same."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from referee.core.errors import BadValue
from referee.record.sheet.picture import (
    MARGIN_PX,
    WIDTH_PX,
    picture_bytes,
    write_picture,
)
from referee.record.sheet.score_sheet import score_sheet_of
from referee.record.sheet.tables import ScoreSheet, SheetTable, TextAlign, columns
from tests.record.sheet import games


def pixels(sheet):
    return np.asarray(Image.open(io.BytesIO(picture_bytes(sheet))).convert("L"))


def test_nothing_stands_in_the_margins():
    image = pixels(score_sheet_of(games.short()))
    assert image.shape[1] == WIDTH_PX
    inside = image[MARGIN_PX // 2 : -MARGIN_PX // 2, MARGIN_PX - 2 : 2 - MARGIN_PX]
    assert inside.min() < 60
    blank = image.copy()
    blank[:, MARGIN_PX - 2 : 2 - MARGIN_PX] = 255
    assert blank.min() == 255


def test_it_grows_with_every_row_and_wraps_long_words():
    table = SheetTable("T", columns(("a", 20.0), ("b", 30.0, TextAlign.LEFT)), (("1", "x"),))
    short = ScoreSheet("Title", (), (table,))
    more = replace(short, tables=(replace(table, rows=(("1", "x"), ("2", "y"))),))
    endless = replace(short, tables=(replace(table, rows=(("1", "x" * 900),)),))
    heights = [pixels(each).shape[0] for each in (short, more, endless)]
    assert heights[0] < heights[1] < heights[2]
    assert pixels(endless)[:, 2 - MARGIN_PX :].min() == 255


def test_letters_with_accents_are_drawn():
    plain, accented = (pixels(ScoreSheet(name, (), ())) for name in ("Zurich", "Zürich"))
    assert (plain != accented).any()


def test_the_same_sheet_is_the_same_file(tmp_path):
    sheet = score_sheet_of(games.short())
    assert picture_bytes(sheet) == picture_bytes(sheet)
    write_picture(tmp_path / "sheet.png", sheet)
    assert (tmp_path / "sheet.png").read_bytes() == picture_bytes(sheet)


def test_another_ending_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(BadValue, match=r"\.png"):
        write_picture(tmp_path / "sheet.jpg", score_sheet_of(games.empty()))
    assert list(tmp_path.iterdir()) == []
