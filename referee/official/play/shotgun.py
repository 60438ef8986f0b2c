"""Whether the passer stands so far behind the center that the snap is a throw."""

from __future__ import annotations

from referee.calls.frame import BoardFrame
from referee.calls.tackle_box import linemen
from referee.core.field.yards import base_lengths_mm
from referee.core.geometry.gap import signed_gap
from referee.game.state import State
from referee.official.game_setup import GameSetup
from referee.official.play.state import PlayState


def in_shotgun(setup: GameSetup, state: PlayState, game: State, board: BoardFrame) -> bool:
    """Whether more than a base length lies between the passer and the lineman at the ball."""
    passer = None if state.carrier is None else board.find(state.carrier)
    line = linemen(setup.roster, state.offense)
    seen = [each for each in board.seen if each.player in line]
    if passer is None or not seen:
        return False
    center = min(seen, key=lambda each: abs(each.measured.pose.y_mm - game.y_mm))
    shape = setup.base(center.player)
    gap = signed_gap(shape, center.measured.pose, setup.base(passer.player), passer.measured.pose)
    return gap.gap_mm > base_lengths_mm(shape, 1.0)
