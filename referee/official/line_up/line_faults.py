"""What the rules may have against the offense's line; `backfield_faults` has those behind it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.calls.line_up_rules import AtTheLine
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.probability import p_above
from referee.official.line_up.backfield_faults import BACKFIELD_CHECKS
from referee.official.line_up.line_up import ENDS, LineUp, LineUpFault, LineUpForm, Role
from referee.official.line_up.measured_player import (
    MeasuredPlayer,
    Scrimmage,
    gap_across_mm,
    players_outward,
)
from referee.official.line_up.offense_side import (
    FaultCheck,
    OffenseSide,
    p_less,
    p_surely_fewer,
    p_surely_more,
)
from referee.official.line_up.role_guess import RoleGuess

# Between two bases nearer than this no gap is to be seen.
TOUCH_MM = 0.8
_A_SIDE = 3  # guard, tackle and somebody who may catch


def line_faults(given: Sequence[RoleGuess], at: Scrimmage, found: LineUp) -> Iterator[LineUpFault]:
    """Everything that may be wrong, with how likely it is."""
    if found.form is LineUpForm.KICKOFF:
        return
    team = {each.man.player.team for each in given}
    gone = len(given) < _ELEVEN or found.fallen != () or len(team) != 1
    ours = OffenseSide(tuple(sorted(given, key=_from_left)), at, found.form, all_seen=not gone)
    for check in (*_LINE, *BACKFIELD_CHECKS):
        yield from check(ours)


_ELEVEN = 11


def _from_left(each: RoleGuess) -> tuple[float, str]:
    return -each.man.across_mm, each.man.id


def _how_many(ours: OffenseSide) -> Iterator[LineUpFault]:
    rules, chances = ours.rules, [ours.on_line(each.man) for each in ours.given]
    count = sum(chance >= 0.5 for chance in chances)
    least, most = round(rules.least_on_line.value), round(rules.most_on_line.value)
    words = f"{count} on the line, at least {least} have to be"
    yield ours.fault(rules.least_on_line.rule, words, p_surely_fewer(chances, least))
    words = f"{count} on the line, no more than {most} may be"
    yield ours.fault(rules.most_on_line.rule, words, p_surely_more(chances, most))


def _both_ends(ours: OffenseSide) -> Iterator[LineUpFault]:
    center = ours.one(Role.CENTER)
    if center is None:
        return
    men = [each.man for each in ours.given]
    for side, name in ((1, "left"), (-1, "right")):
        chances = [ours.on_line(man) for man in players_outward(men, center.man, side)]
        certainty = center.certainty * p_surely_fewer(chances, _A_SIDE)
        words = f"Nobody on the {name} end of the line who may catch"
        yield ours.fault(ours.rules.least_on_line.rule, words, certainty)


def _interior_on_line(ours: OffenseSide) -> Iterator[LineUpFault]:
    for each in ours.interior:
        certainty = each.certainty * (1.0 - ours.on_line(each.man))
        yield ours.fault(ours.rules.on_line_yd.rule, "Too far off the line", certainty, each.man)


def _at_the_line(ours: OffenseSide) -> Iterator[LineUpFault]:
    rules = ours.rules
    if rules.at_the_line.value is AtTheLine.ANYBODY:
        return
    free = {Role.CENTER} | (set(ENDS) if rules.at_the_line.value is AtTheLine.ENDS_TOO else set())
    limit_mm = ours.at.mm(rules.others_off_yd.value)
    for each in ours.line:
        if each.role not in free:
            certainty = each.certainty * p_less(each.man.front_mm, limit_mm, each.man.sigma_mm)
            yield ours.fault(rules.others_off_yd.rule, "Too close to the line", certainty, each.man)


def _over(ours: OffenseSide) -> Iterator[LineUpFault]:
    if ours.rules.over_the_line.value:
        return
    for each in ours.given:
        man = each.man
        certainty = p_less(man.front_mm, 0.0, man.sigma_mm)
        yield ours.fault(
            ours.rules.over_the_line.rule, "Over the line of scrimmage", certainty, man
        )


def _neighbours(ours: OffenseSide) -> Iterator[LineUpFault]:
    rules = ours.rules
    for one, other in pairwise(each.man for each in ours.line):
        limit_mm = rules.gap_base_widths.value * min(one.width_mm, other.width_mm)
        if limit_mm > 0.0:
            certainty = p_less(gap_across_mm(one, other), limit_mm, one.sigma_mm, other.sigma_mm)
            words = "Less than a base width apart on the line"
            yield ours.fault(rules.gap_base_widths.rule, words, certainty, one, other)
        elif not rules.may_touch.value:
            certainty = p_bases_touch(one, other)
            yield ours.fault(rules.may_touch.rule, "Touching on the line", certainty, one, other)


def _small_gaps(ours: OffenseSide) -> Iterator[LineUpFault]:
    """Linemen whose gap is smaller than the book would have it; that costs nothing."""
    warned = ours.rules.gap_warned_yd
    if warned.value <= 0.0:
        return
    for one, other in pairwise(each.man for each in ours.interior):
        gap_mm, sigma_mm = _gap(one, other)
        certainty = p_less(gap_mm, ours.at.mm(warned.value), sigma_mm)
        certainty *= 1.0 - p_less(gap_mm, TOUCH_MM, sigma_mm)
        words = "A small gap between linemen"
        yield ours.fault(warned.rule, words, certainty, one, other, warns=True)


def _square(ours: OffenseSide) -> Iterator[LineUpFault]:
    limit_deg = ours.rules.square_deg.value
    for each in ours.given:
        if each.role is not Role.QUARTERBACK and limit_deg < 180.0:
            turned, sigma = abs(each.man.turned_deg), _sigma_deg(each.man.seen.measured)
            front = each.man.seen.p_front
            certainty = front * p_above(turned, sigma, limit_deg)
            certainty += (1.0 - front) * p_above(180.0 - turned, sigma, limit_deg)
            yield ours.fault(
                ours.rules.square_deg.rule, "Not square to the line", certainty, each.man
            )


def _numbers(ours: OffenseSide) -> Iterator[LineUpFault]:
    """Numbers that the book gives to another place; where hardly anybody fits, they say nothing."""
    numbers = ours.rules.numbers
    wrong = [
        each
        for each in ours.given
        if not numbers.value.fits(each.role.value, each.man.player.number)
    ]
    if 2 * len(wrong) < len(ours.given):
        for each in wrong:
            words = f"No number of a {each.role.value}"
            yield ours.fault(numbers.rule, words, each.certainty, each.man, warns=True)


def p_bases_touch(one: MeasuredPlayer, other: MeasuredPlayer) -> float:
    """How likely two bases touch."""
    gap_mm, sigma_mm = _gap(one, other)
    return p_less(gap_mm, TOUCH_MM, sigma_mm)


def _gap(one: MeasuredPlayer, other: MeasuredPlayer) -> tuple[float, float]:
    """The gap of two bases in mm, and its sigma."""
    gap = signed_gap(
        one.player.base, one.seen.measured.pose, other.player.base, other.seen.measured.pose
    )
    return gap.gap_mm, math.hypot(one.sigma_mm, other.sigma_mm)


def _sigma_deg(measured: MeasuredPose) -> float:
    """The error of a heading."""
    return math.degrees(math.sqrt(measured.covariance[2][2]))


_LINE: tuple[FaultCheck, ...] = (
    _how_many,
    _both_ends,
    _interior_on_line,
    _at_the_line,
    _over,
    _neighbours,
    _small_gaps,
    _square,
    _numbers,
)
