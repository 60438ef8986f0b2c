"""Everything `referee calibrate watch` does once its options are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from referee.apps.sight.picture_files import read_picture, video_frames
from referee.apps.terminal.camera_choice import open_camera, request_of
from referee.calibrate.calibration_files import file_beside
from referee.camera.calibration import read_calibration
from referee.camera.frame_source import Frame, FrameSource, NoFrame
from referee.camera.watch.camera_notice import CameraNotice
from referee.camera.watch.camera_watch import CameraWatch
from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.system_clock import clock_ns

WAIT_S = 0.3

FrameOrNone = tuple[Frame | None, int]  # a frame or none, and the instant it is looked at


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """The options of `referee calibrate watch`."""

    calibration: Path
    camera: str | None
    video: Path | None
    fps: float
    exposure_ms: float | None
    focus: float | None
    seconds: float | None
    as_json: bool


def run_watch(wanted: WatchOptions) -> None:
    """Say what the watch notices; leaves with exit code 1 when no snap could follow."""
    guard = watch_of(wanted.calibration)
    say = _say_json if wanted.as_json else _say
    if wanted.video is not None:
        frames = ((frame, frame.t_ns) for frame in video_frames(wanted.video))
        ready = watch_notices(guard, frames, say)
    else:
        size = f"{guard.camera.width_px}x{guard.camera.height_px}"
        request = request_of(size, wanted.fps, wanted.exposure_ms, wanted.focus)
        with open_camera(wanted.camera, request) as source:
            ready = watch_notices(guard, camera_frames(source, wanted.seconds), say)
    if not ready:
        raise typer.Exit(1)


def watch_of(path: Path) -> CameraWatch:
    """The watch for a calibration and the picture that lies beside it."""
    calibration = read_calibration(path)
    picture = file_beside(path, ".calib.png")
    if not picture.is_file():
        allowed = f"{picture.name} beside it, as `referee calibrate` writes it: calibrate again"
        raise BadValue("the calibration's picture", PlainWord("missing"), allowed, str(path))
    return CameraWatch(read_picture(picture), calibration.camera, calibration.board)


def watch_notices(
    guard: CameraWatch, moments: Iterable[FrameOrNone], say: Callable[[CameraNotice], None]
) -> bool:
    """Everything the watch says about these moments; whether a snap may follow the last look."""
    ready = False
    for frame, now_ns in moments:
        if frame is None:
            notices = guard.silence(now_ns)
            ready = ready and not notices
        else:
            report = guard.update(frame, now_ns)
            notices = () if report is None else report.notices
            ready = ready if report is None else report.ready
        for notice in notices:
            say(notice)
    return ready


def camera_frames(source: FrameSource, seconds: float | None) -> Iterator[FrameOrNone]:
    """The newest frames as they come; a moment without one where none came."""
    began_ns = clock_ns()
    while seconds is None or clock_ns() - began_ns < seconds * S_NS:
        try:
            yield source.newest(WAIT_S), clock_ns()
        except NoFrame:
            yield None, clock_ns()


def _say(notice: CameraNotice) -> None:
    typer.echo(notice.text)


def _say_json(notice: CameraNotice) -> None:
    line = {"t_ns": notice.t_ns, "kind": notice.kind.value, "stops": notice.stops}
    typer.echo(json.dumps(line | {"text": notice.text}))
