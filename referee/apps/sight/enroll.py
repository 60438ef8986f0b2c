"""Everything `referee enroll` does once its options are read."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import typer
from rich.console import Console
from rich.table import Table

from referee.apps.sight.picture_files import is_video, read_picture, video_frames
from referee.apps.terminal.error_sentences import complain
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.progress import progress_bar
from referee.apps.terminal.shown_page import ShownPage
from referee.calibrate.calibration_files import calibration_picture
from referee.camera.calibration import read_calibration
from referee.camera.frame_source import Frame
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.loaders.formats.atomic_file import write_bytes
from referee.loaders.teams_file import TeamsFile, check_teams_name, read_teams
from referee.loaders.teams_text import hex_of
from referee.vision.enroll.enrolment import Enrolment, EnrolmentHints
from referee.vision.enroll.enrolment_values import enrolment_values, line_up_sightings
from referee.vision.enroll.line_up_enrolment import enrol_line_up, write_enrolment
from referee.vision.frame.drawing import draw_sightings
from referee.vision.frame.locator_setup import open_locator
from referee.vision.network.default_models import DETECTOR
from referee.web.enroll.enrolment_page import EnrolmentView, enrolment_app
from referee.web.server.page_files import jpeg_of

FRAMES = 5  # of a video
EVERY_NS = 200_000_000
COLUMNS = ("id", "number", "figure", "base", "length", "width", "own look", "team", "doubts")


@dataclass(frozen=True, slots=True)
class EnrollOptions:
    """The options of `referee enroll`."""

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
    trust: bool = False


def run_enroll(wanted: EnrollOptions) -> None:
    """Enrol and write, or say in a sentence why not and write nothing."""
    old = _old(wanted)
    if wanted.draw is not None and wanted.draw.suffix.lower() != ".png":
        raise BadValue("--draw", str(wanted.draw), "a file that ends in .png")
    page = None if wanted.page is None else ShownPage.claim(wanted.page)
    calibration = read_calibration(wanted.calibration, wanted.field)
    for note in calibration.notes:
        complain(f"{wanted.calibration}: {note}")
    with progress_bar() as bar:
        task = bar.add_task("loading the model", total=None, note="")
        locator = open_locator(calibration, wanted.model or DETECTOR)
        bar.update(task, description="looking at the line-up")
        frames = list(_frames(wanted.sources))
        reference = None if wanted.trust else calibration_picture(wanted.calibration)
        hints = EnrolmentHints(wanted.names, wanted.base, old)
        enrolment = enrol_line_up(
            frames,
            locator,
            calibration,
            hints,
            reference,
            trust=wanted.trust,
            where=str(wanted.sources[0]),
        )
    write_enrolment(wanted.out, enrolment)
    if wanted.draw is not None:
        seen, names = line_up_sightings(enrolment, calibration.camera)
        picture = draw_sightings(frames[0].image, calibration.camera, seen, names)
        write_bytes(wanted.draw, cv2.imencode(".png", picture)[1].tobytes())
    outcome = enrolment_values(enrolment, calibration.camera)
    if wanted.as_json:
        typer.echo(json.dumps(outcome, ensure_ascii=False))
    else:
        _say(enrolment, wanted.out)
    if page is not None:
        line_up = EnrolmentView(outcome, jpeg_of(frames[0].image))
        page.show(enrolment_app(line_up, page.access), "The line-up")


def _old(wanted: EnrollOptions) -> TeamsFile | None:
    """The team file that is there, if its edits are to be kept; complains before any work."""
    check_teams_name(wanted.out)
    if wanted.keep_edits and wanted.overwrite:
        raise BadValue("--overwrite", PlainWord("given with --keep-edits"), "one of them")
    if not wanted.out.exists():
        if wanted.keep_edits:
            none = PlainWord("without a team file to keep")
            raise BadValue(
                "--keep-edits", none, "the file of an earlier enrolment", str(wanted.out)
            )
        return None
    if wanted.keep_edits:
        return read_teams(wanted.out)
    if wanted.overwrite:
        return None
    allowed = "a new name, --keep-edits to learn only the colours again, or --overwrite"
    raise BadValue("the team file", PlainWord("already there"), allowed, str(wanted.out))


def _frames(sources: tuple[Path, ...]) -> Iterator[Frame]:
    """Every picture, or a few frames from the beginning of each video."""
    number = 0
    for source in sources:
        if is_video(source):
            spread = itertools.islice(video_frames(source, EVERY_NS), FRAMES)
            images = [frame.image for frame in spread]
        else:
            images = [read_picture(source)]
        for image in images:
            yield Frame(number * EVERY_NS, image, number)
            number += 1


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
        f"{out} written, and what was learned of the figures beside it. Numbers were not read:"
        " they count from the near side; edit them in the file.",
        highlight=False,
    )


def _chip(colour: tuple[int, int, int]) -> str:
    return f"[{hex_of(colour)}]\u25a0\u25a0[/]"
