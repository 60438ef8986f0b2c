"""A PNG that was cut off or damaged is told before a decoder says so in its own words."""

from __future__ import annotations

import zlib

import cv2
import numpy as np
import pytest

from referee.apps.sight.picture_files import read_picture
from referee.core.errors import BadValue
from referee.loaders.formats.png import is_png, is_whole

PIXELS = np.random.default_rng(4).integers(0, 255, (40, 60, 3), dtype=np.uint8)
WHOLE = cv2.imencode(".png", PIXELS)[1].tobytes()


def test_a_whole_one_is_whole_and_read():
    assert is_png(WHOLE)
    assert is_whole(WHOLE)
    assert is_whole(WHOLE + b"something behind it")


@pytest.mark.parametrize("kept", [8, 20, 60, len(WHOLE) // 2, len(WHOLE) - 1])
def test_one_that_was_cut_off_is_not(kept):
    assert not is_whole(WHOLE[:kept])


def test_nor_is_one_with_a_wrong_byte_or_without_a_picture():
    wrong = bytearray(WHOLE)
    wrong[len(WHOLE) // 2] ^= 0x10
    assert not is_whole(bytes(wrong))
    end = b"IEND"
    empty = WHOLE[:33] + bytes(4) + end + zlib.crc32(end).to_bytes(4, "big")
    assert not is_whole(empty)


def test_only_our_own_sentence_is_said(tmp_path, capfd):
    path = tmp_path / "half.png"
    path.write_bytes(WHOLE[: len(WHOLE) // 2])
    with pytest.raises(BadValue, match="cut off or damaged"):
        read_picture(path)
    assert capfd.readouterr().err == ""


def test_a_whole_picture_is_read(tmp_path):
    path = tmp_path / "whole.png"
    path.write_bytes(WHOLE)
    assert (read_picture(path) == PIXELS).all()
