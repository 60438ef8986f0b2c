"""A play that the offense ends by itself: a spike, or a passer who kneels."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.plays import Play
from referee.core.crossing import HalfPlane
from referee.core.direction import Direction
from referee.core.reach import Of, reach_beyond
from referee.game.events import Event, PlayEnded, Score, Scored
from referee.official.at_rest import AtStop, Heard
from referee.official.stand import Stand
from referee.rulebooks.period import Period


def given_up(stop: AtStop, stand: Stand, play: Play) -> Heard:
    """The down is used up: after a spike where it began, after a kneel behind his base."""
    over = replace(stand, period=Period.DEAD, unnamed=False)
    return Heard(over, event=_knelt(stop, stand) if play is Play.KNEEL else _ended(stand, play))


def _ended(stand: Stand, play: Play) -> Event:
    return PlayEnded(play.value, stand.team)


def _knelt(stop: AtStop, stand: Stand) -> Event:
    seen = None if stop.board is None or stand.carrier is None else stop.board.find(stand.carrier)
    if seen is None or stop.situation is None:
        return _ended(stand, Play.KNEEL)
    plays, pose = stop.situation.plays, seen.measured.pose
    own_goal_x = 0.0 if plays is Direction.RIGHT else stop.table.field.goal_to_goal_mm
    side = HalfPlane((float(plays.sign), 0.0), plays.sign * own_goal_x)
    reach = reach_beyond(stop.table.base(seen.player), seen.measured, side, Of.HINDMOST)
    ahead_mm, on_it = reach.beyond_mm, stop.table.rulebook.calls.goal.on_the_line.value
    if ahead_mm < 0.0 or (on_it and ahead_mm == 0.0):
        return Scored(Score.SAFETY, stand.team.other)
    return PlayEnded(Play.KNEEL.value, stand.team, own_goal_x + plays.sign * ahead_mm, pose.y_mm)
