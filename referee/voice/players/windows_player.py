"""Windows plays a sound file by itself, one at a time."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.system_clock import clock_s
from referee.voice.players.player import PlayerError, PlayingSound, TimedSilence
from referee.voice.sound import Sound

NAME = "winsound"
FILES = 8  # the one that is being played is not written over


class WindowsPlayer:
    """Windows plays one file at a time by itself."""

    name = NAME

    def __init__(self, clock: Callable[[], float] = clock_s) -> None:
        self._clock = clock
        self._folder = TemporaryDirectory(prefix="referee-sound-")
        self._count = 0

    def play(self, sound: Sound) -> PlayingSound:
        """Start the sound; one that was on ends."""
        self._count += 1
        path = Path(self._folder.name) / f"{self._count % FILES}.wav"
        path.write_bytes(sound.wav())
        _winsound(str(path))
        return _WindowsSound(sound.duration_s, self._clock)

    def close(self) -> None:
        """Quiet, and the files removed."""
        _winsound(None)
        with contextlib.suppress(OSError):
            self._folder.cleanup()


class _WindowsSound(TimedSilence):
    def stop(self) -> None:
        """Be quiet at once."""
        super().stop()
        _winsound(None)


def _winsound(path: str | None) -> None:
    if sys.platform == "win32":
        import winsound  # noqa: PLC0415 - only there

        try:
            flags = winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT
            winsound.PlaySound(path, flags if path else winsound.SND_PURGE)
        except RuntimeError as error:
            raise PlayerError(f"Windows could not play a sound: {error}.") from None
