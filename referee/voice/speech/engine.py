"""Speech programs: what each has to do, and which one this machine has."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol, Self

import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.voice.sound import Sound, read_wav

PATIENCE_S = 15.0
WORDS_FILE = "words.txt"
SOUND_FILE = "sound.wav"
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


SILENT_ENGINE = "silent"
SILENT_RATE_HZ = 22_050


class SpeechError(OSError):
    """A speech program is not there or did not do its work; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice of a speech program, by the name that chooses it."""

    name: str
    language: str
    about: str = ""


class SpeechEngine(Protocol):
    """A speech program. It may take a second: never call it from a loop that sees."""

    name: str

    def voices(self) -> tuple[Voice, ...]:
        """The voices it has."""

    def say(self, words: str, voice: str, speed: int) -> Sound:
        """Plain words as sound; no voice: an English one. `SpeechError` says why not."""


class SilentEngine:
    """Says nothing, at once: sentences are shown, and pages may speak them themselves."""

    name = SILENT_ENGINE

    def voices(self) -> tuple[Voice, ...]:
        """None."""
        return ()

    def say(self, words: str, voice: str, speed: int) -> Sound:
        """No sound for any sentence."""
        _ = words, voice, speed
        return Sound(SILENT_RATE_HZ, np.zeros(0))


def run(
    words: Sequence[str], given: str = "", environment: Mapping[str, str] | None = None
) -> bytes:
    """Run a program without a shell; what it is to say comes in by its input, never as an option.

    Returns what it printed.
    """
    try:
        done = subprocess.run(  # noqa: S603 - a known program, with options of our own
            list(words),
            input=given.encode("utf-8"),
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
            creationflags=NO_WINDOW,
            env={**os.environ, **environment} if environment else None,
        )
    except subprocess.TimeoutExpired:
        raise SpeechError(f"{words[0]} did not answer within {PATIENCE_S:g} seconds.") from None
    except OSError as error:
        raise SpeechError(f"{words[0]} cannot be run: {error.strerror or error}.") from None
    if done.returncode != 0:
        why = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise SpeechError(f"{words[0]} failed: {why[-1] if why else done.returncode}.")
    return done.stdout


class SpeechFolder:
    """A folder for one sentence: its words go in as a file, its sound comes out as one."""

    def __init__(self, words: str) -> None:
        self._folder = TemporaryDirectory(prefix="referee-voice-")
        self.words = Path(self._folder.name) / WORDS_FILE
        self.sound = Path(self._folder.name) / SOUND_FILE
        self.words.write_text(words, encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def taken(self) -> Sound:
        """The sound that was made, ready to be played."""
        try:
            return read_wav(self.sound.read_bytes()).levelled()
        except (OSError, BadValue) as error:
            raise SpeechError(f"The speech program wrote no sound: {error}.") from None


def unknown_engine(name: str, known: Sequence[str]) -> BadValue:
    """A speech program that is not known, or not here."""
    here = f"one of {', '.join(known)}, or auto" if known else "auto: none was found here"
    return BadValue("engine", PlainWord(name), here)
