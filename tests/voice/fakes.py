"""A speech program and a player that write down what they are given, in told time."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field

import numpy as np

from referee.voice.players.player import PlayerError
from referee.voice.settings import VoiceSettings
from referee.voice.sound import Sound
from referee.voice.speaker import Speaker
from referee.voice.speech.engine import SpeechError, Voice
from referee.voice.speech.sentence_sounds import SentenceSounds
from referee.voice.whistle import SignalPattern, signal_samples

S = 1_000_000_000
RATE = 8000


@dataclass
class Clock:
    now_ns: int = 0

    def __call__(self) -> int:
        return self.now_ns


@dataclass
class FakeEngine:
    """Every word lasts a tenth of a second, and its sound tells how many there were."""

    name: str = "fake"
    asked: list[str] = field(default_factory=list)
    broken: str = ""

    def voices(self):
        return (Voice("en-fake", "en"),)

    def say(self, words, voice, speed):
        self.asked.append(words)
        if self.broken:
            raise SpeechError(self.broken)
        return Sound(RATE, np.full(RATE // 10 * len(words.split()), 0.5))


@dataclass
class Played:
    """A sound that was started: its length in seconds, its loudest sample, and when it ended."""

    player: FakePlayer
    began_ns: int
    duration_s: float
    peak: float
    stopped: bool = False

    def done(self):
        if self.player.fails_late:
            raise PlayerError("the sound card is gone")
        lasts = self.player.clock.now_ns - self.began_ns >= self.duration_s * S
        return self.stopped or lasts

    def stop(self):
        self.stopped = True


@dataclass
class FakePlayer:
    clock: Clock
    name: str = "fake"
    sounds: list[Played] = field(default_factory=list)
    fails: bool = False
    fails_late: bool = False
    closed: bool = False

    def play(self, sound):
        if self.fails:
            raise PlayerError("no sound card")
        peak = float(np.abs(sound.samples).max())
        self.sounds.append(Played(self, self.clock.now_ns, sound.duration_s, peak))
        return self.sounds[-1]

    def close(self):
        self.closed = True


class AtOnce(SentenceSounds):
    """Speech without a thread: what is asked for is made at once, or when it is let."""

    def __init__(self, engine):
        super().__init__(engine)
        self.slow = False
        self.later = []

    def made(self, make):
        future: Future = Future()
        if self.slow:
            self.later.append((make, future))
        else:
            self._finish(make, future)
        return future

    def catch_up(self):
        for make, future in self.later:
            self._finish(make, future)
        self.later.clear()

    def _finish(self, make, future):
        try:
            future.set_result(make())
        except SpeechError as error:
            future.set_exception(error)


class Hall:
    """A speaker with all of this around it, and what was heard in it."""

    def __init__(self, volume=100, players=None, clock=None):
        self.clock, self.engine = clock or Clock(), FakeEngine()
        self.player = FakePlayer(self.clock)
        self.speech = AtOnce(self.engine)
        self.complaints = []
        self.speaker = Speaker(
            self.speech,
            players or [self.player],
            VoiceSettings(volume=volume),
            complain=self.complaints.append,
            clock=self.clock,
        )
        self.heard = []
        self.speaker.listen(self.heard.append)

    def tell(self, *utterances):
        self.speaker.tell(*utterances)
        self.speaker.step()

    def run(self, seconds):
        for _ in range(round(seconds * 20)):
            self.clock.now_ns += S // 20
            self.speaker.step()

    @property
    def words(self):
        return [each.words for each in self.heard]

    @property
    def patterns(self):
        return [each.pattern for each in self.heard if each.pattern]


LENGTHS = {pattern: signal_samples(pattern).duration_s for pattern in SignalPattern}
