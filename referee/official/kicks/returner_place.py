"""Where a returner is put down before it runs a kick back, as the rulebook wants it."""

from __future__ import annotations

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.yards import stick_mm
from referee.core.geometry.marker import Marker, marker_gap
from referee.core.probability import p_above
from referee.game.state import State
from referee.official.game_setup import GameSetup
from referee.official.kicks.kick_choice import KickRefusal
from referee.official.kicks.kick_play import KickPlay
from referee.official.kicks.spots import kicking_way
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep

# The spot itself is a point; a marker of this radius stands for it.
_POINT_MM = 0.5


def returner_refusal(
    setup: GameSetup, game: State, state: PlayState, board: BoardFrame | None
) -> KickRefusal | None:
    """Why a return may not begin with its carrier where it stands; None: it may.

    What is too close to tell is let pass, and nobody is looked at once the return has run.
    """
    kicking, procedure = state.kicking, setup.rulebook.procedure
    if kicking is None or board is None or state.carrier is None:
        return None
    begins = state.step is PlayStep.RETURN and state.last is procedure.before(PlayStep.RETURN)
    seen = board.find(state.carrier)
    if not begins or seen is None:
        return None
    return _off_the_spot(setup, kicking, seen) or _off_the_middle(setup, game, kicking, seen)


def _off_the_spot(setup: GameSetup, kicking: KickPlay, seen: SeenBase) -> KickRefusal | None:
    near = kicking.kick.rules.placed_yd
    if near is None or kicking.x_mm is None or kicking.y_mm is None:
        return None
    spot = Marker(kicking.x_mm, kicking.y_mm, _POINT_MM)
    gap = marker_gap(setup.base(seen.player), seen.measured, spot)
    limit_mm = stick_mm(setup.field, near.value)
    if p_above(gap.gap_mm, gap.sigma_mm, limit_mm) < setup.thresholds.sure:
        return None
    return KickRefusal(near.rule, "the returner is put where the kick came down")


def _off_the_middle(
    setup: GameSetup, game: State, kicking: KickPlay, seen: SeenBase
) -> KickRefusal | None:
    rule, field = kicking.kick.rules.placed_in_end_zone, setup.field
    if rule is None or not rule.value:
        return None
    sign, sure = kicking_way(game).sign, setup.thresholds.sure
    goal_mm = field.goal_to_goal_mm if sign > 0 else 0.0
    if p_above(sign * (goal_mm - seen.x_mm), seen.sigma[0]) >= sure:
        return KickRefusal(rule.rule, "the returner is put into its end zone")
    beside_mm = max(field.near_hash_y_mm - seen.y_mm, seen.y_mm - field.far_hash_y_mm)
    if p_above(beside_mm, seen.sigma[1]) >= sure:
        return KickRefusal(rule.rule, "the returner is put between the hash marks")
    return None
