"""Who plays what behind the line: who takes the snap, backs, receivers off the line, kickers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.official.line_up.line_up import INTERIOR, TAKES_SNAP, LineUpForm, Role
from referee.official.line_up.measured_player import MeasuredPlayer, Scrimmage
from referee.official.line_up.role_guess import RoleGuess, p_by_number, p_on_line

# Deeper than this outside the tackles is a back rather than a receiver.
_WIDE_YD = 6.0
# Fronts no further apart in depth than this share of a base's length: side by side.
_BESIDE = 0.5


def backfield_roles(
    men: Iterable[MeasuredPlayer],
    line: Sequence[RoleGuess],
    at: Scrimmage,
    form: LineUpForm,
    said: Mapping[str, Role],
) -> list[RoleGuess]:
    """Everybody off the line: who takes the snap, backs, and receivers outside the tackles."""
    center = line[0].man
    inner = [each.man for each in line if each.role in INTERIOR]
    low, high = min(m.low_mm for m in inner), max(m.high_mm for m in inner)
    behind = sorted(men, key=lambda man: (man.front_mm, man.id))
    special = _specialists(behind, center, form, said)
    given = []
    for man in behind:
        role, sure = special.get(man.id, (Role.BACK, 0.95))
        if man.id not in special and not low <= man.across_mm <= high:
            deep = at.yards(man.front_mm) > _WIDE_YD
            role, sure = (Role.BACK, 0.6) if deep else (Role.FLANKER, 0.95)
        sure *= 1.0 - 0.5 * p_on_line(man, at)
        sure *= line[0].certainty if role in TAKES_SNAP else 1.0
        given.append(RoleGuess(man, role, p_by_number(sure, man, lineman=False)))
    return given


def _specialists(
    behind: Sequence[MeasuredPlayer],
    center: MeasuredPlayer,
    form: LineUpForm,
    said: Mapping[str, Role],
) -> dict[str, tuple[Role, float]]:
    """Who takes the snap, and who kicks, with how likely."""
    told = next((man for man in behind if said.get(man.id) in TAKES_SNAP), None)
    if told is not None:
        return {told.id: (said[told.id], 1.0)}
    free = [man for man in behind if man.id not in said]
    path = [man for man in free if man.overlap_mm(center) > 0.0]
    if form is LineUpForm.PUNT and path:
        return {path[-1].id: (Role.PUNTER, 0.95)}
    if form is LineUpForm.FIELD_GOAL and len(free) >= 2:
        holder, kicker = _holder_first(free[-2], free[-1], center)
        return {holder.id: (Role.HOLDER, 0.9), kicker.id: (Role.KICKER, 0.9)}
    if path:
        share = min(path[0].overlap_mm(center) / (0.5 * center.width_mm), 1.0)
        return {path[0].id: (Role.QUARTERBACK, 0.6 + 0.399 * share)}
    near = sorted(free, key=lambda man: (abs(man.across_mm - center.across_mm), man.id))
    return {near[0].id: (Role.QUARTERBACK, 0.5)} if near else {}


def _holder_first(
    nearer: MeasuredPlayer, deeper: MeasuredPlayer, center: MeasuredPlayer
) -> tuple[MeasuredPlayer, MeasuredPlayer]:
    """Holder and kicker: the kicker is behind, or beside one who is nearer to the snap's path."""
    if deeper.front_mm - nearer.front_mm > _BESIDE * nearer.player.base.length_mm:
        return nearer, deeper
    off = sorted((nearer, deeper), key=lambda man: (abs(man.across_mm - center.across_mm), man.id))
    return off[0], off[1]
