"""What two simulated teams are called, and their colours as people say them."""

from __future__ import annotations

from referee.core.roster import Team
from referee.loaders.teams_file import Rgb
from referee.sim.look import Colour, SceneLook


def team_names(look: SceneLook) -> dict[Team, str]:
    """As the end zones have it: home's is the left one."""
    return {Team.HOME: look.field.left_text.title(), Team.AWAY: look.field.right_text.title()}


def rgb_of(colour: Colour) -> Rgb:
    """As a team file has it.

    >>> rgb_of((1.0, 0.5, 0.0))
    (255, 128, 0)
    """
    r, g, b = (round(255 * part) for part in colour)
    return r, g, b
