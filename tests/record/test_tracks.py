"""Tracks and locations files: what is written is read again, and what is wrong is named."""

from __future__ import annotations

import json

import pytest

from referee.calls.frame import SeenBase
from referee.core.errors import BadValue
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.record.observation import (
    Observation,
    ObservedGap,
    ObservedHand,
    ObservedMarker,
)
from referee.record.tracks import (
    ObservationWriter,
    TracksFileHeader,
    TracksFileKind,
    read_observations,
)

CORNERS = ((10.5, 20.25), (30.0, 20.0), (30.0, 40.0), (10.0, 40.0))


def base(**changes):
    place = Pose(120.5, 80.25, changes.pop("heading_deg", 270.0))
    values = {
        "player": "H22", "measured": MeasuredPose.with_sigmas(place, 0.1, 0.1, 0.5),
        "corners_px": CORNERS, "team": Team.HOME, "score": 0.75,
    }  # fmt: skip
    return SeenBase(**values | changes)


def frame(number, **changes):
    values = {
        "frame": number, "bases": (base(),), "t_ns": number * 33_333_333, "power": True,
        "markers": (ObservedMarker("felt ball", 1.0, 2.0, 0.0, 1.0),),
    }  # fmt: skip
    return Observation(**values | changes)


def written(path, frames, kind=TracksFileKind.TRACKS):
    writer = ObservationWriter(path, TracksFileHeader(kind, "620"))
    for seen in frames:
        writer.write(seen)
    writer.close()
    return path


def test_tracks_come_back_as_they_were_written(tmp_path):
    frames = [
        frame(1),
        frame(2, power=False, bases=()),
        frame(5, bases=(base(player="A7"), base())),
    ]
    path = written(tmp_path / "tracks.jsonl", frames)
    assert list(read_observations(path, TracksFileKind.TRACKS)) == frames


def test_doubts_and_gaps_come_back_and_are_left_out_where_there_are_none(tmp_path):
    gaps = (ObservedGap("H22", "A7", 0.25, 0.1),)
    frames = [frame(1, bases=(base(doubtful=True), base(player="A7")), gaps=gaps), frame(2)]
    path = written(tmp_path / "tracks.jsonl", frames)
    assert list(read_observations(path, TracksFileKind.TRACKS)) == frames
    _, first, second = (json.loads(line) for line in path.read_text().splitlines())
    assert [b.get("doubtful") for b in first["bases"]] == [True, None]
    assert "gaps" not in second


def test_locations_know_neither_time_nor_power_nor_players(tmp_path):
    path = written(tmp_path / "locations.jsonl", [frame(1)], TracksFileKind.LOCATIONS)
    (seen,) = read_observations(path, TracksFileKind.LOCATIONS)
    assert (seen.t_ns, seen.power, seen.bases[0].player) == (None, None, "")
    assert set(json.loads(path.read_text().splitlines()[1])) == {"frame", "bases", "markers"}


def test_a_heading_that_rounds_to_a_full_turn_is_written_as_zero(tmp_path):
    path = written(tmp_path / "t.jsonl", [frame(1, bases=(base(heading_deg=359.99999),))])
    (seen,) = read_observations(path, TracksFileKind.TRACKS)
    assert seen.bases[0].heading_deg == 0.0


def test_how_likely_a_figure_lies_comes_back(tmp_path):
    path = written(tmp_path / "t.jsonl", [frame(1, bases=(base(fallen=0.123456),))])
    (seen,) = read_observations(path, TracksFileKind.TRACKS)
    assert seen.bases[0].fallen == 0.1235


@pytest.mark.parametrize(("said", "fallen"), [(False, 0.0), (True, 1.0), (0.7, 0.7), (1, 1.0)])
def test_older_files_say_only_whether_a_figure_lies(tmp_path, said, fallen):
    path = spoiled(tmp_path, lambda v: v["bases"][0].update(fallen=said))
    seen = list(read_observations(path, TracksFileKind.TRACKS))[1].bases[0]
    assert (seen, type(seen.fallen)) == (base(fallen=fallen), float)


def spoiled(tmp_path, change):
    path = written(tmp_path / "t.jsonl", [frame(1), frame(2)])
    lines = path.read_text().splitlines()
    values = json.loads(lines[2])
    change(values)
    lines[2] = json.dumps(values)
    path.write_text("\n".join(lines) + "\n")
    return path


