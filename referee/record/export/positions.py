"""Where everybody was in every frame: as a tracks file, and as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from referee.core.clock import S_NS
from referee.record.export.text_files import text_writer, write_csv
from referee.record.json_lines import MM_DIGITS, file_header, json_line
from referee.record.observation import Observation
from referee.record.tracks import VERSION, TracksFileKind, observation_line

POSITIONS = (
    "t_ns",
    "t_s",
    "frame",
    "power",
    "player",
    "team",
    "x_mm",
    "y_mm",
    "heading_deg",
    "sigma_x_mm",
    "sigma_y_mm",
    "sigma_deg",
    "fallen",
    "doubtful",
    "score",
)


def write_tracks(path: Path, frames: Iterable[Observation], field: str) -> int:
    """A tracks file, as `referee judge` reads it; how many frames it has."""
    count = 0
    with text_writer(path) as out:
        out.write(json_line(file_header(TracksFileKind.TRACKS, VERSION, field=field)))
        for seen in in_frame_order(frames):
            out.write(json_line(observation_line(seen, TracksFileKind.TRACKS)))
            count += 1
    return count


def write_positions(path: Path, frames: Iterable[Observation]) -> int:
    """A row for every base in every frame; how many there are."""
    return write_csv(path, POSITIONS, _rows(frames))


def in_frame_order(frames: Iterable[Observation]) -> Iterator[Observation]:
    """Frames whose numbers grow: those of a later run of the program count on."""
    add, last = 0, -1
    for seen in frames:
        if seen.frame + add <= last:
            add = last + 1 - seen.frame
        last = seen.frame + add
        yield replace(seen, frame=last, image=None)


def _rows(frames: Iterable[Observation]) -> Iterator[tuple[object, ...]]:
    for seen in in_frame_order(frames):
        t_ns = seen.t_ns or 0
        first = t_ns, f"{t_ns / S_NS:.6f}", seen.frame, int(bool(seen.power))
        for base in seen.bases:
            place = (base.x_mm, base.y_mm, base.heading_deg, *base.sigma)
            yield (
                *first,
                base.player,
                None if base.team is None else base.team.value,
                *(round(value, MM_DIGITS) for value in place),
                int(base.lies),
                int(base.doubtful),
                round(base.score, MM_DIGITS),
            )
