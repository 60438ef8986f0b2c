"""What the rules may have against those behind the line: quarterback, backs, receivers off it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.field.yards import base_lengths_mm
from referee.core.probability import p_above
from referee.official.line_up.line_up import TAKES_SNAP, LineUpFault, LineUpForm, Role
from referee.official.line_up.measured_player import MeasuredPlayer
from referee.official.line_up.offense_side import EXACTLY_MM, FaultCheck, OffenseSide, p_less

# Nearer than this, in base lengths, a quarterback is at the center; hands put bases no closer.
_AT_CENTER = 0.25
# Backs whose fronts are no further apart than this, in base lengths, stand beside one another.
_BESIDE = 0.5
_KICKS = (LineUpForm.PUNT, LineUpForm.FIELD_GOAL)


def _deeper(ours: OffenseSide, man: MeasuredPlayer, yards: float) -> float:
    """How likely a player is deeper than this."""
    depth_mm = man.rear_mm if ours.rules.whole_base.value else man.front_mm
    return p_above(depth_mm - ours.at.mm(yards) - EXACTLY_MM, man.sigma_mm)


def _too_deep(ours: OffenseSide) -> Iterator[LineUpFault]:
    rules = ours.rules
    for each in ours.given:
        passer = each.role is Role.QUARTERBACK
        limit = rules.passer_yd if passer else rules.deepest_yd
        if limit.value > 0.0:
            certainty = (each.certainty if passer else 1.0) * _deeper(ours, each.man, limit.value)
            words = f"Deeper than {limit.value:g} yards"
            yield ours.fault(limit.rule, words, certainty, each.man)


def _outside(ours: OffenseSide) -> Iterator[LineUpFault]:
    limit = ours.rules.outside_yd
    for each in ours.given:
        if limit.value > 0.0 and each.role not in TAKES_SNAP and each.role is not Role.KICKER:
            past_mm = each.man.front_mm - ours.at.mm(limit.value) - EXACTLY_MM
            deep = p_above(past_mm, each.man.sigma_mm)
            certainty = deep * ours.outside(each.man)
            words = f"Outside the tackles and deeper than {limit.value:g} yards"
            yield ours.fault(limit.rule, words, certainty, each.man)


def _behind_center(ours: OffenseSide) -> Iterator[LineUpFault]:
    center, rules = ours.one(Role.CENTER), ours.rules
    if center is None or not rules.behind_center.value or ours.form is LineUpForm.FIELD_GOAL:
        return
    behind = [each.man for each in ours.given if each not in ours.line]
    nobody = 1.0
    for man in behind:
        nobody *= p_above(-man.overlap_mm(center.man), man.sigma_mm)
    words = "Nobody straight behind the center"
    yield ours.fault(rules.behind_center.rule, words, nobody * center.certainty, center.man)


def _at_or_away(ours: OffenseSide) -> Iterator[LineUpFault]:
    center, passer, rules = ours.one(Role.CENTER), ours.one(Role.QUARTERBACK), ours.rules
    if center is None or passer is None:
        return
    gap_mm = passer.man.front_mm - center.man.rear_mm
    length_mm = base_lengths_mm(passer.man.player.base, 1.0)
    sigmas = (passer.man.sigma_mm, center.man.sigma_mm)
    both = passer.certainty * center.certainty
    at_center = p_less(gap_mm, _AT_CENTER * length_mm, *sigmas)
    if rules.at_or_away.value:
        between = p_less(gap_mm, length_mm - EXACTLY_MM, *sigmas) * (1.0 - at_center)
        words = "Quarterback neither at the center nor a base length behind"
        yield ours.fault(rules.at_or_away.rule, words, both * between, passer.man)
    if rules.backing.value and not _may_sneak(ours):
        facing = 1.0 if abs(passer.man.turned_deg) < 90.0 else 0.0
        front = passer.man.seen.p_front
        certainty = both * at_center * (front * facing + (1.0 - front) * (1.0 - facing))
        words = "Quarterback at the center faces the center"
        yield ours.fault(rules.backing.rule, words, certainty, passer.man)


def _may_sneak(ours: OffenseSide) -> bool:
    """Whether the ball is so near a goal line that a quarterback may sneak."""
    yards = ours.at.field.yards_from_left_goal(ours.at.x_mm)
    near_yd = min(yards, 100.0 - yards)
    return near_yd <= ours.rules.sneak_yd.value + EXACTLY_MM


def _between(ours: OffenseSide) -> Iterator[LineUpFault]:
    center, passer, rules = ours.one(Role.CENTER), ours.one(Role.QUARTERBACK), ours.rules
    if center is None or passer is None or rules.between.value:
        return
    for back in ours.backs():
        covers = p_above(back.man.overlap_mm(center.man) - EXACTLY_MM, back.man.sigma_mm)
        ahead = p_less(back.man.rear_mm, passer.man.front_mm + EXACTLY_MM, back.man.sigma_mm)
        words = "Between center and quarterback"
        certainty = covers * ahead * passer.certainty
        yield ours.fault(rules.between.rule, words, certainty, back.man)


def _behind_linemen(ours: OffenseSide) -> Iterator[LineUpFault]:
    rules = ours.rules
    if rules.backs_base_lengths.value <= 0.0 or ours.form in _KICKS:
        return
    passer = ours.one(Role.QUARTERBACK)
    sure = 1.0 if passer is None else passer.certainty
    for back in ours.backs():
        man = back.man
        lineman = min(
            (each.man for each in ours.interior),
            key=lambda other: (abs(other.across_mm - man.across_mm), other.id),
        )
        least_mm = base_lengths_mm(man.player.base, rules.backs_base_lengths.value)
        gap_mm = man.front_mm - lineman.rear_mm
        certainty = p_less(gap_mm, least_mm - EXACTLY_MM, man.sigma_mm, lineman.sigma_mm)
        words = "Less than a base length behind the line"
        yield ours.fault(rules.backs_base_lengths.rule, words, certainty * sure, man)


def _beside(ours: OffenseSide) -> Iterator[LineUpFault]:
    passer, limit = ours.one(Role.QUARTERBACK), ours.rules.beside_yd
    if passer is None or limit.value <= 0.0:
        return
    shotgun = p_above(
        passer.man.front_mm - ours.at.mm(limit.value) + EXACTLY_MM, passer.man.sigma_mm
    )
    for back in ours.backs():
        man = back.man
        beside_mm = _BESIDE * man.player.base.length_mm
        behind_mm = man.front_mm - passer.man.front_mm
        ahead = p_less(behind_mm, -beside_mm, man.sigma_mm, passer.man.sigma_mm)
        words = "Ahead of the quarterback"
        yield ours.fault(limit.rule, words, passer.certainty * ahead, man)
        beside = p_less(behind_mm, beside_mm, man.sigma_mm, passer.man.sigma_mm) - ahead
        sure = passer.certainty * beside * (1.0 - shotgun)
        words = "Beside a quarterback who is not in shotgun"
        yield ours.fault(limit.rule, words, sure, man)


BACKFIELD_CHECKS: tuple[FaultCheck, ...] = (
    _too_deep,
    _outside,
    _behind_center,
    _at_or_away,
    _between,
    _behind_linemen,
    _beside,
)
