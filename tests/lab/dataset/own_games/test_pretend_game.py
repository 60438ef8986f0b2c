"""The pretended game is a recording like any other, corrected frame by frame."""

from __future__ import annotations

import numpy as np
import pytest

from referee.lab.dataset.own_games import pretend_game as module
from referee.lab.dataset.own_games.pretend_game import pretend_game
from referee.lab.dataset.own_games.reviewed_game import pictures, read_game
from referee.record.video_file import VideoFile


def test_corrections_lie_on_the_bases_and_the_same_seed_films_the_same_game(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SIZE_PX", (480, 270))
    for name in ("a", "b"):
        pretend_game(tmp_path / name, 5, 2, lambda *_: None)
    a, b = (tmp_path / name / "corrections.jsonl" for name in ("a", "b"))
    assert a.read_bytes() == b.read_bytes()
    game = read_game(tmp_path / "a", None, False)
    assert len(game.frames) == 2
    camera = game.calibration.camera
    for row, image in pictures(tmp_path / "a" / "video.mp4", game.frames):
        assert image.shape == (270, 480, 3)
        for base in row.bases:
            if not base.fallen:
                middle = np.mean(base.corners_px, axis=0)
                seen = camera.to_plane(middle, game.calibration.top_height_mm)
                assert seen == pytest.approx((base.x_mm, base.y_mm), abs=1.5)
    with VideoFile(tmp_path / "a" / "video.mp4") as film:
        assert len(list(film)) == 2
