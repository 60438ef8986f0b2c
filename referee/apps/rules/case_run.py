"""What `referee case` does: run cases against the rules, and draw one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import typer
from rich.console import Console

from referee.apps.drawings.case_picture import draw_case
from referee.apps.terminal.print_json import print_json
from referee.apps.terminal.progress import progress_bar
from referee.camera.frame_source import Frame
from referee.cases.case import Case
from referee.cases.case_result import judge_case
from referee.cases.comparison import call_line, differences
from referee.cases.situation import Situation, judge_situation
from referee.core.clock import ns_from_s
from referee.core.errors import BadValue
from referee.loaders.cases import find_cases, read_cases, read_situations
from referee.loaders.formats.atomic_file import whole_file
from referee.loaders.formats.vector_picture import check_picture_name
from referee.record.video import VideoSettings, VideoWriter

FILM_WIDTH_PX = 1100
FILM_FPS = 15.0


def run_cases(files: Sequence[Path], *, as_json: bool) -> None:
    """Judge every case and print what differs; leaves with exit code 1 when something does."""
    paths = find_cases(files)
    cases = [(path, each) for path in paths for each in read_cases(path)]
    rows: list[dict[str, Any]] = []
    with progress_bar() as progress:
        task = progress.add_task("running cases", total=len(cases), note="")
        for path, each in cases:
            result = judge_case(each)
            rows.append(
                {
                    "file": str(path),
                    "case": each.name,
                    "title": each.title,
                    "differs": differences(each, result),
                    "calls": [call_line(call) for call in result.calls],
                }
            )
            progress.advance(task)
    rows += [_situation_row(path, each) for path in paths for each in read_situations(path)]
    wrong = [row for row in rows if row["differs"]]
    if as_json:
        print_json(rows)
    else:
        console = Console(highlight=False, markup=False, soft_wrap=True)
        for row in wrong:
            console.print(f"{row['file']}: {row['case']}: {row['title']}")
            for line in row["differs"]:
                console.print(f"  {line}")
        console.print(f"{len(rows)} cases, {len(wrong)} differ")
    if wrong:
        raise typer.Exit(1)


def _situation_row(path: Path, each: Situation) -> dict[str, Any]:
    differs = list(judge_situation(each).differs)
    named = {"file": str(path), "case": each.name, "title": each.title}
    return {**named, "differs": differs, "calls": []}


def draw_one(file: Path, number: int, out: Path, video: Path | None) -> None:
    """Draw the case of that number, from 1, and film it if that is asked for."""
    check_picture_name(out)
    if video is not None and video.suffix.lower() != ".mp4":
        raise BadValue("--video", str(video), "a name ending in .mp4")
    cases = read_cases(file)
    if number > len(cases):
        raise BadValue("--number", number, f"1 to {len(cases)}, the cases of {file}")
    wanted = cases[number - 1]
    draw_case(wanted).save(out)
    typer.echo(f"{out}: {wanted.title}")
    if video is not None:
        _film(wanted, video)
        typer.echo(str(video))


def _film(wanted: Case, video: Path) -> None:
    """The play in its own time; an unfinished film is not left behind."""
    count = round(wanted.camera.seconds * FILM_FPS) + 1
    with whole_file(video) as part, progress_bar() as progress:
        task = progress.add_task("drawing", total=count, note="")
        writer: VideoWriter | None = None
        for k in range(count):
            at_s = k / FILM_FPS
            image = draw_case(wanted, at_s).to_png()
            height = round(image.shape[0] * FILM_WIDTH_PX / image.shape[1] / 2) * 2
            shrunk = cv2.resize(image, (FILM_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
            if writer is None:
                writer = VideoWriter(part, VideoSettings(FILM_WIDTH_PX, height, FILM_FPS))
            writer.write(Frame(ns_from_s(at_s), np.asarray(shrunk, np.uint8), k))
            progress.advance(task)
        if writer is not None:
            writer.close()
