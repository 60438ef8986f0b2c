"""The video of a running game, in short pieces: whoever hands over a frame never waits.

One thread writes. Frames wait in a short queue; one that finds it full is left out and counted.
Room on the disk goes to the journal and the positions first: video is the first to stop.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import av

from referee.camera.source import Frame
from referee.record.game.clip import Clip, Name, looked_over, name_of
from referee.record.game.kept import S_NS, Kept, Rhythm, to_remove
from referee.record.game.space import Space, space

FOLDER = "video"
# At 1080p these are 50 MB.
MOST_FRAMES = 8
LOOK_AGAIN_NS = S_NS
TRY_AGAIN_NS = 5 * S_NS
SAID_NS = 5 * S_NS
CLOSE_S = 10.0
# Spoken of as each piece begins and ends, it would fill a terminal.
logging.getLogger("libav").setLevel(logging.ERROR)


class Index(Protocol):
    """Whoever remembers the pieces; the game's store."""

    folder: Path

    def segment(self, file: str, first_t_ns: int, last_t_ns: int, frames: int) -> None:
        """A piece is complete."""

    def segment_gone(self, file: str) -> None:
        """A piece was removed."""

    def segments(self) -> frozenset[str]:
        """The files that are known."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    frame: Frame
    play: bool


class Segments:
    """The writing end of a game's video. ``offset_ns`` makes game time of the frames' clock."""

    def __init__(
        self, index: Index, offset_ns: int = 0, kept: Kept | None = None, fps: float = 30.0
    ) -> None:
        self.dropped = 0
        self._index, self._offset_ns, self._kept = index, offset_ns, kept or Kept()
        self._folder, self._fps = index.folder / FOLDER, fps
        self._rhythm = Rhythm(self._kept)
        self._waiting: deque[_Waiting] = deque()
        self._changed = threading.Condition()
        self._clip: Clip | None = None
        self._name = Name(0, 0, play=False)
        self._size = (0, 0)
        self._refused = ""
        self._now_ns = self._looked_ns = self._dropped_ns = self._tried_ns = -TRY_AGAIN_NS
        self._space: Space | None = None
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
        """Keep a frame if it is one to be kept."""
        self._now_ns = frame.t_ns
        play = self._rhythm.takes(frame.t_ns, powered=powered)
        if play is None:
            return
        with self._changed:
            if not self._open:
                return
            if len(self._waiting) >= MOST_FRAMES:
                self.dropped += 1
                self._dropped_ns = frame.t_ns
                return
            self._waiting.append(_Waiting(frame, play))
            self._changed.notify_all()

    def close(self) -> None:
        """Write what waits and finish the piece; calling it twice is fine."""
        with self._changed:
            self._open = False
            self._changed.notify_all()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        self._adopt()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or not self._open)
                if not self._waiting:
                    break
                waiting = self._waiting[0]
            self._keep(waiting)
            with self._changed:
                self._waiting.popleft()
        self._finish()

    def _keep(self, waiting: _Waiting) -> None:
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

    def _clip_for(self, t_ns: int, waiting: _Waiting) -> Clip | None:
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
            self._folder.mkdir(exist_ok=True)
            self._name = Name(self._name.number + 1, t_ns, waiting.play)
            path, encoding = self._folder / self._name.file, self._kept.encoding
            self._size = size
            self._clip = Clip(path, size, self._fps, t_ns, encoding)
        return self._clip

    def _room(self, now_ns: int) -> bool:
        if self._space is None or now_ns - self._looked_ns >= LOOK_AGAIN_NS:
            self._space, self._looked_ns = space(self._index.folder), now_ns
        return not self._space.tight

    def _finish(self) -> None:
        clip, self._clip = self._clip, None
        if clip is None:
            return
        try:
            clip.close()
        except (av.error.FFmpegError, OSError, ValueError) as error:
            self._refused = _words(error)
        if clip.frames:
            file = f"{FOLDER}/{clip.path.name}"
            self._index.segment(file, clip.first_t_ns, clip.last_t_ns, clip.frames)
        self._thin()

    def _thin(self) -> None:
        """Keep to the budget, if there is one."""
        if self._kept.budget_bytes is None:
            return
        sizes = {name: path.stat().st_size for name, path in self._pieces()}
        for name in to_remove(sizes, self._kept.budget_bytes):
            try:
                (self._folder / name.file).unlink(missing_ok=True)
            except OSError:
                continue  # somebody looks at it just now: the next time
            self._index.segment_gone(f"{FOLDER}/{name.file}")

    def _adopt(self) -> None:
        """What a crash left: pieces without a row, and the number to count on from."""
        known = self._index.segments()
        for name, path in self._pieces():
            self._name = replace(self._name, number=max(self._name.number, name.number))
            file = f"{FOLDER}/{path.name}"
            piece = None if file in known else looked_over(path, name.first_t_ns)
            if piece is not None:
                self._index.segment(file, piece.t_ns[0], piece.t_ns[-1], len(piece.t_ns))

    def _pieces(self) -> list[tuple[Name, Path]]:
        found = ((name_of(path), path) for path in sorted(self._folder.glob("*.mp4")))
        return [(name, path) for name, path in found if name is not None]


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
