"""From a line-up to a roster that stands on the board: given by its file, or made on the spot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.vision.roster.assignment import NOBODY, best_pairs
from referee.vision.roster.player_rows import MOST_TEAM, log_odds
from referee.vision.watch.board_look import TeamChance
from referee.vision.watch.line_up.line_up_finder import LineUpBase

MOST_OF_A_TEAM = 11
SIZE_SIGMA_MM = 1.0  # of a size that the detector saw many times
WORST_SIZE = 4.0
PLACED = 20.0  # log-odds: a player on the board has a place, whatever it looks like
LETTER = {Team.HOME: "H", Team.AWAY: "A"}


@dataclass(frozen=True, slots=True)
class PlacedRoster:
    """A roster with places for the players on the board; what is nobody is clutter."""

    roster: Roster
    places: dict[str, Pose]
    fronts: dict[str, float]
    clutter: tuple[Pose, ...]


def place_players(
    roster: Roster, standing: Sequence[LineUpBase], whose: Sequence[TeamChance], likely: F64
) -> PlacedRoster:
    """Each base of the line-up goes to a player of its team and its size.

    ``likely`` (bases, players) are log-likelihoods from what players alone look like.
    """
    cost = np.zeros((len(roster), len(standing)))
    for i, player in enumerate(roster):
        for j, (base, (team, chance)) in enumerate(zip(standing, whose, strict=True)):
            odds = log_odds(chance, MOST_TEAM) if team is not None else 0.0
            own = odds if team is player.team else -odds
            off = math.hypot(
                base.size_mm[0] - player.base.length_mm, base.size_mm[1] - player.base.width_mm
            )
            size = min(0.5 * (off / SIZE_SIGMA_MM) ** 2, WORST_SIZE)
            cost[i, j] = -(PLACED + own - size + base.candidate.score + likely[j, i])
    found = best_pairs(cost)
    places: dict[str, Pose] = {}
    fronts: dict[str, float] = {}
    for player, j in zip(roster, found.tolist(), strict=True):
        if j != NOBODY:
            places[player.id], fronts[player.id] = standing[j].pose, standing[j].front
    taken = set(found.tolist())
    clutter = tuple(s.pose for j, s in enumerate(standing) if j not in taken)
    return PlacedRoster(roster, places, fronts, clutter)


def working_roster(
    standing: Sequence[LineUpBase], teams: Sequence[Team], shapes: Sequence[BaseShape]
) -> PlacedRoster:
    """H1, H2 ... and A1, A2 ... from left to right; of more than eleven the surest stay."""
    players: list[Player] = []
    places: dict[str, Pose] = {}
    fronts: dict[str, float] = {}
    clutter: list[Pose] = []
    for team in Team:
        own = [j for j, t in enumerate(teams) if t is team]
        best = sorted(own, key=lambda j: -standing[j].candidate.score)[:MOST_OF_A_TEAM]
        clutter += [standing[j].pose for j in own if j not in best]
        for number, j in enumerate(sorted(best), start=1):
            player = Player(f"{LETTER[team]}{number}", team, number, shapes[j])
            players.append(player)
            places[player.id], fronts[player.id] = standing[j].pose, standing[j].front
    return PlacedRoster(Roster(tuple(players)), places, fronts, tuple(clutter))


def teams_by_side(standing: Sequence[LineUpBase]) -> tuple[Team, ...]:
    """When colours say nothing: home is the left half of the line-up."""
    xs = sorted(s.pose.x_mm for s in standing)
    middle = xs[len(xs) // 2]
    return tuple(Team.HOME if s.pose.x_mm < middle else Team.AWAY for s in standing)
