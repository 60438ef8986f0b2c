"""The reader answers in probabilities, prefers no end, and takes no network it does not know."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.vision.network.base_reader import BaseReader, load_reader
from referee.vision.network.crops import CropPlan
from referee.vision.network.model_card import CARD
from referee.vision.network.reader_card import NETWORK
from tests.house import ROOT

CAMERA = overhead_camera(
    width_px=320, height_px=240, target_mm=(80.0, 60.0), height_mm=300.0, focal_px=560.0
)
SHIPPED = ROOT / "models" / "reader"
POSES = [Pose(70.0, 50.0, 20.0), Pose(90.0, 64.0, 260.0), Pose(80.0, 60.0, 140.0)]


def noise():
    rough = np.random.default_rng(3).integers(0, 256, (24, 32, 3), dtype=np.uint8)
    return np.kron(rough, np.ones((10, 10, 1), dtype=np.uint8))


def tells_brightness_of_front(crops, leans):
    """A network that takes the brighter end for the front."""
    assert crops.dtype == np.uint8
    assert leans.shape == (len(crops), 2)
    half = crops.shape[2] // 2
    front = crops[:, :3, :half].mean(axis=(1, 2, 3)) - crops[:, :3, half:].mean(axis=(1, 2, 3))
    return np.column_stack([front, np.full(len(crops), -1e4), np.full(len(crops), 1e4)])


def test_logits_become_probabilities_in_the_order_of_the_poses():
    image = np.zeros((240, 320, 3), dtype=np.uint8)
    image[:, 160:] = 200  # the right half is bright, and +x is to the right
    reader = BaseReader(CAMERA, tells_brightness_of_front, CropPlan())
    middle = CAMERA.to_plane([159.5, 119.5], 3.0)
    at = [Pose(float(middle[0]), float(middle[1]), turn) for turn in (0.0, 180.0, 90.0)]
    right, left, up = reader.read(image, at)
    assert right.front > 0.99
    assert left.front < 0.01
    assert up.front == pytest.approx(0.5, abs=0.45)
    assert (right.fallen, right.base) == pytest.approx((0.0, 1.0), abs=1e-6)


def test_taller_bases_are_looked_at_higher_up():
    seen = []

    def keeps(crops, leans):
        seen.append(crops)
        return np.zeros((len(crops), 3), dtype=np.float32)

    reader = BaseReader(CAMERA, keeps, CropPlan())
    usual, tall = (rounded_rectangle("kind", 27.0, 20.0, 2.0, h) for h in (3.0, 12.0))
    off_axis = [Pose(20.0, 20.0, 0.0)]
    reader.read(noise(), off_axis, None)
    reader.read(noise(), off_axis, [usual])
    reader.read(noise(), off_axis, [tall])
    assert (seen[0] == seen[1]).all()
    assert (seen[1] != seen[2]).any()


def test_no_bases_no_readings():
    assert BaseReader(CAMERA, tells_brightness_of_front, CropPlan()).read(noise(), []) == ()


@pytest.mark.parametrize("shape", [(240, 320), (480, 640, 3), (240, 320, 4)])
def test_a_picture_of_another_size_is_refused(shape):
    reader = BaseReader(CAMERA, tells_brightness_of_front, CropPlan())
    with pytest.raises(BadValue, match="picture"):
        reader.read(np.zeros(shape, dtype=np.uint8), POSES)


def write_model(folder, data=b"network", **changed):
    card = {"name": "test", "sha256": hashlib.sha256(data).hexdigest()}
    card["crops"] = {"size_px": 64, "px_per_mm": 1.25, "figure_mm": 18.0}
    (folder / NETWORK).write_bytes(data)
    (folder / CARD).write_text(json.dumps(card | changed))


def test_a_network_that_is_not_the_one_of_its_card_is_refused(tmp_path):
    write_model(tmp_path, sha256="0" * 64)
    with pytest.raises(BadValue, match="SHA-256"):
        load_reader(tmp_path, CAMERA)


@pytest.mark.parametrize("missing", [CARD, NETWORK])
def test_a_model_that_is_not_whole_is_refused(tmp_path, missing):
    write_model(tmp_path)
    (tmp_path / missing).unlink()
    with pytest.raises(BadValue, match="missing"):
        load_reader(tmp_path, CAMERA)


def test_a_card_that_says_nothing_of_the_crops_is_refused(tmp_path):
    write_model(tmp_path, crops=None)
    with pytest.raises(BadValue, match="not readable"):
        load_reader(tmp_path, CAMERA)


def test_the_reader_that_comes_along_prefers_no_end():
    """Asked about a heading and its opposite, it gives complements; the rest does not change."""
    reader = load_reader(SHIPPED, CAMERA, threads=1)
    back = [Pose(p.x_mm, p.y_mm, p.heading_deg + 180.0) for p in POSES]
    for one, other in zip(reader.read(noise(), POSES), reader.read(noise(), back), strict=True):
        assert one.front + other.front == pytest.approx(1.0, abs=0.02)
        assert one.fallen == pytest.approx(other.fallen, abs=0.02)
        assert one.base == pytest.approx(other.base, abs=0.02)


def test_a_reading_does_not_depend_on_what_else_is_asked():
    reader = load_reader(SHIPPED, CAMERA, threads=1)
    together = reader.read(noise(), POSES * 4)
    for pose, reading in zip(POSES, together, strict=False):
        (alone,) = reader.read(noise(), [pose])
        assert (alone.front, alone.fallen, alone.base) == pytest.approx(
            (reading.front, reading.fallen, reading.base), abs=0.02
        )
