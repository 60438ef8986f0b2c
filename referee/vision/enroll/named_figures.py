"""Who is who in a line-up, as a person says it: player, number, team, and a tap on the figure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.geometry.base_shape import BaseShape
from referee.core.roster import Player, Team
from referee.loaders.bases import load_base
from referee.loaders.teams_file import DEFAULT_BASE, OwnBase, PlayerSheet
from referee.vision.enroll.line_up_figures import LineUpFigure
from referee.vision.roster.assignment import NOBODY, best_pairs

# A figure farther than this from a tap was not meant: more than the length of a base.
FARTHEST_MM = 40.0


@dataclass(frozen=True, slots=True)
class NamedFigure:
    """One figure as a person names it; ``place_mm`` is about where it stands.

    ``position`` is its usual job, in words of a team file; it may be empty.
    """

    player: str
    number: int
    team: Team
    place_mm: tuple[float, float]
    position: str = ""

    def on(self, base: BaseShape) -> Player:
        """The player of the roster, on this base."""
        return Player(self.player, self.team, self.number, base, position=self.position)


def match_figures(
    figures: Sequence[LineUpFigure], named: Sequence[NamedFigure]
) -> tuple[NamedFigure | None, ...]:
    """For each figure what was said of it; None: nobody pointed at it."""
    if not figures or not named:
        return (None,) * len(figures)
    far_mm = np.array(
        [[math.dist(who.place_mm, (f.pose.x_mm, f.pose.y_mm)) for who in named] for f in figures]
    )
    taken = best_pairs(far_mm - FARTHEST_MM)
    return tuple(None if k == NOBODY else named[k] for k in taken.tolist())


def numbered_figures(
    figures: Sequence[LineUpFigure], teams: Sequence[Team]
) -> tuple[NamedFigure, ...]:
    """Names that nobody has given: H1, H2 ... and A1, A2 ... in the order of the figures."""
    out: list[NamedFigure] = []
    for figure, team in zip(figures, teams, strict=True):
        number = 1 + sum(who.team is team for who in out)
        place_mm = (figure.pose.x_mm, figure.pose.y_mm)
        out.append(NamedFigure(f"{team.value[0].upper()}{number}", number, team, place_mm))
    return tuple(out)


def missing_figures(named: Sequence[NamedFigure], found: Sequence[NamedFigure]) -> tuple[str, ...]:
    """A sentence about the players whom nobody sees where a person pointed, if there are any."""
    lost = [who.player for who in named if who not in found]
    return (f"no figure is seen where you said: {', '.join(lost)}",) if lost else ()


def unseen_sheets(unseen: Sequence[NamedFigure], seen: Sequence[PlayerSheet]) -> list[PlayerSheet]:
    """Players who were named and not seen: on the base that most of their team were seen on."""
    base = Counter(sheet.base or DEFAULT_BASE for sheet in seen).most_common(1)[0][0]
    return [PlayerSheet(who.on(_shape(base, who.player)), base, who.position) for who in unseen]


def _shape(base: str | OwnBase, player: str) -> BaseShape:
    return base.shape(f"of-{player}") if isinstance(base, OwnBase) else load_base(base)
