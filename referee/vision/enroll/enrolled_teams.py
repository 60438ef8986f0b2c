"""Everything that is known about the figures of a game before it starts.

The team file (`my.teams.toml`) is for people; the colours that were learned lie beside it in
`my.teams.colours.json`, for the program.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from referee.core.arrays import F64
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Roster, Team
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.json_table import read_json
from referee.loaders.teams_file import ENDING, TeamsFile, check_teams_name, read_teams
from referee.vision.appearance.colour_densities import CELLS, SHAPE, ZONES
from referee.vision.appearance.player_colours import PlayerColours
from referee.vision.appearance.team_colours import TeamColours

FORMAT = "referee.team-colours"
VERSION = 1
COLOURS_ENDING = ".teams.colours.json"
DIGITS = 5
MAX_BYTES = 4_000_000
WRITTEN = "the file that `referee enroll` wrote; enrol again"


@dataclass(frozen=True)
class EnrolledTeams:
    """The players, and what their colours say about team and player."""

    teams: TeamsFile
    roster: Roster
    colours: TeamColours
    players: PlayerColours

    @staticmethod
    def of_counts(
        teams: TeamsFile, counts: Mapping[str, F64], usual: float, slope: float
    ) -> EnrolledTeams:
        """From the colour shares of players; one whose colours nobody learned may be missing."""
        roster = teams.roster
        known = {p.id: counts[p.id] for p in roster if p.id in counts}
        sides = {
            team: [known[p.id] for p in roster if p.team is team and p.id in known] for team in Team
        }
        for team, rows in sides.items():
            if not rows:
                ids = ", ".join(p.id for p in roster if p.team is team)
                raise BadValue(
                    f"the {team} team",
                    PlainWord(f"{ids}, none of whom was ever seen"),
                    "ids as `referee enroll` wrote them; enrol again",
                )
        colours = TeamColours.of_counts(sides, usual, slope)
        return EnrolledTeams(teams, roster, colours, PlayerColours.of_counts(known))


def colours_path(teams_path: Path) -> Path:
    """Where the learned colours of a team file lie."""
    check_teams_name(teams_path)
    return teams_path.with_name(teams_path.name.removesuffix(ENDING) + COLOURS_ENDING)


def read_enrolled_teams(path: Path) -> EnrolledTeams:
    """A team file and the colours beside it."""
    teams = read_teams(path)
    beside = colours_path(path)
    table = read_json(beside, "the learned colours", WRITTEN, MAX_BYTES)
    table.choice("format", [FORMAT])
    table.whole("version", VERSION, VERSION)
    grid = table.numbers("grid", 3, 1, 1000)
    if tuple(grid) != SHAPE:
        raise table.error("grid", list(grid), f"{list(SHAPE)}; enrol again")
    usual = table.number("usual", 0.0, 100.0)
    slope = table.number("slope", 0.0, 1000.0)
    rows = table.table("players")
    counts = {name: _counts(rows.table(name)) for name in rows.keys}
    table.done()
    try:
        return EnrolledTeams.of_counts(teams, counts, usual, slope)
    except BadValue as error:
        raise error.at(str(path)) from None


def write_colours(path: Path, colours: TeamColours, counts: Mapping[str, F64]) -> None:
    """Write the learned colours beside the team file ``path``."""
    values = {
        "format": FORMAT,
        "version": VERSION,
        "grid": list(SHAPE),
        "usual": round(colours.usual, DIGITS),
        "slope": round(colours.slope, DIGITS),
        "players": {name: _values(rows) for name, rows in counts.items()},
    }
    write_text(colours_path(path), json.dumps(values, separators=(",", ":")) + "\n")


def _values(counts: F64) -> dict[str, list[float]]:
    out: dict[str, list[float]] = {}
    for zone, name in enumerate(ZONE_NAMES):
        cells = np.flatnonzero(counts[zone])
        out[f"{name}_cells"] = [int(c) for c in cells]
        out[f"{name}_shares"] = counts[zone][cells].round(DIGITS).tolist()
    return out


ZONE_NAMES = ("figure", "base")


def _counts(table: SettingsTable) -> F64:
    out = np.zeros((ZONES, CELLS))
    for zone, name in enumerate(ZONE_NAMES):
        cells = table.numbers(f"{name}_cells", None, 0, CELLS - 1)
        shares = table.numbers(f"{name}_shares", len(cells), 0.0, 1.0)
        places = np.array(cells, dtype=np.int64)
        if len(places) and (places != np.array(cells)).any():
            raise table.error(f"{name}_cells", PlainWord("not whole"), "whole numbers")
        out[zone, places] = shares
    return out
