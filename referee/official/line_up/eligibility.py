"""Who may catch a forward pass: by place, and by number where a rulebook goes by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.calls.tackle_box import LINEMEN
from referee.official.line_up.line_up import ENDS, INTERIOR, Role
from referee.official.line_up.measured_player import MeasuredPlayer, Scrimmage, players_outward
from referee.official.line_up.role_guess import RoleGuess, p_on_line

# A number that is no receiver's leaves this much of a chance that numbers mean little here.
_NUMBERS_MEAN_LITTLE = 0.3
_SKILL = (*range(1, 50), *range(80, 90))


def p_eligible_by_place(given: Sequence[RoleGuess], at: Scrimmage) -> dict[str, float]:
    """How likely each may catch a forward pass: the ends of the line, and who is behind it."""
    center = next((each.man for each in given if each.role is Role.CENTER), None)
    able = {each.man.id: 0.0 for each in given}
    for each in given:
        if each.role not in (*INTERIOR, *ENDS):
            able[each.man.id] = 1.0 - p_on_line(each.man, at)
    if center is None:
        return able
    for side in (1, -1):
        left = 1.0
        for man in reversed(players_outward((each.man for each in given), center, side)):
            role = next(each.role for each in given if each.man is man)
            if role in ENDS:
                on = p_on_line(man, at)
                able[man.id] = left * on + (1.0 - on)
                left *= 1.0 - on
            elif role not in INTERIOR:
                left *= 1.0 - p_on_line(man, at)
    return able


def p_eligible_by_number(
    given: Sequence[RoleGuess],
    able: dict[str, float],
    at: Scrimmage,
    said: Mapping[str, Role],
) -> dict[str, float]:
    """Where the rulebook goes by numbers too, and these tell the interior line from the rest."""
    if not at.rules.line_up.by_number.value or not _numbered_by_place(given):
        return able
    return {
        each.man.id: able[each.man.id]
        * (1.0 if _skill(each.man) or each.man.id in said else _NUMBERS_MEAN_LITTLE)
        for each in given
    }


def _skill(man: MeasuredPlayer) -> bool:
    return man.player.number in _SKILL


def _numbered_by_place(given: Sequence[RoleGuess]) -> bool:
    """Whether most of the interior line wears linemen's numbers: else they are arbitrary."""
    inner = [each.man.player.number in LINEMEN for each in given if each.role in INTERIOR]
    return 2 * sum(inner) > len(inner)
