"""What the rules may have against the line-up of a kickoff: both sides' lines, and the returner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.field.field_profile import FIELD_LENGTH_YD
from referee.core.field.yards import spot_x_mm
from referee.core.probability import p_above
from referee.official.line_up.line_up import LineUpFault
from referee.official.line_up.measured_player import MeasuredPlayer, Scrimmage
from referee.official.line_up.offense_side import p_less, p_surely_fewer, p_up_to
from referee.rulebooks.kicks.kick_rules import Kick

_ELEVEN = 11
# A base turned by less looks more ahead than back.
_ACROSS_DEG = 90.0


def kickoff_faults(
    ours: Sequence[MeasuredPlayer], theirs: Sequence[MeasuredPlayer], at: Scrimmage, kick: Kick
) -> Iterator[LineUpFault]:
    """Everything that may be wrong before a kick without a snap, with how likely it is."""
    yield from _kickers(ours, at, kick)
    yield from _receivers(theirs, at, kick)
    yield from _how_many(theirs, at, kick)
    yield from _returner(theirs, at, kick)
    yield from _facing(theirs, at, kick)


def _past_mm(at: Scrimmage, own_yd: float) -> float:
    """How far a yard line of the kicking side is ahead of where the ball lies."""
    plays = at.plays(at.offense)
    return plays.sign * (spot_x_mm(at.field, own_yd, plays) - at.x_mm)


def _kickers(men: Sequence[MeasuredPlayer], at: Scrimmage, kick: Kick) -> Iterator[LineUpFault]:
    line = kick.rules.from_yd
    if line is None:
        return
    for man in men:
        over_mm = -man.front_mm - _past_mm(at, line.value)
        words = f"Past the {line.value:g} from which they kick"
        certainty = p_above(over_mm, man.sigma_mm)
        yield _fault(line.rule, words, certainty, man, front_mm=-over_mm)


def _receivers(men: Sequence[MeasuredPlayer], at: Scrimmage, kick: Kick) -> Iterator[LineUpFault]:
    line = kick.rules.restraining_yd
    if line is None:
        return
    line_mm = _past_mm(at, line.value)
    for man in men:
        certainty = p_less(man.front_mm, line_mm, man.sigma_mm)
        yield _fault(
            line.rule, "Past their own line", certainty, man, front_mm=man.front_mm - line_mm
        )


def _how_many(men: Sequence[MeasuredPlayer], at: Scrimmage, kick: Kick) -> Iterator[LineUpFault]:
    """Too few of the receiving side near its line; while somebody is not seen nothing is sure."""
    rules, line = kick.rules, kick.rules.restraining_yd
    if line is None or len(men) < _ELEVEN:
        return
    for least, within in (
        (rules.near_line, rules.near_line_yd),
        (rules.behind_line, rules.behind_line_yd),
    ):
        if least is None or within is None:
            continue
        far_mm = _past_mm(at, line.value) + at.mm(within.value)
        chances = [p_up_to(man.front_mm, far_mm, man.sigma_mm) for man in men]
        count = sum(chance >= 0.5 for chance in chances)
        words = f"{count} within {within.value:g} yards of their line, {least.value:g} have to be"
        certainty = p_surely_fewer(chances, round(least.value))
        yield LineUpFault(least.rule, words, (), certainty, at.offense.other)


def _returner(men: Sequence[MeasuredPlayer], at: Scrimmage, kick: Kick) -> Iterator[LineUpFault]:
    """Nobody on the returner's line, or so near to it as a hand puts a base."""
    near, line = kick.rules.returner_yd, kick.rules.returner_at_yd
    if near is None or len(men) < _ELEVEN:
        return
    own_yd = 0.0 if line is None else line.value
    line_mm = _past_mm(at, FIELD_LENGTH_YD - own_yd)
    off_mm = at.mm(near.value)
    there = max(
        p_up_to(man.front_mm, line_mm + off_mm, man.sigma_mm)
        * p_above(man.rear_mm, man.sigma_mm, line_mm - off_mm)
        for man in men
    )
    words = f"No returner on {f'their own {own_yd:g}' if own_yd else 'the goal line'}"
    yield LineUpFault(near.rule, words, (), 1.0 - there, at.offense.other)


def _facing(men: Sequence[MeasuredPlayer], at: Scrimmage, kick: Kick) -> Iterator[LineUpFault]:
    """Those behind their line who look at the kicking side, where they have to look back."""
    rules, line = kick.rules, kick.rules.restraining_yd
    back, near, far = rules.blockers_face_back, rules.near_line_yd, rules.behind_line_yd
    if line is None or near is None or far is None or back is None or not back.value:
        return
    line_mm = _past_mm(at, line.value)
    for man in men:
        behind = 1.0 - p_up_to(man.front_mm, line_mm + at.mm(near.value), man.sigma_mm)
        behind *= p_up_to(man.front_mm, line_mm + at.mm(far.value), man.sigma_mm)
        ahead = p_above(_ACROSS_DEG - abs(man.turned_deg), man.seen.sigma[2])
        front = man.seen.p_front
        certainty = behind * (front * ahead + (1.0 - front) * (1.0 - ahead))
        words = "Has to face its own end zone"
        yield _fault(back.rule, words, certainty, man, front_mm=man.front_mm - line_mm)


def _fault(
    rule: str, words: str, certainty: float, man: MeasuredPlayer, *, front_mm: float
) -> LineUpFault:
    return LineUpFault(rule, words, (man.id,), certainty, man.player.team, front_mm=front_mm)