WRONG = {
    "a base off the planet": (lambda v: v["bases"][0].update(x_mm=1e9), r"bases\[0\]\.x_mm"),
    "more than certain": (lambda v: v["bases"][0].update(fallen=1.5), "number from 0 to 1"),
    "lying in words": (lambda v: v["bases"][0].update(fallen="yes"), "number from 0 to 1"),
    "no team": (lambda v: v["bases"][0].pop("team"), r"bases\[0\]\.team is missing"),
    "an unknown team": (lambda v: v["bases"][0].update(team="hom"), "did you mean home"),
    "three corners": (lambda v: v["bases"][0]["corners_px"].pop(), "list of 4"),
    "a corner of words": (lambda v: v["bases"][0].update(corners_px=["a"] * 4), "corners_px"),
    "a player twice": (lambda v: v["bases"].append(v["bases"][0]), "each player once"),
    "a frame out of order": (lambda v: v.update(frame=1), "more than 1"),
    "a misspelt key": (lambda v: v.update(pwoer=True), "did you mean power"),
    "power as a number": (lambda v: v.update(power=1), "true or false"),
}


@pytest.mark.parametrize(("change", "words"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_named_with_its_line(tmp_path, change, words):
    path = spoiled(tmp_path, change)
    with pytest.raises(BadValue, match=words) as told:
        list(read_observations(path, TracksFileKind.TRACKS))
    assert f"{path}, line 3" in str(told.value)


@pytest.mark.parametrize("left", [1, 20, 0.5, 0.99])
def test_a_last_line_that_is_cut_off_is_told_and_left_out(tmp_path, left):
    frames = [frame(1), frame(2), frame(3)]
    path = written(tmp_path / "t.jsonl", frames)
    content = path.read_bytes().rstrip(b"\n")
    last = content.rindex(b"\n") + 1
    kept = left if isinstance(left, int) else round((len(content) - last) * left)
    path.write_bytes(content[: last + kept])
    told = []
    assert list(read_observations(path, TracksFileKind.TRACKS, told.append)) == frames[:2]
    assert told == [f"{path}: line 4, the last, is cut off: read up to the line before."]
    with pytest.raises(BadValue, match="line 4"):
        list(read_observations(path, TracksFileKind.TRACKS))


def test_only_the_last_line_may_be_cut_off(tmp_path):
    path = written(tmp_path / "t.jsonl", [frame(1), frame(2)])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:30] + b"\n" + lines[2])
    told = []
    with pytest.raises(BadValue, match="line 2"):
        list(read_observations(path, TracksFileKind.TRACKS, told.append))
    assert told == []


def test_a_line_without_an_end_is_refused_before_it_fills_the_memory(tmp_path):
    path = written(tmp_path / "t.jsonl", [frame(1)])
    with path.open("ab") as out:
        out.write(b"[" + b"1," * 500_000)
    with pytest.raises(BadValue, match="longer than"):
        list(read_observations(path, TracksFileKind.TRACKS, lambda _told: None))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"{\n", "line 1: the line is not JSON"),
        (b"[1]\n", "line 1: the line is a list"),
        (b"\xff\n", "not UTF-8"),
        (b'{"format":"referee.calls","version":1,"field":"620"}\n', "format"),
        (b'{"format":"referee.tracks","version":2,"field":"620"}\n', "version"),
    ],
)
def test_a_file_that_is_something_else_is_refused(tmp_path, content, words):
    path = tmp_path / "t.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadValue, match=words):
        list(read_observations(path, TracksFileKind.TRACKS))


def test_what_a_picture_does_not_tell_is_null_or_left_out(tmp_path):
    seen = frame(
        1, bases=(base(team=None, player="", front=0.9, length_mm=27.5),), t_ns=None, power=None
    )
    path = written(tmp_path / "l.jsonl", [seen], TracksFileKind.LOCATIONS)
    (line,) = json.loads(path.read_text().splitlines()[1])["bases"]
    assert (line["team"], line["front"], line["length_mm"], "width_mm" in line) == (
        None, 0.9, 27.5, False,
    )  # fmt: skip
    assert list(read_observations(path, TracksFileKind.LOCATIONS)) == [seen]


def test_hands_and_the_name_of_the_picture_come_back(tmp_path):
    hands = (ObservedHand((1.0, 2.0, 30.5, 40.0), 0.5),)
    seen = frame(3, hands=hands, image="a.png")
    path = written(tmp_path / "t.jsonl", [seen])
    assert list(read_observations(path, TracksFileKind.TRACKS)) == [seen]


def test_printed_locations_are_read_without_a_header(tmp_path):
    seen = frame(1, bases=(base(player=""),), t_ns=None, power=None)
    path = written(tmp_path / "l.jsonl", [seen], TracksFileKind.LOCATIONS)
    bare = tmp_path / "bare.jsonl"
    bare.write_text("\n".join(path.read_text().splitlines()[1:]) + "\n")
    assert list(read_observations(bare, TracksFileKind.LOCATIONS)) == [seen]
