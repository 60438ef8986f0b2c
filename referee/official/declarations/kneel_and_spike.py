"""A play that the offense ends by itself: a spike, or a passer who kneels."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.play_name import PlayName
from referee.core.field.direction import Direction
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.reach import BasePoint, reach_beyond
from referee.game.events import Event, PlayEnded, Score, Scored
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep


def kneel_or_spike(stop: DeclarationContext, stand: PlayState, play: PlayName) -> DeclarationResult:
    """The down is used up: after a spike where it began, after a kneel behind his base."""
    over = replace(stand, period=PlayStep.DEAD, unnamed=False)
    return DeclarationResult(
        over, event=_knelt(stop, stand) if play is PlayName.KNEEL else _ended(stand, play)
    )


def _ended(stand: PlayState, play: PlayName) -> Event:
    return PlayEnded(play.value, stand.team)


def _knelt(stop: DeclarationContext, stand: PlayState) -> Event:
    seen = None if stop.board is None or stand.carrier is None else stop.board.find(stand.carrier)
    if seen is None or stop.situation is None:
        return _ended(stand, PlayName.KNEEL)
    plays, pose = stop.situation.plays, seen.measured.pose
    own_goal_x = 0.0 if plays is Direction.RIGHT else stop.table.field.goal_to_goal_mm
    side = HalfPlane((float(plays.sign), 0.0), plays.sign * own_goal_x)
    reach = reach_beyond(stop.table.base(seen.player), seen.measured, side, BasePoint.HINDMOST)
    ahead_mm, on_it = reach.beyond_mm, stop.table.rulebook.calls.goal.on_the_line.value
    if ahead_mm < 0.0 or (on_it and ahead_mm == 0.0):
        return Scored(Score.SAFETY, stand.team.other)
    return PlayEnded(
        PlayName.KNEEL.value, stand.team, own_goal_x + plays.sign * ahead_mm, pose.y_mm
    )
