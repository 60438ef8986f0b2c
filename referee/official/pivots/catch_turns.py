"""Turns that a catch allows beyond those of every stop after one, by where it was made.

A receiver deeper than every defender may be turned to the end zone; a pass caught behind the line
of scrimmage and inside the numbers is a long hand-off, and the side that caught it may turn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from referee.calls.frame import SeenBase
from referee.calls.stops.stop_request import p_inside_numbers
from referee.core.geometry.crossing import foremost_point_mm
from referee.core.geometry.pose import Pose
from referee.core.probability import p_above
from referee.core.roster import Player
from referee.official.pivots.pivot_check import LEAST_SIGMA_MM, PivotGround, PivotStop


def catch_turns(
    ground: PivotGround, stop: PivotStop, before: Mapping[str, SeenBase]
) -> dict[str, float]:
    """How likely a catch lets each of these be turned; ``before`` is where all came to rest."""
    carrier = stop.carrier
    if not stop.caught or carrier is None:
        return {}
    rules, catcher = ground.rules, ground.players[carrier.player]
    before = {name: seen for name, seen in before.items() if name in ground.players}
    rights: dict[str, float] = {}
    if rules.deepest_catcher.value:
        rights[catcher.id] = _deepest(ground, catcher, before)
    if not rules.caught_behind.value:
        return rights
    behind = _behind(ground, catcher, carrier) * p_inside_numbers(
        ground.field, catcher.base, carrier.measured
    )
    mates: set[str] = set()
    if not stop.scrambled or rules.behind_after_scramble.value:
        mates = {name for name in before if ground.players[name].team is catcher.team}
    for name in (mates - stop.engaged) | {catcher.id}:
        rights[name] = max(rights.get(name, 0.0), behind)
    return rights


def _deepest(ground: PivotGround, catcher: Player, before: Mapping[str, SeenBase]) -> float:
    """How likely a catcher's foremost point is beyond that of every defender, fallen ones too."""
    carrier = before.get(catcher.id)
    if carrier is None:
        return 0.0
    sign = ground.state.plays_toward(catcher.team).sign
    mine = _foremost_mm(catcher, carrier.measured.pose, sign)
    return min(
        (
            p_above(
                mine - _foremost_mm(ground.players[name], seen.measured.pose, sign),
                math.hypot(_sigma_mm(carrier), _sigma_mm(seen)),
            )
            for name, seen in before.items()
            if ground.players[name].team is not catcher.team
        ),
        default=0.0,
    )


def _behind(ground: PivotGround, catcher: Player, seen: SeenBase) -> float:
    """How likely the whole base is behind the line of scrimmage."""
    sign = ground.state.plays_toward(catcher.team).sign
    past_mm = _foremost_mm(catcher, seen.measured.pose, sign) - sign * ground.state.x_mm
    return p_above(-past_mm, _sigma_mm(seen))


def _foremost_mm(player: Player, pose: Pose, sign: float) -> float:
    """How far along the field its foremost point is, the way its side plays."""
    return sign * foremost_point_mm(player.base, pose, (sign, 0.0))[0]


def _sigma_mm(seen: SeenBase) -> float:
    return max(*seen.sigma[:2], LEAST_SIGMA_MM)
