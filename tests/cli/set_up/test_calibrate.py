"""`referee calibrate`: files in, files out, one sentence when it cannot be done."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from referee.apps.calibrate.pictures import corners_of
from referee.camera.calibration import read_calibration
from referee.cli.main import app
from referee.core.errors import BadValue
from referee.vision.plate.kept_plate import read_plate
from tests.calibrate.boards import LARGE, camera_over, error_mm, photograph

runner = CliRunner()
CAMERA = camera_over(LARGE)


def run(*words):
    return runner.invoke(app, ["calibrate", *map(str, words)])


@pytest.fixture(scope="module")
def board(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("board") / "board.png"
    cv2.imwrite(str(path), photograph(LARGE, CAMERA))
    return path


@pytest.fixture(scope="module")
def calibrated(board, tmp_path_factory):
    """The file written, and what was said about it."""
    out = tmp_path_factory.mktemp("out") / "mine.calib.json"
    result = run(board, "--field", "620", "--out", out, "--json")
    assert result.exit_code == 0, result.output
    return out, json.loads(result.stdout)


def test_a_picture_becomes_a_calibration_with_its_picture_and_map(calibrated):
    out, said = calibrated
    assert said["verdict"] in {"gold", "silver", "bronze"}
    assert sorted(p.name for p in out.parent.iterdir()) == [
        "mine.calib.json",
        "mine.calib.png",
        "mine.map.png",
    ]
    read = read_calibration(out)
    assert error_mm(read.camera, CAMERA, LARGE, 3.0) < 0.6
    assert read.error_mm == pytest.approx(said["worst_error_mm"], abs=1e-3)
    assert json.loads(out.read_text(encoding="utf-8"))["certificate"]["lines"]


def test_the_words_name_verdict_and_lines_and_what_comes_next(board, tmp_path):
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in _corners())
    out = tmp_path / "mine.calib.json"
    result = run(board, "--corners", corners, "--out", out)
    assert result.exit_code == 0, result.output
    assert f"referee enroll PICTURE --calibration {out} --out ours.teams.toml" in result.stdout
    assert "error over the field, median" in result.stdout
    assert "near sideline" in result.stdout


def test_what_is_no_board_leaves_nothing(tmp_path):
    grey, out = tmp_path / "grey.png", tmp_path / "mine.calib.json"
    cv2.imwrite(str(grey), np.full((480, 640, 3), 120, dtype=np.uint8))
    result = run(grey, "--out", out)
    assert result.exit_code == 2
    assert result.stderr.strip().startswith("referee: The picture is all of one brightness.")
    assert "\n" not in result.stderr.strip()
    assert [p.name for p in tmp_path.iterdir()] == ["grey.png"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "--camera"),
        (("missing.png",), "missing.png"),
        (("a.png", "--out", "mine.json"), ".calib.json"),
        (("a.png", "--corners", "1,2 3,4"), "--corners"),
        (("a.png", "--field", "no-such"), "no-such"),
        (("a.png", "--camera", "0"), "not both"),
    ],
)
def test_bad_options_are_one_sentence(tmp_path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    result = run("pictures", *words, *(("--field", "620") if not words else ()))
    assert result.exit_code == 2
    assert says in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_calibration_edited_by_hand_is_refused_in_one_sentence(calibrated, tmp_path):
    values = json.loads(calibrated[0].read_text(encoding="utf-8"))
    values["rotation"][0] = [2.0, 0.0, 0.0]
    out = tmp_path / "edited.calib.json"
    out.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(BadValue, match="rotation"):
        read_calibration(out)


def test_corners_are_four_points():
    assert corners_of("1,2 3,4 5.5,6 7,8") == [(1.0, 2.0), (3.0, 4.0), (5.5, 6.0), (7.0, 8.0)]
    with pytest.raises(BadValue, match="four points"):
        corners_of("1,2 3,4 5,6 7")


def _corners():
    x = (LARGE.left_end_line_x_mm, LARGE.right_end_line_x_mm)
    places = [(x[0], 0, 0), (x[1], 0, 0), (x[1], LARGE.width_mm, 0), (x[0], LARGE.width_mm, 0)]
    return CAMERA.project(np.array(places, dtype=float))


def test_a_picture_of_the_empty_board_is_kept_as_its_plate_until_the_next_calibration(
    board, tmp_path
):
    out, plate = tmp_path / "mine.calib.json", tmp_path / "mine.plate.png"
    assert run(board, "--field", "620", "--out", out, "--empty").exit_code == 0
    camera = read_calibration(out).camera
    assert (read_plate(plate, camera).picture == cv2.imread(str(board))).all()
    assert run(board, "--field", "620", "--out", out).exit_code == 0
    assert not plate.exists()
