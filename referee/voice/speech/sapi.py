"""SAPI, the speech of Windows, through the PowerShell that comes with it."""

from __future__ import annotations

import base64
import math

from referee.voice.sound import Sound
from referee.voice.speech.engine import SpeechFolder, Voice, run

NAME = "sapi"
PROGRAM = "powershell.exe"
USUAL_SPEED = 170.0  # words a minute at its rate 0; ten steps up are three times as fast
STEPS = 10

# Fixed scripts: what changes comes through files and the environment, and is never read as script.
_LIST = """
Add-Type -AssemblyName System.Speech
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$speech = New-Object System.Speech.Synthesis.SpeechSynthesizer
foreach ($each in $speech.GetInstalledVoices()) {
    $about = $each.VoiceInfo
    if ($each.Enabled) { "{0}`t{1}`t{2}" -f $about.Name, $about.Culture.Name, $about.Gender }
}
"""
_SAY = """
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Speech
$speech = New-Object System.Speech.Synthesis.SpeechSynthesizer
if ($env:REFEREE_VOICE) { $speech.SelectVoice($env:REFEREE_VOICE) }
$speech.Rate = [int]$env:REFEREE_RATE
$speech.SetOutputToWaveFile($env:REFEREE_SOUND)
$speech.Speak([IO.File]::ReadAllText($env:REFEREE_WORDS, [Text.Encoding]::UTF8))
$speech.Dispose()
"""


class Sapi:
    """Comes with the system."""

    name = NAME

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program

    def voices(self) -> tuple[Voice, ...]:
        """Its English voices."""
        return voices_in(run(self._script(_LIST)).decode("utf-8", "replace"))

    def say(self, words: str, voice: str, speed: int) -> Sound:
        """A sentence."""
        with SpeechFolder(words) as place:
            told = {
                "REFEREE_VOICE": voice,
                "REFEREE_RATE": str(rate_of(speed)),
                "REFEREE_WORDS": str(place.words),
                "REFEREE_SOUND": str(place.sound),
            }
            run(self._script(_SAY), environment=told)
            return place.taken()

    def _script(self, script: str) -> list[str]:
        coded = base64.b64encode(script.encode("utf-16-le")).decode("ascii")
        return [self._program, "-NoProfile", "-NonInteractive", "-EncodedCommand", coded]


def rate_of(speed: int) -> int:
    """SAPI counts steps from -10 to 10; each is the same factor."""
    steps = round(STEPS * math.log(speed / USUAL_SPEED, 3.0))
    return max(-STEPS, min(STEPS, steps))


def voices_in(table: str) -> tuple[Voice, ...]:
    """The English voices of the lines that the script prints."""
    rows = (line.split("\t") for line in table.splitlines())
    return tuple(
        Voice(row[0], row[1], row[2].lower())
        for row in rows
        if len(row) == 3 and row[1].startswith("en")
    )
