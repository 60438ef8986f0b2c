"""What a player of sounds has to do, and one that nobody hears."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from referee.system_clock import clock_s
from referee.voice.sound import Sound

SILENT_PLAYER = "silent"


class PlayerError(OSError):
    """A sound could not be played; the message is a sentence."""


class PlayingSound(Protocol):
    """A sound that is being heard."""

    def done(self) -> bool:
        """Whether it is over; `PlayerError` says that it was never heard."""

    def stop(self) -> None:
        """Be quiet at once."""


class SoundPlayer(Protocol):
    """Whatever makes a sound heard; starting one never waits for its end."""

    name: str

    def play(self, sound: Sound) -> PlayingSound:
        """Let a sound be heard."""

    def close(self) -> None:
        """Leave nothing behind."""


class TimedSilence:
    """A sound that takes its time without being heard."""

    def __init__(self, lasts_s: float, clock: Callable[[], float]) -> None:
        self._clock, self._until_s = clock, clock() + lasts_s

    def done(self) -> bool:
        """Whether its time is over."""
        return self._clock() >= self._until_s

    def stop(self) -> None:
        """Its time is over."""
        self._until_s = self._clock()


class SilentPlayer:
    """Plays nothing and takes as long, so that pages hear one sentence after the other."""

    name = SILENT_PLAYER

    def __init__(self, clock: Callable[[], float] = clock_s) -> None:
        self._clock = clock

    def play(self, sound: Sound) -> PlayingSound:
        """Let the sound's time go by."""
        return TimedSilence(sound.duration_s, self._clock)

    def close(self) -> None:
        """Nothing to leave."""
