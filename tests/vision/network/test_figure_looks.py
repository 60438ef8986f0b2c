"""Figures' looks: unit vectors that are alike for one figure, and no network that is not known."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from referee.camera.camera_model import overhead_camera
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.loaders.fields import load_field
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.board_state import BoardState, PieceState
from referee.sim.live.teams import usual_roster
from referee.sim.render import LIVE, Renderer
from referee.vision.network.crops import CropPlan, crop_bases
from referee.vision.network.figure_card import LOOKS, NETWORK
from referee.vision.network.figure_looks import FigureLooks, load_figure_looks
from referee.vision.network.model_card import CARD
from tests.house import ROOT

CAMERA = overhead_camera(
    width_px=320, height_px=240, target_mm=(80.0, 60.0), height_mm=300.0, focal_px=560.0
)
SHIPPED = ROOT / "models" / "figures"
POSES = [Pose(70.0, 50.0, 20.0), Pose(90.0, 64.0, 260.0), Pose(80.0, 60.0, 140.0)]
UNSEEN_SEED = 77_001
# Of 22 figures, by chance 2; the shipped network finds 20 of them.
FOUND_AT_LEAST = 16


def noise():
    rough = np.random.default_rng(3).integers(0, 256, (24, 32, 3), dtype=np.uint8)
    return np.kron(rough, np.ones((10, 10, 1), dtype=np.uint8))


def some_pixels(crops, leans):
    """A network that says how bright some pixels of the crop are."""
    assert crops.dtype == np.uint8
    assert leans.shape == (len(crops), 2)
    flat = crops.reshape(len(crops), -1)[:, :: crops[0].size // LOOKS].astype(np.float32) + 1.0
    return flat / np.linalg.norm(flat, axis=1, keepdims=True)


def test_pictures_are_described_by_the_crops_of_their_bases():
    looks = FigureLooks(CAMERA, some_pixels, CropPlan(), 9.0)
    shapes = [rounded_rectangle("kind", 27.0, 20.0, 2.0, height) for height in (2.0, 3.0, 4.0)]
    crops, leans = crop_bases(noise(), CAMERA, POSES, (2.0, 3.0, 4.0), CropPlan())
    whole = looks.describe(noise(), POSES, shapes)
    assert whole.shape == (3, LOOKS)
    assert (whole == looks.describe_crops(crops, leans)).all()
    assert looks.scale == 9.0


def test_no_figures_no_looks():
    looks = FigureLooks(CAMERA, some_pixels, CropPlan(), 9.0)
    assert looks.describe(noise(), []).shape == (0, LOOKS)


@pytest.mark.parametrize("shape", [(240, 320), (480, 640, 3), (240, 320, 4)])
def test_a_picture_of_another_size_is_refused(shape):
    looks = FigureLooks(CAMERA, some_pixels, CropPlan(), 9.0)
    with pytest.raises(BadValue, match="picture"):
        looks.describe(np.zeros(shape, dtype=np.uint8), POSES)


def write_model(folder, data=b"network", **changed):
    card = {"name": "test", "sha256": hashlib.sha256(data).hexdigest(), "scale": 9.0}
    card["crops"] = {"size_px": 64, "px_per_mm": 1.25, "figure_mm": 18.0}
    (folder / NETWORK).write_bytes(data)
    (folder / CARD).write_text(json.dumps(card | changed))


def test_a_network_that_is_not_the_one_of_its_card_is_refused(tmp_path):
    write_model(tmp_path, sha256="0" * 64)
    with pytest.raises(BadValue, match="SHA-256"):
        load_figure_looks(tmp_path, CAMERA)


@pytest.mark.parametrize("missing", [CARD, NETWORK])
def test_a_model_that_is_not_whole_is_refused(tmp_path, missing):
    write_model(tmp_path)
    (tmp_path / missing).unlink()
    with pytest.raises(BadValue, match="missing"):
        load_figure_looks(tmp_path, CAMERA)


def test_a_card_that_says_not_what_likeness_is_worth_is_refused(tmp_path):
    write_model(tmp_path, scale=None)
    with pytest.raises(BadValue, match="not readable"):
        load_figure_looks(tmp_path, CAMERA)


def test_the_shipped_network_gives_unit_vectors_whatever_else_is_asked():
    looks = load_figure_looks(SHIPPED, CAMERA, threads=1)
    together = looks.describe(noise(), POSES * 4)
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(12), abs=1e-2)
    for k, pose in enumerate(POSES):
        assert together[k] @ looks.describe(noise(), [pose])[0] > 0.99


def test_figures_are_found_again_elsewhere_among_their_team_mates():
    """Two pictures of a table that no training has seen: a line-up, then the same turned about."""
    profile, roster = load_field("620"), usual_roster(UNSEEN_SEED)
    look = standard_look(profile, roster, UNSEEN_SEED)
    draw = Renderer(profile, look, LIVE).render
    describe = load_figure_looks(SHIPPED, look.camera, threads=1).describe
    bases = [player.base for player in roster]
    seen = []
    for t_ns, turn_deg, places in (
        (0, 0.0, range(22)),
        (10**9, 25.0, [*range(11, 22), *range(11)]),
    ):
        poses = [Pose(90.0 + 55.0 * (k % 11), 150.0 + 160.0 * (k // 11), turn_deg) for k in places]
        pieces = [PieceState(p.id, pose) for p, pose in zip(roster, poses, strict=True)]
        image = draw(BoardState(t_ns, 0.0, tuple(pieces))).image
        seen.append(describe(image, poses, bases))
    found = 0
    for team in Team:
        own = [k for k, player in enumerate(roster) if player.team is team]
        rows, columns = linear_sum_assignment(-(seen[1][own] @ seen[0][own].T))
        found += int((rows == columns).sum())
    assert found >= FOUND_AT_LEAST
