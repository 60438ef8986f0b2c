"""The video of a running game, in short pieces: handing over a frame never waits on a real clock.

One thread writes. Frames wait in a short queue; one that finds it full is left out and counted.
Room on the disk goes to the journal and the positions first: video is the first to stop.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import dataclass

import av

from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.record.game.disk_space import DiskSpace, space
from referee.record.game.game_store import GameStore
from referee.record.game.retention import FramePicker, Retention
from referee.record.game.segment_store import SegmentStore
from referee.record.game.segment_writer import SegmentName, SegmentWriter
from referee.record.thread_priority import lower_thread_priority

# Frames that wait for the writer; at 1080p 50 MB.
MOST_FRAMES = 8
LOOK_AGAIN_NS = S_NS
TRY_AGAIN_NS = 5 * S_NS
SAID_NS = 5 * S_NS
CLOSE_S = 10.0
# A patient recorder waits so long for its writer before it leaves a frame out.
PATIENCE_S = 2.0
# The encoder writes lines as each piece begins and ends: they would fill a terminal.
logging.getLogger("libav").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class _WaitingFrame:
    frame: Frame
    play: bool


class VideoRecorder:
    """The writing end of a game's video. ``offset_ns`` makes game time of the frames' clock.

    ``patient``: where frames come from a clock that can stand, they wait for the writer.
    """

    def __init__(
        self,
        index: GameStore,
        offset_ns: int = 0,
        kept: Retention | None = None,
        fps: float = 30.0,
        *,
        patient: bool = False,
    ) -> None:
        self.dropped = 0
        self._shelf, self._offset_ns, self._kept = (
            SegmentStore(index),
            offset_ns,
            kept or Retention(),
        )
        self._fps, self._patient = fps, patient
        self._rhythm = FramePicker(self._kept)
        self._waiting: deque[_WaitingFrame] = deque()
        self._changed = threading.Condition()
        self._clip: SegmentWriter | None = None
        self._name = SegmentName(0, 0, play=False)
        self._size = (0, 0)
        self._refused = ""
        self._now_ns = self._looked_ns = self._dropped_ns = self._tried_ns = -TRY_AGAIN_NS
        self._space: DiskSpace | None = None
        self._open = True
        self._thread = threading.Thread(target=self._run, name="game video", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """What people should know, else empty. A full disk is the store's to tell."""
        if self._refused:
            return f"The video cannot be written: {self._refused}. The game is kept without it."
        if self.dropped and self._now_ns - self._dropped_ns < SAID_NS:
            return f"The computer is busy: {self.dropped} pictures are missing in the video."
        return ""

    def frame(self, frame: Frame, powered: bool) -> None:
        """Keep a frame if it is one to be kept; never waits unless it is patient."""
        self._now_ns = frame.t_ns
        play = self._rhythm.takes(frame.t_ns, powered=powered)
        if play is None:
            return
        with self._changed:
            if self._patient:
                self._changed.wait_for(
                    lambda: len(self._waiting) < MOST_FRAMES or not self._open, PATIENCE_S
                )
            if not self._open:
                return
            if len(self._waiting) >= MOST_FRAMES:
                self.dropped += 1
                self._dropped_ns = frame.t_ns
                return
            self._waiting.append(_WaitingFrame(frame, play))
            self._changed.notify_all()

    def flush(self, timeout_s: float = CLOSE_S) -> bool:
        """Wait until the writer is done with every frame handed over; false: it is not yet."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting, timeout_s)

    def close(self) -> None:
        """Write what waits and finish the piece; calling it twice is fine."""
        with self._changed:
            self._open = False
            self._changed.notify_all()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        lower_thread_priority()
        self._name = SegmentName(self._shelf.adopt(), 0, play=False)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or not self._open)
                if not self._waiting:
                    break
                waiting = self._waiting[0]
            self._keep(waiting)
            with self._changed:
                self._waiting.popleft()
                self._changed.notify_all()
        self._finish()

    def _keep(self, waiting: _WaitingFrame) -> None:
        frame = waiting.frame
        t_ns = frame.t_ns + self._offset_ns
        try:
            clip = self._clip_for(t_ns, waiting)
            if clip is None:
                self._leave_out()
            else:
                clip.write(t_ns, frame.image)
                self._refused = ""
        except (av.error.FFmpegError, OSError, ValueError) as error:
            self._refused, self._tried_ns = _words(error), frame.t_ns
            self._leave_out()
            self._finish()

    def _leave_out(self) -> None:
        with self._changed:
            self.dropped += 1

    def _clip_for(self, t_ns: int, waiting: _WaitingFrame) -> SegmentWriter | None:
        """The piece that a frame goes into; None while there is no room for one."""
        frame = waiting.frame
        size = frame.image.shape[1], frame.image.shape[0]
        full = self._clip is not None and (
            t_ns - self._clip.first_t_ns >= self._kept.piece_s * S_NS
            or t_ns <= self._clip.last_t_ns
            or waiting.play is not self._name.play
            or size != self._size
        )
        if full or not self._room(frame.t_ns):
            self._finish()
        if self._clip is None:
            if not self._room(frame.t_ns) or frame.t_ns - self._tried_ns < TRY_AGAIN_NS:
                return None
            self._name, self._size = SegmentName(self._name.number + 1, t_ns, waiting.play), size
            path = self._shelf.place(self._name)
            self._clip = SegmentWriter(path, size, self._fps, t_ns, self._kept.encoding)
        return self._clip

    def _room(self, now_ns: int) -> bool:
        if self._space is None or now_ns - self._looked_ns >= LOOK_AGAIN_NS:
            self._space, self._looked_ns = space(self._shelf.folder), now_ns
        return not self._space.tight

    def _finish(self) -> None:
        clip, self._clip = self._clip, None
        if clip is None:
            return
        try:
            clip.close()
        except (av.error.FFmpegError, OSError, ValueError) as error:
            self._refused = _words(error)
            self._shelf.put_what_is_there(clip.path, clip.first_t_ns)
        else:
            if clip.frames:
                self._shelf.put(clip.path, clip.first_t_ns, clip.last_t_ns, clip.frames)
        if self._kept.budget_bytes is not None:
            self._shelf.thin(self._kept.budget_bytes)


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
