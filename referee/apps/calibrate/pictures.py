"""Everything `referee calibrate` does once its options are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.sight.picture_files import is_video, read_picture
from referee.apps.terminal.camera_choice import open_camera
from referee.apps.terminal.error_sentences import BAD_INPUT, complain
from referee.apps.terminal.progress import progress_bar
from referee.calibrate.calibration_files import (
    PLATE_ENDING,
    calibration_path,
    file_beside,
    write_calibration_files,
)
from referee.calibrate.certificate.certificate import Certificate
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.calibrate.search.corner_cameras import ORDER
from referee.calibrate.solver import calibrate
from referee.camera.charuco.lens import read_lens
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.frame_source import Image
from referee.core.errors import BadValue, PlainWord
from referee.loaders.fields import load_field
from referee.record.video import read_video
from referee.vision.plate.clean_plate import empty_board
from referee.vision.plate.kept_plate import write_plate

FROM_CAMERA = 12  # pictures
FROM_VIDEO = 12  # pictures, or a few more
EVERY = 5  # pictures of a camera that are passed over between two that are taken
TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """The options of `referee calibrate pictures`."""

    files: tuple[Path, ...]
    field: str
    out: Path | None
    corners: str | None
    lens: Path | None
    top_mm: float
    camera: str | None
    request: CameraRequest
    as_json: bool
    empty: bool = False


def run_calibrate(wanted: CalibrateOptions) -> None:
    """Look, solve, write; a refusal is said in one line and leaves nothing on disk."""
    if wanted.out is not None:
        calibration_path(wanted.out)
    profile = load_field(wanted.field)
    corners = None if wanted.corners is None else corners_of(wanted.corners)
    lens = None if wanted.lens is None else read_lens(wanted.lens)
    with progress_bar() as bar:
        task = bar.add_task("reading pictures", total=1.0, note="")
        name, pictures = _pictures(wanted)
        outcome = calibrate(
            pictures,
            profile,
            lens=lens,
            corners_px=corners,
            top_height_mm=wanted.top_mm,
            camera_id=name,
            day=datetime.now(tz=UTC).astimezone().date(),
            tell=lambda what, share: bar.update(task, description=what, completed=share),
        )
    if isinstance(outcome, CalibrationRefused):
        complain(str(outcome))
        raise typer.Exit(BAD_INPUT)
    written: list[Path] = []
    if wanted.out is not None:
        written = write_calibration_files(outcome, wanted.out)
        if wanted.empty:
            written.append(file_beside(wanted.out, PLATE_ENDING))
            write_plate(written[-1], empty_board(outcome.picture))
    _say(outcome, written, as_json=wanted.as_json)


def corners_of(text: str) -> list[tuple[float, float]]:
    """'x,y x,y x,y x,y' as four points."""
    allowed = f"four points 'x,y x,y x,y x,y' in pixels: {ORDER}"
    try:
        points = [tuple(float(v) for v in pair.split(",")) for pair in text.split()]
        found = [(x, y) for x, y in points]
    except ValueError:
        raise BadValue("--corners", text, allowed) from None
    if len(found) != 4:
        raise BadValue("--corners", text, allowed)
    return found


def _pictures(wanted: CalibrateOptions) -> tuple[str, list[Image]]:
    """What the camera is called, and its pictures."""
    if wanted.files and wanted.camera is not None:
        raise BadValue("--camera", wanted.camera, "pictures or a camera, not both")
    if not wanted.files and wanted.camera is None:
        raise BadValue("pictures", PlainWord("missing"), "pictures, a video, or --camera")
    if not wanted.files:
        return str(wanted.camera), _from_camera(wanted)
    pictures: list[Image] = []
    for path in wanted.files:
        if is_video(path):
            pictures += _from_video(path)
        else:
            pictures.append(read_picture(path))
    return wanted.files[0].stem, pictures


def _from_camera(wanted: CalibrateOptions) -> list[Image]:
    with open_camera(wanted.camera, wanted.request) as camera:
        taken = []
        for number in range(FROM_CAMERA * EVERY):
            frame = camera.newest(TIMEOUT_S)
            if number % EVERY == EVERY - 1:
                taken.append(frame.image)
        return taken


def _from_video(path: Path) -> list[Image]:
    """Pictures from all over the video, without holding all of it."""
    count = sum(1 for _ in read_video(path))
    if not count:
        raise BadValue(
            "the video", PlainWord("without pictures"), "a video of the board", str(path)
        )
    step = max(1, count // FROM_VIDEO)
    return list(_every(path, step))


def _every(path: Path, step: int) -> Iterator[Image]:
    for number, frame in enumerate(read_video(path)):
        if number % step == step // 2:
            yield frame.image


def _say(solved: CalibrationSolved, written: list[Path], *, as_json: bool) -> None:
    certificate = solved.certificate
    if as_json:
        typer.echo(json.dumps(certificate.as_json(), allow_nan=False))
        return
    typer.echo(
        f"{certificate.grade.value}: error over the field, median "
        f"{certificate.errors.median_mm:.2f} mm, worst {certificate.errors.worst_mm:.2f} mm "
        f"(95 of 100 places are better); {certificate.seconds:.1f} s"
    )
    typer.echo(
        f"camera {certificate.height_mm:.0f} mm up, leaning {certificate.tilt_deg:.1f} degrees, "
        f"{certificate.mm_per_px:.2f} mm per pixel; lens from {certificate.lens.source}, focal "
        f"length to {100 * certificate.lens.focal_sigma:.1f} %"
    )
    for word in (*certificate.advice, *certificate.notes):
        typer.echo(f"- {word}")
    Console().print(_table(certificate))
    for path in written:
        typer.echo(str(path))
    if written:
        command = f"referee enroll PICTURE --calibration {written[0]} --out ours.teams.toml"
        typer.echo(f"Next: line both teams up, take a picture of them, and run: {command}")


def _table(certificate: Certificate) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("line", "seen", "rms px", "beside mm", "held out mm"):
        table.add_column(name, justify="left" if name == "line" else "right")
    for line in certificate.lines:
        figures = (line.rms_px, line.mean_mm, line.held_out_mm)
        shown = ["-" if v is None else f"{v:.2f}" for v in figures]
        table.add_row(line.name, f"{100 * line.seen:.0f} %", *shown)
    return table
