"""Why a call should be looked at: each reason is a value, and its sentence is made here."""

from __future__ import annotations

import re
from enum import Enum
from typing import Self


class DoubtKind(Enum):
    """The sentence of each reason; ``{0}`` and ``{1}`` are players, ``{detail}`` other words."""

    SOMEBODY_ELSE = "{0} may be somebody else"
    ROUGHLY_MEASURED = "{0} was measured roughly"
    # Who was out of sight, and what may have happened meanwhile.
    NOT_SEEN = "{0} is not seen"
    HIDDEN_MAY_TOUCH = "{0} is not seen and may touch {1}"
    HIDDEN_IN_THE_WAY = "{0} is not seen and may stand in the way"
    HIDDEN_THERE_FIRST = "{0} was not seen and may have been there first"
    HIDDEN_AT_CATCHER = "{0} was not seen and may have been at the catcher"
    HIDDEN_TOUCHED = "{0} was not seen and may have touched {1}"
    HIDDEN_BY_BALL = "{0} was not seen and may touch it"
    HIDDEN_KNOCKED_OVER = "{0} was not seen and may have knocked the carrier over"
    NOT_SEEN_AT_TOUCH = "{0} was not seen touching the marker"
    CARRIER_GONE_A_MOMENT = "the carrier was out of sight for a moment"
    GONE_A_MOMENT = "{0} was out of sight for a moment"
    GONE_AT_MEETING = "{0} was out of sight as they would have met"
    CARRIER_OUT_OF_SIGHT = "the carrier is out of sight"
    BALL_OUT_OF_SIGHT = "the ball is out of sight"
    TACKLES_NOT_SEEN = "nobody saw where the tackles stood"
    # What may have come first.
    TOUCHED_CARRIER_FIRST = "{0} may have touched the carrier first"
    MAY_HAVE_TOUCHED_IT = "{0} may have touched it"
    TOUCHED_IT_BEFORE = "{0} may have touched it before"
    HAD_IT_BEFORE = "{0} may have had it before"
    FELL_FIRST = "the carrier may have fallen first"
    MAY_HAVE_FIRST = "may have {detail} first"
    MAY_HAVE = "may have {detail}"
    SAME_INSTANT = "at nearly the same instant: {detail}"
    TWO_TACKLERS = "two tacklers at nearly the same time"
    OPPONENTS_HAD_IT = "opponents had it at nearly the same time"
    OPPONENTS_TOUCH_IT = "opponents touch it both"
    TOUCHED_BY_BOTH = "touched by both at the same time"
    AT_THE_KICK = "{0} may be where the kick came down"
    # What is too close to tell.
    TOUCH_TOO_CLOSE = "too close to be sure that they touched"
    TOO_CLOSE = "too close to be sure"
    TEST_TOO_CLOSE = "too close to tell: {detail}"
    TOO_CLOSE_TO_TELL = "too close to tell whether {detail}"
    MEASURE_LINE_TO_GAIN = "too close to the line to gain: measure"
    MAYBE_TACKLE = "it may have been a tackle"
    PROGRESS_MAYBE_STOPPED = "the carrier's progress may have been stopped"
    IN_END_ZONE = "the ball may lie in the end zone"
    IN_END_ZONE_UNLIKELY = "the ball may lie in the end zone, more likely not"
    ROUGH_SPOT = "where the ball is dead is known to {detail} mm"
    POWER_MAYBE_OFF = "the power may have been off by then"
    ALREADY_BEYOND = "the carrier was beyond the {detail} already"
    # What nobody said, or the rulebook does not.
    NOT_SAID = "nobody said {detail}"
    ELIGIBILITY_UNKNOWN = "nobody can tell whether the receiver may catch it"
    TWO_MARKERS = "two markers lie there"
    RULEBOOK_SILENT = "the rulebook does not say what {detail} is"
    OTHER = "{detail}"


class Doubt(str):
    """One reason. It is written and compared as its sentence, and keeps what that is made of.

    >>> Doubt(DoubtKind.HIDDEN_MAY_TOUCH, "A7", "H22")
    'A7 is not seen and may touch H22'
    >>> Doubt.read("A7 is not seen and may touch H22").players
    ('A7', 'H22')
    """

    __slots__ = ("detail", "kind", "players")

    kind: DoubtKind
    players: tuple[str, ...]
    detail: str

    def __new__(cls, kind: DoubtKind, *players: str, detail: str = "") -> Self:
        """A reason about some players."""
        made = super().__new__(cls, kind.value.format(*players, detail=detail))
        made.kind, made.players, made.detail = kind, players, detail
        return made

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return str(self)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Doubt.read, (str(self),)

    @staticmethod
    def read(sentence: str) -> Doubt:
        """The reason behind a sentence that a file holds; of kind OTHER if none fits."""
        for kind, pattern in (*_EARLIER_PATTERNS, *_PATTERNS):
            if (found := pattern.fullmatch(sentence)) is not None:
                words = found.groupdict()
                detail = words.pop("detail", "")
                return Doubt(kind, *(words[key] for key in sorted(words)), detail=detail)
        return Doubt(DoubtKind.OTHER, detail=sentence)


# Sentences that older files hold for the same reasons.
_EARLIER = {
    DoubtKind.HIDDEN_AT_CATCHER: "{0} was not seen and may have been at him",
    DoubtKind.HIDDEN_KNOCKED_OVER: "{0} was not seen and may have knocked him over",
    DoubtKind.NOT_SEEN_AT_TOUCH: "{0} was not seen when he touched it",
    DoubtKind.CARRIER_GONE_A_MOMENT: "he was out of sight for a moment",
    DoubtKind.TOUCHED_CARRIER_FIRST: "{0} may have touched him first",
    DoubtKind.FELL_FIRST: "he may have fallen first",
    DoubtKind.PROGRESS_MAYBE_STOPPED: "his progress may have been stopped",
    DoubtKind.ALREADY_BEYOND: "he was beyond the {detail} already",
    DoubtKind.ELIGIBILITY_UNKNOWN: "nobody can tell whether he may catch it",
}


def _pattern_of(sentence: str) -> re.Pattern[str]:
    """The pattern of a kind's sentences. A player's id is letters and digits."""
    text = re.escape(sentence).replace(r"\{detail\}", "(?P<detail>.+)")
    return re.compile(re.sub(r"\\\{(\d)\\\}", r"(?P<p\1>[A-Za-z0-9]+)", text), re.DOTALL)


_PATTERNS = tuple((kind, _pattern_of(kind.value)) for kind in DoubtKind)
_EARLIER_PATTERNS = tuple((kind, _pattern_of(text)) for kind, text in _EARLIER.items())
