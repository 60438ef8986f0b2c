"""`referee locate`: a simulated picture with the model that comes along, and what goes wrong."""

from __future__ import annotations

import json
import math
import shutil

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from referee.apps.sight.locate import LocateOptions
from referee.apps.sim.still import StillOptions, draw_still
from referee.cli.main import app
from referee.loaders.bases import load_base
from referee.record.tracks import TracksFileKind, read_observations
from referee.sim.live.setup import SimSetup
from referee.vision.network.default_models import DETECTOR
from referee.vision.network.model_card import find_model

runner = CliRunner()


def run(*words):
    return runner.invoke(app, ["locate", *map(str, words)])


@pytest.fixture(scope="module")
def still(tmp_path_factory):
    """A small picture of a line-up, with its calibration and its truth beside it."""
    folder = tmp_path_factory.mktemp("still")
    setup = SimSetup(seed=3, width_px=1280, height_px=720)
    draw_still(
        setup, StillOptions(folder / "board.png", 6.0, "fast", truth_overlay=False, files=True)
    )
    return folder


@pytest.fixture(scope="module")
def located(still):
    out = still / "seen.jsonl"
    result = run(
        still / "board.png", "--calibration", still / "board.calib.json", "--json",
        "--draw", still / "drawn", "--out", out,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    return result


def test_bases_are_found_where_they_stand(still, located):
    (truth,) = read_observations(still / "board.truth.jsonl", TracksFileKind.LOCATIONS)
    (seen,) = read_observations(still / "seen.jsonl", TracksFileKind.LOCATIONS)
    upright = [b for b in seen.bases if not b.lies]
    near = [min(math.hypot(b.x_mm - t.x_mm, b.y_mm - t.y_mm) for b in upright) for t in truth.bases]
    assert np.mean(np.array(near) < 5.0) >= 0.8
    assert np.median(near) < 1.0


def test_what_is_printed_is_what_is_written(still, located):
    line = json.loads(located.stdout)
    assert line == json.loads((still / "seen.jsonl").read_text().splitlines()[1])
    assert {"frame", "bases", "markers", "hands", "image"} == set(line)


def test_corners_enclose_the_place_they_belong_to(still, located):
    """Seen from above a board, the middle of the corners is the middle of the base."""
    values = json.loads((still / "board.calib.json").read_text())
    turn = cv2.Rodrigues(np.array(values["rotation"]))[0]
    for base in json.loads(located.stdout)["bases"]:
        top = np.array([[base["x_mm"], base["y_mm"], values["top_height_mm"]]])
        px = cv2.projectPoints(
            top, turn, np.array(values["translation_mm"]), np.array(values["camera_matrix"]),
            np.array(values["distortion"]),
        )[0].ravel()  # fmt: skip
        assert np.hypot(*(np.mean(base["corners_px"], axis=0) - px)) < 0.5


def test_the_drawing_is_the_picture_with_something_on_it(still, located):
    drawn = cv2.imread(str(still / "drawn" / "board.seen.png"))
    plain = cv2.imread(str(still / "board.png"))
    changed = (drawn != plain).any(axis=2).mean()
    assert drawn.shape == plain.shape
    assert 0.005 < changed < 0.3


def test_pictures_of_one_name_are_drawn_apart(tmp_path):
    images = tmp_path / "a" / "board.png", tmp_path / "b" / "board.jpg", tmp_path / "b" / "end.jpg"
    wanted = LocateOptions(images, *(None,) * 4, False, tmp_path, None, False, False)
    drawings = [wanted.drawing_of(path, number) for number, path in enumerate(images)]
    names = ["board-0.seen.png", "board-1.seen.png", "end.seen.png"]
    assert drawings == [tmp_path / name for name in names]


TEAMS = """\
format = "referee.teams"
version = 1
[home]
name = "HAWKS"
base = "big"
[[home.players]]
id = "H1"
number = 1
[away]
base = "big"
[[away.players]]
id = "A1"
number = 1
"""


def test_a_team_file_says_which_outline_the_bases_have(still, tmp_path):
    path = tmp_path / "my.teams.toml"
    path.write_text(TEAMS, encoding="utf-8")
    words = still / "board.png", "--calibration", still / "board.calib.json", "--json"
    bases = json.loads(run(*words, "--roster", path).stdout)["bases"]
    big = load_base("big")
    sizes = {(b["length_mm"], b["width_mm"]) for b in bases}
    assert sizes == {(round(big.length_mm, 4), round(big.width_mm, 4))}


def test_a_picture_that_cannot_be_used_does_not_stop_the_others(still, tmp_path):
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((720, 1280, 3), dtype=np.uint8))
    (tmp_path / "junk.png").write_bytes(b"no picture")
    result = run(
        tmp_path / "black.png", tmp_path / "junk.png", tmp_path / "none.png", still / "board.png",
        "--calibration", still / "board.calib.json", "--json",
    )  # fmt: skip
    assert result.exit_code == 2
    assert [json.loads(line)["frame"] for line in result.stdout.splitlines()] == [3]
    told = result.stderr
    assert "black.png: the picture is black" in told
    assert "junk.png: the picture is not a picture that can be read" in told
    assert "none.png: the picture is not readable" in told


def test_a_calibration_with_the_wrong_lens_is_refused_unless_trusted(still, tmp_path):
    values = json.loads((still / "board.calib.json").read_text())
    values["camera_matrix"][0][0] *= 1.06
    values["camera_matrix"][1][1] *= 1.06
    path = tmp_path / "other.calib.json"
    path.write_text(json.dumps(values))
    result = run(still / "board.png", "--calibration", path, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "lines are seen" in result.stderr
    trusted = run(still / "board.png", "--calibration", path, "--json", "--trust-calibration")
    assert trusted.exit_code == 0


def test_a_picture_made_smaller_is_read_with_scale(still, tmp_path):
    small = cv2.resize(
        cv2.imread(str(still / "board.png")), (960, 540), interpolation=cv2.INTER_AREA
    )
    cv2.imwrite(str(tmp_path / "small.png"), small)
    words = tmp_path / "small.png", "--calibration", still / "board.calib.json", "--json"
    assert "--scale" in run(*words).stderr
    result = run(*words, "--scale")
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)["bases"]) >= 15


def test_a_model_with_a_wrong_hash_is_not_used(still, tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(find_model(DETECTOR), folder)
    with (folder / "detector.onnx").open("ab") as stream:
        stream.write(b"x")
    result = run(
        still / "board.png", "--calibration", still / "board.calib.json", "--model", folder
    )
    assert result.exit_code == 2
    assert "SHA-256" in result.stderr


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"--calibration": "none.calib.json"}, "the calibration is missing"),
        ({"--model": "nobody"}, "model is 'nobody'"),
        ({"--roster": "none.teams.toml"}, "none.teams.toml"),
        ({"--field": "nowhere"}, "field is 'nowhere'"),
    ],
)
def test_a_wrong_option_is_one_sentence(change, words, still):
    options = {"--calibration": still / "board.calib.json"} | change
    result = run(still / "board.png", *(word for pair in options.items() for word in pair))
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
