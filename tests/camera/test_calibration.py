"""Calibration files: written and read back, read as others write them, refused when nonsense."""

from __future__ import annotations

import json
from datetime import date

import cv2
import numpy as np
import pytest

from referee.camera.calibration import Calibration, read_calibration, write_calibration
from referee.camera.camera_model import overhead_camera
from referee.core.errors import BadValue
from referee.loaders.fields import load_field

FIELD = load_field("620")
CAMERA = overhead_camera(
    width_px=1920, height_px=1080, target_mm=(460.0, 240.0), height_mm=900.0, focal_px=1500.0,
    tilt_deg=6.0, tilt_toward_deg=250.0, roll_deg=1.0, distortion=(-0.05, 0.01, 1e-4, -2e-4, 0.0),
)  # fmt: skip
OWN = Calibration(CAMERA, 3.0, FIELD, "desk", 0.2, date(2025, 11, 3))


@pytest.fixture
def values(tmp_path):
    write_calibration(tmp_path / "own.calib.json", OWN)
    return json.loads((tmp_path / "own.calib.json").read_text())


@pytest.fixture
def read(tmp_path):
    """Write any JSON as a calibration and read it."""

    def of(values, **options):
        path = tmp_path / "given.calib.json"
        path.write_text(values if isinstance(values, str) else json.dumps(values))
        return read_calibration(path, **options)

    return of


def test_a_calibration_comes_back_as_it_was_written(tmp_path):
    path = tmp_path / "own.calib.json"
    write_calibration(path, OWN)
    assert read_calibration(path) == OWN


def test_numbers_as_opencv_writes_them_mean_the_same_camera(values, read):
    """A rotation vector as a column, a translation as a column, distortion as a row in a row."""
    turn = np.array(values.pop("rotation"))
    given = {
        "image_size": [1920, 1080],
        "camera_matrix": values["camera_matrix"],
        "dist_coeffs": [values["distortion"]],
        "rvec": cv2.Rodrigues(turn)[0].tolist(),
        "tvec": [[v] for v in values["translation_mm"]],
        "software": {"name": "somebody's own", "version": 7},
    }
    found = read(given)
    points = np.random.default_rng(1).uniform(0, 400, (20, 3))
    assert found.camera.project(points) == pytest.approx(CAMERA.project(points), abs=1e-6)
    assert (found.top_height_mm, found.field, found.day) == (3.0, None, None)
    assert "--field" in found.notes[0]


@pytest.mark.parametrize("count", [4, 5, 8, 12, 14])
def test_every_length_of_opencv_distortion_projects_as_opencv_does(count, values, read):
    full = [0.12, 0.03, 1e-4, -2e-4, 0.01, 0.16, 0.02, 0.002, 5e-5, 0.0, 0.0, -5e-5, 0.0, 0.0]
    coefficients = full[:count]
    camera = read({**values, "distortion": coefficients}).camera
    x, y = np.meshgrid(np.linspace(0, 914, 12), np.linspace(0, 480, 8))
    points = np.stack([x.ravel(), y.ravel(), np.full(x.size, 3.0)], axis=1)
    wanted = cv2.projectPoints(
        points, cv2.Rodrigues(np.array(values["rotation"]))[0],
        np.array(values["translation_mm"]), np.array(values["camera_matrix"]),
        np.array(coefficients),
    )[0].reshape(-1, 2)  # fmt: skip
    assert np.abs(camera.project(points) - wanted).max() < 0.05


def test_a_rotation_of_few_digits_is_taken_as_the_nearest_rotation(values, read):
    rough = np.round(values["rotation"], 3)
    turn = read({**values, "rotation": rough.tolist()}).camera.rotation_matrix
    assert turn @ turn.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.abs(turn - rough).max() < 2e-3


@pytest.mark.parametrize("field", ["620", 620, {"name": "620"}, {"name": "620", "length_mm": 914}])
def test_a_field_may_be_a_name(field, values, read):
    assert read({**values, "field": field}).field == FIELD


@pytest.mark.parametrize("field", ["somebody's", {"name": "mine", "length_mm": 900}, None])
def test_a_field_that_is_not_known_leaves_a_note_and_can_be_said(field, values, read):
    found = read({**values, "field": field})
    assert found.field is None
    assert len(found.notes) == 1
    assert read({**values, "field": field}, field="500").field == load_field("500")


def without(*keys):
    return lambda v: [v.pop(key) for key in keys]


def setting(**changes):
    return lambda v: v.update(changes)


TURN = [[1, 0, 0], [0, -1, 0], [0, 0, -1]]
WRONG = {
    "no size": (without("image_size_px"), "image_size_px is missing"),
    "half a size": (setting(image_size_px=[1920]), r"\[width, height\]"),
    "a size in words": (setting(image_size_px="1080p"), "image_size_px"),
    "no matrix": (without("camera_matrix"), "camera_matrix is missing"),
    "a focal length of zero": (setting(camera_matrix=[0, 0, 9, 0, 0, 9, 0, 0, 1]), "focal"),
    "six coefficients": (setting(distortion=[0.0] * 6), "4, 5, 8, 12 or 14"),
    "not a number": (setting(distortion=[float("nan")] * 5), "distortion"),
    "not a rotation": (setting(rotation=[[1, 0, 0], [0, 1, 0], [0, 0, 2]]), "a rotation"),
    "a mirror": (setting(rotation=[[1, 0, 0], [0, 1, 0], [0, 0, -1]]), "a rotation"),
    "no translation": (without("translation_mm"), "translation_mm is missing"),
    "from below": (setting(rotation=TURN, translation_mm=[0, 0, -900]), "below the board"),
    "looking away": (setting(translation_mm=[90_00, 0, 900]), "does not see the board"),
    "sunken bases": (setting(top_height_mm=-1), "top_height_mm is -1"),
    "a height in words": (setting(top_height_mm="3"), "top_height_mm"),
    "a day of no calendar": (setting(date="yesterday"), "a date such as"),
    "a newer version": (setting(version=2), "version is 2"),
    "a field's measure": (lambda v: v["field"].update(width_mm=-3), r"field\.width_mm is -3"),
}


@pytest.mark.parametrize(("spoil", "words"), WRONG.values(), ids=WRONG)
def test_nonsense_is_named_with_file_and_key(spoil, words, values, read):
    spoil(values)
    with pytest.raises(BadValue, match=words) as error:
        read(values)
    assert "given.calib.json" in str(error.value)


@pytest.mark.parametrize("text", ["", "[]", '{"image_size_px": ', "\x00", "[" * 100_000, "1e999"])
def test_a_file_that_is_no_json_object_is_refused(text, read):
    with pytest.raises(BadValue, match="the calibration is"):
        read(text)


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(BadValue, match=r"none\.calib\.json: the calibration is missing"):
        read_calibration(tmp_path / "none.calib.json")


def test_a_camera_scaled_to_half_sees_half_the_pixels():
    """The corner of the picture is its fixed point; a pixel's middle lies half a pixel inside."""
    points = np.random.default_rng(2).uniform(0, 400, (20, 3))
    half = CAMERA.scaled(960, 540).project(points)
    assert half + 0.5 == pytest.approx((CAMERA.project(points) + 0.5) / 2, abs=1e-9)
