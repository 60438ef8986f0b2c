"""What the record of a game costs while it is played, and what is lost when it is killed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from referee.calls.frame import SeenBase
from referee.camera.frame_source import Frame, Image
from referee.core.clock import MS_NS, S_NS
from referee.core.errors import BadValue
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.figures import percentile
from referee.lab.bench.tools.live_clip import render_clip
from referee.record.game.check import PartCondition, check_record
from referee.record.game.game_folder import read_game
from referee.record.game.game_store import GameStore
from referee.record.game.pictures import GamePictures
from referee.record.game.retention import Retention
from referee.record.game.segment_writer import SegmentWriter, VideoEncoding
from referee.record.game.video_recorder import VideoRecorder
from referee.record.observation import Observation
from referee.system_clock import clock_ns

WIDTH, HEIGHT, FPS = 1920, 1080, 30
PLAYERS = 22
SEED = 7
# Of a solitaire game most is standing and thinking.
SHARE_POWERED = 0.15
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
# The process that is killed writes as a night does, in small pictures so that many trials fit.
KILLED = """
import sys
from pathlib import Path
from referee.lab.bench.record import write_until_killed
write_until_killed(Path(sys.argv[1]))
"""


@dataclass(slots=True)
class RecordLoad:
    """What was measured while frames came in at the camera's pace."""

    hand_over_ms: list[float] = field(default_factory=list)
    dropped: int = 0
    bytes_written: int = 0
    picture_ms: list[float] = field(default_factory=list)


def run(quick: bool) -> Report:
    """Pictures at 30 frames/s and their positions for a while, then kills at random moments."""
    seconds, trials = (5, 4) if quick else (60, 60)
    pictures = _pictures(FPS if quick else 10 * FPS)
    load, encoder_ms = _load(seconds, pictures), _encoder_ms(2 * len(pictures), pictures)
    lost_ms, lost_entries, broken = _kills(trials)
    powered_mb = load.bytes_written / 1e6 / seconds * 60
    between_mb = powered_mb * Retention().between_hz / FPS
    hour_mb = 60 * (SHARE_POWERED * powered_mb + (1 - SHARE_POWERED) * between_mb)
    return Report(
        "record",
        rows=[
            Row("a frame handed over, p99", percentile(load.hand_over_ms, 99), "ms", bar=1.0),
            Row("encoder, of one core, per frame", encoder_ms, "ms"),
            Row("pictures dropped at 30 frames/s", float(load.dropped), "", bar=0.0),
            Row("video of a minute under power", powered_mb, "MB"),
            Row("video of an hour, 15 % of it under power", hour_mb, "MB"),
            Row("a picture out of the record, median", percentile(load.picture_ms, 50), "ms"),
            Row("video lost by a kill, worst", max(lost_ms), "ms", bar=1000.0),
            Row("entries lost that were on the disk", float(lost_entries), "", bar=0.0),
            Row("records that a kill broke", float(broken), "", bar=0.0),
        ],
        notes=[
            f"{WIDTH} x {HEIGHT} from the simulated camera, {FPS} frames/s for {seconds} s",
            f"{PLAYERS} bases a frame; nobody encodes but one thread",
            f"{trials} kills at random moments; the record is read and gone on with after each",
        ],
    )


