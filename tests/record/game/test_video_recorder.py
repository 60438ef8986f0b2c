"""The video of a running game: nobody waits for it, nothing but its end is lost, room is kept."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.camera.frame_source import Frame
from referee.record.game import video_recorder as module
from referee.record.game.database import open_to_read
from referee.record.game.disk_space import MIB, DiskSpace
from referee.record.game.game_store import GameStore
from referee.record.game.retention import FramePicker, Retention, segments_to_remove
from referee.record.game.segment_file import read_segment
from referee.record.game.segment_store import VIDEO_FOLDER
from referee.record.game.segment_writer import SegmentName, segment_name_of
from referee.record.game.video_recorder import VideoRecorder

MS, S = 1_000_000, 1_000_000_000
SIZE = (96, 64)


def picture(step: int) -> np.ndarray:
    """A bar as wide as the step says."""
    image = np.full((SIZE[1], SIZE[0], 3), 30, np.uint8)
    image[:, : 4 * (step % 20) + 8] = 220
    return image


def bar_of(image: np.ndarray) -> int:
    return round((int((image[32, :, 1] > 125).sum()) - 8) / 4)


def frame(number: int, t_ns: int) -> Frame:
    return Frame(t_ns, picture(number), number)


def rows(folder: Path) -> list[tuple[str, int, int, int]]:
    sql = "SELECT file, first_t_ns, last_t_ns, frames FROM segments ORDER BY number"
    return open_to_read(folder).execute(sql).fetchall()


def feed(segments: VideoRecorder, frames, *, powered: bool = True) -> None:
    """Hand frames over and let the writer catch up, so that none is dropped."""
    for each in frames:
        segments.frame(each, powered)
        segments.flush()


def at_25_hz(first: int, end: int):
    return (frame(k, k * 40 * MS) for k in range(first, end))


def kept(folder: Path, spans, **how) -> GameStore:
    """A game whose pictures come every 40 ms; each span is (seconds, powered)."""
    store = GameStore.new(folder, {})
    segments = VideoRecorder(store, offset_ns=7, kept=Retention(**how), fps=25.0)
    number = 0
    for seconds, powered in spans:
        count = round(seconds * 25)
        feed(segments, at_25_hz(number, number + count), powered=powered)
        number += count
    segments.close()
    store.close()
    assert segments.dropped == 0
    return store


def test_every_picture_of_a_play_comes_back_at_its_own_instant(tmp_path):
    kept(tmp_path / "g", [(2.4, True)], piece_s=1.0)
    found = rows(tmp_path / "g")
    assert [(first, last, frames) for _, first, last, frames in found] == [
        (7, 24 * 40 * MS + 7, 25),
        (25 * 40 * MS + 7, 49 * 40 * MS + 7, 25),
        (50 * 40 * MS + 7, 59 * 40 * MS + 7, 10),
    ]
    video = cv2.VideoCapture(str(tmp_path / "g" / found[1][0]))
    seen = []
    while (step := video.read())[0]:
        seen.append((bar_of(step[1]), round(video.get(cv2.CAP_PROP_POS_MSEC))))
    assert seen == [((25 + k) % 20, 40 * k) for k in range(25)]


def test_a_wait_is_kept_thinner_and_never_in_one_piece_with_a_play(tmp_path):
    kept(tmp_path / "g", [(1, False), (1, True), (2, False)], between_hz=5.0, after_play_s=0.5)
    named = [segment_name_of(Path(file)) for file, *_ in rows(tmp_path / "g")]
    assert [name.play for name in named] == [False, True, False]
    before, play, after = (frames for *_, frames in rows(tmp_path / "g"))
    assert before == 5
    assert 25 + 12 <= play <= 25 + 13  # and half a second after the power went off
    assert after in {7, 8}


def test_uneven_times_are_kept_to_the_microsecond(tmp_path):
    times = [5, 33_333_333, 66_666_691, 108_000_001, 108_001_002]
    store = GameStore.new(tmp_path / "g", {})
    segments = VideoRecorder(store)
    feed(segments, (frame(k, t) for k, t in enumerate(times)))
    segments.close()
    store.close()
    ((file, first, last, _),) = rows(tmp_path / "g")
    piece = read_segment(tmp_path / "g" / file, first)
    assert (first, last) == (times[0], times[-1])
    assert all(0 <= t - kept_ns < 1000 for t, kept_ns in zip(times, piece.t_ns, strict=True))


def test_where_time_can_stand_no_frame_is_left_out_however_quick_they_come(tmp_path):
    store = GameStore.new(tmp_path / "g", {})
    segments = VideoRecorder(store, patient=True)
    for number in range(5 * module.MOST_FRAMES):
        segments.frame(frame(number, number * 33 * MS), powered=True)
    segments.close()
    store.close()
    assert segments.dropped == 0
    assert sum(frames for *_, frames in rows(tmp_path / "g")) == 5 * module.MOST_FRAMES


def test_who_hands_over_a_frame_never_waits_and_what_is_left_out_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(VideoRecorder, "_run", lambda self: None)  # a writer that never gets to it
    store = GameStore.new(tmp_path / "g", {})
    segments = VideoRecorder(store)
    for number in range(20):
        segments.frame(frame(number, number * 33 * MS), powered=True)
    assert segments.dropped == 20 - module.MOST_FRAMES
    assert "12 pictures are missing" in segments.trouble
    segments.frame(frame(99, 60 * S), powered=False)
    segments.close()
    store.close()


KILLED = """
    import sys
    from pathlib import Path
    import numpy as np
    from referee.camera.frame_source import Frame
    from referee.record.game.video_recorder import VideoRecorder
    from referee.record.game.game_store import GameStore

    store = GameStore.new(Path(sys.argv[1]), {})
    segments = VideoRecorder(store)
    rng = np.random.default_rng(1)
    for number in range(100_000):
        image = rng.integers(0, 255, (64, 96, 3), dtype=np.uint8)
        segments.frame(Frame(number * 40_000_000, image, number), powered=True)
        segments.flush()
        print(number, flush=True)
