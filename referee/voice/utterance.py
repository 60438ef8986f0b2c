"""One thing to be sounded or said: how urgent it is, what it is about, how long it is worth it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from referee.core.clock import S_NS
from referee.voice.whistle import SignalPattern


class Urgency(IntEnum):
    """The most urgent first."""

    ALARM = 0
    WHISTLE = 1
    CALL = 2
    STATE = 3


# What has waited for longer says something about the past.
KEEPS_NS: Mapping[Urgency, int] = {
    Urgency.ALARM: 5 * S_NS,
    Urgency.WHISTLE: 1 * S_NS,
    Urgency.CALL: 8 * S_NS,
    Urgency.STATE: 20 * S_NS,
}


@dataclass(frozen=True, slots=True)
class Utterance:
    """A pattern, a sentence, or a pattern with a sentence after it.

    ``about`` is what it tells of: a newer one about the same thing stands in the place of an older
    one. The same words about the same thing are said once, unless ``again``.
    """

    level: Urgency
    about: str
    words: str = ""
    pattern: SignalPattern | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class SpokenUtterance:
    """Something that is being said now; ``number`` counts, ``words`` are as they are spoken.

    Without words and pattern, what is being said of this level and below ends here.
    """

    number: int
    level: Urgency
    words: str
    pattern: SignalPattern | None
