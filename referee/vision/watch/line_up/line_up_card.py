"""The line-up card: somebody has said who stands where, and the figures are learned from that."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.arrays import F64
from referee.core.roster import Roster, Team
from referee.vision.appearance.figure_colours import describe_figures
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.frame.locator import Locator
from referee.vision.watch.line_up.line_up_finder import FoundLineUp, LineUpBase
from referee.vision.watch.line_up.placed_roster import PlacedRoster, place_players
from referee.vision.watch.line_up.watch_start import WatchStart, usual_shape

# People point at figures, not at the middle of their bases.
POINTED_MM = 12.0
FARTHEST_MM = 45.0
NOT_THERE = -100.0  # log-likelihood of a player that the card names elsewhere

LineUpCard = Mapping[str, tuple[float, float]]


def start_by_card(
    start: FoundLineUp, locator: Locator, roster: Roster, card: LineUpCard
) -> WatchStart:
    """Every base goes to the player that the card names there; the others wait beside the board."""
    beginning = placed_by_card(roster, start.standing, card)
    lost = tuple(name for name in card if name not in beginning.places)
    notes = (f"Nobody is seen where you said: {', '.join(lost)}.",) if lost else ()
    return WatchStart(beginning, _colours(start, locator, beginning), notes, lost)


def placed_by_card(
    roster: Roster, standing: Sequence[LineUpBase], card: LineUpCard
) -> PlacedRoster:
    """Places alone decide; a player that the card does not name has none."""
    nobody_knows = [(None, 0.5)] * len(standing)
    return place_players(roster, standing, nobody_knows, _likely(roster, standing, card))


def _likely(roster: Roster, standing: Sequence[LineUpBase], card: LineUpCard) -> F64:
    """Log-likelihoods (bases, players) from places alone."""
    out = np.full((len(standing), len(roster)), NOT_THERE)
    for i, player in enumerate(roster):
        if player.id not in card:
            continue
        for j, base in enumerate(standing):
            far_mm = math.dist(card[player.id], (base.pose.x_mm, base.pose.y_mm))
            if far_mm <= FARTHEST_MM:
                out[j, i] = -0.5 * (far_mm / POINTED_MM) ** 2
    return out


def _colours(start: FoundLineUp, locator: Locator, beginning: PlacedRoster) -> TeamColours | None:
    """What both teams look like, now that it is known whose each figure is."""
    roster, places = beginning.roster, beginning.places
    here = [player for player in roster if player.id in places]
    poses, shapes = [places[p.id] for p in here], [usual_shape(locator)] * len(here)
    described = describe_figures(start.look.frame.image, locator.camera, poses, shapes)
    teams: dict[Team, list[F64]] = {team: [] for team in Team}
    for player, description in zip(here, described, strict=True):
        teams[player.team].append(description)
    return TeamColours.learn(teams) if all(teams.values()) else None
