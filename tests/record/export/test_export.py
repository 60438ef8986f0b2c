"""What other programs get of a game: read back by their own readers, or by the csv module."""

from __future__ import annotations

import configparser
import csv
import json
from dataclasses import replace

import motmetrics
import pytest

from referee.core.errors import BadValue
from referee.record.calls_file import call_of
from referee.record.export.mot import MotSequence, write_mot
from referee.record.export.play_by_play import (
    _row,
    write_call_lines,
    write_calls,
    write_journal,
    write_plays,
)
from referee.record.export.positions import in_frame_order, write_positions, write_tracks
from referee.record.export.text_files import write_csv
from referee.record.game.game_folder import read_game
from referee.record.tracks import TracksFileKind, field_named, read_observations
from tests.game.nights import ROSTER
from tests.game.test_play_by_play import TOLD
from tests.record.game.folders import CALL, FPS, frame_ns, seen, write_game


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    folder = write_game(tmp_path_factory.mktemp("games") / "g")
    with read_game(folder) as game:
        yield game


def rows(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_tracks_are_the_frames_as_judge_reads_them(game, tmp_path):
    path = tmp_path / "t.jsonl"
    assert write_tracks(path, game.observations(), "easy") == 60
    assert field_named(path) == "easy"
    read = list(read_observations(path, TracksFileKind.TRACKS))
    assert [each.t_ns for each in read] == [frame_ns(n) for n in range(60)]
    assert (read[5].hands, read[5].power) == (seen(5).hands, False)
    assert {b.player: (b.x_mm, b.team) for b in read[7].bases} == {
        b.player: (b.x_mm, b.team) for b in seen(7).bases
    }


def test_frames_of_a_later_run_count_on(tmp_path):
    path = tmp_path / "t.jsonl"
    again = [seen(0), seen(1), *(seen(n) for n in (0, 3))]
    assert [each.frame for each in in_frame_order(again)] == [0, 1, 2, 5]
    later = (each for each in again)
    write_tracks(path, later, "easy")
    assert len(list(read_observations(path, TracksFileKind.TRACKS))) == 4


def test_positions_have_a_row_for_every_base_in_every_frame(game, tmp_path):
    path = tmp_path / "p.csv"
    assert write_positions(path, game.observations()) == 60 * len(ROSTER)
    found = rows(path)
    assert len(found) == 60 * len(ROSTER)
    one = next(row for row in found if row["frame"] == "9" and row["player"] == "H88")
    assert (one["x_mm"], one["y_mm"], one["t_s"], one["power"]) == (
        "25.0",
        "160.0",
        "0.300000",
        "0",
    )
    assert (one["team"], one["sigma_deg"]) == ("home", "0.5")


def test_positions_say_of_everybody_whether_it_rather_lies(tmp_path):
    first = seen(0)
    shares = (0.0, 0.49, 0.5, 1.0)
    bases = [replace(b, fallen=p) for b, p in zip(first.bases, shares, strict=False)]
    write_positions(tmp_path / "p.csv", [replace(first, bases=tuple(bases))])
    assert [row["fallen"] for row in rows(tmp_path / "p.csv")] == ["0", "0", "1", "1"]


@pytest.mark.filterwarnings("ignore:Operation with tuple")
def test_mot_is_read_by_an_outside_tool(game, tmp_path):
    out = tmp_path / "mot"
    assert write_mot(out, game.observations(), MotSequence("g", FPS, (96, 64)), force=False) == 60
    read = motmetrics.io.loadtxt(out / "gt" / "gt.txt", fmt="mot15-2D")
    assert len(read) == 60 * len(ROSTER)
    numbers = {row["player"]: int(row["number"]) for row in rows(out / "players.csv")}
    box = read.loc[(4, numbers["H12"])]
    # Corners of frame 3, first player: x 10..24, y 21..33; the tool takes 1 off again.
    assert (box.X, box.Y, box.Width, box.Height) == (10.0, 21.0, 14.0, 12.0)
    info = configparser.ConfigParser()
    info.read(out / "seqinfo.ini")
    assert dict(info["Sequence"]) | {"imdir": ""} == {
        "name": "g",
        "imdir": "",
        "framerate": "30",
        "seqlength": "60",
        "imwidth": "96",
        "imheight": "64",
        "imext": ".jpg",
    }
    assert [row["t_ns"] for row in rows(out / "frames.csv")][:2] == ["0", str(frame_ns(1))]


def test_the_journal_says_of_every_entry_whether_it_stands(game, tmp_path):
    path = tmp_path / "j.csv"
    assert write_journal(path, game) == 14
    found = rows(path)
    assert [row["what"] for row in found[:3]] == ["Started", "SeriesBegan", "PlayEnded"]
    assert {row["stands"] for row in found} == {"1"}
    assert json.loads(found[2]["entry"])["told"] == {"play": "run", "carrier": "H22", "by": ["A54"]}


def test_calls_come_as_rows_and_as_a_calls_file(game, tmp_path):
    write_calls(tmp_path / "c.csv", game)
    (row,) = rows(tmp_path / "c.csv")
    assert (row["kind"], row["players"], row["x_mm"]) == ("tackle", "A54 H22", "288.0")
    assert row["flag"] == "close, and hidden"
    write_call_lines(tmp_path / "c.jsonl", game)
    about, line = map(json.loads, (tmp_path / "c.jsonl").read_text().splitlines())
    assert (about["format"], about["field"], about["rulebook"]) == ("referee.calls", "easy", "hefl")
    assert call_of(line, "here") == CALL


@pytest.mark.parametrize("ending", ["txt", "md", "csv"])
def test_the_play_by_play_comes_in_three_forms(game, tmp_path, ending):
    path = tmp_path / f"plays.{ending}"
    write_plays(path, game)
    text = path.read_text(encoding="utf-8")
    if ending == "csv":
        told = [row["sentence"].replace("Bears ", "").replace("Wolves ", "") for row in rows(path)]
        assert told[2:5] == TOLD[2:5]
    else:
        assert "Wolves at Bears" in text
    if ending == "md":
        assert "| 2 | BEA | 1st & 10 | own 30 | 6 |" in text
    if ending == "txt":
        assert "1st and 10 at the own 30: Bears 22 runs for 6 yards to the own 36." in text


def test_another_ending_is_refused_and_nothing_is_written(game, tmp_path):
    with pytest.raises(BadValue, match=r"ends in .txt, .md, .csv"):
        write_plays(tmp_path / "plays.docx", game)
    assert list(tmp_path.iterdir()) == []


def test_what_fails_half_way_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("old")

    def broken():
        yield ("1",)
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        write_csv(path, ("a",), broken())
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.csv"]


def test_markup_in_a_name_does_not_run_in_the_markdown():
    assert _row(["<img src=x onerror=alert(1)>", "1st & 10"]) == (
        "| &lt;img src=x onerror=alert(1)> | 1st & 10 |\n"
    )
    # Nor is a picture fetched from somewhere, which would tell that somebody reads it.
    assert _row(["![a](http://far/x.png)"]) == "| !\\[a](http://far/x.png) |\n"
