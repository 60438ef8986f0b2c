"""What was kept of a game can be read: while it is played, after it, after a crash."""

from __future__ import annotations

import shutil
import sqlite3

import numpy as np
import pytest

from referee.calls.frame import SeenBase
from referee.camera.frame_source import Frame
from referee.core.errors import BadValue
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import Noted
from referee.game.journal import Entry
from referee.record.game.database import DATABASE_FILE
from referee.record.game.game_folder import read_game
from referee.record.game.game_store import GameStore
from referee.record.game.pictures import UNKNOWN, GamePictures
from referee.record.game.segment_file import read_segment
from referee.record.game.video_recorder import VideoRecorder
from referee.record.observation import Observation

OFFSET = 1_000_000_007
STEP = 33_366_667  # no whole number of microseconds
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SIZE = (96, 64)


def picture(step: int) -> np.ndarray:
    image = np.full((SIZE[1], SIZE[0], 3), 30, np.uint8)
    image[:, : step % 20 * 4 + 8] = 220
    return image


def step_of(frame: Frame) -> int:
    return round((int((frame.image[32, :, 1] > 125).sum()) - 8) / 4)


def seen(number: int) -> Observation:
    measured = MeasuredPose.with_sigmas(Pose(number, 5.0, 0.0), 0.1, 0.1, 1.0)
    base = SeenBase("H1", measured, corners_px=CORNERS, team=Team.HOME)
    return Observation(number, (base,), t_ns=number * STEP + OFFSET, power=True, hands=())


def play(store: GameStore, count: int, first: int = 0) -> VideoRecorder:
    segments = VideoRecorder(store, OFFSET)
    for number in range(first, first + count):
        segments.frame(Frame(number * STEP, picture(number), number), powered=True)
        store.frame(seen(number))
        segments.flush()
    return segments


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games") / "g"
    with GameStore.new(folder, {"title": "A night", "rulebook": "hefl"}) as store:
        store.session("2026-01-02T03:04:05Z", OFFSET)
        segments = play(store, 360)
        store.entry(Entry(1, 5, "referee", Noted("kept")))
        store.log("calls", 7, {"kind": "tackle"})
        store.log("said", 8, {"by": "coach", "wish": "Ready"})
        store.log("power", 9, {"closed": True})
        segments.close()
    return folder


def test_everything_about_a_game_comes_back(played):
    with read_game(played) as game:
        assert game.about == {"title": "A night", "rulebook": "hefl"}
        assert game.rulebook.name == "hefl"
        assert [(s.number, s.began_utc, s.offset_ns) for s in game.sessions()] == [
            (1, "2026-01-02T03:04:05Z", OFFSET)
        ]
        assert [e.what for e in game.journal().entries] == [Noted("kept")]
        logs = (game.calls(), game.said(), game.power())
        assert [(log[0].t_ns, next(iter(log[0].values.values()))) for log in logs] == [
            (7, "tackle"),
            (8, "coach"),
            (9, True),
        ]
        assert game.frames() == (360, OFFSET, 359 * STEP + OFFSET)
        assert [o.frame for o in game.observations(10 * STEP + OFFSET, 12 * STEP + OFFSET)] == [
            10,
            11,
            12,
        ]


@pytest.mark.parametrize("number", [0, 1, 17, 150, 298, 299, 300, 301, 359])
def test_the_picture_of_an_instant_is_exactly_that_picture(played, number):
    with read_game(played) as game:
        frame = GamePictures(game).at(number * STEP + OFFSET)
    assert (frame.t_ns, frame.sequence) == (number * STEP + OFFSET, number)
    assert step_of(frame) == number % 20


def test_between_two_pictures_the_nearer_one_is_given(played):
    with read_game(played) as game:
        pictures = GamePictures(game)
        assert pictures.at(40 * STEP + STEP // 3 + OFFSET).sequence == 40
        assert pictures.at(40 * STEP + 2 * STEP // 3 + OFFSET).sequence == 41
        assert pictures.at(500 * STEP) is None


def test_the_pictures_around_an_instant_come_in_order_across_pieces(played):
    with read_game(played) as game:
        pictures = GamePictures(game)
        assert len(game.segments()) == 2
        span = (295 * STEP + OFFSET, 305 * STEP + OFFSET)
        found = list(pictures.between(*span))
        assert [f.sequence for f in found] == list(range(295, 306))
        assert [step_of(f) for f in found] == [n % 20 for n in range(295, 306)]
        assert pictures.times(*span) == [f.t_ns for f in found]


def test_a_game_that_runs_can_be_read_with_its_running_piece(tmp_path):
    with GameStore.new(tmp_path / "g", {}) as store:
        segments = play(store, 90)
        with read_game(tmp_path / "g") as game:
            (running,) = game.segments()
            assert not running.done
            assert running.frames >= 60
            frame = GamePictures(game).at(20 * STEP + OFFSET, near_ns=1000)
            assert step_of(frame) == 0
        segments.close()
        store.flush()
        with read_game(tmp_path / "g") as game:
            assert [(s.done, s.frames) for s in game.segments()] == [(True, 90)]


def test_pictures_without_positions_keep_their_microsecond(tmp_path):
    with GameStore.new(tmp_path / "g", {}) as store:
        segments = VideoRecorder(store)
        for number in range(3):
            segments.frame(Frame(number * STEP, picture(number), number), powered=True)
        segments.close()
    with read_game(tmp_path / "g") as game:
        found = list(GamePictures(game).between(0, 10**12))
    assert [frame.sequence for frame in found] == [UNKNOWN] * 3
    assert [number * STEP - f.t_ns in range(1000) for number, f in enumerate(found)] == [True] * 3


def test_video_that_is_gone_or_cut_off_leaves_the_rest_readable(played, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(played, folder)
    first, second = sorted((folder / "video").iterdir())
    second.unlink()
    data = first.read_bytes()
    first.write_bytes(data[: len(data) // 2])
    with read_game(folder) as game:
        found = [f.sequence for f in GamePictures(game).between(0, 10**15)]
        assert found == list(range(len(found)))
        assert 60 < len(found) < 300
        assert len(game.journal().entries) == 1


@pytest.mark.parametrize("sql", ["UPDATE journal SET entry = '{'", "DROP TABLE sessions"])
def test_a_damaged_record_is_named_in_a_sentence(played, tmp_path, sql):
    folder = tmp_path / "copy"
    shutil.copytree(played, folder)
    with sqlite3.connect(folder / DATABASE_FILE) as connection:
        connection.execute(sql)
    connection.close()
    with read_game(folder) as game, pytest.raises(BadValue, match=str(folder)):
        game.journal()
        game.sessions()


def test_a_piece_cut_at_any_byte_gives_its_whole_fragments(played, tmp_path):
    whole = sorted((played / "video").iterdir())[1].read_bytes()
    path, before = tmp_path / "piece.mp4", 0
    for length in range(0, len(whole), 97):
        path.write_bytes(whole[:length])
        piece = read_segment(path, 0)
        count = 0 if piece is None else len(piece.t_ns)
        assert before <= count <= 60
        before = count
    path.write_bytes(whole)
    assert len(read_segment(path, 0).t_ns) == 60
    assert before >= 45  # no more than the last half second is missing


def test_a_folder_without_a_game_is_refused_and_left_alone(tmp_path):
    with pytest.raises(BadValue, match="no game"):
        read_game(tmp_path)
    assert list(tmp_path.iterdir()) == []