def _load(seconds: int, pictures: Sequence[Image]) -> RecordLoad:
    load = RecordLoad()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "game"
        with GameStore.new(folder, {}) as store:
            film = VideoRecorder(store, fps=FPS)
            start_ns = clock_ns()
            for number in range(seconds * FPS):
                due_ns = start_ns + number * S_NS // FPS
                time.sleep(max(0, due_ns - clock_ns()) / S_NS)
                frame, seen = _frame(number, pictures[number % len(pictures)])
                before_ns = time.perf_counter_ns()
                film.frame(frame, True)
                store.frame(seen)
                load.hand_over_ms.append((time.perf_counter_ns() - before_ns) / MS_NS)
            film.close()
            load.dropped = film.dropped
        files = (folder / "video").iterdir()
        load.bytes_written = sum(path.stat().st_size for path in files)
        with read_game(folder) as game:
            rng = np.random.default_rng(SEED)
            for number in rng.integers(0, seconds * FPS, 20):
                before_ns = time.perf_counter_ns()
                GamePictures(game).at(int(number) * S_NS // FPS, 20 * MS_NS)
                load.picture_ms.append((time.perf_counter_ns() - before_ns) / MS_NS)
    return load


def _encoder_ms(frames: int, pictures: Sequence[Image]) -> float:
    """What the processor spends, whatever else runs on it."""
    with tempfile.TemporaryDirectory() as place:
        clip = SegmentWriter(Path(place) / "clip.mp4", (WIDTH, HEIGHT), FPS, 0, VideoEncoding())
        before_s = time.thread_time()
        for number in range(frames):
            clip.write(number * S_NS // FPS, pictures[number % len(pictures)])
        spent_s = time.thread_time() - before_s
        clip.close()
    return 1000 * spent_s / frames


def _pictures(count: int) -> list[Image]:
    """The simulated camera's, noise and all: figures stand, then the board shakes."""
    return [frame.image for frame in render_clip(SEED, count, FPS).frames]


def _frame(number: int, image: Image) -> tuple[Frame, Observation]:
    t_ns = number * S_NS // FPS
    bases = tuple(
        SeenBase(
            f"H{k}",
            MeasuredPose.with_sigmas(Pose(30.0 * k, 160.0, 0.0), 0.1, 0.1, 0.5),
            corners_px=CORNERS,
            score=0.9,
        )
        for k in range(PLAYERS)
    )
    return Frame(t_ns, image, number), Observation(number, bases, (), t_ns, True, ())


def write_until_killed(folder: Path) -> None:
    """Write entries, positions and pictures without a pause; print the last number on the disk."""
    from referee.game.events import Noted  # noqa: PLC0415 - for the process that is killed
    from referee.game.journal import Entry  # noqa: PLC0415

    image = np.random.default_rng(SEED).integers(0, 255, (96, 128, 3), dtype=np.uint8)
    with GameStore.new(folder, {}) as store:
        film = VideoRecorder(store, fps=FPS)
        number = 0
        while True:
            number += 1
            frame, seen = _frame(number, np.roll(image, number, axis=1))
            film.frame(frame, True)
            store.frame(seen)
            store.entry(Entry(number, frame.t_ns, "referee", Noted("a note")))
            if film.flush() and store.flush():
                sys.stdout.write(f"{number}\n")
                sys.stdout.flush()


def _kills(trials: int) -> tuple[list[float], int, int]:
    """Milliseconds of video lost by each, entries lost that were told written, broken records."""
    rng = np.random.default_rng(SEED)
    lost_ms, lost_entries, broken = [], 0, 0
    for _ in range(trials):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "game"
            last = _killed_after(float(rng.uniform(0.2, 1.2)), folder)
            with read_game(folder) as game:
                lost_entries += max(0, last - len(game.journal().entries))
                parts = [
                    f for f in check_record(game) if f.part in ("database", "positions", "video")
                ]
                broken += any(found.condition is PartCondition.BROKEN for found in parts)
                kept = max((s.last_t_ns for s in game.segments()), default=0)
            lost_ms.append(max(0.0, (last * S_NS / FPS - kept) / MS_NS))
            broken += not _goes_on(folder)
    return lost_ms, lost_entries, broken


def _killed_after(seconds: float, folder: Path) -> int:
    """The last number that a process said before it was killed."""
    command = [sys.executable, "-c", KILLED, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:  # noqa: S603
        said = program.stdout
        assert said is not None  # noqa: S101 - it is a pipe
        first = int(next(said))
        timer = threading.Timer(seconds, program.kill)
        timer.start()
        last = max([first, *_numbers(said)])
        timer.join()
    return last


def _numbers(said: Iterator[str]) -> Iterator[int]:
    return (int(line) for line in said if line.endswith("\n"))


def _goes_on(folder: Path) -> bool:
    try:
        GameStore.again(folder).close()
    except BadValue:
        return False
    return True
