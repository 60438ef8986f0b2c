"""Teams once they are enrolled: learned from the other frames of a look, asked in each.

So the product is used: what both teams wear is known before the game. Bases without a figure wear
nothing and are left out, here as when teams are learned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64
from referee.core.roster import Team
from referee.lab.bench.vision.judged_frames import JudgedFrame
from referee.lab.dataset.answer_sheet import NOBODY, BaseAnswer
from referee.vision.appearance.figure_colours import describe_figures
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.sighting import Sighting

SURE = 0.9
FEWEST = 3  # figures of a team from which anybody would enrol it


@dataclass(frozen=True, slots=True)
class TeamMark:
    """One figure of an enrolled team: whether its team was said, and whether surely."""

    right: bool
    sure: bool


@dataclass(frozen=True, slots=True)
class WornColours:
    """One figure of one frame, and what it looks like there."""

    who: str
    team: Team
    judged: bool
    description: F64


def worn_in(
    judged: JudgedFrame,
    pairs: Mapping[str, Sighting],
    bases: Sequence[BaseAnswer],
    ask: Mapping[str, bool],
) -> list[WornColours]:
    """The figures that were found standing, on their true outlines; those in ``ask`` count."""
    found = [b for b in bases if b.id in pairs and not (b.fallen or b.lifted)]
    camera, field = judged.calibration.camera, judged.calibration.field
    poses, shapes = [pairs[b.id].pose for b in found], [b.shape for b in found]
    described = describe_figures(judged.image, camera, poses, shapes, field)
    return [
        WornColours(b.id, b.team, ask.get(b.id, False), description)
        for b, description in zip(found, described, strict=True)
        if b.figure != NOBODY
    ]


def team_marks(frames: Sequence[Sequence[WornColours]]) -> list[TeamMark]:
    """Every frame of a look, its teams learned from the others."""
    marks = []
    for k, here in enumerate(frames):
        colours = _learned([each for j, frame in enumerate(frames) if j != k for each in frame])
        if colours is None:
            continue
        said = colours.judge([each.description for each in here])
        marks += [
            TeamMark(team is each.team, chance > SURE)
            for each, (team, chance) in zip(here, said, strict=True)
            if each.judged
        ]
    return marks


def _learned(figures: Sequence[WornColours]) -> TeamColours | None:
    seen: dict[Team, dict[str, list[F64]]] = {team: defaultdict(list) for team in Team}
    for each in figures:
        seen[each.team][each.who].append(each.description)
    if min(len(players) for players in seen.values()) < FEWEST:
        return None
    return TeamColours.learn(
        {team: [np.vstack(rows) for rows in players.values()] for team, players in seen.items()}
    )
