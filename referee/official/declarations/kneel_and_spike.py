"""A play that the offense ends by itself: a spike or a kneel."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.play_name import PlayName
from referee.core.field.direction import Direction
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.reach import BasePoint, reach_beyond
from referee.game.events import Event, PlayEnded, Score, Scored, TryFailed
from referee.game.state import GamePhase
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep


def kneel_or_spike(
    context: DeclarationContext, state: PlayState, play: PlayName
) -> DeclarationResult:
    """The end of the play: a spike at its beginning's spot, a kneel at the rear of the base."""
    over = replace(state, step=PlayStep.DEAD, unnamed=False)
    return DeclarationResult(
        over,
        event=_knelt(context, state) if play is PlayName.KNEEL else _ended(context, state, play),
    )


def _ended(
    context: DeclarationContext,
    state: PlayState,
    play: PlayName,
    x_mm: float | None = None,
    y_mm: float | None = None,
) -> Event:
    if context.game.phase is GamePhase.TRY:
        return TryFailed(state.offense)
    return PlayEnded(play.value, state.team, x_mm, y_mm)


def _knelt(context: DeclarationContext, state: PlayState) -> Event:
    seen = (
        None
        if context.board is None or state.carrier is None
        else context.board.find(state.carrier)
    )
    if seen is None or context.phase_state is None:
        return _ended(context, state, PlayName.KNEEL)
    plays, pose = context.phase_state.plays, seen.measured.pose
    own_goal_x = 0.0 if plays is Direction.RIGHT else context.setup.field.goal_to_goal_mm
    side = HalfPlane((float(plays.sign), 0.0), plays.sign * own_goal_x)
    reach = reach_beyond(context.setup.base(seen.player), seen.measured, side, BasePoint.HINDMOST)
    ahead_mm, on_it = reach.beyond_mm, context.setup.rulebook.calls.goal.on_the_line.value
    if ahead_mm < 0.0 or (on_it and ahead_mm == 0.0):
        return Scored(Score.SAFETY, state.team.other)
    x_mm = own_goal_x + plays.sign * ahead_mm
    return _ended(context, state, PlayName.KNEEL, x_mm, pose.y_mm)
