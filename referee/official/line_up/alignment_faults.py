"""What the rules may have against the defense's line-up, and against stacking by either side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from referee.calls.line_up_rules import AlignmentRules, StackingExemption
from referee.core.field.yards import base_lengths_mm
from referee.core.probability import is_up_to, p_above
from referee.core.roster import Team
from referee.game.state import GamePhase
from referee.official.line_up.line_faults import p_bases_touch
from referee.official.line_up.line_up import TAKES_SNAP, LineUpFault, Role
from referee.official.line_up.measured_player import (
    MeasuredPlayer,
    Scrimmage,
    gap_across_mm,
    measured_mm,
)
from referee.official.line_up.offense_side import p_less, p_surely_fewer, p_up_to
from referee.official.line_up.role_guess import RoleGuess

# A player is straight behind another when more than this share of the width overlaps.
_STRAIGHT = 0.5
# Side by side are fronts no further apart than this, in base lengths.
_BESIDE = 0.5
_ELEVEN = 11


def alignment_faults(
    ours: Sequence[RoleGuess], theirs: Sequence[RoleGuess], at: Scrimmage
) -> Iterator[LineUpFault]:
    """Everything that may be wrong, with how likely it is."""
    if at.state.phase in (GamePhase.KICKOFF, GamePhase.FREE_KICK):
        return
    rules, men = at.rules.alignment, [each.man for each in theirs]
    yield from _off_the_line(men, at, rules)
    yield from _encroaching(men, [each.man for each in ours], rules)
    yield from _gaps(men, at, rules)
    yield from _down(men, at, rules)
    yield from _deep(men, at, rules)
    for given in (ours, theirs):
        yield from _stacked(given, ours, at, rules)
    yield from _inside([each.man for each in (*ours, *theirs)], at)


def _off_the_line(
    men: Sequence[MeasuredPlayer], at: Scrimmage, rules: AlignmentRules
) -> Iterator[LineUpFault]:
    limit = rules.off_yd
    for man in men:
        certainty = p_less(man.front_mm, at.mm(limit.value), man.sigma_mm)
        words = "Over the line of scrimmage"
        if limit.value > 0.0 and man.front_mm > 0.0:
            words = f"Less than {limit.value:g} yard off the line"
        yield _fault(man.player.team, limit.rule, words, certainty, man)


def _encroaching(
    men: Sequence[MeasuredPlayer], ours: Sequence[MeasuredPlayer], rules: AlignmentRules
) -> Iterator[LineUpFault]:
    """Defenders who are over the line and touch somebody of the offense."""
    if not rules.encroaches.value:
        return
    for man in men:
        over = p_less(man.front_mm, 0.0, man.sigma_mm)
        touch = max((p_bases_touch(man, other) for other in ours), default=0.0)
        words = "Over the line of scrimmage and touching an opponent"
        yield _fault(man.player.team, rules.encroaches.rule, words, over * touch, man)


def _gaps(
    men: Sequence[MeasuredPlayer], at: Scrimmage, rules: AlignmentRules
) -> Iterator[LineUpFault]:
    """Between those who stand side by side at the line."""
    least = rules.gap_base_widths
    near_mm = at.mm(rules.down_until_yd.value)
    line = [man for man in men if man.front_mm <= near_mm]
    for one, other in pairwise(line):
        beside_mm = _BESIDE * one.player.base.length_mm
        if least.value > 0.0 and abs(one.front_mm - other.front_mm) <= beside_mm:
            limit_mm = least.value * min(one.width_mm, other.width_mm)
            certainty = p_less(gap_across_mm(one, other), limit_mm, one.sigma_mm, other.sigma_mm)
            words = "Less than a base width apart on the line"
            yield _fault(one.player.team, least.rule, words, certainty, one, other)


def _down(
    men: Sequence[MeasuredPlayer], at: Scrimmage, rules: AlignmentRules
) -> Iterator[LineUpFault]:
    least, until_mm = rules.down_linemen, at.mm(rules.down_until_yd.value)
    if least.value <= 0.0 or len(men) < _ELEVEN:
        return
    chances = [p_up_to(man.front_mm, until_mm, man.sigma_mm) for man in men]
    words = f"Fewer than {least.value:g} defenders at the line"
    certainty = p_surely_fewer(chances, round(least.value))
    yield _fault(men[0].player.team, least.rule, words, certainty)


def _deep(
    men: Sequence[MeasuredPlayer], at: Scrimmage, rules: AlignmentRules
) -> Iterator[LineUpFault]:
    """Defenders deeper than the book puts them; another call may want that, so it costs nothing."""
    most = rules.warned_from_yd
    if most.value > 0.0 and at.state.phase is GamePhase.SCRIMMAGE:
        for man in men:
            certainty = p_above(man.front_mm, man.sigma_mm, at.mm(most.value))
            words = f"More than {most.value:g} yards off the line"
            team = man.player.team
            yield replace(_fault(team, most.rule, words, certainty, man), warns=True)


def _stacked(
    given: Sequence[RoleGuess], ours: Sequence[RoleGuess], at: Scrimmage, rules: AlignmentRules
) -> Iterator[LineUpFault]:
    """Players straight behind one another, too near, unless they may."""
    if not given or rules.stack_base_lengths.value <= 0.0 or _free(given, at, rules):
        return
    allowed: list[_Stack] = []
    for one, other in combinations(given, 2):
        ahead, behind = sorted((one, other), key=lambda e: (e.man.front_mm, e.man.id))
        found = _Stack(ahead.man, behind.man, _stacks(ahead.man, behind.man, at, rules))
        if _always_stack(ahead, behind):
            pass
        elif _may_stack(ahead, behind, given, ours, rules):
            allowed.append(found)
        else:
            words = "Stacked: less than a base length behind one another"
            rule = rules.stack_base_lengths.rule
            yield _fault(one.man.player.team, rule, words, found.certainty, *found.men)
        if rules.stack_touching.value and not _over_the_ball(ahead, behind):
            touching = _straight(ahead.man, behind.man) * p_bases_touch(ahead.man, behind.man)
            rule = rules.stack_touching.rule
            words = "Stacked: touching one behind another"
            yield _fault(one.man.player.team, rule, words, touching, *found.men)
    if rules.stack_pairs.value:
        yield from _files(allowed, rules)


@dataclass(frozen=True, slots=True)
class _Stack:
    """Two of a side, and how likely the one stands too near straight behind the other."""

    ahead: MeasuredPlayer
    behind: MeasuredPlayer
    certainty: float

    @property
    def men(self) -> tuple[MeasuredPlayer, MeasuredPlayer]:
        """Both, the one ahead first."""
        return self.ahead, self.behind


def _files(allowed: Sequence[_Stack], rules: AlignmentRules) -> Iterator[LineUpFault]:
    """Three and more behind one another, each pair of whom may stack."""
    for one, other in combinations(allowed, 2):
        men = tuple(dict.fromkeys((*one.men, *other.men)))
        if len(men) == 3:
            certainty = one.certainty * other.certainty
            words = "Stacked: more than two behind one another"
            yield _fault(men[0].player.team, rules.stack_pairs.rule, words, certainty, *men)


def _straight(ahead: MeasuredPlayer, behind: MeasuredPlayer) -> float:
    """How likely one stands straight behind another."""
    share_mm = _STRAIGHT * min(ahead.width_mm, behind.width_mm)
    return p_above(ahead.overlap_mm(behind), behind.sigma_mm, share_mm)


def _stacks(
    ahead: MeasuredPlayer, behind: MeasuredPlayer, at: Scrimmage, rules: AlignmentRules
) -> float:
    """How likely one stands straight behind another and too near, this near to the line."""
    least_mm = base_lengths_mm(behind.player.base, rules.stack_base_lengths.value)
    apart_mm = behind.front_mm - ahead.rear_mm
    near = p_less(apart_mm, least_mm, ahead.sigma_mm, behind.sigma_mm)
    near *= p_up_to(behind.front_mm, at.mm(rules.stack_within_yd.value), behind.sigma_mm)
    return _straight(ahead, behind) * near


def _free(given: Sequence[RoleGuess], at: Scrimmage, rules: AlignmentRules) -> bool:
    """Whether short yardage frees this side."""
    free, state = rules.stack_short.value, at.state
    if free is StackingExemption.NOBODY:
        return False
    if free is StackingExemption.DEFENSE and given[0].man.player.team is at.offense:
        return False
    plays = at.plays(at.offense)
    goal_mm = at.field.goal_to_goal_mm if plays.sign > 0 else 0.0
    line_mm = goal_mm if state.to_gain_x_mm is None else state.to_gain_x_mm
    left_mm = min(plays.sign * (line_mm - at.x_mm), plays.sign * (goal_mm - at.x_mm))
    return state.phase is GamePhase.TRY or is_up_to(left_mm, at.mm(rules.stack_short_yd.value))


def _over_the_ball(ahead: RoleGuess, behind: RoleGuess) -> bool:
    """Whether they are the center and who takes the snap."""
    return ahead.role is Role.CENTER and behind.role in TAKES_SNAP


def _always_stack(ahead: RoleGuess, behind: RoleGuess) -> bool:
    """Whether two stand behind one another in every book: center and passer, and backs."""
    kicks = (*TAKES_SNAP, Role.KICKER)
    backs = behind.role in (Role.BACK, *kicks) and ahead.role in (*TAKES_SNAP, Role.BACK)
    return backs or _over_the_ball(ahead, behind)


def _may_stack(
    ahead: RoleGuess,
    behind: RoleGuess,
    given: Sequence[RoleGuess],
    ours: Sequence[RoleGuess],
    rules: AlignmentRules,
) -> bool:
    """Whether a rulebook lets two stand behind one another: receivers, or behind the nose."""
    wide = (Role.SPLIT_END, Role.FLANKER)
    if ahead.role in wide and behind.role in wide:
        return bool(rules.stack_receivers.value)
    center = next((each.man for each in ours if each.role is Role.CENTER), None)
    if center is None or ahead.man.player.team is center.player.team or not rules.stack_nose.value:
        return False
    # The sides look at each other: left for one is right for the other.
    across = (
        each.man
        for each in given
        if abs(each.man.across_mm + center.across_mm) < _STRAIGHT * each.man.width_mm
    )
    return ahead.man is min(across, key=lambda man: (man.front_mm, man.id), default=None)


def _inside(men: Sequence[MeasuredPlayer], at: Scrimmage) -> Iterator[LineUpFault]:
    """Players who lie, and bases that are not wholly in bounds."""
    rule = at.rules.line_up.inside
    if not rule.value:
        return
    for man in men:
        yield _fault(man.player.team, rule.rule, "Lies", man.seen.fallen, man)
        sign = at.plays(man.player.team).sign
        edges = sorted(sign * each + at.ball_y_mm for each in (man.low_mm, man.high_mm))
        far_mm = max(-edges[0], edges[1] - at.field.width_mm)
        certainty = p_above(far_mm, man.sigma_mm)
        yield _fault(man.player.team, rule.rule, "Out of bounds", certainty, man)


def _fault(
    team: Team, rule: str, words: str, certainty: float, *men: MeasuredPlayer
) -> LineUpFault:
    names, (front_mm, gap_mm) = tuple(man.id for man in men), measured_mm(men)
    return LineUpFault(rule, words, names, certainty, team, front_mm=front_mm, gap_mm=gap_mm)
