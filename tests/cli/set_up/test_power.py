"""`referee power`: what it says, what it writes, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from referee.apps.power import self_test, session
from referee.cli.main import app
from referee.core.errors import BadValue
from referee.lab.bench.power.bought_boards import FAKES
from referee.power import flash
from referee.power.link import PowerLink
from referee.power.ports import PortIdentity
from referee.power.relay_choice import RelayChoice, read_choice, write_choice
from referee.power.relay_models import MODELS
from referee.power.switch import PowerLost
from referee.system_clock import clock_ns
from tests.power.fakes.efl import FakeEfl

posix = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal stands for the port")


def run(*words):
    return CliRunner().invoke(app, ["power", *map(str, words)])


@pytest.fixture
def wired(tmp_path):
    """A fake board behind a terminal, chosen in a file."""
    from tests.power.wire import WiredBoard

    boards = []

    def make(model):
        board = FakeEfl(start_ns=clock_ns()) if model == "referee" else FAKES[model]()
        boards.append(WiredBoard(board, tmp_path / "port"))
        path = tmp_path / "power.toml"
        write_choice(path, RelayChoice(model, PortIdentity(path=str(tmp_path / "port"))))
        return boards[0], path

    yield make
    for board in boards:
        board.__exit__()


def test_every_model_is_listed_with_what_it_cannot_do(tmp_path):
    listed = json.loads(run("list", "--json", "--choice", tmp_path / "none.toml").stdout)
    assert [m["name"] for m in listed["models"]] == list(MODELS)
    assert all(m["shortcomings"] for m in listed["models"])
    assert listed["chosen"] is None


@posix
def test_a_choice_is_kept_and_its_shortcomings_are_said(tmp_path):
    port, path = tmp_path / "port", tmp_path / "power.toml"
    port.symlink_to("/dev/null")
    said = run("choose", "--model", "hw667", "--port", port, "--choice", path)
    assert said.exit_code == 0
    assert "does not open by itself" in said.stdout
    assert read_choice(path) == RelayChoice("hw667", PortIdentity(path=str(port)))
    assert "hw667 on" in run("list", "--choice", path).stdout


@posix
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--port", "PORT"], "--model is missing"),
        (["--model", "lcuss", "--port", "PORT"], "did you mean lcus"),
        (["--model", "lcus"], "--port is missing"),
        (["--model", "lcus", "--port", "COM99"], "port is 'COM99'"),
        (["--model", "lcus", "--port", "note.txt"], "port is '"),
        (["--model", "lcus", "--port", "PORT", "--relay", "9"], "relay is 9"),
    ],
)
def test_a_choice_that_makes_no_sense_writes_nothing(tmp_path, words, complaint):
    (tmp_path / "port").symlink_to("/dev/null")
    (tmp_path / "note.txt").touch()
    places = {"PORT": str(tmp_path / "port"), "note.txt": str(tmp_path / "note.txt")}
    words = [places.get(word, word) for word in words]
    said = run("choose", *words, "--choice", tmp_path / "power.toml")
    assert said.exit_code == 2
    assert complaint in said.stderr
    assert not (tmp_path / "power.toml").exists()


@pytest.mark.parametrize("ms", [0, 19, 5001])
def test_a_pulse_of_a_senseless_length_is_refused(ms):
    assert f"ms is {ms}, but should be a whole number from 20 to 5000" in run("pulse", ms).stderr


def test_without_a_choice_it_says_what_to_do(tmp_path):
    said = run("pulse", 100, "--choice", tmp_path / "none.toml")
    assert said.exit_code == 2
    assert "run: referee power choose" in said.stderr


@posix
@pytest.mark.parametrize("log", [".", "missing/power.jsonl"])
def test_a_log_that_cannot_be_written_is_said_before_the_board_gets_power(wired, tmp_path, log):
    board, path = wired("referee")
    said = run("pulse", 100, "--choice", path, "--log", tmp_path / log)
    assert said.exit_code == 2
    assert "--log is" in said.stderr
    assert board.edges == []


@posix
def test_a_pulse_on_our_board_is_told_by_its_own_clock(wired):
    board, path = wired("referee")
    said = json.loads(run("pulse", 60, "--json", "--choice", path).stdout)
    assert (said["asked_ms"], said["exact"]) == (60, True)
    (began, _), (ended, _) = board.edges
    assert said["lasted_ms"] == pytest.approx((ended - began) / 1e6, abs=0.01)


@posix
def test_the_test_goes_through_its_steps_and_leaves_the_board_off(wired, monkeypatch):
    monkeypatch.setattr(self_test, "LENGTHS_MS", (50,))
    monkeypatch.setattr(self_test, "LATENCY_TRIES", 2)
    monkeypatch.setattr(session, "PATIENCE_MS", 10)
    board, path = wired("referee")
    said = json.loads(run("test", "--json", "--pulses", 2, "--choice", path).stdout)
    assert [step["name"] for step in said["steps"]] == ["link", "latency", "pulse 50 ms", "silence"]
    assert all(step["good"] for step in said["steps"][:3])
    assert said["steps"][3]["stays_off"]
    assert not board.board.closed


@posix
def test_watching_tells_events_and_switches_nothing_on(wired, capsys):
    board, path = wired("lcus")
    with PowerLink(read_choice(path)) as link:
        link.wait_until(lambda s: s.answers, 20.0)
        session.watch_board(link, 0.1, as_json=True)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["kind"] for event in told] == ["note"]
    assert board.edges == []


@posix
def test_a_board_that_is_not_there_is_said_in_one_sentence(tmp_path, monkeypatch):
    def not_there(link, timeout_s):
        raise PowerLost(link.wait_until(lambda s: s.trouble.endswith("there"), 20.0).trouble)

    monkeypatch.setattr(PowerLink, "wait_ready", not_there)
    write_choice(
        tmp_path / "power.toml", RelayChoice("lcus", PortIdentity(path=str(tmp_path / "gone")))
    )
    said = run("pulse", 100, "--choice", tmp_path / "power.toml")
    assert said.exit_code == 2
    assert "gone: it is not there; needed: a board that is plugged in" in said.stderr


def test_a_camera_needs_its_calibration():
    assert "together with --calibration" in run("test", "--camera", "0").stderr


def test_the_shipped_firmware_is_the_one_of_its_hash():
    assert flash.firmware().name == "referee-power.hex"


def test_a_damaged_firmware_is_not_written(tmp_path):
    hex_file, sums = tmp_path / "a.hex", tmp_path / "a.hex.sha256"
    hex_file.write_text(":00000001FF\n")
    sums.write_text("0" * 64 + "  a.hex\n")
    with pytest.raises(BadValue, match="damaged"):
        flash.checked(hex_file, sums)


def test_what_avrdude_says_is_passed_on(tmp_path, monkeypatch):
    monkeypatch.setattr(flash.shutil, "which", lambda name: "/usr/bin/avrdude")
    told = "avrdude: stk500_getsync() attempt 1: not in sync\n"
    done = subprocess.CompletedProcess([], 1, "", told)
    monkeypatch.setattr(flash.subprocess, "run", lambda *a, **k: done)
    with pytest.raises(BadValue, match=r"not in sync.*--old-bootloader"):
        flash.flash("COM3", tmp_path / "a.hex", old_bootloader=False)


def test_without_avrdude_it_says_where_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr(flash.shutil, "which", lambda name: None)
    with pytest.raises(BadValue, match="apt install avrdude"):
        flash.avrdude_words("COM3", tmp_path / "a.hex", old_bootloader=False)
