"""Programs that play a sound file: started and left alone, ended when something is more urgent."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.voice.players.player import PlayerError, PlayingSound
from referee.voice.sound import Sound
from referee.voice.speech.engine import NO_WINDOW

# The sound servers first: with them other programs are heard as well.
PLAYER_PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "afplay": (),
    "pw-play": (),
    "paplay": (),
    "aplay": ("-q",),
    "ffplay": ("-nodisp", "-autoexit", "-loglevel", "quiet"),
}


class ProgramPlayer:
    """Hands each sound to a program as a file of its own."""

    def __init__(self, name: str, program: str, options: Sequence[str] = ()) -> None:
        self.name, self._words = name, (program, *options)
        self._folder = TemporaryDirectory(prefix="referee-sound-")
        self._count = 0

    def play(self, sound: Sound) -> PlayingSound:
        """Start the program."""
        self._count += 1
        path = Path(self._folder.name) / f"{self._count}.wav"
        path.write_bytes(sound.wav())
        return _RunningProgram(self.name, (*self._words, str(path)), path)

    def close(self) -> None:
        """Remove the files."""
        with contextlib.suppress(OSError):  # one that is still open on Windows
            self._folder.cleanup()


class _RunningProgram:
    def __init__(self, name: str, words: Sequence[str], path: Path) -> None:
        self._name, self._path = name, path
        self._stopped = False
        try:
            self._process = subprocess.Popen(  # noqa: S603 - a known program, our own file
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                creationflags=NO_WINDOW,
            )
        except OSError as error:
            raise PlayerError(f"{name} cannot be run: {error.strerror or error}.") from None

    def done(self) -> bool:
        """Whether the program has ended."""
        code = self._process.poll()
        if code is None:
            return False
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
        if code != 0 and not self._stopped:
            raise PlayerError(f"{self._name} could not play a sound (it ended with {code}).")
        return True

    def stop(self) -> None:
        """End the program."""
        self._stopped = True
        self._process.kill()
        self._process.wait()
