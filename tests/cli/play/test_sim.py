"""The simulator's commands: recordings that repeat, a picture, plain words for mistakes."""

from __future__ import annotations

import json
import socket

import av
import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from referee.apps.sim import recording
from referee.apps.sim.setup_options import parse_size, parse_tilt
from referee.apps.sim.still import COLOURS
from referee.cli.main import app
from referee.core.errors import BadValue
from referee.record.tracks import TracksFileKind, read_observations
from referee.record.video import Codec
from referee.sim.formations.formation import formation_names
from referee.sim.live.setup import SimSetup

runner = CliRunner()
SMALL = {"width_px": 320, "height_px": 180, "fps": 10.0}


def run(*words):
    return runner.invoke(app, ["sim", *map(str, words)])


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The same short game recorded twice."""
    folders = [tmp_path_factory.mktemp("take") / name for name in ("first", "second")]
    setup = SimSetup(seed=4, jpeg=True, **SMALL)
    for folder in folders:
        recording.record(setup, None, 5.0, folder, Codec.MJPEG, force=False)
    return folders


def test_the_same_seed_gives_the_same_truth_and_tracks_byte_for_byte(recorded):
    first, second = recorded
    for name in ("truth.jsonl", "tracks.jsonl", "camera.calib.json", "game.json"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_a_recording_is_whole(recorded):
    folder = recorded[0]
    names = {path.name for path in folder.iterdir()}
    assert names == {"video.mp4", "truth.jsonl", "tracks.jsonl", "camera.calib.json", "game.json"}
    assert [p for p in folder.parent.iterdir() if p.name.startswith(".")] == []


def test_every_frame_has_its_track_and_its_truth(recorded):
    folder = recorded[0]
    tracks = list(read_observations(folder / "tracks.jsonl", TracksFileKind.TRACKS))
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    frames = [line for line in lines if line.get("kind") == "frame"]
    with av.open(str(folder / "video.mp4")) as box:
        pictures = sum(1 for _ in box.decode(video=0))
    assert pictures == len(tracks) == len(frames) == 50
    assert [t.t_ns for t in tracks] == [100_000_000 * n for n in range(1, 51)]
    assert [f["t_ns"] for f in frames] == [t.t_ns for t in tracks]
    times = [line["t_ns"] for line in lines[1:]]
    assert times == sorted(times)


def test_the_calibration_file_agrees_with_the_tracks(recorded):
    """OpenCV alone, from the file's numbers, puts the corners where the tracks have them."""
    values = json.loads((recorded[0] / "camera.calib.json").read_text())
    turn = cv2.Rodrigues(np.array(values["rotation"]))[0]
    lens = (np.array(values["camera_matrix"]), np.array(values["distortion"]))
    last = json.loads((recorded[0] / "truth.jsonl").read_text().splitlines()[-1])
    piece = next(p for p in last["pieces"] if not p["fallen"] and not p["lifted"])
    top = [(x, y, piece["top_mm"]) for x, y in piece["corners_mm"]]
    px, _ = cv2.projectPoints(np.array(top), turn, np.array(values["translation_mm"]), *lens)
    assert np.abs(px[:, 0] - piece["corners_px"]).max() < 0.02


