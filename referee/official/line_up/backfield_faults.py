"""What the rules may have against those behind the line: quarterback, backs, receivers off it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from referee.core.field.yards import base_lengths_mm
from referee.core.probability import is_up_to, p_above, p_at_least
from referee.official.line_up.line_up import ENDS, TAKES_SNAP, LineUpFault, LineUpForm, Role
from referee.official.line_up.measured_player import MeasuredPlayer
from referee.official.line_up.offense_side import FaultCheck, OffenseSide, p_less, p_up_to
from referee.official.line_up.role_guess import PLACED_MM

# Nearer than this, in base lengths, a quarterback is at the center; hands put bases no closer.
_AT_CENTER = 0.25
# Backs whose fronts are no further apart than this, in base lengths, stand beside one another.
_BESIDE = 0.5
_ROOT_2 = math.sqrt(2.0)
_KICKS = (LineUpForm.PUNT, LineUpForm.FIELD_GOAL)


def _deeper(ours: OffenseSide, man: MeasuredPlayer, yards: float) -> float:
    """How likely a player is deeper than this."""
    depth_mm = man.rear_mm if ours.rules.whole_base.value else man.front_mm
    return p_above(depth_mm, man.sigma_mm, ours.at.mm(yards))


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
    for each in ours.given:
        limit = ours.rules.slot_yd if ours.in_slot(each.man) else ours.rules.outside_yd
        if limit.value > 0.0 and each.role not in TAKES_SNAP and each.role is not Role.KICKER:
            deep = p_above(each.man.front_mm, each.man.sigma_mm, ours.at.mm(limit.value))
            certainty = deep * ours.outside(each.man)
            words = f"Outside the tackles and deeper than {limit.value:g} yards"
            yield ours.fault(limit.rule, words, certainty, each.man)


def _off_the_line(ours: OffenseSide) -> Iterator[LineUpFault]:
    """Who is meant to be off the line, and is not far enough off it."""
    limit, counted = ours.rules.off_line_yd, round(ours.rules.least_on_line.value)
    if limit.value <= 0.0:
        return
    deepening = sorted(ours.line, key=lambda each: (each.man.front_mm, each.man.id))
    for each in ours.given:
        meant = each.certainty if each.role in (Role.FLANKER, Role.BACK) else 0.0
        if each in deepening[counted:] and each.role in ENDS:
            # As many as have to be are on the line: one who stands behind them all means not to be.
            others = deepening[:counted]
            back_mm = each.man.front_mm - max(other.man.front_mm for other in others)
            meant = p_above(back_mm, math.hypot(each.man.sigma_mm, _ROOT_2 * PLACED_MM))
        near = p_less(each.man.front_mm, ours.at.mm(limit.value), each.man.sigma_mm)
        words = f"Off the line by less than {limit.value:g} yard"
        yield ours.fault(limit.rule, words, meant * near, each.man)


def _behind_center(ours: OffenseSide) -> Iterator[LineUpFault]:
    center, rules = ours.one(Role.CENTER), ours.rules
    if center is None or not rules.behind_center.value or ours.form is LineUpForm.FIELD_GOAL:
        return
    behind = [each.man for each in ours.given if each not in ours.line]
    nobody = 1.0
    for man in behind:
        nobody *= p_at_least(-man.overlap_mm(center.man), man.sigma_mm)
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
        between = p_less(gap_mm, length_mm, *sigmas) * (1.0 - at_center)
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
    return is_up_to(near_yd, ours.rules.sneak_yd.value)


def _between(ours: OffenseSide) -> Iterator[LineUpFault]:
    center, passer, rules = ours.one(Role.CENTER), ours.one(Role.QUARTERBACK), ours.rules
    if center is None or passer is None or rules.between.value:
        return
    for back in ours.backs():
        covers = p_above(back.man.overlap_mm(center.man), back.man.sigma_mm)
        ahead = p_up_to(back.man.rear_mm, passer.man.front_mm, back.man.sigma_mm)
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
        certainty = p_less(gap_mm, least_mm, man.sigma_mm, lineman.sigma_mm)
        words = "Less than a base length behind the line"
        yield ours.fault(rules.backs_base_lengths.rule, words, certainty * sure, man)


def _beside(ours: OffenseSide) -> Iterator[LineUpFault]:
    passer, limit = ours.one(Role.QUARTERBACK), ours.rules.beside_yd
    if passer is None or limit.value <= 0.0:
        return
    deep_mm = passer.man.front_mm - ours.at.mm(limit.value)
    shotgun = p_at_least(deep_mm, passer.man.sigma_mm)
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
    _off_the_line,
    _behind_center,
    _at_or_away,
    _between,
    _behind_linemen,
    _beside,
)
