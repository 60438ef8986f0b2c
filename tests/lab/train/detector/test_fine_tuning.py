"""A shipped network is trained on: read from its ONNX file, it answers as it did.

Runs where the train extra is installed.
"""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.errors import BadValue

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

from referee.lab.train.detector.detector_export import export_detector  # noqa: E402 - after the skip
from referee.lab.train.detector.detector_network import build_network  # noqa: E402 - after the skip
from referee.lab.train.detector.fine_tuning import fine_tune, fine_tune_schedule, joined_batches  # noqa: E402 - the same
from referee.lab.train.detector.tile_batches import stack  # noqa: E402 - after the skip
from referee.lab.train.detector.trainable_weights import load_network  # noqa: E402 - after the skip
from referee.vision.network.model_card import NETWORK  # noqa: E402 - after the skip
from referee.vision.network.object_detector import load_detector  # noqa: E402 - after the skip
from tests.lab.train.detector.test_tile_batches import tile  # noqa: E402 - after the skip


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A network with norms that do something, exported."""
    folder = tmp_path_factory.mktemp("model")
    torch.manual_seed(3)
    network = build_network().eval()
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.uniform_(-0.1, 0.1)
            module.running_var.uniform_(0.5, 1.5)
            module.weight.data.uniform_(0.5, 1.5)
    export_detector(network, folder, "tiny", 1.0, {"training": {"steps": 0}})
    return folder


def answers(network, picture):
    with torch.inference_mode():
        return network.eval()(torch.from_numpy(picture))[0][0].numpy()


def test_the_network_read_from_the_file_answers_as_the_file_does(model):
    network, card = load_network(model)
    assert card.name == "tiny"
    picture = np.random.default_rng(1).random((1, 3, 64, 96), dtype=np.float32)
    shipped = load_detector(model, threads=1).network(picture)
    assert shipped == pytest.approx(answers(network, picture), rel=0.02, abs=0.5)


def test_exported_again_it_is_the_same_network(model, tmp_path):
    network, _ = load_network(model)
    export_detector(network, tmp_path, "again", 1.0, {})
    again, _ = load_network(tmp_path)
    picture = np.random.default_rng(2).random((1, 3, 64, 64), dtype=np.float32)
    assert answers(again, picture) == pytest.approx(answers(network, picture), abs=1e-4)


def test_it_learns_from_both_folders_and_its_loss_falls(model, tmp_path):
    for name in ("own", "generated"):
        for k in range(4):
            tile(tmp_path / name, f"{k:05d}-000-00")
    told = []
    schedule = fine_tune_schedule(0.12, 1, 1)
    network, _, last = fine_tune(
        model, tmp_path / "own", tmp_path / "generated", schedule, told.append
    )
    assert last.step == told[-1].step > 3
    assert last.tiles == 8
    export_detector(network, tmp_path / "out", "tuned", 1.0, {})
    assert load_detector(tmp_path / "out", threads=1)


def test_a_joined_batch_keeps_every_thing_with_its_picture(tmp_path):
    paths = [tile(tmp_path, f"{k:05d}-000-00") or k for k in range(2)]
    tiles = sorted((tmp_path / "images" / "train").glob("*.jpg"))
    assert len(paths) == len(tiles) == 2
    rng = np.random.default_rng(1)
    a, b = stack(tiles[:1], rng), stack(tiles[1:], rng)
    both = joined_batches(a, b)
    assert both.owner.tolist() == [*a.owner, *(b.owner + 1)]
    assert len(both.pictures) == 2


def test_a_file_that_is_not_the_one_of_the_card_is_refused(model, tmp_path):
    for name in ("card.json", NETWORK):
        (tmp_path / name).write_bytes((model / name).read_bytes())
    (tmp_path / NETWORK).write_bytes(b"nonsense")
    with pytest.raises(BadValue, match="SHA-256"):
        load_network(tmp_path)
