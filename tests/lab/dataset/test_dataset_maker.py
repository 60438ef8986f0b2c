"""A data set is made once, goes on after a stop, and never mixes two recipes."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.lab.bench.vision.judged_frames import FrameSet, frames
from referee.lab.dataset.answer_sheet import answer_sheets, calibration_path, read_answers
from referee.lab.dataset.dataset_maker import DATA_FILE, make_dataset, tasks_of
from referee.lab.dataset.dataset_recipe import DatasetRecipe, KeptPictures, SetRecipe
from referee.vision.network.detector_classes import BASE
from referee.vision.plate.clean_plate import empty_board
from referee.vision.plate.plate_keeper import PlateKeeper

RECIPE = DatasetRecipe(
    "tiny",
    tile_px=160,
    px_per_mm=(0.5, 0.6),
    sets=(
        SetRecipe("train", "training", seed=18, looks=1, frames=1),
        SetRecipe(
            "test",
            "apart",
            seed=19,
            looks=1,
            frames=1,
            keep=KeptPictures.FRAMES,
            size_px=(960, 540),
        ),
    ),
)


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "tiny"
    told = []
    make_dataset(RECIPE, folder, 1, lambda task, done: told.append((task.chosen.name, done)))
    return folder, told


def test_every_picture_has_its_labels(made):
    folder, told = made
    for kind, ending in (("train", ".txt"), ("test", ".json")):
        pictures = {p.stem for p in (folder / "images" / kind).glob("*.jpg")}
        labels = {p.stem for p in (folder / "labels" / kind).glob(f"*{ending}")}
        assert pictures == labels
        assert len(pictures) == sum(done.pictures for name, done in told if name == kind)
    assert "images/train" in (folder / DATA_FILE).read_text()


def test_labels_lie_inside_their_tiles(made):
    for path in (made[0] / "labels" / "train").glob("*.txt"):
        rows = np.array([line.split() for line in path.read_text().splitlines()], dtype=float)
        if len(rows):
            assert rows[:, 1:].min() >= 0.0
            assert (rows[:, 1:5].max(), rows[:, 5:].max()) <= (1.0, 2.0)


def test_a_frame_has_its_truth_in_its_own_pixels(made):
    folder = made[0]
    (path,) = (folder / "labels" / "test").glob("*.json")
    truth = json.loads(path.read_text())
    image = cv2.imread(str(folder / "images" / "test" / f"{path.stem}.jpg")).astype(float)
    height, width = image.shape[:2]
    bases = [r for r in truth["labels"] if r["kind"] == BASE and r["visible"] > 0.6]
    assert len(bases) > 5
    for row in bases:
        corners = np.array(row["corners_px"])
        low, high = np.array(row["box_px"][:2]), np.array(row["box_px"][2:])
        assert (corners >= low - 1e-6).all()
        assert (corners <= high + 1e-6).all()
        sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T) / truth["px_per_mm"]
        assert ((sides > 12.0) & (sides < 40.0)).all()
    assert 0 <= np.mean([r["box_px"][0] for r in bases]) < width
    assert 0 <= np.mean([r["box_px"][1] for r in bases]) < height


def test_a_frame_has_its_answers_in_mm_and_the_camera_that_maps_them_to_its_pixels(made):
    folder = made[0]
    (path,) = answer_sheets(folder, "test")
    answers = read_answers(path)
    calibration = json.loads(calibration_path(folder, "test", path.stem).read_text())
    assert calibration["image_size_px"] == [960, 540]
    camera = np.array(calibration["camera_matrix"])
    turn, _ = cv2.Rodrigues(np.array(calibration["rotation"]))
    standing = [b for b in answers.bases if not (b.fallen or b.lifted)]
    assert len(standing) > 5
    for base in standing:
        on_board = base.pose.to_board(base.shape.corners_mm)
        corners = np.column_stack([on_board, np.full(4, base.top_mm)])
        move = np.array(calibration["translation_mm"])
        seen, _ = cv2.projectPoints(
            corners, turn, move, camera, np.array(calibration["distortion"])
        )
        assert np.allclose(seen[:, 0], base.corners_px, atol=0.05)


def test_a_kept_frame_has_its_empty_board_beside_it(made):
    folder = made[0]
    (judged,) = frames(folder.parent, FrameSet("apart", folder.name, "test", "", ""))
    plate = PlateKeeper(judged.calibration.camera, empty_board(judged.empty))
    difference = plate.compare(judged.image)
    seen = [b for b in judged.answers.bases if b.visible > 0.6 and not (b.fallen or b.lifted)]
    assert len(seen) > 5
    assert min(difference.shares(base.corners_px)[1] for base in seen) > 0.3
    assert 0.0 < (difference.shows > 0).mean() < 0.25


def test_a_stopped_run_makes_what_is_missing_and_nothing_else(made):
    folder, told = made
    before = contents(folder)
    task = next(t for t in tasks_of(RECIPE, folder) if t.chosen.name == "train")
    task.done_file.unlink()
    for path in (folder / "images" / "train").glob("*.jpg"):
        path.unlink()
    again = []
    make_dataset(RECIPE, folder, 1, lambda each, done: again.append((each.chosen.name, done)))
    assert contents(folder) == before
    assert sorted(again, key=str) == sorted(told, key=str)


def test_one_set_can_be_made_alone(tmp_path):
    assert {t.chosen.name for t in tasks_of(RECIPE, tmp_path, "test")} == {"test"}
    with pytest.raises(BadValue, match="one of train, test"):
        make_dataset(RECIPE, tmp_path / "new", 1, lambda *_: None, "tset")
    assert not (tmp_path / "new").exists()


def test_a_folder_of_another_recipe_is_left_alone(made):
    folder = made[0]
    before = contents(folder)
    other = DatasetRecipe("other", 160, (0.5, 0.6), RECIPE.sets)
    with pytest.raises(BadValue, match="made by this recipe"):
        make_dataset(other, folder, 1, lambda *_: None)
    assert contents(folder) == before


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadValue, match="empty"):
        make_dataset(RECIPE, tmp_path, 1, lambda *_: None)
    assert list(contents(tmp_path)) == ["letter.txt"]


@pytest.mark.parametrize("kind", ["moulds", "photos"])
def test_assets_that_are_missing_are_named_before_anything_is_drawn(tmp_path, kind):
    chosen = replace(RECIPE.sets[0], **{kind: "others"})
    recipe = replace(RECIPE, sets=(chosen,))
    for assets, said in ((None, "--assets"), (tmp_path / "assets", "others")):
        with pytest.raises(BadValue, match=said):
            make_dataset(recipe, tmp_path / "out", 1, lambda *_: None, assets=assets)
    assert not (tmp_path / "out").exists()
