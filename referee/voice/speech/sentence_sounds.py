"""Sentences made into sound beside everything else, each once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from referee.voice.settings import VoiceSettings
from referee.voice.sound import Sound
from referee.voice.speech.engine import SpeechEngine

KEPT = 64


class SentenceSounds:
    """Asked by one thread; a speech program may take its time without anybody waiting for it."""

    def __init__(self, engine: SpeechEngine) -> None:
        self.engine = engine
        self._made: OrderedDict[tuple[str, str, int], Future[Sound]] = OrderedDict()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="speech")

    def of(self, words: str, settings: VoiceSettings) -> Future[Sound]:
        """The sound of words, which may still be in the making."""
        key = words, settings.voice, settings.speed
        sound = self._made.get(key)
        if sound is None or (sound.done() and sound.exception() is not None):
            sound = self._made[key] = self.made(lambda: self.engine.say(*key))
        self._made.move_to_end(key)
        while len(self._made) > KEPT:
            self._made.popitem(last=False)
        return sound

    def made(self, make: Callable[[], Sound]) -> Future[Sound]:
        """Have it made by the worker."""
        return self._worker.submit(make)

    def close(self) -> None:
        """Begin nothing more."""
        self._worker.shutdown(wait=False, cancel_futures=True)
