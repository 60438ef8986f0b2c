"""The doctor's round: everything is looked at, whatever the first look finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.apps.doctor.camera_check import CameraUnderTest, check_camera
from referee.apps.doctor.camera_sample import take_sample
from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.apps.doctor.disk_check import check_disk
from referee.apps.doctor.files_check import check_files
from referee.apps.doctor.serial_check import check_serial, list_ports_now
from referee.apps.doctor.sound_check import check_sound
from referee.apps.doctor.speed_check import check_speed
from referee.apps.terminal.camera_choice import SIMULATED, open_camera
from referee.apps.terminal.print_json import print_json
from referee.apps.terminal.progress import progress_bar
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.devices.webcam import Webcam, plugged_in_cameras
from referee.core.errors import BadValue
from referee.night.start.games_folder import games_folder
from referee.system_clock import clock_ns

COLOURS = {
    PartHealth.FINE: "green",
    PartHealth.CHANGE: "yellow",
    PartHealth.MISSING: "bold yellow",
    PartHealth.BROKEN: "bold red",
}
PREVENTS = frozenset({PartHealth.MISSING, PartHealth.BROKEN})
SIMULATED_WORKS = "The simulated table needs none of this: referee play --sim"


def run_doctor(
    camera: str | None, request: CameraRequest, serial: str | None, folder: Path, *, as_json: bool
) -> None:
    """Print the round; leaves with exit code 1 when no game is possible."""
    findings = examine(camera, request, serial, folder)
    if as_json:
        print_json([finding.to_json() for finding in findings])
    else:
        show(findings)
        typer.echo(summary(findings))
    if any(finding.state in PREVENTS for finding in findings):
        raise typer.Exit(1)


def summary(findings: Sequence[Diagnosis]) -> str:
    """Whether a game is possible, in one line."""
    parts = [finding.part for finding in findings if finding.state in PREVENTS]
    if not parts:
        return "A game on your own table is possible: referee play, or referee setup first."
    return f"No game on your own table yet: {', '.join(parts)}. {SIMULATED_WORKS}"


def examine(
    camera: str | None, request: CameraRequest, serial: str | None, folder: Path
) -> tuple[Diagnosis, ...]:
    """All lines, in the order they are read."""
    findings = list(_camera(camera, request))
    findings += check_serial(serial, list_ports_now())
    with progress_bar() as bar:
        bar.add_task("writing to the disk", total=None, note="")
        findings.append(check_disk(folder))
    findings += check_files((games_folder(), folder))
    findings.append(check_sound())
    with progress_bar() as bar:
        bar.add_task("looking at a board, to see how long it takes", total=None, note="")
        findings.append(check_speed())
    return tuple(findings)


def show(findings: Sequence[Diagnosis]) -> None:
    """A line each; what is to be changed stands out."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for finding in findings:
        state = Text(finding.state.value, style=COLOURS[finding.state])
        table.add_row(Text(finding.part, style="bold"), state, Text(finding.line()))
    Console().print(table)


def _camera(wanted: str | None, request: CameraRequest) -> Iterator[Diagnosis]:
    try:
        with open_camera(wanted, request) as source, progress_bar() as bar:
            bar.add_task("looking through the camera", total=None, note=source.name)
            sample = take_sample(source, clock_ns)
            webcam = source if isinstance(source, Webcam) else None
            yield from check_camera(
                CameraUnderTest(
                    name=source.name,
                    request=request,
                    actual=webcam.actual if webcam else None,
                    sample=sample,
                    driver_stamps=webcam is None or webcam.lag_ns is not None,
                )
            )
    except BadValue as error:
        yield Diagnosis(
            "camera",
            PartHealth.MISSING,
            f"{error.key} is {error.value}",
            f"Needed: {error.allowed}.",
        )
    if wanted is None or wanted.casefold() != SIMULATED:
        others = ", ".join(f"{d.number}: {d.name}" for d in plugged_in_cameras())
        yield Diagnosis("cameras here", PartHealth.FINE, others or "none")
