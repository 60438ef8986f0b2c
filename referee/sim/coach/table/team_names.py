"""What two simulated teams are called, and which of them is the darker one."""

from __future__ import annotations

from referee.core.roster import Team
from referee.sim.look import Colour, SceneLook

# Green counts most for how light a colour looks.
LIGHTNESS = (0.3, 0.59, 0.11)


def team_names(look: SceneLook) -> dict[Team, str]:
    """As the end zones have it: home's is the left one."""
    return {Team.HOME: look.field.left_text.title(), Team.AWAY: look.field.right_text.title()}


def hex_of(colour: Colour) -> str:
    """As a page writes it.

    >>> hex_of((1.0, 0.5, 0.0))
    '#ff8000'
    """
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def darker_team(look: SceneLook) -> Team:
    """The team whose jerseys are the darker ones."""

    def light(team: Team) -> float:
        return sum(w * part for w, part in zip(LIGHTNESS, look.teams[team].jersey, strict=True))

    return min(Team, key=light)
