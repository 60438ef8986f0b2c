"""The line-up card: somebody has said who stands where, and the figures are learned from that."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.roster import Roster, Team
from referee.vision.light import Float
from referee.vision.locate import Locator
from referee.vision.teams import TeamColours, describe_all
from referee.vision.watch.begin import Beginning, placed
from referee.vision.watch.lineup import Standing, Start
from referee.vision.watch.opening import Opening, usual_shape

# People point at figures, not at the middle of their bases.
POINTED_MM = 12.0
FARTHEST_MM = 45.0
NOT_HIM = -100.0

Card = Mapping[str, tuple[float, float]]


def open_by_card(start: Start, locator: Locator, roster: Roster, card: Card) -> Opening:
    """Every base goes to whom the card names there; who is not on it waits beside the board."""
    beginning = placed_by_card(roster, start.standing, card)
    lost = tuple(name for name in card if name not in beginning.places)
    notes = (f"Nobody is seen where you said: {', '.join(lost)}.",) if lost else ()
    return Opening(beginning, _colours(start, locator, beginning), notes, lost)


def placed_by_card(roster: Roster, standing: Sequence[Standing], card: Card) -> Beginning:
    """Places alone decide; whom the card does not name has none."""
    nobody_knows = [(None, 0.5)] * len(standing)
    return placed(roster, standing, nobody_knows, _likely(roster, standing, card))


def _likely(roster: Roster, standing: Sequence[Standing], card: Card) -> FloatArray:
    """Log-likelihoods (bases, players) from places alone."""
    out = np.full((len(standing), len(roster)), NOT_HIM)
    for i, player in enumerate(roster):
        if player.id not in card:
            continue
        for j, base in enumerate(standing):
            far_mm = math.dist(card[player.id], (base.pose.x_mm, base.pose.y_mm))
            if far_mm <= FARTHEST_MM:
                out[j, i] = -0.5 * (far_mm / POINTED_MM) ** 2
    return out


def _colours(start: Start, locator: Locator, beginning: Beginning) -> TeamColours | None:
    """What both teams look like, now that it is known whose each figure is."""
    roster, places = beginning.roster, beginning.places
    here = [player for player in roster if player.id in places]
    poses, shapes = [places[p.id] for p in here], [usual_shape(locator)] * len(here)
    described = describe_all(start.look.frame.image, locator.camera, poses, shapes)
    teams: dict[Team, list[Float]] = {team: [] for team in Team}
    for player, description in zip(here, described, strict=True):
        teams[player.team].append(description)
    return TeamColours.learn(teams) if all(teams.values()) else None
