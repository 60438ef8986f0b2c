"""Everything `referee calibrate field` does once its options are read."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from referee.calibrate.new_field.measure import Measured, measure_field
from referee.calibrate.outcome import Refused
from referee.calibrate.save import calibration_path, write_solved
from referee.camera.charuco.lens_file import read_lens
from referee.cli.errors import BAD_INPUT
from referee.cli.eyes import read_picture
from referee.cli.show import progress_bar
from referee.core.errors import BadValue, Word
from referee.core.field import LENGTH_KEYS
from referee.core.field_doubts import field_doubts
from referee.core.names import check_name
from referee.core.units import format_inches, mm_from_inches, parse_inches
from referee.files.field_text import write_field

QUESTION = "Left goal line to right goal line, middle to middle, in mm (or inches: 29 1/2 in)"


@dataclass(frozen=True, slots=True)
class FieldWanted:
    """The options of the command."""

    pictures: tuple[Path, ...]
    name: str
    goal_to_goal: str | None
    width: str | None
    lens: Path | None
    to: Path
    out: Path | None


def run_field(wanted: FieldWanted) -> None:
    """Ask for what is missing, measure, show, write; a refusal leaves nothing on disk."""
    check_name(wanted.name)
    if wanted.out is not None:
        calibration_path(wanted.out)
    if wanted.to.exists():
        raise BadValue("the file", Word("already there"), "a new name with --to", str(wanted.to))
    length_mm = _mm("--goal-to-goal", _asked(wanted.goal_to_goal))
    width_mm = None if wanted.width is None else _mm("--width", wanted.width)
    lens = None if wanted.lens is None else read_lens(wanted.lens)
    pictures = [read_picture(path) for path in wanted.pictures]
    today = date.today()  # noqa: DTZ011 - the coach's own day
    with progress_bar() as bar:
        task = bar.add_task("looking for lines", total=1.0, note="")
        found = measure_field(
            pictures,
            length_mm,
            wanted.name,
            width_mm=width_mm,
            lens=lens,
            day=today,
            tell=lambda what, share: bar.update(task, description=what, completed=share),
        )
    if isinstance(found, Refused):
        typer.echo(f"referee: {found}", err=True)
        raise typer.Exit(BAD_INPUT)
    remarks = tuple(f"Not read from the picture: {what}." for what in found.guessed)
    write_field(wanted.to, found.profile, remarks)
    if wanted.out is not None:
        write_solved(found.solved, wanted.out)
    _say(found, wanted, width_mm is not None)


def _asked(given: str | None) -> str:
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise BadValue("--goal-to-goal", Word("missing"), "the length between the goal lines")
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


def _say(found: Measured, wanted: FieldWanted, ruled: bool) -> None:
    table = Table("measure", "mm", "inches", title=f"{wanted.to}", title_justify="left")
    for key in LENGTH_KEYS:
        value = getattr(found.profile, key)
        table.add_row(key, f"{value:.1f}", format_inches(value))
    console = Console()
    console.print(table)
    proof = found.solved.certificate
    console.print(
        f"{proof.verdict.value}: with these measures the camera is off by "
        f"{proof.errors.median_mm:.2f} mm, {proof.errors.worst_mm:.2f} mm at worst.",
        highlight=False,
    )
    if not ruled:
        console.print(
            f"The width is right within {2 * found.width_sigma_mm:.1f} mm if its sidelines are the "
            "lines that end the yard lines: check it with a ruler, and give it with --width.",
            highlight=False,
        )
    for what in (*found.guessed, *field_doubts(found.profile)):
        console.print(f"[yellow]measure again:[/] {what}")
    console.print(
        f"written to {wanted.to}; see it: referee field show {wanted.to}", highlight=False
    )
