"""`referee track`: a video in, a line for every frame out; and a sentence when it cannot be."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from referee.apps.sight import track
from referee.camera.calibration import Calibration, write_calibration
from referee.cli.main import app
from referee.core.geometry.pose import Pose
from referee.record.tracks import TracksFileKind, read_observations
from referee.record.video import VideoSettings, VideoWriter
from referee.vision.frame.locator import Locator
from referee.vision.refine.refiner import Refiner
from tests.vision.watch import scene

FRAMES = 45


class Finder:
    """Finds by colour what the painted board shows."""

    board, top_mm, camera, plate = None, scene.TOP_MM, scene.CAMERA, None

    def find(self, image, _share=1.0):
        return scene.find(image)


@pytest.fixture(autouse=True)
def eyes(monkeypatch):
    locator = Locator(Finder(), Refiner(scene.CAMERA))
    monkeypatch.setattr(track, "open_locator", lambda *args, **kw: locator)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A second of rest, then all creep ahead."""
    room = tmp_path_factory.mktemp("game")
    settings = VideoSettings(scene.WIDTH, scene.HEIGHT, 30.0, crf=8)
    with VideoWriter(room / "game.mp4", settings) as video:
        for k in range(FRAMES):
            video.write(scene.frame(k, places(k)))
    calibration = Calibration(scene.CAMERA, scene.TOP_MM, None, "painted")
    write_calibration(room / "camera.calib.json", calibration)
    return room


def places(k):
    way = max(0, k - 35) * 2.0
    out = {}
    for player, pose in scene.LINE_UP.items():
        ahead = way if player.startswith("H") else -way
        out[player] = Pose(pose.x_mm + ahead, pose.y_mm, pose.heading_deg)
    return out


def run_track(game, *more, video="game.mp4"):
    words = ["track", str(game / video), "--calibration", str(game / "camera.calib.json")]
    return CliRunner().invoke(app, [*words, *map(str, more)])


def test_every_frame_has_a_line_with_the_same_players(game, tmp_path):
    out = tmp_path / "tracks.jsonl"
    done = run_track(game, "--out", out)
    assert done.exit_code == 0, done.output
    frames = list(read_observations(out, TracksFileKind.TRACKS))
    assert [f.frame for f in frames] == list(range(FRAMES))
    assert {b.player for b in frames[-1].bases} == {"H1", "H2", "H3", "A1", "A2", "A3"}
    last = {(round(b.x_mm), round(b.y_mm)) for b in frames[-1].bases}
    assert last == {(round(p.x_mm), round(p.y_mm)) for p in places(FRAMES - 1).values()}
    assert [f.power for f in frames[:30]] == [False] * 30
    assert frames[-1].power
    assert "a working roster of 6 bases" in done.output
    assert "told from the motion" in done.output


def test_the_same_video_gives_the_same_bytes(game, tmp_path):
    for name in ("one", "two"):
        assert run_track(game, "--out", tmp_path / name).exit_code == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_json_is_a_line_for_every_frame_and_nothing_else(game):
    lines = [json.loads(line) for line in run_track(game, "--json").stdout.splitlines()]
    assert [line["frame"] for line in lines] == list(range(FRAMES))
    assert len(lines[-1]["bases"]) == 6


def test_the_power_may_be_known_from_another_file(game, tmp_path):
    assert run_track(game, "--out", tmp_path / "a.jsonl").exit_code == 0
    text = (tmp_path / "a.jsonl").read_text().replace('"power":false', '"power":true')
    (tmp_path / "a.jsonl").write_text(text)
    done = run_track(game, "--out", tmp_path / "b.jsonl", "--power-log", tmp_path / "a.jsonl")
    assert all(f.power for f in read_observations(tmp_path / "b.jsonl", TracksFileKind.TRACKS))
    assert "told from the motion" not in done.output


def test_stopping_keeps_what_was_written(game, tmp_path, monkeypatch):
    real = track.observation_of_watched

    def stop_at_20(watched, roster, frame):
        if frame == 20:
            raise KeyboardInterrupt
        return real(watched, roster, frame)

    monkeypatch.setattr(track, "observation_of_watched", stop_at_20)
    done = run_track(game, "--out", tmp_path / "t.jsonl", "--draw", tmp_path / "t.mp4")
    assert done.exit_code == 130
    assert [f.frame for f in read_observations(tmp_path / "t.jsonl", TracksFileKind.TRACKS)] == [
        *range(20)
    ]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["t.jsonl", "t.mp4"]


def test_a_roster_gives_its_names(game, tmp_path):
    players = {
        team: "".join(
            f'[[{team}.players]]\nid = "{team[0].upper()}{n}0"\nnumber = {n}0\n' for n in (1, 2, 3)
        )
        for team in ("home", "away")
    }
    teams = tmp_path / "my.teams.toml"
    heads = {team: f'[{team}]\nname = "{team}"\nbase = "standard"\n' for team in players}
    body = "".join(heads[team] + players[team] for team in players)
    teams.write_text(f'format = "referee.teams"\nversion = 1\n{body}')
    done = run_track(game, "--roster", teams, "--out", tmp_path / "t.jsonl")
    assert done.exit_code == 0, done.output
    *_, last = read_observations(tmp_path / "t.jsonl", TracksFileKind.TRACKS)
    assert {b.player for b in last.bases} == {"H10", "H20", "H30", "A10", "A20", "A30"}
    assert "6 of 6 players of the roster are on the board" in done.output


def test_an_empty_board_is_told(game, tmp_path):
    settings = VideoSettings(scene.WIDTH, scene.HEIGHT, 30.0)
    with VideoWriter(game / "empty.mp4", settings) as video:
        for k in range(10):
            video.write(scene.frame(k, {}))
    done = run_track(game, "--out", tmp_path / "t.jsonl", video="empty.mp4")
    assert done.exit_code == 2
    assert "without a line-up" in done.output
    assert list(tmp_path.iterdir()) == []


def test_a_video_of_another_size_is_refused_and_leaves_nothing(game, tmp_path):
    with VideoWriter(game / "small.mp4", VideoSettings(320, 180, 30.0)) as video:
        for k in range(3):
            frame = scene.frame(k, scene.LINE_UP)
            video.write(type(frame)(frame.t_ns, frame.image[::2, ::2].copy(), k))
    done = run_track(game, "--out", tmp_path / "t.jsonl", video="small.mp4")
    assert done.exit_code == 2
    assert "320 x 180" in done.output
    assert "640 x 360" in done.output
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_video_is_a_sentence(game, tmp_path):
    (game / "note.mp4").write_text("not a video")
    done = run_track(game, video="note.mp4")
    assert done.exit_code == 2
    assert "is not a video" in done.output
