"""Sound for pages: what the speaker says, as sound files for the tablet that asked for them.

A page asks what was said after the last it knows, and is answered as soon as there is something.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from typing import Annotated

from fastapi import FastAPI, HTTPException, Path, Response

from referee.voice.speaker import Speaker
from referee.voice.speech.engine import SpeechError
from referee.voice.utterance import SpokenUtterance
from referee.voice.whistle import SignalPattern, signal_samples
from referee.web.server.page_files import serve_static

KEPT = 16
# A question is answered with nothing after this long and asked again; a server that is told to end
# waits a second for it.
WAIT_S, LOOK_S = 0.8, 0.04
SPEECH_S = 10.0
WAV = "audio/wav"
SoundNumber = Annotated[int, Path(ge=-1, le=10**9)]


class SoundLog:
    """Remembers the last things that were said."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._heard: deque[SpokenUtterance] = deque(maxlen=KEPT)

    def hear(self, heard: SpokenUtterance) -> None:
        """Something is being said."""
        with self._lock:
            self._heard.append(heard)

    @property
    def newest(self) -> int:
        """The number of the last thing said; 0: nothing yet."""
        with self._lock:
            return self._heard[-1].number if self._heard else 0

    def after(self, number: int) -> list[SpokenUtterance]:
        """What was said after that one, as far as it is remembered."""
        with self._lock:
            return [each for each in self._heard if each.number > number]


def add_sound(app: FastAPI, speaker: Speaker) -> None:
    """Add the routes of the sound to an application; hearing needs no pairing."""
    ear = SoundLog()
    speaker.listen(ear.hear)

    @app.get("/sound/after/{number}")
    async def after(number: SoundNumber) -> dict[str, object]:
        """What was said after a number; -1 asks only for the newest number."""
        if number < 0:
            return {"newest": ear.newest, "heard": []}
        for _ in range(round(WAIT_S / LOOK_S)):
            newest = ear.newest
            if newest != number:  # smaller: the program was started anew
                heard = ear.after(number if newest > number else 0)
                return {"newest": newest, "heard": [_plain(each) for each in heard]}
            await asyncio.sleep(LOOK_S)
        return {"newest": number, "heard": []}

    @app.get("/sound/pattern/{pattern}.wav")
    def pattern_wav(pattern: SignalPattern) -> Response:
        return Response(signal_samples(pattern).wav(), media_type=WAV)

    @app.get("/sound/words/{number}.wav")
    def words_wav(number: SoundNumber) -> Response:
        spoken = speaker.spoken(number)
        if spoken is None:
            raise HTTPException(404, "That was said too long ago.")
        try:
            sound = spoken.result(SPEECH_S)
        except (SpeechError, TimeoutError) as error:
            raise HTTPException(404, str(error) or "The speech program takes too long.") from None
        if len(sound.samples) == 0:
            raise HTTPException(404, speaker.note or "Nothing is spoken here.")
        return Response(sound.wav(), media_type=WAV)

    serve_static(app, ["sound.js"])


def _plain(heard: SpokenUtterance) -> dict[str, object]:
    pattern = heard.pattern and heard.pattern.value
    return {
        "number": heard.number,
        "level": int(heard.level),
        "words": heard.words,
        "pattern": pattern,
    }
