"""`say`, the speech program of the Mac."""

from __future__ import annotations

import re

from referee.voice.sound import Sound
from referee.voice.speech.engine import SpeechFolder, Voice, run

NAME = "say"
FORMAT = "LEI16@22050"
_VOICE = re.compile(r"^(?P<name>\S.*?)\s{2,}(?P<language>[a-z]{2}[_-]\w+)\s+#\s?(?P<about>.*)$")


class MacSay:
    """Comes with the system."""

    name = NAME

    def __init__(self, program: str = NAME) -> None:
        self._program = program

    def voices(self) -> tuple[Voice, ...]:
        """Its English voices."""
        return voices_in(run([self._program, "-v", "?"]).decode("utf-8", "replace"))

    def say(self, words: str, voice: str, speed: int) -> Sound:
        """A sentence; without a voice, the one that the system is set to."""
        with SpeechFolder(words) as place:
            which = ["-v", voice] if voice else []
            out = ["-o", str(place.sound), "--file-format=WAVE", f"--data-format={FORMAT}"]
            run([self._program, *which, "-r", str(speed), "-f", str(place.words), *out])
            return place.taken()


def voices_in(table: str) -> tuple[Voice, ...]:
    """The English voices of the table that it prints."""
    found = (_VOICE.match(line) for line in table.splitlines())
    return tuple(
        Voice(row["name"], row["language"], row["about"].strip())
        for row in found
        if row is not None and row["language"].startswith("en")
    )
