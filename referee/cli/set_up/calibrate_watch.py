"""`referee calibrate watch`: is the camera still where it was calibrated?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.options import CameraFpsOption, CameraOption, ExposureOption, FocusOption


def watch(
    calibration: Annotated[Path, typer.Argument(help="The .calib.json with its .calib.png.")],
    camera: CameraOption = None,
    video: Annotated[
        Path | None, typer.Option("--video", help="Watch a video instead of a camera.")
    ] = None,
    fps: CameraFpsOption = 30.0,
    exposure: ExposureOption = None,
    focus: FocusOption = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Stop after so long; else Ctrl-C stops.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each.")] = False,
) -> None:
    """Say when the camera moves, loses focus or light, is blocked, late or frozen.

    A small shift is corrected in memory and said; a large one means: calibrate again. Leaves with
    exit code 1 if the last look could not have been followed by a snap.

    Example: [bold]referee calibrate watch board.calib.json --camera C920[/bold]
    """
    from referee.apps.calibrate.watch import camera_frames, video_frames, watch_notices, watch_of  # noqa: PLC0415
    from referee.apps.terminal.camera_choice import open_camera, request_of  # noqa: PLC0415 - the help must not wait

    guard = watch_of(calibration)

    def say(notice) -> None:  # type: ignore[no-untyped-def]
        if as_json:
            line = {"t_ns": notice.t_ns, "kind": notice.kind.value, "stops": notice.stops}
            typer.echo(json.dumps(line | {"text": notice.text}))
        else:
            typer.echo(notice.text)

    if video is not None:
        ready = watch_notices(guard, video_frames(video), say)
    else:
        size = f"{guard.camera.width_px}x{guard.camera.height_px}"
        with open_camera(camera, request_of(size, fps, exposure, focus)) as source:
            ready = watch_notices(guard, camera_frames(source, seconds), say)
    if not ready:
        raise typer.Exit(1)
