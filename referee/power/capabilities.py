"""What a board can do and what it cannot: shown to the user, kept in the game's record."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What can be relied on with a board; every ``False`` has a sentence for people.

    ``off_ms`` is the time from writing the command to the relay's coil, as far as it is known:
    the bytes on the wire, not the contact, which adds up to 5 ms.
    """

    fails_off: bool
    exact_pulses: bool
    reads_back: bool
    load_feedback: bool
    emergency_stop: bool
    sense: bool
    verified: bool
    off_ms: float

    def shortcomings(self) -> tuple[str, ...]:
        """One plain sentence for everything this board cannot do."""
        return tuple(words for name, words in _MISSING.items() if not getattr(self, name))

    def to_json(self) -> dict[str, Any]:
        """Plain data, the sentences with it, ready for a game's record."""
        return {**dataclasses.asdict(self), "shortcomings": list(self.shortcomings())}


_MISSING = {
    "fails_off": (
        "It does not open by itself: if the computer dies or the cable is pulled while the power "
        "is on, it may stay on. Keep a hand switch in reach."
    ),
    "exact_pulses": (
        "Its pulses are timed by this computer: a 250 ms pulse may be 230 to 280 ms long, and "
        "longer when the computer is busy."
    ),
    "reads_back": "It cannot be asked whether it is on: a command that got lost goes unnoticed.",
    "load_feedback": "It does not see whether the power really came on or went off.",
    "emergency_stop": "It has no input for an emergency stop: use a switch in the power lead.",
    "sense": "It does not feel whether the board shakes: only the camera can tell.",
    "verified": "It was never tried on a real board of this kind, only on a simulated one.",
}
