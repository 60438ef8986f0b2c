"""Who plays what on the offense: by place; a number only tips the scales."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from referee.calls.tackle_box import LINEMEN
from referee.official.line_up.backfield_roles import backfield_roles
from referee.official.line_up.line_up import ENDS, INTERIOR, LineUpForm, Role
from referee.official.line_up.measured_player import (
    MeasuredPlayer,
    Scrimmage,
    gap_across_mm,
    players_outward,
)
from referee.official.line_up.role_guess import (
    SLIGHT,
    TELLING,
    RoleGuess,
    p_after_evidence,
    p_by_number,
    p_on_line,
)

# A player up to so many base lengths further off the line than allowed still means to be on it.
_MEANT = 0.45
# How far off the ball, in base widths, a center is put by hand.
_AT_BALL = 0.3
# So many base widths between two men, more than elsewhere on the line: one is missing.
_HOLE, _MISSING = 0.9, 0.6
_TIGHT = 1.3
# Guard and tackle; and a side.
_INNER, _ELEVEN = 2, 11
# Hands put bases anywhere: no place makes a role surer than this.
_SUREST = 0.999


def offense_roles(
    men: Sequence[MeasuredPlayer], at: Scrimmage, form: LineUpForm, said: Mapping[str, Role]
) -> tuple[RoleGuess, ...]:
    """Everybody's role; empty where nobody stands over the ball."""
    found = _center(men, at, said)
    if found is None:
        return ()
    center, sure = found
    line = [man for man in men if _meant_for_line(man, center, at)]
    line = [man for man in line if said.get(man.id) in (None, *INTERIOR, *ENDS)]
    given = [RoleGuess(center, Role.CENTER, p_by_number(sure, center, lineman=True))]
    short = len(men) < _ELEVEN
    usual_mm = _usual_mm(line, center)
    for side in (1, -1):
        walk = _LineWalk(center, at, usual_mm, said, short)
        given += walk.along(players_outward(line, center, side), sure)
    rest = [man for man in men if man not in [each.man for each in given]]
    given += backfield_roles(rest, given, at, form, said)
    return tuple(_corrected(each, said) for each in given)


def _center(
    men: Sequence[MeasuredPlayer], at: Scrimmage, said: Mapping[str, Role]
) -> tuple[MeasuredPlayer, float] | None:
    told = next((man for man in men if said.get(man.id) is Role.CENTER), None)
    if told is not None:
        return told, 1.0
    line = [m for m in men if p_on_line(m, at) >= 0.5 and said.get(m.id) in (None, Role.CENTER)]
    if not line:
        return None
    odds = [(_over_the_ball(man, line, men), man) for man in line]
    total = sum(each for each, _ in odds)
    best, man = max(odds, key=lambda each: (each[0], each[1].id))
    return man, min(best / total, _SUREST)


def _over_the_ball(
    man: MeasuredPlayer, line: Sequence[MeasuredPlayer], men: Sequence[MeasuredPlayer]
) -> float:
    """The odds of a center: at the ball, in the middle of the line, with somebody right behind."""
    width = man.player.base.width_mm
    odds = math.exp(-0.5 * (man.across_mm / (_AT_BALL * width)) ** 2) + 1e-9
    left, right = (len(players_outward(line, man, side)) for side in (1, -1))
    odds *= TELLING if min(left, right) >= 2 else 1.0
    behind = (m for m in men if m.front_mm > man.rear_mm - width and m not in line)
    odds *= TELLING if any(man.overlap_mm(m) > 0.5 * width for m in behind) else 1.0
    return odds * (SLIGHT if man.player.number in LINEMEN else 1.0)


def _meant_for_line(man: MeasuredPlayer, center: MeasuredPlayer, at: Scrimmage) -> bool:
    """On the line, or a little too far off it and not behind the center."""
    limit_mm = at.mm(at.rules.line_up.on_line_yd.value)
    if man is center or man.overlap_mm(center) > 0.5 * man.width_mm:
        return False
    return man.front_mm <= limit_mm + _MEANT * man.player.base.length_mm


def _usual_mm(line: Sequence[MeasuredPlayer], center: MeasuredPlayer) -> float:
    """How far apart neighbours stand between the tackles, where they stand closest."""
    gaps = []
    for side in (1, -1):
        men = [center, *players_outward(line, center, side)[:2]]
        gaps += [gap_across_mm(one, other) for one, other in pairwise(men)]
    return min(gaps, default=0.0)


@dataclass(frozen=True, slots=True)
class _LineWalk:
    """Along one side of the line from the center out: guard, tackle, then who stands outside.

    ``short``: not all eleven are seen, so a hole in the line may be one of them.
    """

    center: MeasuredPlayer
    at: Scrimmage
    usual_mm: float
    said: Mapping[str, Role]
    short: bool

    def along(self, men: Iterable[MeasuredPlayer], sure: float) -> list[RoleGuess]:
        """Everybody of that side who means to be on the line."""
        given: list[RoleGuess] = []
        inside, place = self.center, 0
        for man in men:
            on, told = p_on_line(man, self.at), self.said.get(man.id)
            if told in ENDS or (place >= _INNER and told not in INTERIOR):
                if on >= 0.5:
                    tight = gap_across_mm(man, inside) <= self.usual_mm + _TIGHT * man.width_mm
                    role = Role.TIGHT_END if tight else Role.SPLIT_END
                    given.append(RoleGuess(man, role, sure * on))
                    inside = man
                continue
            if gap_across_mm(man, inside) > self.usual_mm + _HOLE * man.width_mm:
                sure *= _MISSING
                place += 1 if self.short and place + 1 < _INNER else 0
            role = Role.GUARD if place == 0 else Role.TACKLE
            placed = p_after_evidence(sure, 1.0 if on >= 0.5 else 1.0 / TELLING)
            given.append(RoleGuess(man, role, p_by_number(placed, man, lineman=True)))
            inside, place = man, place + 1
        return given


def _corrected(given: RoleGuess, said: Mapping[str, Role]) -> RoleGuess:
    role = said.get(given.man.id)
    return given if role is None else replace(given, role=role, certainty=1.0)
