"""What `referee game export` and `referee game sheet` write: whole files or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from referee.apps.terminal.progress import progress_bar
from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.atomic_file import write_text
from referee.record.export.mot import MotSequence, write_mot
from referee.record.export.play_by_play import (
    write_call_lines,
    write_calls,
    write_journal,
    write_plays,
)
from referee.record.export.positions import write_positions, write_tracks
from referee.record.game.game_folder import GameFolder, read_game
from referee.record.observation import Observation
from referee.record.sheet.html import page_of
from referee.record.sheet.pdf import write_pdf
from referee.record.sheet.picture import check_picture, write_picture
from referee.record.sheet.played_game import played_game_of
from referee.record.sheet.score_sheet import score_sheet_of

HTML = (".html", ".htm")
_SAID_OFTEN = 500
_ExportFrames = Iterator[Observation]


@dataclass(frozen=True, slots=True)
class GameExport:
    """A part of a game: its usual file, what is counted in it, and what writes it."""

    file: str
    counts: str
    write: Callable[[Path, GameFolder, _ExportFrames, bool], int]


def _mot(path: Path, game: GameFolder, frames: _ExportFrames, force: bool) -> int:
    calibration = game.calibration
    if calibration is None:
        raise BadValue("camera", None, "a game that says where its camera is", str(game.folder))
    size = calibration.camera.width_px, calibration.camera.height_px
    fps = game.about.get("fps", 30.0)
    return write_mot(path, frames, MotSequence(game.folder.name, float(fps), size), force)


EXPORTS: Mapping[str, GameExport] = {
    "tracks": GameExport(
        "tracks.jsonl", "frames", lambda p, g, f, _: write_tracks(p, f, g.field.name)
    ),
    "positions": GameExport("positions.csv", "rows", lambda p, _g, f, _: write_positions(p, f)),
    "mot": GameExport("mot", "frames", _mot),
    "calls": GameExport("calls.jsonl", "calls", lambda p, g, _f, _: write_call_lines(p, g)),
    "calls-csv": GameExport("calls.csv", "calls", lambda p, g, _f, _: write_calls(p, g)),
    "journal": GameExport("journal.csv", "entries", lambda p, g, _f, _: write_journal(p, g)),
    "plays": GameExport("plays.txt", "lines", lambda p, g, _f, _: write_plays(p, g)),
}


def run_export(folder: Path, what: str, out: Path | None, *, force: bool) -> None:
    """Write a part of a game."""
    if what not in EXPORTS:
        raise BadValue("what", what, f"one of {', '.join(EXPORTS)}")
    export = EXPORTS[what]
    target = out or Path(f"{folder.resolve().name}.{export.file}")
    with read_game(folder) as game:
        if what != "mot":
            check_free(target, force=force)
        with _counted(game) as frames:
            count = export.write(target, game, frames, force)
    typer.echo(f"{count} {export.counts} written to {target}")


def run_sheet(
    folder: Path,
    pdf: Path | None,
    html: Path | None,
    png: Path | None,
    paper: str,
    *,
    force: bool,
) -> None:
    """Write the score sheet."""
    if pdf is None and html is None and png is None:
        sentence = "say which file to write: --pdf sheet.pdf, --html sheet.html, --png sheet.png"
        raise BadValue(
            "the sheet", PlainWord("not asked for"), "--pdf, --html or --png", sentence=sentence
        )
    if html is not None and html.suffix.lower() not in HTML:
        raise BadValue("the page", PlainWord(html.name), f"a name that ends in {' or '.join(HTML)}")
    if png is not None:
        check_picture(png)
    with read_game(folder) as game:
        sheet = score_sheet_of(played_game_of(game))
    for path in filter(None, (pdf, html, png)):
        check_free(path, force=force)
    if pdf is not None:
        write_pdf(pdf, sheet, paper)
        typer.echo(f"written to {pdf} ({paper})")
    if html is not None:
        write_text(html, page_of(sheet))
        typer.echo(f"written to {html}")
    if png is not None:
        write_picture(png, sheet)
        typer.echo(f"written to {png}")


def check_free(path: Path, *, force: bool) -> None:
    """Say at once, before any work, if the file may not be written."""
    if path.is_dir():
        raise BadValue("out", str(path), "a file, not a folder")
    if path.exists() and not force:
        raise BadValue("out", PlainWord(f"{path}, which is there"), "a new file, or --force")


@contextmanager
def _counted(game: GameFolder) -> Iterator[_ExportFrames]:
    """The frames of a game, with how far they are on the screen."""
    known = game.frames()
    total = None if known is None else known[0]
    with progress_bar() as bar:
        task = bar.add_task("writing", total=total, note="")

        def frames() -> _ExportFrames:
            for number, seen in enumerate(game.observations()):
                if number % _SAID_OFTEN == 0:
                    bar.update(task, completed=number, note=f"{number} frames")
                yield seen

        yield frames()
