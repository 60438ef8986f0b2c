"""A player with a role and how likely it is, and what one more piece of evidence adds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.calls.tackle_box import LINEMEN
from referee.core.probability import p_at_least
from referee.official.line_up.line_up import PlacedPlayer, Role
from referee.official.line_up.measured_player import MeasuredPlayer, Scrimmage

# How exactly a hand puts a base down, in mm (one sigma).
PLACED_MM = 1.0
# What one piece of evidence is worth, as a factor of the odds.
TELLING, SLIGHT = 3.0, 1.7


@dataclass(frozen=True, slots=True)
class RoleGuess:
    """A player, a role and how likely it is."""

    man: MeasuredPlayer
    role: Role
    certainty: float


def p_on_line(man: MeasuredPlayer, at: Scrimmage) -> float:
    """How likely a player was meant to be on the line, with the error of a hand."""
    limit_mm = at.mm(at.rules.line_up.on_line_yd.value)
    return p_at_least(limit_mm - man.front_mm, math.hypot(man.sigma_mm, PLACED_MM))


def p_by_number(sure: float, man: MeasuredPlayer, *, lineman: bool) -> float:
    """The probability of a role after the number is known; any player may wear any number."""
    fits = (man.player.number in LINEMEN) is lineman
    return p_after_evidence(sure, SLIGHT if fits else 1.0 / SLIGHT)


def p_after_evidence(sure: float, factor: float) -> float:
    """A probability after one more piece of evidence."""
    odds = sure * factor
    return odds / (odds + 1.0 - sure) if odds > 0.0 else 0.0


def placed_players(
    given: Iterable[RoleGuess], able: Mapping[str, float], said: Mapping[str, Role]
) -> list[PlacedPlayer]:
    """The players with their roles, as a screen shows them."""
    return [
        PlacedPlayer(
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
