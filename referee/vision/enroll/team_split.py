"""Which figure of a line-up belongs to which team: by colours, and by where the teams stand.

Home is the team that stands further left on the board (towards its left goal line). Where the
teams do not stand on two sides, home is the darker one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.vision.appearance.two_teams import two_teams
from referee.vision.enroll.line_up_figures import LineUpFigure

FEWEST = 4  # figures without which nobody can say what two teams are
SIDE_SHARE = 0.8  # of the figures stand on their team's side of a line across the board
GAP_MM = 25.0  # between two teams that only their sides tell apart


@dataclass(frozen=True, slots=True)
class TeamSplit:
    """The team of each figure, and what was odd about telling them apart."""

    teams: tuple[Team, ...]
    doubts: tuple[str, ...]


def split_teams(figures: Sequence[LineUpFigure]) -> TeamSplit:
    """Two teams, or a sentence why there are not two."""
    if len(figures) < FEWEST:
        raise BadValue("figures", len(figures), "two teams of two or more")
    found = two_teams([f.description for f in figures])
    x = np.array([f.pose.x_mm for f in figures])
    if None in found:
        home = _sides_alone(x)
        if home is None:
            one = PlainWord("one team only: all figures look alike")
            raise BadValue("the line-up", one, "both teams, best on two sides of a yard line")
        teams = tuple(Team.HOME if left else Team.AWAY for left in home)
        return TeamSplit(teams, ("the teams look alike; they were told apart by their sides",))
    teams = tuple(team for team in found if team is not None)
    where = {team: x[[t is team for t in teams]] for team in Team}
    if float(np.median(where[Team.HOME])) > float(np.median(where[Team.AWAY])):
        swapped = {team: where[team.other] for team in Team}
        if _on_their_sides(swapped) >= SIDE_SHARE:
            return TeamSplit(tuple(team.other for team in teams), ())
    elif _on_their_sides(where) >= SIDE_SHARE:
        return TeamSplit(teams, ())
    return TeamSplit(teams, ("the teams stand mixed; the darker one was taken for home",))


def _sides_alone(x: np.ndarray) -> list[bool] | None:
    """Left or right of the widest gap across the middle, if there is one."""
    order = np.sort(x)
    low, high = len(x) // 3, len(x) - len(x) // 3
    gaps = np.diff(order)[low : high - 1]
    if not len(gaps) or gaps.max() < GAP_MM:
        return None
    cut = low + int(gaps.argmax())
    return [bool(v <= order[cut]) for v in x]


def _on_their_sides(where: dict[Team, np.ndarray]) -> float:
    """The share of figures that a line across the board separates as their colours do."""
    every = np.concatenate([where[Team.HOME], where[Team.AWAY]])
    right = [
        (where[Team.HOME] <= cut).sum() + (where[Team.AWAY] > cut).sum() for cut in np.sort(every)
    ]
    return float(max(right)) / len(every)
