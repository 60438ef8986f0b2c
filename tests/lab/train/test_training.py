"""A short real training: it learns, goes on after a stop, and exports what it learned.

Runs where the train extra is installed.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from referee.core.errors import BadValue

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

from referee.lab.train.detector.detector_export import export_detector  # noqa: E402 - after the skip
from referee.lab.train.detector.detector_network import build_network  # noqa: E402 - after the skip
from referee.lab.train.detector.detector_training import train_detector  # noqa: E402 - after the skip
from referee.lab.train.schedule import TrainingSchedule  # noqa: E402 - after the skip
from referee.lab.train.training_loop import CHECKPOINT_FILE, take_over_weights  # noqa: E402 - after the skip
from referee.vision.network.model_card import NETWORK  # noqa: E402 - after the skip
from referee.vision.network.object_detector import load_detector  # noqa: E402 - after the skip
from tests.lab.train.detector.test_tile_batches import tile  # noqa: E402 - after the skip


def run(tmp_path, minutes, told):
    for k in range(4):
        tile(tmp_path / "data", f"{k:05d}-000-00")
    schedule = TrainingSchedule(minutes, batch=4, warm_up_steps=1, threads=1)
    return train_detector([tmp_path / "data"], "train", tmp_path / "out", schedule, told.append)


def test_a_run_that_was_stopped_goes_on_and_its_time_is_counted(tmp_path):
    first, second = [], []
    run(tmp_path, 0.05, first)
    assert (tmp_path / "out" / CHECKPOINT_FILE).is_file()
    run(tmp_path, 0.10, second)
    assert second[0].step == first[-1].step + 1
    assert second[0].seconds > first[-1].seconds
    assert second[-1].loss < first[0].loss
    with pytest.raises(BadValue, match="minutes"):
        run(tmp_path, 0.05, [])


def test_the_exported_network_answers_as_the_trained_one(tmp_path):
    network = build_network().eval()
    export_detector(network, tmp_path, "tiny", 1.0, {"training": {"steps": 0}})
    card = json.loads((tmp_path / "card.json").read_text())
    assert (card["name"], card["training"]) == ("tiny", {"steps": 0})
    detector = load_detector(tmp_path, threads=1)
    rng = np.random.default_rng(1)
    for rows, columns in ((64, 96), (128, 64)):
        picture = rng.random((1, 3, rows, columns), dtype=np.float32)
        with torch.inference_mode():
            wanted = network(torch.from_numpy(picture))[0][0].numpy()
        assert detector.network(picture) == pytest.approx(wanted, rel=0.02, abs=0.5)
    (tmp_path / NETWORK).write_bytes((tmp_path / NETWORK).read_bytes()[:-1] + b"?")
    with pytest.raises(BadValue, match="SHA-256"):
        load_detector(tmp_path)


def test_a_new_run_takes_over_the_layers_that_fit(tmp_path):
    old, new = build_network(), build_network()
    weights = {k: torch.full_like(v, 3) for k, v in old.state_dict().items()}
    names = list(weights)
    other_size, missing, fits = names[0], names[6], names[12]
    weights[other_size] = torch.zeros(1, 2, 3)
    del weights[missing]
    torch.save({"smooth": weights}, tmp_path / CHECKPOINT_FILE)
    before = {k: v.clone() for k, v in new.state_dict().items()}
    take_over_weights(tmp_path / CHECKPOINT_FILE, new)
    after = new.state_dict()
    assert torch.equal(after[other_size], before[other_size])
    assert torch.equal(after[missing], before[missing])
    assert (after[fits] == 3).all()


def test_a_folder_without_a_run_is_no_beginning(tmp_path):
    with pytest.raises(BadValue, match="from"):
        take_over_weights(tmp_path / CHECKPOINT_FILE, build_network())
