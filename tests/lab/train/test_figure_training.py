"""A short real training of the figures' looks: it learns, goes on after a stop, and exports.

Runs where the train extra is installed.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

from referee.camera.camera_model import overhead_camera  # noqa: E402 - after the skip
from referee.lab.train.figures.figure_export import export_figures  # noqa: E402 - after the skip
from referee.lab.train.figures.figure_network import build_figure_network, scale_of  # noqa: E402 - the same
from referee.lab.train.figures.figure_training import FRAMES, loss_of, train_figures  # noqa: E402 - the same
from referee.lab.train.schedule import TrainingSchedule  # noqa: E402 - after the skip
from referee.vision.network.crops import CropPlan  # noqa: E402 - after the skip
from referee.vision.network.figure_looks import load_figure_looks  # noqa: E402 - after the skip
from tests.lab.train.figures.test_figure_batches import write_board  # noqa: E402 - after the skip

PLAN = CropPlan()


def team(rng, frames=FRAMES):
    """Crops of eleven figures, each with a spot of its own, on other grounds in every frame.

    One frame more has each of them back to front.
    """
    crops = rng.integers(90, 130, (frames, 11, 6, 64, 64)).astype(np.uint8)
    for k in range(11):
        row, column = 8 + 12 * (k % 4), 8 + 16 * (k // 4)
        crops[:, k, :, row : row + 8, column : column + 8] += 80
    crops = np.concatenate([crops, crops[-1:, ..., ::-1, ::-1]])
    return torch.from_numpy(crops.reshape(-1, 6, 64, 64))


def test_it_learns_to_tell_team_mates_apart():
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(2)
    network = build_figure_network(PLAN.size_px).train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3)
    leans = torch.zeros((FRAMES + 1) * 11, 2)
    for _ in range(15):
        optimizer.zero_grad()
        loss_of(network(team(rng), leans), FRAMES, scale_of(network)).backward()
        optimizer.step()
    network.train()
    with torch.no_grad():
        looks = network(team(rng), leans).reshape(FRAMES + 1, 11, -1)
    assert (looks.norm(dim=-1) - 1.0).abs().max() < 1e-4
    assert ((looks[1] @ looks[0].T).argmax(dim=1) == torch.arange(11)).float().mean() > 0.9


def test_nothing_is_asked_within_a_frame():
    """Looks that are right in every pair of frames cost nothing, whatever a frame's own table."""
    backs = torch.eye(64)[20:31]
    one = torch.cat([torch.eye(11, 64).repeat(2, 1), backs])
    assert float(loss_of(one, 2, torch.tensor(50.0))) == pytest.approx(0.0, abs=1e-6)
    others = torch.cat([torch.eye(11, 64), torch.eye(11, 64).roll(1, 0), backs])
    assert float(loss_of(others, 2, torch.tensor(50.0))) == pytest.approx(50.0, abs=1e-3)


def test_one_who_looks_the_same_back_to_front_costs_what_a_twin_costs():
    alike = torch.eye(11, 64).repeat(3, 1)
    assert float(loss_of(alike, 2, torch.tensor(50.0))) == pytest.approx(np.log(2.0), abs=1e-4)


def test_a_run_that_was_stopped_goes_on_and_counts_its_crops(tmp_path):
    write_board(tmp_path / "data", frames=FRAMES)
    told, minutes = [], 0.03
    for _ in range(2):
        schedule = TrainingSchedule(minutes, batch=1, warm_up_steps=1, threads=1)
        _, last = train_figures(
            [tmp_path / "data"], "train", tmp_path / "out", schedule, PLAN, told.append
        )
        assert last == told[-1]
        minutes = last.seconds / 60.0 + 0.03
    assert [now.step for now in told] == list(range(1, len(told) + 1))
    assert told[-1].pictures == 11 * (FRAMES + 1) * len(told)


def test_the_exported_model_says_what_the_network_says(tmp_path):
    torch.manual_seed(4)
    network = build_figure_network(PLAN.size_px).eval()
    export_figures(network, tmp_path / "mine", PLAN, 12.5, {"training": {}})
    assert json.loads((tmp_path / "mine" / "card.json").read_text())["name"] == "mine"
    camera = overhead_camera(
        width_px=320, height_px=240, target_mm=(80.0, 60.0), height_mm=300.0, focal_px=560.0
    )
    looks = load_figure_looks(tmp_path / "mine", camera, threads=1)
    assert looks.scale == 12.5
    crops = team(np.random.default_rng(5), frames=1)[:11]
    leans = torch.full((11, 2), 0.1)
    with torch.no_grad():
        wanted = network(crops, leans).numpy()
    assert (looks.describe_crops(crops.numpy(), leans.numpy()) * wanted).sum(axis=1).min() > 0.995
