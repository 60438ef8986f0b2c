"""A lens file brings back the lens, and says in a sentence what is wrong with one."""

import json
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from referee.camera.charuco.lens import Lens, read_lens, write_lens
from referee.core.errors import BadValue

SPREAD = tuple(tuple(float(v) for v in row) for row in np.diag(np.arange(1.0, 10.0)))
LENS = Lens(
    1920, 1080, 1500.5, 1499.5, 961.0, 538.0, (-0.1, 0.02, 1e-4, -2e-4, 0.003), "sheet",
    0.21, 0.05, SPREAD, 14, "C920#A1", date(2025, 11, 3),
)  # fmt: skip


def test_what_is_written_is_read(tmp_path):
    write_lens(tmp_path / "a.lens.json", LENS)
    assert read_lens(tmp_path / "a.lens.json") == LENS


def test_half_the_picture_is_half_the_focal_length_about_the_same_middle():
    small = LENS.scaled(960, 540)
    assert (small.fx_px, small.fy_px) == (750.25, 749.75)
    # The middle of a full-size picture, 959.5, is that of the half one, 479.5.
    assert replace(LENS, cx_px=959.5).scaled(960, 540).cx_px == 479.5
    assert np.asarray(small.covariance)[0, 0] == pytest.approx(0.25)
    assert np.asarray(small.covariance)[8, 8] == pytest.approx(9.0)


def test_other_proportions_are_another_lens():
    with pytest.raises(BadValue, match="proportions 640 x 480"):
        LENS.scaled(640, 480)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("format", "referee.calibration", "format"),
        ("version", 2, "version"),
        ("image_size_px", [1920], "2 finite numbers"),
        ("camera_matrix", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "focal lengths"),
        ("distortion", [0.1, None, 0, 0, 0], "5 finite numbers"),
        ("covariance", (-np.eye(9)).tolist(), "covariance"),
        ("date", "yesterday", "date"),
        ("rms_px", -1, "rms_px"),
    ],
)
def test_a_file_edited_by_hand_is_refused_with_its_key(tmp_path, key, value, said):
    path = tmp_path / "a.lens.json"
    write_lens(path, LENS)
    values = json.loads(path.read_text())
    values[key] = value
    path.write_text(json.dumps(values))
    with pytest.raises(BadValue, match=said):
        read_lens(path)


@pytest.mark.parametrize("text", ["", "[1]", "{", "\ufffe"])
def test_what_is_no_lens_is_said(tmp_path, text):
    path = tmp_path / "a.lens.json"
    path.write_text(text, encoding="utf-16" if text == "\ufffe" else "utf-8")
    with pytest.raises(BadValue, match="the lens is"):
        read_lens(path)


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(BadValue, match="the lens is missing"):
        read_lens(tmp_path / "a.lens.json")