def test_ctrl_c_leaves_nothing_and_says_so(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(recording, "build_simulated_board", interrupted)
    result = run("play", "--out", tmp_path / "game", "--seconds", 1)
    assert result.exit_code == 130
    assert "nothing was written" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    result = run("play", "--out", tmp_path)
    assert result.exit_code == 2
    assert "not empty" in result.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


MISTAKES = {
    "a negative seed": (("--seed", -1), "seed is -1"),
    "an unknown field": (("--field", "621"), "did you mean 620"),
    "an unknown formation": (("--offence", "wishbone"), "i-formation"),
    "a defence as an offence": (("--offence", "4-3"), "offence is '4-3'"),
    "a size without an x": (("--size", "1920"), "1920x1080"),
    "a size of odd numbers": (("--size", "321x180"), "width_px is 321"),
    "no plays at all": (("--plays", 0), "plays is 0"),
    "plays and seconds at once": (("--plays", 1, "--seconds", 3), "one of the two"),
    "a rate of nothing": (("--fps", 0), "fps is 0"),
    "a camera on its side": (("--camera-tilt", "80"), "camera tilt is 80"),
    "an unknown quality": (("--quality", "best"), "live, rich"),
    "a settings file that is not there": (("--physics", "no.toml"), "no.toml"),
}


@pytest.mark.parametrize(("words", "told"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_sentence_and_leaves_nothing(tmp_path, words, told):
    result = run("play", "--out", tmp_path / "game", *words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stderr.startswith("referee: ")
    assert len(result.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_formations_are_listed_for_people_and_for_programs():
    assert all(name in run("formations").stdout for name in formation_names())
    listed = json.loads(run("formations", "--json").stdout)
    assert [f["name"] for f in listed] == formation_names()


def test_a_still_shows_the_truth_when_asked(tmp_path):
    out = tmp_path / "still.png"
    words = ("--seed", 4, "--at", 3, "--size", "640x360", "--truth-overlay", "--out", out)
    assert run("still", *words).exit_code == 0
    image = cv2.imread(str(out)).astype(int)
    assert image.shape == (360, 640, 3)
    for colour in COLOURS.values():
        assert (np.abs(image - colour).max(axis=2) < 60).sum() > 50, "outlines of this team"


@pytest.mark.parametrize(
    ("words", "told"),
    [(("--out", "x.jpg"), ".png"), (("--out", "x.png", "--engine", "magic"), "fast, cycles")],
)
def test_a_still_that_cannot_be_is_refused(words, told):
    result = run("still", *words)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_port_in_use_is_said_in_one_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("live", "--no-browser", "--port", port)
    assert result.exit_code == 2
    assert f"port {port} is in use by another program" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_the_window_that_is_gone_is_said_in_one_sentence():
    result = run("live", "--window")
    assert result.exit_code == 2
    assert "--window is gone; needed: the page" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_sizes_and_tilts_are_read():
    assert parse_size("1280×720") == (1280, 720)
    assert parse_tilt("7.5") == (7.5, 270.0)
    assert parse_tilt("7.5@90") == (7.5, 90.0)
    with pytest.raises(BadValue, match="8@270"):
        parse_tilt("steep")


def test_a_settings_file_rules_the_board_and_is_written_down(tmp_path):
    """A coast of 300 ms instead of the usual 90 shows in the truth of the first cut."""
    (tmp_path / "slow.toml").write_text("[board]\ncoast_ms = 300\n[players.H54]\nspeed_mm_s = 0\n")
    small = SMALL | {"fps": 2.0}
    setup = SimSetup(seed=4, physics=str(tmp_path / "slow.toml"), **small)
    recording.record(setup, 1, None, tmp_path / "game", Codec.H264, force=False)
    lines = (tmp_path / "game" / "truth.jsonl").read_text().splitlines()
    facts = [json.loads(line) for line in lines]
    cuts = [f for f in facts if f.get("kind") == "power done" and not f["on"]]
    assert cuts[0]["t_ns"] - cuts[0]["commanded_ns"] >= 300_000_000
    about = json.loads((tmp_path / "game" / "game.json").read_text())
    assert about["physics"]["coast_ms"] == 300.0
    assert about["bases"]["H54"]["speed_mm_s"] == 0.0


def test_a_setting_out_of_range_names_file_key_value_and_range(tmp_path):
    (tmp_path / "wild.toml").write_text("[board]\ncoast_ms = 900\n")
    result = run("play", "--out", tmp_path / "game", "--physics", tmp_path / "wild.toml")
    assert result.exit_code == 2
    assert "wild.toml: board.coast_ms is 900, but should be a number from 20 to 300" in " ".join(
        result.stderr.split()
    )
    assert not (tmp_path / "game").exists()
