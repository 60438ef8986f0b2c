"""How deep the kicker stands behind the line, as the rulebook wants it."""

from __future__ import annotations

from referee.calls.frame import BoardFrame
from referee.core.field.yards import spot_yd, stick_mm
from referee.core.geometry.crossing import ahead_of_x
from referee.core.geometry.reach import BasePoint, reach_beyond
from referee.core.probability import p_above
from referee.game.state import GamePhase, State
from referee.official.game_setup import GameSetup
from referee.official.kicks.kick_choice import KickRefusal
from referee.official.kicks.kick_men import with_kick_men
from referee.official.kicks.spots import end_line_behind_x_mm, kicking_way
from referee.official.play.state import PlayState

_SNAPPED = frozenset({GamePhase.SCRIMMAGE, GamePhase.TRY})


def depth_refusal(
    setup: GameSetup, game: State, state: PlayState, board: BoardFrame | None
) -> KickRefusal | None:
    """Why a kick may not be snapped with the kicker where it stands; None: it may.

    What is too close to tell is let pass, and who could not stay in bounds may stand closer.
    """
    if state.kicking is None or board is None or game.phase not in _SNAPPED:
        return None
    rules, way = state.kicking.kick.rules, kicking_way(game)
    least, most = rules.depth_least_yd, rules.depth_most_yd
    kicker = with_kick_men(setup, game, state, board).carrier
    seen = None if kicker is None else board.find(kicker)
    if least is None or most is None or seen is None:
        return None
    centre = rules.depth_centre is not None and rules.depth_centre.value
    of = BasePoint.CENTRE if centre else BasePoint.FOREMOST
    reach = reach_beyond(setup.base(seen.player), seen.measured, ahead_of_x(game.x_mm, way), of)
    depth_mm, sure = -reach.beyond_mm, setup.thresholds.sure
    free = rules.depth_free_yd
    backed_up = free is not None and spot_yd(setup.field, game.x_mm, way) <= free.value
    out = ahead_of_x(end_line_behind_x_mm(setup.field, way), way.other)
    room_mm = -reach_beyond(setup.base(seen.player), seen.measured, out).beyond_mm
    far_mm, near_mm = stick_mm(setup.field, most.value), stick_mm(setup.field, least.value)
    if p_above(depth_mm, reach.sigma_mm, far_mm) >= sure:
        return KickRefusal(most.rule, f"the kicker is more than {most.value:g} yards deep")
    backed_up |= near_mm - depth_mm > room_mm  # nobody has to stand out of bounds
    if not backed_up and p_above(-depth_mm, reach.sigma_mm, -near_mm) >= sure:
        return KickRefusal(least.rule, f"the kicker is less than {least.value:g} yards deep")
    return None
