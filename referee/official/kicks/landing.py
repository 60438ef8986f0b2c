"""Who is where a kick comes down, on a board that has come to rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.lateral_spot import middle_y_mm
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane, above_x, ahead_of_x, below_x
from referee.core.geometry.marker import Marker, marker_gap
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_at_least
from referee.core.roster import Team
from referee.game.state import State
from referee.official.game_setup import GameSetup
from referee.official.kicks.spots import in_end_zone_ahead, kicking_way

# The point itself: a base is on it if it covers it.
_POINT_MM = 0.5


@dataclass(frozen=True, slots=True)
class PlayerThere:
    """A player where a kick comes down, and how likely that is."""

    player: str
    team: Team
    probability: float
    y_mm: float
    aside_mm: float


@dataclass(frozen=True, slots=True)
class KickCompany:
    """Who is there, of both sides, the nearest to the middle first; ``doubts``: who may be."""

    receiving: tuple[PlayerThere, ...]
    kicking: tuple[PlayerThere, ...]
    doubts: tuple[Doubt, ...] = ()

    def receiver(self, player: str | None) -> PlayerThere | None:
        """A certain receiver among those who are there."""
        return next((each for each in self.receiving if each.player == player), None)


def company_on_line(setup: GameSetup, game: State, board: BoardFrame, x_mm: float) -> KickCompany:
    """Who is on the line on which a kick comes down; in an end zone, who is anywhere in it."""
    field, plays = setup.field, kicking_way(game)
    ahead = in_end_zone_ahead(field, game, x_mm)
    goal = ahead_of_x(field.goal_to_goal_mm if plays.sign > 0 else 0.0, plays)
    kicks = game.team or Team.HOME
    sides = (above_x(x_mm), below_x(x_mm))

    def there(seen: SeenBase, shape: BaseShape) -> float:
        if ahead and setup.roster.player(seen.player).team is not kicks:
            return _reaches(shape, seen, goal)
        return min(_reaches(shape, seen, side) for side in sides)

    return _company(setup, kicks, board, there, middle_y_mm(field))


def company_on_spot(
    setup: GameSetup, game: State, board: BoardFrame, x_mm: float, y_mm: float
) -> KickCompany:
    """Whose base covers the spot on which a kick comes down."""
    spot = Marker(x_mm, y_mm, _POINT_MM)

    def there(seen: SeenBase, shape: BaseShape) -> float:
        gap = marker_gap(shape, seen.measured, spot)
        return p_at_least(-gap.gap_mm, gap.sigma_mm)

    return _company(setup, game.team or Team.HOME, board, there, y_mm)


def _reaches(shape: BaseShape, seen: SeenBase, side: HalfPlane) -> float:
    reach = reach_beyond(shape, seen.measured, side)
    return p_at_least(reach.beyond_mm, reach.sigma_mm)


def _company(
    setup: GameSetup,
    kicks: Team,
    board: BoardFrame,
    there: Callable[[SeenBase, BaseShape], float],
    y_mm: float,
) -> KickCompany:
    found = [
        PlayerThere(
            seen.player,
            setup.roster.player(seen.player).team,
            there(seen, setup.base(seen.player)) * seen.p_upright,
            seen.y_mm,
            abs(seen.y_mm - y_mm),
        )
        for seen in board.seen
        if seen.player
    ]
    found.sort(key=lambda each: (each.aside_mm, each.player))
    sure = setup.thresholds.sure
    doubts = [
        Doubt(DoubtKind.AT_THE_KICK, each.player)
        for each in found
        if 1.0 - sure < each.probability < sure
    ]
    at = [each for each in found if each.probability >= setup.thresholds.doubt]
    return KickCompany(
        tuple(each for each in at if each.team is not kicks),
        tuple(each for each in at if each.team is kicks),
        tuple(doubts),
    )


def furthest_x_mm(setup: GameSetup, game: State, board: BoardFrame) -> float | None:
    """The furthest downfield that any part of a kicking player is; None: none is seen."""
    plays, kicks = kicking_way(game), game.team or Team.HOME
    zero = ahead_of_x(0.0, plays)
    reaches = [
        reach_beyond(setup.base(seen.player), seen.measured, zero).beyond_mm
        for seen in board.seen
        if seen.player and setup.roster.player(seen.player).team is kicks
    ]
    return plays.sign * max(reaches) if reaches else None


def nearest_to(
    setup: GameSetup, board: BoardFrame, team: Team, x_mm: float, y_mm: float
) -> str | None:
    """The player of a team whose base is nearest to a place; None: nobody is seen."""
    of_team = [
        ((seen.x_mm - x_mm) ** 2 + (seen.y_mm - y_mm) ** 2, seen.player)
        for seen in board.seen
        if seen.player and setup.roster.player(seen.player).team is team
    ]
    return min(of_team)[1] if of_team else None
