"""QR codes, read by OpenCV's reader."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.web.server.qr_code import QUIET, qr_lines, qr_rows


def read(rows):
    dark = np.array([[int(bit) for bit in row] for row in rows], np.uint8)
    image = np.pad(255 * (1 - dark), QUIET, constant_values=255).repeat(8, 0).repeat(8, 1)
    return cv2.QRCodeDetector().detectAndDecode(image)[0]


# 14, 26, 42, 62 and 84 bytes are what versions 1 to 5 hold with correction M; a version has 4 more.
@pytest.mark.parametrize(
    ("length", "side"), [(14, 21), (15, 25), (26, 25), (42, 29), (62, 33), (63, 37), (84, 37)]
)
def test_another_reader_reads_what_was_written(length, side):
    text = "http://192.168.178.123:8620/#pair=123456&and=some-more-of-it/0123456789abcdefghijklmnop"
    rows = qr_rows(text[:length])
    assert (len(rows), {len(row) for row in rows}) == (side, {side})
    assert read(rows) == text[:length]


def test_a_code_that_is_partly_covered_is_still_read():
    rows = qr_rows("http://192.168.1.20:8620/#pair=004217")
    covered = [
        row if k not in (14, 15) else row[:12] + "1111" + row[16:] for k, row in enumerate(rows)
    ]
    assert covered != list(rows)
    assert read(covered) == "http://192.168.1.20:8620/#pair=004217"


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(BadValue, match="84 bytes"):
        qr_rows("x" * 85)


def test_a_terminal_shows_the_same_code_with_half_blocks():
    rows = qr_rows("http://192.168.1.20:8620/#pair=004217")
    lines = qr_lines(rows)
    upper = [[int(letter in "\u2580\u2588") for letter in line] for line in lines]
    lower = [[int(letter in "\u2584\u2588") for letter in line] for line in lines]
    both = [row for pair in zip(upper, lower, strict=True) for row in pair]
    inner = both[QUIET : QUIET + len(rows)]
    assert ["".join(map(str, row[QUIET:-QUIET])) for row in inner] == list(rows)
    assert sum(map(sum, both)) == sum(row.count("1") for row in rows)
