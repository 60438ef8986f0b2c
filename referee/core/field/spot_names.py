"""How people name a spot along the field: "own 35", "opponent's 20", "50".

A spot is a number of yards from the own goal line: 0 there, 50 at midfield, 100 on the opponent's
goal line, negative in the own end zone, above 100 in the opponent's.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from referee.core.errors import BadValue
from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD

MIDFIELD_YD = FIELD_LENGTH_YD / 2
_OWN = r"own"
_OPPONENT = r"(?:opponent[’']?s?|opp\.?|their)"
_YARDS = r"(?P<yards>[0-9]{1,2}(?:\.[0-9]{1,4})?|[0-9]{1,2} 1/2)"
_EXAMPLES = (
    '"own 35", "opponent\'s 20", "opp 20.5", "50", "midfield", "own goal line" or '
    '"own end zone 4" (yards deep), up to 50 yards from a goal line and 10 into an end zone'
)

_Reading = Callable[[float], float]
# Each way of speaking: a pattern, how deep its yards may be, and what they mean.
_FORMS: tuple[tuple[re.Pattern[str], float, _Reading], ...] = (
    (re.compile(r"midfield|the 50|50"), 0.0, lambda _: MIDFIELD_YD),
    (re.compile(rf"{_OWN} goal(?: line)?"), 0.0, lambda _: 0.0),
    (re.compile(rf"{_OPPONENT} goal(?: line)?"), 0.0, lambda _: FIELD_LENGTH_YD),
    (re.compile(rf"{_OWN} {_YARDS}"), MIDFIELD_YD, lambda yd: yd),
    (re.compile(rf"{_OPPONENT} {_YARDS}"), MIDFIELD_YD, lambda yd: FIELD_LENGTH_YD - yd),
    (re.compile(rf"{_OWN} end zone {_YARDS}"), END_ZONE_YD, lambda yd: -yd),
    (re.compile(rf"{_OPPONENT} end zone {_YARDS}"), END_ZONE_YD, lambda yd: FIELD_LENGTH_YD + yd),
)


def parse_spot_yd(text: str) -> float:
    """Yards from the own goal line.

    >>> parse_spot_yd("opponent's 20")
    80.0
    """
    words = " ".join(text.lower().split())
    for pattern, deepest_yd, meaning in _FORMS:
        if (match := pattern.fullmatch(words)) is None:
            continue
        yards = float(match.groupdict().get("yards", "0").replace(" 1/2", ".5"))
        if yards > deepest_yd:
            break
        return meaning(yards)
    raise BadValue("spot", text, _EXAMPLES)


def format_spot(spot_yd: float, digits: int = 1) -> str:
    """A spot in the words `parse_spot_yd` reads, rounded to ``digits`` decimals.

    >>> format_spot(80.0)
    "opponent's 20"
    """
    if not -END_ZONE_YD <= spot_yd <= FIELD_LENGTH_YD + END_ZONE_YD or not math.isfinite(spot_yd):
        raise BadValue("spot_yd", spot_yd, "-10 to 110 yards from the own goal line")
    yards = round(spot_yd, digits)
    if yards == MIDFIELD_YD:
        return "50"
    side = "own" if yards < MIDFIELD_YD else "opponent's"
    to_goal = yards if yards < MIDFIELD_YD else round(FIELD_LENGTH_YD - yards, digits)
    if to_goal == 0.0:
        return f"{side} goal line"
    zone = " end zone" if to_goal < 0.0 else ""
    return f"{side}{zone} {abs(to_goal):.{digits}f}".removesuffix("." + "0" * digits)
