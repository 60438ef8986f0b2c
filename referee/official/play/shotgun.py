"""Whether the passer stands so far behind the center that the snap is a throw."""

from __future__ import annotations

from referee.calls.frame import BoardFrame
from referee.calls.tackle_box import linemen
from referee.core.field.yards import base_lengths_mm
from referee.core.geometry.gap import signed_gap
from referee.game.state import State
from referee.official.play.power_run import GameSetup
from referee.official.play.state import PlayState


def in_shotgun(table: GameSetup, stand: PlayState, state: State, board: BoardFrame) -> bool:
    """More than a base length between his base and that of the lineman at the ball."""
    passer = None if stand.carrier is None else board.find(stand.carrier)
    line = linemen(table.roster, stand.offense)
    seen = [each for each in board.seen if each.player in line]
    if passer is None or not seen:
        return False
    center = min(seen, key=lambda each: abs(each.measured.pose.y_mm - state.y_mm))
    shape = table.base(center.player)
    gap = signed_gap(shape, center.measured.pose, table.base(passer.player), passer.measured.pose)
    return gap.gap_mm > base_lengths_mm(shape, 1.0)
