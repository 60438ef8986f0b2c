"""Where a kick begins, where it comes down, and where the ball is placed after it."""

from __future__ import annotations

from referee.calls.call import BallSpot
from referee.core.field.direction import Direction
from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD, FieldProfile
from referee.core.field.lateral_spot import middle_y_mm
from referee.core.field.yards import spot_x_mm, spot_yd
from referee.core.probability import TIE
from referee.core.roster import Team
from referee.game.state import GamePhase, State
from referee.rulebooks.kicks.kick_rules import Kick

_FREE = frozenset({GamePhase.KICKOFF, GamePhase.FREE_KICK})


def kicking_way(game: State) -> Direction:
    """The way in which the kicking side plays."""
    return game.plays_toward(game.team or Team.HOME)


def line_yd(field: FieldProfile, kick: Kick, game: State) -> float:
    """The own yard line of the kicking side from which tables measure: of the kick, or the snap."""
    if game.phase in _FREE and kick.rules.from_yd is not None:
        return kick.rules.from_yd.value
    return spot_yd(field, game.x_mm, kicking_way(game))


def kick_yd(field: FieldProfile, kick: Kick, game: State) -> float:
    """The own yard line of the kicking side on which the ball is kicked."""
    back = kick.rules.back_yd
    return line_yd(field, kick, game) - (0.0 if back is None else back.value)


def goal_yd(field: FieldProfile, kick: Kick, game: State) -> float:
    """How far a kick has to go to the goal posts, from where it is kicked."""
    posts = kick.rules.posts_yd
    to_posts = 0.0 if posts is None else posts.value
    return FIELD_LENGTH_YD - kick_yd(field, kick, game) + to_posts


def spot_of_yd(field: FieldProfile, game: State, yards: float, y_mm: float | None) -> BallSpot:
    """A spot by the kicking side's own yard line; across the field in the middle unless said."""
    x_mm = spot_x_mm(field, yards, kicking_way(game))
    return BallSpot(x_mm, middle_y_mm(field) if y_mm is None else y_mm, 0.0)


def own_spot(field: FieldProfile, game: State, yards: float) -> BallSpot:
    """A spot in the middle on an own yard line of the receiving side."""
    return spot_of_yd(field, game, FIELD_LENGTH_YD - yards, None)


def in_end_zone_ahead(field: FieldProfile, game: State, x_mm: float) -> bool:
    """Whether a place is on the receiving side's goal line or behind it."""
    return spot_yd(field, x_mm, kicking_way(game)) >= FIELD_LENGTH_YD - TIE


def in_end_zone_behind(field: FieldProfile, game: State, x_mm: float) -> bool:
    """Whether a place is on the kicking side's goal line or behind it."""
    return spot_yd(field, x_mm, kicking_way(game)) <= TIE


def beyond_end_line(field: FieldProfile, game: State, x_mm: float) -> bool:
    """Whether a place is on the receiving side's end line or behind it."""
    yards = spot_yd(field, x_mm, kicking_way(game))
    return yards >= FIELD_LENGTH_YD + END_ZONE_YD - TIE


def end_line_behind_x_mm(field: FieldProfile, plays: Direction) -> float:
    """The end line behind a side that plays so."""
    return field.left_end_line_x_mm if plays.sign > 0 else field.right_end_line_x_mm
