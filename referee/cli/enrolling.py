"""Everything `referee enroll` does once its options are read."""

from __future__ import annotations

import itertools
import json
import socket
import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import typer
from rich.console import Console
from rich.table import Table

from referee.camera.calib_file import read_calibration
from referee.camera.source import Frame
from referee.cli.eyes import read_picture
from referee.cli.show import progress_bar
from referee.core.errors import BadValue, Word
from referee.core.roster import Team
from referee.files.atomic import write_bytes
from referee.files.teams import TeamsFile, check_teams_name, read_teams
from referee.files.teams_text import hex_of, write_teams
from referee.record.video import read_video
from referee.vision.checks import FrameCheck
from referee.vision.draw import draw_seen
from referee.vision.enroll.enrolment import Enrolment, Wishes, enrol
from referee.vision.enroll.outcome import outcome_of, seen_of
from referee.vision.enrolled import colours_path, write_colours
from referee.vision.models import DETECTOR
from referee.vision.on_board import board_scale_px_per_mm
from referee.vision.open import open_locator
from referee.web.access import Access
from referee.web.enrolment import LineUp, enrolment_app, jpeg_of
from referee.web.server import claim_port, serve

VIDEO_ENDINGS = (".mp4", ".mkv", ".mov", ".avi", ".webm")
FRAMES = 5  # of a video
EVERY_NS = 200_000_000
COLUMNS = ("id", "number", "figure", "base", "length", "width", "own look", "team", "doubts")
HEADING = (
    "Teams as `referee enroll` saw them. Edit numbers, ids, positions, notes and bases.",
    "Numbers were not read from the jerseys: they count from the near sideline to the far one.",
    "The colours that were learned lie beside this file and belong to the ids.",
)


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Where the page is shown."""

    port: int
    browser: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of the command."""

    sources: tuple[Path, ...]
    calibration: Path
    out: Path
    names: tuple[str, str]
    base: str | None
    field: str | None
    model: str | None
    overwrite: bool
    keep_edits: bool
    as_json: bool
    draw: Path | None
    page: PageOptions | None


def run_enroll(wanted: Wanted) -> None:
    """Enrol and write, or say in a sentence why not and write nothing."""
    old = _old(wanted)
    if wanted.draw is not None and wanted.draw.suffix.lower() != ".png":
        raise BadValue("--draw", str(wanted.draw), "a file that ends in .png")
    listening = None if wanted.page is None else claim_port(wanted.page.port)
    calibration = read_calibration(wanted.calibration, wanted.field)
    for note in calibration.notes:
        typer.echo(f"referee: {wanted.calibration}: {note}", err=True)
    with progress_bar() as bar:
        task = bar.add_task("loading the model", total=None, note="")
        locator = open_locator(calibration, wanted.model or DETECTOR)
        bar.update(task, description="looking at the line-up")
        frames = list(_frames(wanted.sources))
        check = FrameCheck(calibration.camera, board_scale_px_per_mm(calibration.camera))
        for frame in frames:
            check.check(frame)
        enrolment = enrol(frames, locator, Wishes(wanted.names, wanted.base, old))
    write_teams(wanted.out, enrolment.teams, HEADING)
    write_colours(wanted.out, enrolment.colours, enrolment.counts)
    if wanted.draw is not None:
        seen, names = seen_of(enrolment, calibration.camera)
        picture = draw_seen(frames[0].image, calibration.camera, seen, names)
        write_bytes(wanted.draw, cv2.imencode(".png", picture)[1].tobytes())
    outcome = outcome_of(enrolment, calibration.camera)
    if wanted.as_json:
        typer.echo(json.dumps(outcome, ensure_ascii=False))
    else:
        _say(enrolment, wanted.out)
    if listening is not None and wanted.page is not None:
        _show(LineUp(outcome, jpeg_of(frames[0].image)), listening, wanted.page.browser)


def _old(wanted: Wanted) -> TeamsFile | None:
    """The team file that is there, if its edits are to be kept; complains before any work."""
    check_teams_name(wanted.out)
    if wanted.keep_edits and wanted.overwrite:
        raise BadValue("--overwrite", Word("given with --keep-edits"), "one of them")
    if not wanted.out.exists():
        if wanted.keep_edits:
            none = Word("without a team file to keep")
            raise BadValue(
                "--keep-edits", none, "the file of an earlier enrolment", str(wanted.out)
            )
        return None
    if wanted.keep_edits:
        return read_teams(wanted.out)
    if wanted.overwrite:
        return None
    allowed = "a new name, --keep-edits to learn only the colours again, or --overwrite"
    raise BadValue("the team file", Word("already there"), allowed, str(wanted.out))


def _frames(sources: tuple[Path, ...]) -> Iterator[Frame]:
    """Every picture, or a few frames from the beginning of each video."""
    number = 0
    for source in sources:
        if source.suffix.lower() not in VIDEO_ENDINGS:
            yield Frame(number * EVERY_NS, read_picture(source), number)
            number += 1
            continue
        if not source.is_file():
            raise BadValue("the video", Word("missing"), "a video file", str(source))
        for frame in itertools.islice(_spread(source), FRAMES):
            yield Frame(number * EVERY_NS, frame.image, number)
            number += 1


def _spread(video: Path) -> Iterator[Frame]:
    wanted_ns = 0
    for frame in read_video(video):
        if frame.t_ns >= wanted_ns:
            wanted_ns = frame.t_ns + EVERY_NS
            yield frame


def _show(line_up: LineUp, listening: socket.socket, browser: bool) -> None:
    """Serve the page until Ctrl-C."""
    access = Access(listening.getsockname()[1])

    def started() -> None:
        typer.echo(f"The line-up: {access.address}\nCtrl-C stops.")
        if browser:
            threading.Thread(target=webbrowser.open, args=(access.address,), daemon=True).start()

    serve(enrolment_app(line_up, access), listening, started)


def _say(enrolment: Enrolment, out: Path) -> None:
    console = Console()
    for team in Team:
        sheet = enrolment.teams.teams[team]
        members = [m for m in enrolment.members if m.sheet.player.team is team]
        title = f"{sheet.name} ({team.value}): {len(members)} players"
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        for name in COLUMNS:
            table.add_column(name)
        for m in members:
            player = m.sheet.player
            table.add_row(
                player.id,
                str(player.number),
                _chip(m.figure_colour),
                f"{_chip(m.base_colour)} {m.base_name}",
                f"{player.base.length_mm:.1f}",
                f"{player.base.width_mm:.1f}",
                "yes" if m.unlike else "",
                f"{m.team_chance:.3f}",
                "; ".join(m.doubts),
            )
        console.print(table)
    for doubt in enrolment.doubts:
        console.print(f"[yellow]doubtful:[/] {doubt}")
    console.print(
        f"{out} and {colours_path(out).name} written. Numbers were not read: they count from the "
        "near side; edit them in the file.",
        highlight=False,
    )


def _chip(colour: tuple[int, int, int]) -> str:
    return f"[{hex_of(colour)}]\u25a0\u25a0[/]"
