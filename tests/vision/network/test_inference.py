"""Networks run on this computer and tell nobody."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from referee.vision.network.default_models import DETECTOR, READER
from referee.vision.network.model_card import find_model

# Runs both networks where every look at another computer, from any process, leaves a file at home.
ALONE = """
import socket, sys
from pathlib import Path
def refused(*asked, **more):
    (Path.home() / "asked for another computer").touch()
    raise OSError("no network here")
socket.getaddrinfo = socket.socket.connect = socket.create_connection = refused
from referee.vision.network.object_detector import load_detector
from referee.vision.network.crop_network import compiled_crop_network
from referee.vision.network.reader_card import checked_reader
load_detector(Path(sys.argv[1]), 1)
compiled_crop_network(checked_reader(Path(sys.argv[2]))[0], 1)
print([name for name in sys.modules if name.startswith("openvino_telemetry.")])
"""


@pytest.fixture
def bare(tmp_path):
    """An environment whose home is empty and that does not look like a build server."""
    kept = {k: v for k, v in os.environ.items() if k not in ("CI", "TF_BUILD", "JENKINS_URL")}
    return kept | {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}


def test_running_a_network_reaches_no_other_computer_and_leaves_no_file_at_home(bare, tmp_path):
    folders = [str(find_model(name)) for name in (DETECTOR, READER)]
    done = subprocess.run(
        [sys.executable, "-c", ALONE, *folders], env=bare, capture_output=True, text=True
    )
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []
    assert done.stdout == "[]\n"
