"""What a board can do and what it cannot: shown to the user, kept in the game's record."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import StrEnum


class Shortcoming(StrEnum):
    """What a board may lack; a name is that of the capability, a value its sentence for people."""

    FAILS_OFF = (
        "It does not open by itself: if the computer dies or the cable is pulled while the power "
        "is on, it may stay on. Keep a hand switch in reach."
    )
    EXACT_PULSES = (
        "Its pulses are timed by this computer: a 250 ms pulse may be 230 to 280 ms long, and "
        "longer when the computer is busy."
    )
    READS_BACK = "It cannot be asked whether it is on: a command that got lost goes unnoticed."
    LOAD_FEEDBACK = "It does not see whether the power really came on or went off."
    EMERGENCY_STOP = "It has no input for an emergency stop: use a switch in the power lead."
    SENSE = "It does not feel whether the board shakes: only the camera can tell."
    VERIFIED = "It was never tried on a real board of this kind, only on a simulated one."


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

    def shortcomings(self) -> tuple[Shortcoming, ...]:
        """Everything this board cannot do; each is its sentence for people."""
        return tuple(each for each in Shortcoming if not getattr(self, each.name.lower()))

    def to_json(self) -> dict[str, object]:
        """Plain data, the sentences with it, ready for a game's record."""
        return {
            **dataclasses.asdict(self),
            "shortcomings": [each.value for each in self.shortcomings()],
        }
