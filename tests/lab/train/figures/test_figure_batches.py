"""Batches of teams: whole elevens in several frames, and other lights that move nothing."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.lab.train.figures.figure_batches import FigureBatches, recoloured, retone


def write_board(folder, number=0, squads=4, frames=3):
    """Crops whose every pixel says whose they are: squad, frame and figure."""
    crops = np.zeros((squads, frames, 22, 6, 64, 64), dtype=np.uint8)
    facts = np.full((squads, frames, 22, 3), 0.25, dtype=np.float32)
    (folder / "train").mkdir(parents=True, exist_ok=True)
    np.save(folder / "train" / f"{number:05d}-facts.npy", facts)
    np.save(folder / "train" / f"{number:05d}-crops.npy", crops)


def test_a_batch_holds_whole_teams_in_as_many_frames_as_were_asked_for(tmp_path):
    write_board(tmp_path)
    batches = FigureBatches([tmp_path], "train", 2, 3, seed=1)
    batch = next(iter(batches))
    assert batch.crops.shape == (2 * 4 * 11, 6, 64, 64)
    leans = batch.leans.reshape(2, 4, 11, 2)
    assert (leans[:, :3, :, 0] == 0.25).all()
    assert (leans[:, 3, :, 0] == -0.25).all()  # the last frame is back to front
    assert (np.abs(leans[..., 1]) == 0.25).all()  # mirrored or not, a team at a time
    assert (leans[:, 3, :, 1] == -leans[:, 2, :, 1]).all()
    assert batches.made % 8 == 0


def test_a_folder_without_boards_is_refused(tmp_path):
    with pytest.raises(BadValue, match="no boards"):
        FigureBatches([tmp_path], "train", 2, 3, seed=1)


def test_another_light_keeps_the_order_of_tones_and_both_planes_alike():
    rng = np.random.default_rng(2)
    ramp = np.tile(np.arange(64, dtype=np.uint8) * 4, (6, 64, 1))
    retone(ramp, rng)
    assert (np.diff(ramp.astype(int), axis=2) >= 0).all()
    assert (ramp[:3] == ramp[3:]).all()


def test_other_colours_are_the_same_for_a_whole_team():
    rng = np.random.default_rng(3)
    one = rng.integers(0, 256, (6, 64, 64), dtype=np.uint8)
    first, second = recoloured(np.stack([one, one]), rng)
    assert (first == second).all()
