"""Frames of one's own games of which everything is known: corrected by hand, or surely tracked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from referee.camera.calibration import Calibration, read_calibration
from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.record.observation import Observation
from referee.record.tracks import TracksFileKind, read_observations
from referee.record.video_file import VideoFile

VIDEO, CORRECTIONS, TRACKS = "video.mp4", "corrections.jsonl", "tracks.jsonl"
# What makes a tracked frame certain without anybody having looked at it.
LARGEST_SIGMA = (0.8, 0.8, 3.0)  # mm, mm, degrees
LEAST_SCORE, LEAST_FRONT = 0.5, 0.98
Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A recording folder with what is known about some of its frames."""

    folder: Path
    calibration: Calibration
    frames: tuple[Observation, ...]
    left_out: Mapping[str, int]  # why, and how many


def read_game(folder: Path, calibration: Path | None, certain: bool) -> ReviewedGame:
    """The reviewed frames of a game; with ``certain``, also those tracked beyond doubt."""
    if not (folder / VIDEO).is_file():
        raise BadValue("the game", PlainWord(f"without {VIDEO}"), "a recording folder", str(folder))
    found: dict[int, Observation] = {}
    left_out = {"hands not looked for": 0, "not certain": 0}
    tracks = folder / TRACKS
    if certain and tracks.is_file():
        rows = tuple(read_observations(tracks, TracksFileKind.TRACKS))
        most = max((len(row.bases) for row in rows), default=0)
        sure = [row for row in rows if _certain(row, most)]
        left_out["not certain"] = len(rows) - len(sure)
        found |= {row.frame: row for row in sure}
    corrections = folder / CORRECTIONS
    if corrections.is_file():
        for row in read_observations(corrections, TracksFileKind.CORRECTIONS):
            found[row.frame] = row
    elif not certain:
        allowed = f"a {CORRECTIONS} beside the video, or --certain to trust sure tracks"
        raise BadValue("the game", PlainWord("not reviewed by anybody"), allowed, str(folder))
    known = [row for _, row in sorted(found.items()) if row.hands is not None]
    left_out["hands not looked for"] = len(found) - len(known)
    if not known:
        why = "; ".join(f"{count} {name}" for name, count in left_out.items() if count)
        none = PlainWord(f"without a frame to learn from ({why or 'no frames'})")
        raise BadValue(
            "the game", none, "reviewed frames that also say where hands are", str(folder)
        )
    return ReviewedGame(
        folder, read_calibration(calibration or _calibration(folder)), tuple(known), left_out
    )


def spread_frames(game: ReviewedGame, every_s: float, fps: float) -> list[Observation]:
    """Frames that lie so far apart: neighbours show the same."""
    out: list[Observation] = []
    for row in game.frames:
        if not out or (row.frame - out[-1].frame) / fps >= every_s - 1e-9:
            out.append(row)
    return out


def frames_per_second(video: Path) -> float:
    """How fast a video's pictures follow each other at its beginning."""
    times = []
    with VideoFile(video) as film:
        for frame in film:
            times.append(frame.t_ns)
            if len(times) > 30:
                break
    if len(times) < 2:
        raise BadValue(
            "the video", PlainWord("a single picture"), "a recording of a game", str(video)
        )
    return (len(times) - 1) * S_NS / (times[-1] - times[0])


def pictures(video: Path, rows: Sequence[Observation]) -> Iterator[tuple[Observation, Picture]]:
    """The pictures of these frames, in order."""
    wanted = {row.frame: row for row in rows}
    last = max(wanted, default=-1)
    with VideoFile(video) as film:
        for frame in film:
            if frame.sequence in wanted:
                yield wanted[frame.sequence], frame.image
            if frame.sequence >= last:
                return


def _certain(row: Observation, most: int) -> bool:
    """Whether all bases are seen, none is doubtful, no hand is near, and all are measured well."""
    return (
        row.hands == ()
        and len(row.bases) == most > 0
        and not any(base.doubtful or base.lies for base in row.bases)
        and all(
            base.score >= LEAST_SCORE
            and (base.front is None or base.front >= LEAST_FRONT)
            and all(s <= largest for s, largest in zip(base.sigma, LARGEST_SIGMA, strict=True))
            for base in row.bases
        )
    )


def _calibration(folder: Path) -> Path:
    found = sorted(folder.glob("*.calib.json"))
    if len(found) != 1:
        many = PlainWord(f"{len(found)} calibration files")
        raise BadValue("the game", many, "one *.calib.json, or --calibration", str(folder))
    return found[0]
