"""What training is fed: every tile of a finished look."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.lab.train.detector.tile_batches import TileBatches, find_tiles, stack
from referee.lab.train.schedule import TrainingSchedule
from referee.vision.network.detector_classes import HAND

LINE = "0 0.3 0.5 0.2 0.1 0.4 0.45 2 0.4 0.55 2 0.2 0.55 2 0 0 0\n"


def tile(folder, stem, text=LINE, done=True):
    for kind in ("images", "labels", "done"):
        (folder / kind / "train").mkdir(parents=True, exist_ok=True)
    image = np.zeros((64, 64, 3), dtype=np.uint8)
    image[:, :32] = 255
    cv2.imwrite(str(folder / "images" / "train" / f"{stem}.jpg"), image)
    (folder / "labels" / "train" / f"{stem}.txt").write_text(text)
    if done:
        (folder / "done" / "train" / f"{stem.split('-')[0]}.json").write_text("{}")


def test_a_tile_without_things_is_a_picture_too(tmp_path):
    tile(tmp_path, "00000-000-00", text="")
    for seed in range(4):
        batch = stack(find_tiles(tmp_path, "train"), np.random.default_rng(seed))
        assert (batch.pictures.shape, len(batch.kinds)) == ((1, 3, 64, 64), 0)


def test_tiles_of_a_look_in_the_making_are_left_alone(tmp_path):
    tile(tmp_path, "00000-000-00")
    tile(tmp_path, "00001-000-00", done=False)
    assert [p.stem for p in find_tiles(tmp_path, "train")] == ["00000-000-00"]


def test_new_tiles_are_taken_in_after_a_round(tmp_path):
    tile(tmp_path, "00000-000-00")
    with TileBatches([tmp_path], "train", 4, seed=1) as batches:
        stream = iter(batches)
        next(stream)
        tile(tmp_path, "00001-000-00")
        assert any(len(next(stream).pictures) == 2 for _ in range(50))


def test_a_hand_is_shown_four_times_as_often(tmp_path):
    tile(tmp_path, "00000-000-00", text="5 0.5 0.5 0.2 0.2" + " 0 0 0" * 4 + "\n")
    for k in range(1, 4):
        tile(tmp_path, f"0000{k}-000-00")
    with TileBatches([tmp_path], "train", 7, seed=1) as batches:  # a round is one batch
        first = next(iter(batches))
    assert (first.kinds == HAND).sum() == 4
    assert len(first.pictures) == 7


def test_a_folder_without_tiles_is_refused(tmp_path):
    with pytest.raises(BadValue, match="dataset make"):
        TileBatches([tmp_path], "train", 4, seed=1)


def test_the_pace_rises_then_falls_and_corners_become_stricter():
    plan = TrainingSchedule(minutes=10.0)
    warm = plan.warm_up_steps
    assert plan.pace_at(0.0, 0) < plan.pace_at(0.0, warm) == plan.pace
    paces = [plan.pace_at(share, 10 * warm) for share in (0.0, 0.3, 0.6, 1.0)]
    assert paces == sorted(paces, reverse=True)
    assert paces[-1] == pytest.approx(plan.pace * plan.last_pace_share)
    sigmas = [plan.sigma_at(share) for share in (0.0, 0.4, 0.8, 1.0)]
    assert sigmas == pytest.approx([0.25, np.sqrt(0.25 * 0.05), 0.05, 0.05])


@pytest.mark.parametrize(("key", "value"), [("minutes", 0.0), ("batch", 0), ("threads", 0)])
def test_settings_without_sense_are_refused(key, value):
    with pytest.raises(BadValue, match=key):
        TrainingSchedule(**({"minutes": 1.0} | {key: value}))
