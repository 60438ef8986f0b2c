"""Who plays what on the defense, by depth and by place. It is a hint: no rule goes by it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.probability import p_above
from referee.official.line_up.line_up import LineUpForm, Role
from referee.official.line_up.measured_player import MeasuredPlayer, Scrimmage
from referee.official.line_up.role_guess import RoleGuess

# Yards off the line up to which somebody is a lineman, a linebacker; soft, for nobody measures it.
_DOWN_YD, _BACKER_YD, _SOFT_YD = 2.4, 8.5, 0.6
# Deeper than this, with a punt or a kickoff coming, a player waits for the ball.
_RETURN_YD = 20.0
# So many base widths outside the tackles is no place for a linebacker.
_OUTSIDE = 3.0


def defense_roles(
    men: Sequence[MeasuredPlayer], at: Scrimmage, form: LineUpForm, box_mm: float
) -> list[RoleGuess]:
    """Everybody's role; ``box_mm`` is how far the tackles reach to either side of the ball."""
    given = [RoleGuess(man, *_role(man, at, box_mm)) for man in men]
    if form not in (LineUpForm.PUNT, LineUpForm.KICKOFF) or not men:
        return given
    deep = max(men, key=lambda man: (man.front_mm, man.id))
    if at.yards(deep.front_mm) < _RETURN_YD:
        return given
    return [RoleGuess(deep, Role.RETURNER, 0.9) if each.man is deep else each for each in given]


def _role(man: MeasuredPlayer, at: Scrimmage, box_mm: float) -> tuple[Role, float]:
    depth_yd = at.yards(man.front_mm)
    wide = abs(man.across_mm) - box_mm > _OUTSIDE * man.width_mm
    down = p_above(_DOWN_YD - depth_yd, _SOFT_YD) * (0.1 if wide else 1.0)
    near = p_above(_BACKER_YD - depth_yd, 2.0 * _SOFT_YD) * (0.2 if wide else 1.0)
    chances = {
        Role.DOWN_LINEMAN: down,
        Role.LINEBACKER: (1.0 - down) * near,
        Role.DEFENSIVE_BACK: (1.0 - down) * (1.0 - near),
    }
    role = max(chances, key=lambda each: chances[each])
    return role, chances[role]
