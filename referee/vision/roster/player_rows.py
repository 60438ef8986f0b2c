"""Players and sightings as rows of numbers, which is what the compiled parts work on."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.core.arrays import F32
from referee.core.roster import Player, Roster, Team
from referee.vision.sighting import Sighting

Row = np.void  # one row of a table
Table = npt.NDArray[np.void]

# A player. The pose is the last sighting as it was measured, the heading turned round where the
# front says so; the velocity serves the prediction and nothing else.
PLAYER = np.dtype(
    [
        ("x_mm", np.float64),
        ("y_mm", np.float64),
        ("heading_rad", np.float64),
        ("heading_var", np.float64),  # variance of the heading last sighted
        ("vx_mm_s", np.float64),
        ("vy_mm_s", np.float64),
        ("seen_s", np.float64),  # when it was sighted last
        ("length_mm", np.float64),
        ("width_mm", np.float64),
        ("side", np.float64),  # +1 home, -1 away
        # Log-odds that the carried front is right: earlier views, what the figure looks like, the
        # line-up, creeping, this view.
        ("picture", np.float64),
        ("figure", np.float64),
        ("line_up", np.float64),
        ("creep", np.float64),
        ("view", np.float64),
        # Where this view began, and how many frames it has.
        ("view_x_mm", np.float64),
        ("view_y_mm", np.float64),
        ("view_rad", np.float64),
        ("view_frames", np.float64),
        # Views that were right and wrong of this figure, where its way has shown it.
        ("right", np.float64),
        ("wrong", np.float64),
        ("anchor_x_mm", np.float64),  # where its present step began, if it is ``anchored``
        ("anchor_y_mm", np.float64),
        ("looks", np.float64),  # log-odds of its own team, averaged over its sightings
        ("placed", np.bool_),  # on the board
        ("anchored", np.bool_),
        ("set_by_hand", np.bool_),  # since the last snap
        ("lost", np.int64),  # 0, or LOST or NOWHERE
    ]
)
LOST = 1  # nobody knows where: probably near its last place
NOWHERE = 2  # not even near its last place

# A sighting. The variances and covariances are in mm and radians, the evidence in log-odds.
SIGHTING = np.dtype(
    [
        ("x_mm", np.float64),
        ("y_mm", np.float64),
        ("heading_rad", np.float64),
        ("xx", np.float64),
        ("xy", np.float64),
        ("yy", np.float64),
        ("hh", np.float64),
        ("length_mm", np.float64),
        ("width_mm", np.float64),
        ("home", np.float64),
        ("front", np.float64),
        ("score", np.float64),
    ]
)

# Log-odds that one sighting says at most.
MOST_TEAM = 5.0
MOST_FRONT = 3.0


def slot_rows(roster: Roster) -> Table:
    """A row for each player, nobody placed yet."""
    rows = np.zeros(len(roster), PLAYER)
    for row, player in zip(rows, roster, strict=True):
        row["length_mm"], row["width_mm"] = player.base.length_mm, player.base.width_mm
        row["side"] = side_of(player)
        row["looks"] = MOST_TEAM / 2.0
    return rows


def side_of(player: Player) -> float:
    """+1 for home, -1 for away."""
    return 1.0 if player.team is Team.HOME else -1.0


def sighting_rows(sightings: Sequence[Sighting]) -> Table:
    """A row for each sighting."""
    rows = np.empty(len(sightings), SIGHTING)
    for k, s in enumerate(sightings):
        pose, c = s.pose, s.covariance
        home = 0.0
        if s.team is not None:
            odds = log_odds(s.team_probability, MOST_TEAM)
            home = odds if s.team is Team.HOME else -odds
        rows[k] = (
            pose.x_mm,
            pose.y_mm,
            math.radians(pose.heading_deg),
            c[0][0],
            c[0][1],
            c[1][1],
            c[2][2],
            s.length_mm,
            s.width_mm,
            home,
            log_odds(s.front, MOST_FRONT),
            s.score,
        )
    return rows


def sighting_views(sightings: Sequence[Sighting]) -> F32 | None:
    """What each figure looks like, (n, 2, length); not a number where nobody has looked.

    None where nobody has looked at any.
    """
    seen = next((s.views for s in sightings if s.views is not None), None)
    if seen is None:
        return None
    unknown = np.full_like(seen, np.nan)
    return np.stack([unknown if s.views is None else s.views for s in sightings])


def log_odds(probability: float, most: float) -> float:
    """ln(p / (1 - p)), cut off at ``most`` on both sides."""
    if probability <= 0.0:
        return -most
    if probability >= 1.0:
        return most
    return max(-most, min(most, math.log(probability / (1.0 - probability))))


def in_order(sightings: Sequence[Sighting]) -> list[Sighting]:
    """The sightings in an order that is the same however they came."""
    return sorted(
        sightings,
        key=lambda s: (s.pose.x_mm, s.pose.y_mm, s.pose.heading_deg, s.score, s.front),
    )
