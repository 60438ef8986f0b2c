"""`referee enroll`: a table and two files, or one sentence and nothing written."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from referee.apps.sight import enroll
from referee.camera.calibration import Calibration, write_calibration
from referee.cli.main import app
from referee.loaders.fields import load_field
from referee.loaders.teams_file import read_teams
from referee.vision.enroll.enrolled_teams import read_enrolled_teams
from tests.vision.enroll.line_up import AWAY, HOME, locator, picture
from tests.vision.painted import CAMERA, SHAPE


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder with a picture of a line-up, its calibration, and a detector that knows it."""
    speckle = np.random.default_rng(1).integers(0, 12, picture().shape, dtype=np.uint8)
    cv2.imwrite(str(tmp_path / "us.png"), picture() + speckle)
    calibration = Calibration(CAMERA, SHAPE.height_mm, load_field("620"), "painted")
    write_calibration(tmp_path / "c.calib.json", calibration)
    monkeypatch.setattr(enroll, "open_locator", lambda *_: locator(HOME + AWAY))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*more, trust=True):
    """The painted board has no lines, so nothing but the person says that it is the calibrated."""
    words = ["enroll", "us.png", "--calibration", "c.calib.json", "--out", "my.teams.toml", *more]
    words += ["--trust-calibration"] if trust else []
    return CliRunner().invoke(app, words, env={"COLUMNS": "160"})


def written(room):
    known = {"us.png", "c.calib.json"}
    return {p.name for p in room.iterdir()} - known


def test_it_writes_what_others_read_and_says_what_is_doubtful(room):
    done = run("--home", "HAWKS", "--draw", "seen.png")
    assert done.exit_code == 0, done.output
    assert written(room) == {"my.teams.toml", "my.teams.colours.json", "seen.png"}
    assert len(read_enrolled_teams(room / "my.teams.toml").roster) == 12
    assert "HAWKS (home): 6 players" in done.output
    assert "6 figures of the away team instead of 11" in done.output
    assert "Numbers were not read" in done.output
    assert cv2.imread(str(room / "seen.png")).shape == picture().shape


def test_a_calibration_that_the_picture_does_not_prove_writes_nothing(room):
    done = run(trust=False)
    assert done.exit_code == 2
    assert "the calibration" in done.output
    assert "--trust-calibration" in done.output
    assert written(room) == set()


def test_json_is_one_object(room):
    outcome = json.loads(run("--json").stdout)
    assert outcome["format"] == "referee.enrolment"
    assert [p["id"] for p in outcome["teams"]["away"]["players"]] == [f"A{k}" for k in range(1, 7)]


def test_hand_edits_are_safe(room):
    run()
    path = room / "my.teams.toml"
    edited = path.read_text(encoding="utf-8").replace(
        'id = "H3"\nnumber = 3', 'id = "H54"\nnumber = 54'
    )
    path.write_text(edited, encoding="utf-8")
    refused = run()
    assert refused.exit_code == 2
    assert "--keep-edits" in refused.output
    assert path.read_text(encoding="utf-8") == edited
    assert run("--keep-edits").exit_code == 0
    assert [p.id for p in read_teams(path).roster][2] == "H54"
    assert "H54" in read_enrolled_teams(path).players.ids
    assert run("--overwrite").exit_code == 0
    assert [p.id for p in read_teams(path).roster][2] == "H3"


@pytest.mark.parametrize(
    ("more", "part"),
    [
        (["--out", "my.toml"], "ends in .teams.toml"),
        (["--keep-edits"], "without a team file to keep"),
        (["--base", "standart"], "did you mean standard?"),
        (["--draw", "seen.gif"], "ends in .png"),
        (["none.png"], "none.png"),
        (["clip.mp4"], "the video is missing"),
    ],
)
def test_wrong_words_are_one_sentence_and_nothing_is_written(room, more, part):
    refused = run(*more)
    assert refused.exit_code == 2
    assert part in refused.output
    assert written(room) == set()


@pytest.mark.parametrize(
    ("image", "part"),
    [
        (np.zeros((500, 800, 3), np.uint8), "the picture"),
        (picture()[:300, :400], "the picture's size"),
    ],
)
def test_pictures_that_show_nothing_are_refused(room, image, part):
    cv2.imwrite(str(room / "us.png"), image)
    refused = run()
    assert refused.exit_code == 2
    assert part in refused.output
    assert written(room) == set()


def test_a_folder_that_cannot_be_written_is_said(room):
    Path(room / "file").write_text("", encoding="utf-8")
    refused = run("--out", "file/my.teams.toml")
    assert refused.exit_code == 2
    assert refused.output.count("\n") < 4
