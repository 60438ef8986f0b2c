"""No speech program: what would be said is shown instead, and pages may speak it themselves."""

from __future__ import annotations

import numpy as np

from referee.voice.sound import Sound
from referee.voice.speech.engine import Voice

NAME = "silent"
RATE_HZ = 22_050


class SilentEngine:
    """Says nothing, at once."""

    name = NAME

    def voices(self) -> tuple[Voice, ...]:
        """None."""
        return ()

    def say(self, words: str, voice: str, speed: int) -> Sound:
        """No sound for any sentence."""
        _ = words, voice, speed
        return Sound(RATE_HZ, np.zeros(0))
