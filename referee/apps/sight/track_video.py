"""A video with what was followed drawn into it: outlines, fronts, error ellipses, names."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.roster import Roster
from referee.loaders.formats.atomic_file import whole_file
from referee.record.video import VideoSettings, VideoWriter
from referee.vision.frame.drawing import draw_sightings
from referee.vision.sighting import FrameSightings
from referee.vision.watch.watcher import WatchedFrame

FPS = 30.0


class TrackVideo:
    """Nothing at all without a path; the file takes its name when it is complete."""

    def __init__(self, path: Path | None, camera: CameraModel) -> None:
        self._path, self._camera = path, camera
        self._writer: VideoWriter | None = None
        self._whole = ExitStack()
        # Encoders want even sizes; a row or a column at the edge may go.
        self._size = camera.width_px // 2 * 2, camera.height_px // 2 * 2

    def __enter__(self) -> Self:
        if self._path is not None:
            part = self._whole.enter_context(whole_file(self._path))
            self._writer = VideoWriter(part, VideoSettings(*self._size, FPS))
            self._whole.callback(self._writer.close)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._whole.__exit__(kind, error, trace)

    def write(self, frame: Frame, watched: WatchedFrame | None, roster: Roster) -> None:
        """One more picture; before the line-up stands there is nothing to draw."""
        if self._writer is None:
            return
        image = frame.image
        if watched is not None:
            seen, names = _named(watched, roster)
            image = draw_sightings(image, self._camera, seen, names)
        width, height = self._size
        cut = np.ascontiguousarray(image[:height, :width])
        self._writer.write(Frame(frame.t_ns, cut, frame.sequence))


def _named(watched: WatchedFrame, roster: Roster) -> tuple[FrameSightings, list[str]]:
    """Sightings as the roster carries them; a name in doubt has a question mark."""
    out, names = [], []
    for player, seen in zip(roster, watched.roster.seen, strict=True):
        if seen is not None:
            out.append(
                replace(
                    seen.sighting,
                    pose=seen.pose,
                    corners_px=seen.corners_px,
                    team=player.team,
                    front=seen.front,
                )
            )
            names.append(f"{player.id}?" if seen.doubtful else player.id)
    return FrameSightings(watched.t_ns, tuple(out), watched.markers, watched.hands), names
