"""The form of MOTChallenge, which tools for tracking read: boxes of players, frame by frame.

A box is the upright rectangle in the picture around the four corners of a base's top. Frames count
from 1 without a gap; players are numbered from 1 in the order of their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.calls.frame import SeenBase
from referee.record.export.positions import in_frame_order
from referee.record.export.text_files import text_writer, write_csv
from referee.record.observation import Observation
from referee.record.whole_folder import whole_folder

GT_FILE = "gt/gt.txt"
INFO_FILE = "seqinfo.ini"
# MOTChallenge's class of what moves by itself; its fallen and hidden are not known to us.
CLASS = 1
PX_DIGITS = 2


@dataclass(frozen=True, slots=True)
class MotSequence:
    """What the info file says."""

    name: str
    fps: float
    size_px: tuple[int, int]


def write_mot(
    folder: Path, frames: Iterable[Observation], sequence: MotSequence, force: bool
) -> int:
    """A folder as MOTChallenge has them; how many frames it holds."""
    numbers: dict[str, int] = {}
    times: list[tuple[int, int, int]] = []
    with whole_folder(folder, force) as part:
        (part / GT_FILE).parent.mkdir()
        with text_writer(part / GT_FILE) as out:
            for number, seen in enumerate(in_frame_order(frames), start=1):
                times.append((number, seen.frame, seen.t_ns or 0))
                out.writelines(_boxes(number, seen, numbers))
        write_csv(part / "frames.csv", ("number", "frame", "t_ns"), times)
        named = sorted((number, player) for player, number in numbers.items())
        write_csv(part / "players.csv", ("number", "player"), named)
        with text_writer(part / INFO_FILE) as out:
            out.write(_info(sequence, len(times)))
    return len(times)


def _boxes(number: int, seen: Observation, numbers: dict[str, int]) -> Iterator[str]:
    for base in sorted(seen.bases, key=lambda base: base.player):
        if not base.player:
            continue
        player = numbers.setdefault(base.player, len(numbers) + 1)
        left, top, width, height = box_of(base)
        box = ",".join(f"{round(value, PX_DIGITS):g}" for value in (left, top, width, height))
        yield f"{number},{player},{box},1,{CLASS},1\n"


def box_of(base: SeenBase) -> tuple[float, float, float, float]:
    """Left, top, width and height in MOTChallenge's pixels, where the first one is 1."""
    columns = [x for x, _ in base.corners_px]
    lines = [y for _, y in base.corners_px]
    width, height = max(columns) - min(columns), max(lines) - min(lines)
    return min(columns) + 1.0, min(lines) + 1.0, width, height


def _info(sequence: MotSequence, frames: int) -> str:
    width, height = sequence.size_px
    return (
        f"[Sequence]\nname={sequence.name}\nimDir=img1\nframeRate={sequence.fps:g}\n"
        f"seqLength={frames}\nimWidth={width}\nimHeight={height}\nimExt=.jpg\n"
    )
