"""`referee doctor` looks at everything, says a line each and leaves with a code."""

import json

import pytest
from typer.testing import CliRunner

from referee.apps.doctor import examination
from referee.apps.doctor.sound_check import check_sound
from referee.apps.doctor.speed_check import check_speed
from referee.apps.terminal import camera_choice
from referee.camera.devices import webcam
from referee.cli.main import app
from tests.camera.devices.fake import DEVICE, FakeDriver
from tests.web.arounds import files_in


@pytest.fixture
def run(monkeypatch, tmp_path):
    def command(*words, devices=(), ports=()):
        monkeypatch.setattr(examination, "plugged_in_cameras", lambda: devices)
        monkeypatch.setattr(examination, "list_ports_now", lambda: ports)
        monkeypatch.setattr(webcam, "list_devices", lambda opens: devices)
        monkeypatch.setattr(examination, "games_folder", lambda: tmp_path / "games")
        monkeypatch.setattr(examination, "check_speed", lambda: check_speed(lambda: 0.1))
        return CliRunner().invoke(app, ["doctor", "--folder", str(tmp_path), *words])

    return command


def test_without_a_camera_no_game_is_possible(run):
    result = run("--json")
    findings = {f["part"]: f for f in json.loads(result.stdout)}
    assert result.exit_code == 1
    assert findings["camera"]["state"] == "missing"
    assert "look at its cable" in findings["camera"]["advice"]
    assert findings["disk"]["state"] in {"fine", "change"}
    assert findings["serial device"]["state"] == "change"


def test_what_else_a_game_needs_is_looked_at_and_summed_up_in_one_line(run, tmp_path):
    files_in(tmp_path / "games")
    findings = {f["part"]: f for f in json.loads(run("--json").stdout)}
    assert findings["calibration"]["state"] == findings["teams"]["state"] == "fine"
    assert "board.calib.json" in findings["calibration"]["says"]
    assert findings["plan"]["state"] == "change"
    assert findings["speed"]["values"] == {"look_ms": 100.0}
    assert "sound" in findings
    last = run().stdout.splitlines()[-1]
    assert last.startswith("No game on your own table yet: camera")
    assert last.endswith("referee play --sim")


def test_a_file_that_cannot_be_read_is_broken(run, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.calib.json").write_text("{", encoding="utf-8")
    findings = {f["part"]: f for f in json.loads(run("--json").stdout)}
    assert findings["calibration"]["state"] == "broken"
    assert findings["teams"]["state"] == "missing"


@pytest.mark.parametrize(
    ("took_s", "state"), [(0.24, "fine"), (0.26, "change"), (0.99, "change"), (1.0, "broken")]
)
def test_a_look_has_to_be_quicker_than_the_gate_lets_it_grow_old(took_s, state):
    assert check_speed(lambda: took_s).state == state


@pytest.mark.parametrize(
    ("engines", "players", "state"),
    [(["espeak-ng"], ["aplay"], "fine"), ([], ["aplay"], "change"), (["silent"], [], "change")],
)
def test_who_hears_nothing_is_told(engines, players, state):
    assert check_sound(engines, players).state == state


def test_every_line_names_part_state_and_what_to_do(run):
    lines = run("--camera", "nobody's", devices=(DEVICE,)).stdout.splitlines()
    camera = next(line for line in lines if line.startswith("camera "))
    assert "missing" in camera
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