"""


@pytest.mark.parametrize("told", [30, 67, 180])
def test_a_kill_loses_at_most_the_last_second(tmp_path, told):
    folder = tmp_path / "g"
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        written = [int(next(program.stdout)) for _ in range(told)]
        program.kill()
        written += [int(line) for line in program.stdout.read().split()]
    pieces = [
        read_segment(p, segment_name_of(p).first_t_ns)
        for p in sorted((folder / VIDEO_FOLDER).iterdir())
    ]
    times = [t for piece in pieces for t in piece.t_ns]
    assert times == [k * 40 * MS for k in range(len(times))]
    assert len(times) >= written[-1] + 1 - 25
    with GameStore.again(folder) as store:
        segments = VideoRecorder(store)
        feed(segments, [frame(0, 10**12)])
        segments.close()
    found = rows(folder)
    assert sum(frames for *_, frames in found) == len(times) + 1
    assert len({file for file, *_ in found}) == len(found)


def test_a_disk_that_is_nearly_full_stops_the_video_and_nothing_else(tmp_path, monkeypatch):
    left = [2000 * MIB]
    monkeypatch.setattr(module, "space", lambda _folder: DiskSpace(left[0]))
    store = GameStore.new(tmp_path / "g", {})
    segments = VideoRecorder(store)
    feed(segments, at_25_hz(0, 50))
    left[0] = 500 * MIB
    feed(segments, at_25_hz(50, 100))
    left[0] = 2000 * MIB
    feed(segments, at_25_hz(100, 150))
    segments.close()
    store.close()
    kept_frames = [(first, frames) for _, first, _, frames in rows(tmp_path / "g")]
    assert kept_frames == [(0, 50), (100 * 40 * MS, 50)]
    assert segments.dropped == 50
    assert "no more video" in DiskSpace(500 * MIB).words()


def test_a_video_that_cannot_be_written_is_said_and_tried_again(tmp_path):
    store = GameStore.new(tmp_path / "g", {})
    (tmp_path / "g" / VIDEO_FOLDER).write_text("in the way")
    segments = VideoRecorder(store)
    feed(segments, at_25_hz(0, 25))
    assert "The game is kept without it" in segments.trouble
    (tmp_path / "g" / VIDEO_FOLDER).unlink()
    feed(segments, at_25_hz(25, 200))
    assert segments.trouble == ""
    segments.close()
    store.close()
    assert [(first, frames) for _, first, _, frames in rows(tmp_path / "g")] == [(5 * S, 75)]


def test_a_budget_takes_the_oldest_waits_first_then_the_oldest_plays():
    names = [SegmentName(n, n * S, play=n in {2, 4}) for n in range(1, 6)]
    sizes = dict.fromkeys(names, 10)
    assert list(segments_to_remove(sizes, 50)) == []
    assert [name.number for name in segments_to_remove(sizes, 35)] == [1, 3]
    assert [name.number for name in segments_to_remove(sizes, 5)] == [1, 3, 5, 2, 4]


def test_what_a_budget_removed_is_gone_from_disk_and_index(tmp_path):
    folder = tmp_path / "g"
    kept(folder, [(3, True)], piece_s=1.0, budget_bytes=1)
    assert rows(folder) == []
    assert list((folder / VIDEO_FOLDER).iterdir()) == []


def test_a_clock_that_starts_anew_is_followed():
    rhythm = FramePicker(Retention())
    assert rhythm.takes(100 * S, powered=True) is True
    assert rhythm.takes(100 * S, powered=True) is None
    assert rhythm.takes(3 * S, powered=False) is False
    assert rhythm.takes(3 * S + 50 * MS, powered=False) is None
    assert rhythm.takes(3 * S + 100 * MS, powered=False) is False
