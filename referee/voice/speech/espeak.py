"""espeak-ng, the speech program of Linux; it runs on Windows and Mac too."""

from __future__ import annotations

from referee.voice.sound import Sound
from referee.voice.speech.engine import SpeechFolder, Voice, run

NAME = "espeak-ng"
ENGLISH = "en-gb"
COLUMNS = 5  # of its table: priority, language, age and gender, name, file
# Voices of another program, and changes to a voice that are none themselves.
ELSEWHERE = ("mb/", "!v/")


class Espeak:
    """Small and quick, and it sounds like it."""

    name = NAME

    def __init__(self, program: str = NAME) -> None:
        self._program = program

    def voices(self) -> tuple[Voice, ...]:
        """Its English voices."""
        return voices_in(run([self._program, "--voices=en"]).decode("utf-8", "replace"))

    def say(self, words: str, voice: str, speed: int) -> Sound:
        """A sentence."""
        with SpeechFolder(words) as place:
            which = ["-v", voice or ENGLISH, "-s", str(speed), "-b", "1"]
            run([self._program, *which, "-f", str(place.words), "-w", str(place.sound)])
            return place.taken()


def voices_in(table: str) -> tuple[Voice, ...]:
    """The voices of the table that it prints; they are chosen by their language."""
    rows = [line.split() for line in table.splitlines()[1:]]
    return tuple(
        Voice(row[1], row[1], row[3].replace("_", " "))
        for row in rows
        if len(row) >= COLUMNS and not row[4].startswith(ELSEWHERE)
    )
