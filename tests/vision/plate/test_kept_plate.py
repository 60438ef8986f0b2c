"""A plate is read as it was written; a plain picture of the empty board is one as well."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.vision.plate.clean_plate import EMPTY_VOTES, CleanPlate
from referee.vision.plate.kept_plate import read_plate, write_plate
from tests.vision.painted import CAMERA
from tests.vision.plate.printed_board import empty


def test_picture_and_votes_come_back(tmp_path):
    votes = np.arange(CAMERA.height_px, dtype=np.uint8)[:, None] % 33 + np.zeros(
        (1, CAMERA.width_px), np.uint8
    )
    path = tmp_path / "board.plate.png"
    write_plate(path, CleanPlate(empty(), votes))
    again = read_plate(path, CAMERA)
    assert (again.picture == empty()).all()
    assert (again.votes == votes).all()


def test_a_plain_picture_is_known_everywhere(tmp_path):
    path = tmp_path / "empty.png"
    path.write_bytes(cv2.imencode(".png", empty())[1].tobytes())
    assert (read_plate(path, CAMERA).votes == EMPTY_VOTES).all()


@pytest.mark.parametrize("data", [b"", b"no picture", None])
def test_what_is_no_picture_is_refused_with_its_name(tmp_path, data):
    path = tmp_path / "board.plate.png"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BadValue, match=r"board\.plate\.png"):
        read_plate(path, CAMERA)


def test_a_picture_of_another_size_is_refused(tmp_path):
    path = tmp_path / "small.png"
    path.write_bytes(cv2.imencode(".png", empty()[:100])[1].tobytes())
    with pytest.raises(BadValue, match="800 x 500"):
        read_plate(path, CAMERA)
