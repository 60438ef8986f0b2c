"""Everything `referee calibrate field` does once its options are read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.calibrate.clicks import take_clicks
from referee.apps.calibrate.pictures import corners_of
from referee.apps.sight.picture_files import read_picture
from referee.apps.terminal.error_sentences import BAD_INPUT, complain
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.progress import progress_bar
from referee.calibrate.calibration_files import calibration_path, write_calibration_files
from referee.calibrate.new_field.measure_sigmas import INSIDE
from referee.calibrate.new_field.measured_field import MeasuredField, measure_field
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.camera.charuco.lens import read_lens
from referee.camera.frame_source import Image
from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_doubts import field_doubts
from referee.core.field.field_profile import LENGTH_KEYS
from referee.core.settings.name_check import check_name
from referee.core.units import format_inches, mm_from_inches, parse_inches
from referee.loaders.fields import write_field
from referee.web.calibrate.clicks_page import ClicksOutcome, CornerPx
from referee.web.calibrate.corner_solver import picture_with_lines
from referee.web.server.page_files import jpeg_of

QUESTION = "Left goal line to right goal line, middle to middle, in mm (or inches: 29 1/2 in)"


@dataclass(frozen=True, slots=True)
class FieldOptions:
    """The options of `referee calibrate field`."""

    pictures: tuple[Path, ...]
    name: str
    goal_to_goal: str | None
    width: str | None
    lens: Path | None
    corners: str | None
    clicks: bool
    page: PageOptions
    to: Path
    out: Path | None


def run_field(wanted: FieldOptions) -> None:
    """Ask for what is missing, measure, show, write; a refusal leaves nothing on disk."""
    check_name(wanted.name)
    if wanted.out is not None:
        calibration_path(wanted.out)
    if wanted.to.exists():
        raise BadValue(
            "the file", PlainWord("already there"), "a new name with --to", str(wanted.to)
        )
    length_mm = _mm("--goal-to-goal", _asked(wanted.goal_to_goal))
    width_mm = None if wanted.width is None else _mm("--width", wanted.width)
    lens = None if wanted.lens is None else read_lens(wanted.lens)
    pictures = [read_picture(path) for path in wanted.pictures]
    corners = None if wanted.corners is None else corners_of(wanted.corners)
    if corners is not None and wanted.clicks:
        raise BadValue("--corners", wanted.corners, "corners or clicks, not both")
    measure = partial(
        measure_field,
        pictures,
        length_mm,
        wanted.name,
        width_mm=width_mm,
        lens=lens,
        day=datetime.now().astimezone().date(),
    )
    if wanted.clicks:
        found = _clicked(wanted, pictures, measure)
    else:
        with progress_bar() as bar:
            task = bar.add_task("looking for lines", total=1.0, note="")
            found = measure(
                corners_px=corners,
                tell=lambda what, share: bar.update(task, description=what, completed=share),
            )
    if isinstance(found, CalibrationRefused):
        complain(str(found))
        raise typer.Exit(BAD_INPUT)
    _write(found, wanted)
    _say(found, wanted)


def _clicked(
    wanted: FieldOptions,
    pictures: Sequence[Image],
    measure: Callable[..., MeasuredField | CalibrationRefused],
) -> MeasuredField | CalibrationRefused:
    """With four clicks; the last corners that were good count."""
    good: list[MeasuredField] = []

    def solve(corners: Sequence[CornerPx]) -> ClicksOutcome:
        found = measure(corners_px=corners)
        if isinstance(found, CalibrationRefused):
            return ClicksOutcome(False, found.reason, (found.advice,), jpeg_of(pictures[0]))
        good[:] = [found]
        drawn = pictures[0]
        if isinstance(found.solved, CalibrationSolved):
            drawn = picture_with_lines(found.solved)
        width = f"{found.profile.width_mm:.1f} mm wide, give or take {_give(found, 'width_mm')} mm"
        return ClicksOutcome(
            True, "Measured", (width, "Close this when you are content."), jpeg_of(drawn)
        )

    take_clicks(pictures[0], solve, wanted.page)
    return (
        good[0] if good else CalibrationRefused("Nothing was measured.", "Show all four corners.")
    )


def _write(found: MeasuredField, wanted: FieldOptions) -> None:
    remarks = tuple(f"Not read from the picture: {what}." for what in found.guessed)
    write_field(wanted.to, found.profile, remarks)
    if wanted.out is not None and isinstance(found.solved, CalibrationSolved):
        write_calibration_files(found.solved, wanted.out)


def _asked(given: str | None) -> str:
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise BadValue("--goal-to-goal", PlainWord("missing"), "the length between the goal lines")
    return str(typer.prompt(QUESTION))


def _mm(key: str, text: str) -> float:
    """Millimetres from "749.3", "749.3 mm" or "29 1/2 in"."""
    words = text.strip().lower()
    if words.endswith(("in", '"')):
        return mm_from_inches(parse_inches(words.removesuffix("in").removesuffix('"').strip()))
    try:
        return float(words.removesuffix("mm"))
    except ValueError:
        raise BadValue(
            key, text, 'millimetres such as 749.3, or inches such as "29 1/2 in"'
        ) from None


def _give(found: MeasuredField, key: str) -> str:
    """How far off a measure may be at 95 of 100 boards."""
    return f"{INSIDE * found.sigma_mm[key]:.1f}" if key in found.sigma_mm else ""


def _say(found: MeasuredField, wanted: FieldOptions) -> None:
    table = Table("measure", "mm", "+-", "inches", title=f"{wanted.to}", title_justify="left")
    for key in LENGTH_KEYS:
        value = getattr(found.profile, key)
        table.add_row(key, f"{value:.1f}", _give(found, key), format_inches(value))
    console = Console()
    console.print(table)
    if isinstance(found.solved, CalibrationSolved):
        proof = found.solved.certificate
        said = (
            f"{proof.grade.value}: with these measures the camera is off by "
            f"{proof.errors.median_mm:.2f} mm, {proof.errors.worst_mm:.2f} mm at worst."
        )
    else:
        said = f"No calibration: {found.solved}"
    console.print(said, highlight=False)
    for what in (*found.guessed, *field_doubts(found.profile)):
        console.print(f"[yellow]measure again:[/] {what}")
    console.print(
        f"written to {wanted.to}; see it: referee field show {wanted.to}", highlight=False
    )
