"""A man with a role and how likely it is, and what one more piece of evidence makes of that."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.calls.formation import LINEMEN
from referee.core.probability import p_above
from referee.official.line_up import Placed, Role
from referee.official.men import Man, Scrimmage

# Hands put a base down so well.
PLACED_MM = 1.0
# What one piece of evidence is worth, as a factor of the odds.
TELLING, SLIGHT = 3.0, 1.7


@dataclass(frozen=True, slots=True)
class Given:
    """A man, his role and how likely it is."""

    man: Man
    role: Role
    certainty: float


def on_line(man: Man, at: Scrimmage) -> float:
    """How likely he stands on the line, by a hand's measure."""
    limit_mm = at.mm(at.rules.line_up.on_line_yd.value)
    return p_above(limit_mm - man.front_mm, math.hypot(man.sigma_mm, PLACED_MM))


def by_number(sure: float, man: Man, *, lineman: bool) -> float:
    """What his number says is heard, but it may be anybody's."""
    fits = (man.player.number in LINEMEN) is lineman
    return tipped(sure, SLIGHT if fits else 1.0 / SLIGHT)


def tipped(sure: float, factor: float) -> float:
    """A probability after one more piece of evidence."""
    odds = sure * factor
    return odds / (odds + 1.0 - sure) if odds > 0.0 else 0.0


def placed_of(
    given: Iterable[Given], able: Mapping[str, float], said: Mapping[str, Role]
) -> list[Placed]:
    """As a screen shows it."""
    return [
        Placed(
            player=each.man.id,
            team=each.man.player.team,
            role=each.role,
            certainty=each.certainty,
            depth_mm=each.man.front_mm,
            across_mm=each.man.across_mm,
            eligible=able.get(each.man.id, 0.0),
            corrected=each.man.id in said,
        )
        for each in given
    ]
