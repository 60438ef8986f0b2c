"""Everything `referee locate` does once its options are read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import typer
from rich.console import Console
from rich.table import Table

from referee.apps.sight.clean_plates import plate_of
from referee.apps.sight.picture_files import read_picture
from referee.apps.sight.picture_locator import PictureLocator
from referee.apps.terminal.error_sentences import BAD_INPUT, complain
from referee.apps.terminal.progress import progress_bar
from referee.calibrate.calibration_files import calibration_picture
from referee.camera.calibration import read_calibration
from referee.camera.frame_source import Frame
from referee.core.errors import BadValue
from referee.loaders.formats.atomic_file import write_bytes
from referee.night.eyes.to_observation import observation_of
from referee.record.observation import Observation
from referee.record.tracks import (
    TracksFileHeader,
    TracksFileKind,
    observation_line,
    whole_observations,
)
from referee.vision.frame.drawing import draw_sightings
from referee.vision.network.default_models import DETECTOR

NO_BOARD = "unknown"


@dataclass(frozen=True, slots=True)
class LocateOptions:
    """The options of `referee locate`."""

    images: tuple[Path, ...]
    calibration: Path
    roster: Path | None
    field: str | None
    model: str | None
    as_json: bool
    draw: Path | None
    out: Path | None
    scale: bool
    trust: bool
    plate: Path | None = None

    def drawing_of(self, path: Path, number: int) -> Path | None:
        """Where the picture is drawn; pictures of one name in different folders are numbered."""
        if self.draw is None:
            return None
        alike = sum(other.stem.lower() == path.stem.lower() for other in self.images)
        return self.draw / f"{path.stem}{f'-{number}' if alike > 1 else ''}.seen.png"


def run_locate(wanted: LocateOptions) -> None:
    """Locate in every picture; leave with an error code if one of them could not be used."""
    calibration = read_calibration(wanted.calibration, wanted.field)
    for note in calibration.notes:
        complain(f"{wanted.calibration}: {note}")
    bad = 0
    with progress_bar() as bar:
        task = bar.add_task("loading the model", total=len(wanted.images), note="")
        eyes = PictureLocator(
            calibration,
            wanted.roster,
            wanted.model or DETECTOR,
            wanted.scale,
            wanted.trust,
            calibration_picture(wanted.calibration),
            plate_of(wanted.plate, wanted.calibration, calibration.camera),
        )
        bar.update(task, description="locating")
        board = calibration.field.name if calibration.field else NO_BOARD
        with whole_observations(
            wanted.out, TracksFileHeader(TracksFileKind.LOCATIONS, board)
        ) as writer:
            for number, path in enumerate(wanted.images):
                bar.update(task, note=path.name)
                try:
                    seen = _one(eyes, path, number, wanted.drawing_of(path, number))
                except BadValue as error:
                    bad += 1
                    bar.console.print(
                        f"referee: {error}", markup=False, highlight=False, soft_wrap=True
                    )
                else:
                    _say(seen, wanted)
                    if writer is not None:
                        writer.write(seen)
                bar.update(task, advance=1)
    if bad:
        raise typer.Exit(BAD_INPUT)


def _one(eyes: PictureLocator, path: Path, number: int, drawing: Path | None) -> Observation:
    """One picture; what is wrong with it is said with its name."""
    image = read_picture(path)
    try:
        seen, camera = eyes.locate(Frame(0, image, number))
    except BadValue as error:
        raise error.at(str(path)) from None
    if drawing is not None:
        drawn = draw_sightings(image, camera, seen)
        write_bytes(drawing, cv2.imencode(".png", drawn)[1].tobytes())
    return observation_of(seen, number, str(path))


def _say(seen: Observation, wanted: LocateOptions) -> None:
    if wanted.as_json:
        line = observation_line(seen, TracksFileKind.LOCATIONS)
        # In ASCII: not every console can print every name of a file.
        typer.echo(json.dumps(line, separators=(",", ":"), allow_nan=False))
        return
    Console().print(_table(seen))


def _table(seen: Observation) -> Table:
    title = f"{seen.image}: {len(seen.bases)} bases, {len(seen.markers)} markers"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for name in ("x mm", "y mm", "heading", "± mm", "± deg", "team", "front", "score", ""):
        table.add_column(name, justify="left" if name == "team" else "right")
    for base in sorted(seen.bases, key=lambda b: (b.x_mm, b.y_mm)):
        sigma_x, sigma_y, sigma_turn = base.sigma
        table.add_row(
            f"{base.x_mm:.1f}",
            f"{base.y_mm:.1f}",
            f"{base.heading_deg:.1f}",
            f"{max(sigma_x, sigma_y):.2f}",
            f"{sigma_turn:.1f}",
            base.team.value if base.team else "?",
            f"{base.front or 0.0:.2f}",
            f"{base.score:.2f}",
            "fallen" if base.lies else "",
        )
    return table
