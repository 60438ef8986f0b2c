"""Which numbers a rulebook gives to which places, written `back 20-49, tight end 40-49 80-89`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from referee.core.errors import BadValue
from referee.core.settings.ruled import RuleSetting
from referee.core.settings.settings_table import SettingsTable

NONE = "none"
_ALLOWED = "none, or places with their numbers, such as back 20-49, tight end 40-49 80-89"
_PLACE = re.compile(r"([a-z]+(?: [a-z]+)?)((?: [0-9]{1,2}-[0-9]{1,2})+)")
_LONGEST = 200
# The places of an offense that may have numbers of their own.
_PLACES = frozenset(
    {
        "center",
        "guard",
        "tackle",
        "tight end",
        "split end",
        "flanker",
        "quarterback",
        "back",
        "punter",
        "kicker",
    }
)


@dataclass(frozen=True, slots=True)
class JerseyNumbers:
    """The numbers of each place; a place that is not named may have any."""

    places: tuple[tuple[str, tuple[range, ...]], ...] = ()

    @classmethod
    def parse(cls, text: str) -> JerseyNumbers:
        """The places that a text names.

        >>> JerseyNumbers.parse("center 50-79").fits("center", 80)
        False
        """
        if text == NONE:
            return cls()
        places = []
        for part in text.split(", "):
            found = _PLACE.fullmatch(part)
            if found is None or found[1] not in _PLACES:
                raise BadValue("numbers", part, _ALLOWED)
            spans = (each.split("-") for each in found[2].split())
            places.append((found[1], tuple(range(int(a), int(b) + 1) for a, b in spans)))
        return cls(tuple(places))

    def fits(self, place: str, number: int) -> bool:
        """Whether who stands at a place may wear a number."""
        spans = dict(self.places).get(place)
        return spans is None or any(number in each for each in spans)

    def __str__(self) -> str:
        rows = (
            " ".join((place, *(f"{each.start}-{each.stop - 1}" for each in spans)))
            for place, spans in self.places
        )
        return ", ".join(rows) or NONE


def jersey_numbers(says: str) -> RuleSetting:
    """Declare the numbers of places."""
    return RuleSetting(says, reads=_read)


def _read(table: SettingsTable, key: str) -> Any:
    text = table.text(key, _LONGEST)
    try:
        return JerseyNumbers.parse(text)
    except BadValue as error:
        raise table.error(key, text, error.allowed) from None
