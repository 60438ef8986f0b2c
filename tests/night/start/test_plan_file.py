"""Plan files: what is written is read again, and every bad value is one clear sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.night.start.plan import CameraChoice, NightFile, OpeningKick
from referee.night.start.plan_file import plan_text, read_plan, write_plan

HEAD = 'format = "referee.night"\nversion = 1\n'


def written(folder: Path, text: str, head: str = HEAD) -> Path:
    path = folder / "tuesday.night.toml"
    path.write_text(head + text, encoding="utf-8")
    return path


def test_an_empty_plan_is_the_usual_night(tmp_path):
    assert read_plan(written(tmp_path, "")) == NightFile()


def test_what_is_written_is_read_again(tmp_path):
    for name in ("board.calib.json", "blues.teams.toml"):
        (tmp_path / name).write_text("{}")
    plan = NightFile(
        calibration=tmp_path / "board.calib.json",
        teams=tmp_path / "blues.teams.toml",
        rules="hefl",
        board="620",
        eye=CameraChoice('C920 "wide"', 60.0, 8.0, 30.0, (1280, 720)),
        power="/dev/ttyUSB0",
        kicks=OpeningKick.TOSS,
        playoff=True,
        home_plays=Direction.LEFT,
        games=tmp_path / "games",
        record=False,
        video_gb=12.5,
    )
    path = tmp_path / "my.night.toml"
    write_plan(path, plan)
    assert read_plan(path) == plan


def test_files_below_the_plan_are_named_as_seen_from_it(tmp_path):
    plan = replace(NightFile(), calibration=tmp_path / "boards" / "big.calib.json")
    assert 'calibration = "boards/big.calib.json"' in plan_text(plan, tmp_path)


def test_a_house_rulebook_lies_beside_the_plan(tmp_path):
    house = 'name = "ours"\ntitle = "Ours"\nextends = "hefl"\n'
    (tmp_path / "ours.toml").write_text(house)
    plan = read_plan(written(tmp_path, 'rules = "ours.toml"'))
    assert plan.rules == str(tmp_path / "ours.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('rules = "elfh"', "rules"),
        ('calibration = "board.json"', ".calib.json"),
        ('calibration = "gone.calib.json"', "not there"),
        ('teams = "teams.toml"', ".teams.toml"),
        ("[camera]\nfps = 500", "fps"),
        ("[record]\nvideo_gb = 0", "video_gb"),
        ("[camera]\nexposure_ms = 0", "exposure_ms"),
        ('[power]\nswitch = "magic"', "magic"),
        ('[start]\nkicks = "visitors"', "kicks"),
        ('[start]\nhome_plays = "up"', "home_plays"),
        ('[record]\nkeep = "yes"', "keep"),
        ("[camera]\nzoom = 3", "zoom"),
        ('[camera]\nsize = "big"', "1280x720"),
        ('[camera]\nsize = "100x9000"', "160 to 8192"),
        ('weather = "rain"', "weather"),
    ],
)
def test_a_bad_value_is_named_with_its_file(tmp_path, text, says):
    with pytest.raises(BadValue, match=says) as error:
        read_plan(written(tmp_path, text))
    assert "tuesday.night.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_of_another_kind_is_refused(tmp_path):
    with pytest.raises(BadValue, match="format"):
        read_plan(written(tmp_path, "", 'format = "referee.teams"\nversion = 1\n'))
    with pytest.raises(BadValue, match=r"\.night\.toml"):
        read_plan(tmp_path / "plan.toml")
