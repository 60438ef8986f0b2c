"""A short real training of the reader: it learns, goes on after a stop, and exports a whole model.

Runs where the train extra is installed.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

from referee.camera.camera_model import overhead_camera  # noqa: E402 - after the skip
from referee.lab.train.reader.reader_export import export_reader, temperatures_for  # noqa: E402 - the same
from referee.lab.train.reader.reader_network import build_reader, two_way_reader  # noqa: E402 - after the skip
from referee.lab.train.reader.reader_training import loss_of, train_reader  # noqa: E402 - after the skip
from referee.lab.train.schedule import TrainingSchedule  # noqa: E402 - after the skip
from referee.vision.network.base_reader import load_reader  # noqa: E402 - after the skip
from referee.vision.network.crops import CropPlan  # noqa: E402 - after the skip
from tests.lab.train.detector.test_tile_batches import tile  # noqa: E402 - after the skip

PLAN = CropPlan()


def crops(count, rng):
    """Grey crops whose front end is brighter, and what should be said of them."""
    front = rng.integers(0, 2, count)
    light = rng.integers(80, 120, (count, 6, 64, 64))
    light[front == 1, :, 8:24] += 60
    light[front == 0, :, 40:56] += 60
    targets = np.column_stack([front, np.full(count, np.nan), np.ones(count)])
    return light.astype(np.uint8), targets.astype(np.float32)


def test_it_learns_which_end_is_the_front():
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(2)
    network = build_reader(PLAN.size_px).train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3)
    leans, away = torch.zeros(32, 2), torch.full((32, 4), torch.nan)
    for _ in range(12):
        light, targets = crops(32, rng)
        answers, ways = network(torch.from_numpy(light), leans)
        optimizer.zero_grad()
        loss_of(answers, ways, torch.from_numpy(targets), away).backward()
        optimizer.step()
    light, targets = crops(32, rng)
    with torch.no_grad():
        says = two_way_reader(network.eval(), (1.0, 1.0, 1.0))(
            torch.from_numpy(light), leans
        ).numpy()
    assert ((says[:, 0] > 0) == (targets[:, 0] > 0.5)).mean() > 0.9
    assert (says[:, 2] > 0).all()


def test_a_run_that_was_stopped_goes_on_and_counts_its_crops(tmp_path):
    for k in range(4):
        tile(tmp_path / "data", f"{k:05d}-000-00")
    told, minutes, data = [], 0.03, [tmp_path / "data"]
    for _ in range(2):
        schedule = TrainingSchedule(minutes, batch=8, warm_up_steps=1, threads=1)
        _, last = train_reader(data, "train", tmp_path / "out", schedule, PLAN, told.append)
        assert last == told[-1]
        assert last.share(schedule) == 1.0
        minutes = last.seconds / 60.0 + 0.03
    assert [now.step for now in told] == list(range(1, len(told) + 1))
    assert told[-1].tiles == 4
    assert told[-1].pictures >= 8 * len(told)


def test_what_is_not_asked_teaches_nothing():
    answers = torch.tensor([[1.0, -2.0, 3.0]], requires_grad=True)
    targets = torch.tensor([[1.0, torch.nan, torch.nan]])
    loss_of(answers, torch.zeros(1, 4), targets, torch.full((1, 4), torch.nan)).backward()
    assert answers.grad[0, 0] != 0.0
    assert (answers.grad[0, 1:] == 0.0).all()


def test_temperatures_make_probabilities_mean_what_they_say():
    """Logits twice as large as they should be need a temperature of two."""
    rng = np.random.default_rng(3)
    honest = rng.normal(0.0, 2.0, (20_000, 3))
    targets = (rng.random(honest.shape) < 1.0 / (1.0 + np.exp(-honest))).astype(np.float32)
    found = temperatures_for((2.0 * honest).astype(np.float32), targets)
    assert found == pytest.approx((2.0, 2.0, 2.0), rel=0.06)


def test_the_exported_model_says_what_the_network_says(tmp_path):
    torch.manual_seed(4)
    network = build_reader(PLAN.size_px).eval()
    temperatures = (1.5, 1.0, 0.8)
    export_reader(network, tmp_path / "mine", PLAN, temperatures, {"training": {}})
    assert json.loads((tmp_path / "mine" / "card.json").read_text())["name"] == "mine"
    camera = overhead_camera(
        width_px=320, height_px=240, target_mm=(80.0, 60.0), height_mm=300.0, focal_px=560.0
    )
    reader = load_reader(tmp_path / "mine", camera, threads=1)
    light, _ = crops(5, np.random.default_rng(5))
    leans = np.full((5, 2), 0.1, dtype=np.float32)
    with torch.no_grad():
        wanted = two_way_reader(network, temperatures)(
            torch.from_numpy(light), torch.from_numpy(leans)
        )
    assert reader._network(light, leans) == pytest.approx(wanted.numpy(), abs=0.05)
