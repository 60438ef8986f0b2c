"""Everything `referee calibrate watch` does once its options are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from referee.apps.sight.picture_locator import read_picture
from referee.calibrate.calibration_files import file_beside
from referee.camera.calibration import read_calibration
from referee.camera.frame_source import Frame, FrameSource, NoFrame
from referee.camera.watch.camera_notice import CameraNotice
from referee.camera.watch.camera_watch import CameraWatch
from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.record.video import read_video
from referee.system_clock import clock_ns

WAIT_S = 0.3

FrameOrNone = tuple[Frame | None, int]  # a frame or none, and the instant it is looked at


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
            report = guard.see(frame, now_ns)
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


def video_frames(path: Path) -> Iterator[FrameOrNone]:
    """Every frame of a video, looked at when it was taken."""
    if not path.is_file():
        raise BadValue("the video", PlainWord("missing"), "a video file", str(path))
    for frame in read_video(path):
        yield frame, frame.t_ns
