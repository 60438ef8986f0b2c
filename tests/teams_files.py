"""Team files for tests: players on bases of the catalogue, with colours as a page writes them."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.roster import Roster, Team
from referee.loaders.teams_file import PlayerSheet, Rgb, TeamsFile, TeamSheet


def teams_file_of(
    roster: Roster, names: Mapping[Team, str], jerseys: Mapping[Team, str]
) -> TeamsFile:
    """A team file for players on bases of the catalogue."""

    def sheet(team: Team) -> TeamSheet:
        players = [p for p in roster if p.team is team]
        rows = tuple(PlayerSheet(p, p.base.name) for p in players)
        return TeamSheet(names[team], rows, players[0].base.name, rgb_of(jerseys[team]))

    return TeamsFile({team: sheet(team) for team in Team})


def rgb_of(text: str) -> Rgb:
    """A colour from "#rrggbb".

    >>> rgb_of("#ff8000")
    (255, 128, 0)
    """
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
