"""How loud, whose voice, how fast: the few things that people choose."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.errors import BadValue

AUTO = "auto"
VOLUME_RANGE = (0, 100)
SPEED_RANGE = (80, 400)
VOICE_CHARS = 80


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """``volume`` in percent, 0 is silence; ``speed`` in words a minute.

    ``voice`` is a name from ``referee voice list``, empty: the program's own English one.
    ``engine`` and ``player`` are names too, or "auto".
    """

    volume: int = 80
    voice: str = ""
    speed: int = 165
    engine: str = AUTO
    player: str = AUTO

    def __post_init__(self) -> None:
        for key, value, (low, high) in (
            ("volume", self.volume, VOLUME_RANGE),
            ("speed", self.speed, SPEED_RANGE),
        ):
            if not low <= value <= high:
                raise BadValue(key, value, f"a whole number from {low} to {high}")
        if len(self.voice) > VOICE_CHARS or not self.voice.isprintable() or self.voice[:1] == "-":
            allowed = "a name from `referee voice list`"
            raise BadValue("voice", self.voice, allowed)
