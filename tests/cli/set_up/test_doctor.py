"""`referee doctor` looks at everything, says a line each and leaves with a code."""

import json

import pytest
from typer.testing import CliRunner

from referee.apps.doctor import examination
from referee.apps.terminal import camera_choice
from referee.camera.devices import webcam
from referee.cli.main import app
from tests.camera.devices.fake import DEVICE, FakeDriver


@pytest.fixture
def run(monkeypatch, tmp_path):
    def command(*words, devices=(), ports=()):
        monkeypatch.setattr(examination, "plugged_in_cameras", lambda: devices)
        monkeypatch.setattr(examination, "list_ports_now", lambda: ports)
        monkeypatch.setattr(webcam, "list_devices", lambda opens: devices)
        return CliRunner().invoke(app, ["doctor", "--folder", str(tmp_path), *words])

    return command


def test_without_a_camera_no_game_is_possible(run):
    result = run("--json")
    findings = {f["part"]: f for f in json.loads(result.stdout)}
    assert result.exit_code == 1
    assert findings["camera"]["state"] == "broken"
    assert "look at its cable" in findings["camera"]["advice"]
    assert findings["disk"]["state"] in {"fine", "change"}
    assert findings["serial device"]["state"] == "change"


def test_every_line_names_part_state_and_what_to_do(run):
    lines = run("--camera", "nobody's", devices=(DEVICE,)).stdout.splitlines()
    camera = next(line for line in lines if line.startswith("camera "))
    assert "broken" in camera
    assert "nobody's" in camera


def test_a_camera_that_works_is_measured(run, monkeypatch):
    class Flow(FakeDriver):
        def grab(self):
            self.number = self.taken % 200
            self.taken += 1
            return self.taken < 100_000

    driver = Flow()
    opened = lambda *args, **kwargs: webcam.Webcam(*args, opener=lambda n: driver, **kwargs)  # noqa: E731
    monkeypatch.setattr(camera_choice, "Webcam", opened)
    result = run("--json", devices=(DEVICE,))
    findings = {f["part"]: f for f in json.loads(result.stdout)}
    assert findings["camera"]["says"] == "C920 HD Pro Webcam, driver V4L2"
    assert findings["resolution"]["values"] == {"width_px": 6, "height_px": 4}
    assert driver.released


def test_a_size_that_is_none_is_refused(run):
    result = run("--size", "big")
    assert result.exit_code == 2
