"""A side as the rules of the line-up look at it: who is who, and how sure a measure is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.calls.line_up_rules import LineUpRules
from referee.core.probability import p_above, p_below
from referee.official.line_up.line_up import ENDS, INTERIOR, LineUpFault, LineUpForm, Role
from referee.official.line_up.measured_player import MeasuredPlayer, Scrimmage, measured_mm
from referee.official.line_up.role_guess import RoleGuess


@dataclass(frozen=True, slots=True)
class OffenseSide:
    """The offense, from its left to its right. ``all_seen``: nobody of it is out of sight."""

    given: tuple[RoleGuess, ...]
    at: Scrimmage
    form: LineUpForm
    all_seen: bool

    @property
    def rules(self) -> LineUpRules:
        """What the rulebook says of it."""
        return self.at.rules.line_up

    def one(self, role: Role) -> RoleGuess | None:
        """The only one in a role."""
        return next((each for each in self.given if each.role is role), None)

    @property
    def line(self) -> tuple[RoleGuess, ...]:
        """Who means to be on the line."""
        return tuple(each for each in self.given if each.role in (*INTERIOR, *ENDS))

    @property
    def interior(self) -> tuple[RoleGuess, ...]:
        """Center, guards and tackles."""
        return tuple(each for each in self.given if each.role in INTERIOR)

    @property
    def box(self) -> tuple[float, float]:
        """How far the interior line reaches, to the right and to the left."""
        men = [each.man for each in self.interior]
        return min(man.low_mm for man in men), max(man.high_mm for man in men)

    def on_line(self, man: MeasuredPlayer) -> float:
        """How likely the front of a base is on the line, as it was measured."""
        limit_mm = self.at.mm(self.rules.on_line_yd.value)
        return p_up_to(man.front_mm, limit_mm, man.sigma_mm)

    def outside(self, man: MeasuredPlayer) -> float:
        """How likely a player stands outside the tackles."""
        low, high = self.box
        return p_above(max(low - man.across_mm, man.across_mm - high), man.sigma_mm)

    def in_slot(self, man: MeasuredPlayer) -> bool:
        """Whether a team mate stands further outside than a player, on the same side."""
        center = self.one(Role.CENTER)
        middle_mm = 0.0 if center is None else center.man.across_mm
        side = 1.0 if man.across_mm > middle_mm else -1.0
        return any(side * (each.man.across_mm - man.across_mm) > 0.0 for each in self.given)

    def backs(self) -> Iterator[RoleGuess]:
        """Players off the line between the tackles, without the one who takes the snap."""
        for each in self.given:
            if each.role is Role.BACK and self.outside(each.man) < 0.5:
                yield each

    def fault(
        self,
        rule: str,
        sentence: str,
        certainty: float,
        *men: MeasuredPlayer,
        warns: bool = False,
    ) -> LineUpFault:
        """Something against this side; while men are out of sight nothing is sure."""
        sure = certainty if self.all_seen else certainty * 0.9
        names = tuple(man.id for man in men)
        front_mm, gap_mm = measured_mm(men)
        return LineUpFault(rule, sentence, names, sure, self.at.offense, warns, front_mm, gap_mm)


FaultCheck = Callable[[OffenseSide], Iterator[LineUpFault]]


def p_less(value_mm: float, limit_mm: float, *sigmas: float) -> float:
    """How likely a measured length is below a limit; exactly on the limit it is not."""
    return p_below(value_mm, math.hypot(*sigmas), limit_mm)


def p_up_to(value_mm: float, limit_mm: float, *sigmas: float) -> float:
    """How likely a measured length is no more than a limit; exactly on the limit it is."""
    return p_below(value_mm, math.hypot(*sigmas), limit_mm, at_limit=True)


def p_fewer(chances: Sequence[float], least: int) -> float:
    """How likely fewer than so many of these happen, each by its own chance.

    >>> p_fewer([1.0, 1.0, 0.5], 3)
    0.5
    """
    counts = [1.0]
    for chance in chances:
        none, one = [*counts, 0.0], [0.0, *counts]
        counts = [a * (1.0 - chance) + b * chance for a, b in zip(none, one, strict=True)]
    return sum(counts[:least])


def p_surely_fewer(chances: Sequence[float], least: int) -> float:
    """The same however they hang together: each by itself, or all alike, whichever is less sure.

    Bases of a line are put up along it, and a camera that is a little off is so for all of them:
    eleven even chances are no reason to be sure of anything.

    >>> p_surely_fewer([0.5] * 11, 7)
    0.5
    """
    together = 1.0 - sorted(chances, reverse=True)[least - 1] if 1 <= least <= len(chances) else 1.0
    return min(p_fewer(chances, least), together)


def p_surely_more(chances: Sequence[float], most: int) -> float:
    """How likely more than so many happen, however they hang together.

    >>> p_surely_more([1.0, 0.5], 1)
    0.5
    """
    together = sorted(chances, reverse=True)[most] if most < len(chances) else 0.0
    return min(1.0 - p_fewer(chances, most + 1), together)
