"""The speaker: takes what is to be said, and lets it be heard one after the other.

Telling it something never waits. It has a thread of its own, in which everything slow happens.
"""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from referee.core.clock import S_NS
from referee.system_clock import clock_ns
from referee.voice.players.loudspeaker import Loudspeaker
from referee.voice.players.player import SoundPlayer
from referee.voice.players.player_choice import find_players
from referee.voice.pronunciation import as_spoken
from referee.voice.settings import VoiceSettings
from referee.voice.sound import Sound
from referee.voice.speech.engine import SpeechError
from referee.voice.speech.engine_choice import check_voice, find_engine
from referee.voice.speech.sentence_sounds import SentenceSounds
from referee.voice.utterance import SpokenUtterance, Urgency, Utterance
from referee.voice.utterance_queue import UtteranceQueue
from referee.voice.whistle import SignalPattern, signal_samples

# How often the thread looks, while something is said and while nothing is.
BUSY_S = 0.02
IDLE_S = 0.25
# An alarm is turned down no further than this, unless everything is silent.
ALARM_LEAST = 50
# What pages may still fetch.
KEPT = 32

_Part = Sound | Future[Sound]


class Speaker:
    """``players`` are tried in their order; after the last one, nothing is heard here.

    ``complain`` is told once of everything that is not heard, from the speaker's thread.
    """

    def __init__(
        self,
        speech: SentenceSounds,
        players: Sequence[SoundPlayer],
        settings: VoiceSettings,
        *,
        note: str = "",
        complain: Callable[[str], None] = lambda _note: None,
        clock: Callable[[], int] = clock_ns,
    ) -> None:
        self.settings, self._note = settings, note
        self._complain, self._complained = complain, ""
        self._speech, self._clock = speech, clock
        self._loudspeaker = Loudspeaker(players, lambda: clock() / S_NS)
        self._inbox: queue.SimpleQueue[Utterance | Urgency] = queue.SimpleQueue()
        self._waiting = UtteranceQueue()
        self._level: Urgency | None = None
        self._parts: deque[_Part] = deque()
        self._count = 0
        self._rests = True
        self._spoken: OrderedDict[int, Future[Sound]] = OrderedDict()
        self._hears: list[Callable[[SpokenUtterance], None]] = []
        self._open, self._wake = True, threading.Event()
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)

    def start(self) -> None:
        """Begin to speak."""
        self._thread.start()

    def close(self) -> None:
        """Be quiet, for good."""
        self._open = False
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(2.0)
        self._quiet()
        self._speech.close()
        self._loudspeaker.close()

    def tell(self, *utterances: Utterance) -> None:
        """Have things said; from any thread, at once."""
        for each in utterances:
            self._inbox.put(each)
        self._wake.set()

    def withdraw(self, level: Urgency) -> None:
        """What has not been said of this level and below is overtaken, and nothing ends it late."""
        self._inbox.put(level)
        self._wake.set()

    def listen(self, hear: Callable[[SpokenUtterance], None]) -> None:
        """Be told of everything as it is said, from the speaker's thread; never block."""
        self._hears.append(hear)

    def spoken(self, number: int) -> Future[Sound] | None:
        """The words of something that was just said, None where there are none any more."""
        return self._spoken.get(number)

    @property
    def note(self) -> str:
        """What is not heard here and why, as a sentence; empty: all is heard."""
        return self._loudspeaker.note or self._note

    @property
    def quiet(self) -> bool:
        """Whether everything has been said."""
        return self._inbox.empty() and self._rests

    def step(self) -> None:
        """Once round; it waits for nothing."""
        self._rests = False
        self._take_in()
        now_ns = self._clock()
        next_level = self._waiting.next_level(now_ns)
        if self._cuts_in(next_level):
            self._quiet()
        if self._loudspeaker.busy():
            return
        if not self._parts:
            self._level = None
            self._begin(self._waiting.next(now_ns))
        self._play_next()
        self._rests = self._level is None
        if self.note != self._complained:
            self._complained = self.note
            self._complain(self.note)

    def _take_in(self) -> None:
        while True:
            try:
                told = self._inbox.get_nowait()
            except queue.Empty:
                return
            if isinstance(told, Utterance):
                self._waiting.put(told, self._clock())
                if told.words:
                    self._speech.of(as_spoken(told.words), self.settings)
                continue
            self._waiting.withdraw_from(told)
            if self._level is not None and self._level >= told:
                self._quiet()
                self._tell_of(told, "", None)

    def _cuts_in(self, level: Urgency | None) -> bool:
        """An alarm or a whistle does not wait for the end of a sentence."""
        if level is None or self._level is None:
            return False
        return level <= Urgency.WHISTLE and level < self._level

    def _begin(self, utterance: Utterance | None) -> None:
        if utterance is None:
            return
        self._level = utterance.level
        words = as_spoken(utterance.words)
        if utterance.pattern is not None:
            self._parts.append(signal_samples(utterance.pattern))
        if words:
            sound = self._speech.of(words, self.settings)
            self._parts.append(sound)
            self._spoken[self._count + 1] = sound
            while len(self._spoken) > KEPT:
                self._spoken.popitem(last=False)
        self._tell_of(utterance.level, words, utterance.pattern)

    def _tell_of(self, level: Urgency, words: str, pattern: SignalPattern | None) -> None:
        self._count += 1
        for hear in self._hears:
            hear(SpokenUtterance(self._count, level, words, pattern))

    def _play_next(self) -> None:
        sound = self._taken()
        if sound is not None and len(sound.samples) > 0:
            self._loudspeaker.play(sound.at(self._volume()))

    def _taken(self) -> Sound | None:
        """The next part, if it is made."""
        if not self._parts:
            return None
        part = self._parts[0]
        if isinstance(part, Sound):
            self._parts.popleft()
            return part
        if not part.done():
            return None
        self._parts.popleft()
        try:
            return part.result()
        except SpeechError as error:
            self._note = str(error)
            return None

    def _volume(self) -> float:
        volume = self.settings.volume
        if self._level is Urgency.ALARM and volume > 0:
            volume = max(volume, ALARM_LEAST)
        return volume / 100.0

    def _quiet(self) -> None:
        """What is being said ends here."""
        self._loudspeaker.hush()
        self._level = None
        self._parts.clear()

    def _run(self) -> None:
        while self._open:
            self.step()
            busy = self._level is not None
            self._wake.wait(BUSY_S if busy else IDLE_S)
            self._wake.clear()


def open_speaker(
    settings: VoiceSettings, complain: Callable[[str], None] = lambda _note: None
) -> Speaker:
    """A speaker made of what this machine has, not started; ``complain`` is told what is silent."""
    engine, no_speech = find_engine(settings.engine)
    check_voice(engine, settings.voice)
    players, no_player = find_players(settings.player)
    note = no_player or no_speech
    return Speaker(SentenceSounds(engine), players, settings, note=note, complain=complain)
