"""Ultralytics runs the very network that we ship."""

from __future__ import annotations

import numpy as np
import pytest

from referee.vision.network.default_models import DETECTOR
from referee.vision.network.model_card import checked_network, find_model
from referee.vision.network.object_detector import load_detector

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")


def test_the_network_made_from_the_model_file_answers_as_the_model_does():
    from referee.lab.train.detector.ultralytics_model import network_of

    folder = find_model(DETECTOR)
    picture = np.random.default_rng(2).random((1, 3, 96, 128), dtype=np.float32)
    with torch.no_grad():
        theirs = network_of(checked_network(folder)[0])(torch.from_numpy(picture))
    answers = theirs[0] if isinstance(theirs, tuple) else theirs
    ours = load_detector(folder, 1).network(picture)
    assert np.allclose(answers[0].numpy()[4:10], ours[4:10], atol=0.02)
