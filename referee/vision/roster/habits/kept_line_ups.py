"""What was learned of both teams' line-ups: a file beside the team file, for the next evening."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from referee.core.roster import Roster, Team
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.json_table import read_json
from referee.loaders.teams_file import ENDING, MOST_PLAYERS, check_teams_name
from referee.vision.roster.habits.line_up_habits import (
    LEAST_PLAYERS,
    MOST_LINE_UPS,
    RememberedLineUp,
)
from referee.vision.roster.habits.team_habits import TeamHabits

FORMAT = "referee.line-ups"
VERSION = 1
LINE_UPS_ENDING = ".teams.line-ups.json"
MAX_BYTES = 1_000_000
WRITTEN = "the file that the referee wrote beside the team file; delete it, and it learns anew"
# No board is larger, in mm to either side of its middle or corner.
FARTHEST_MM = 5_000.0
MOST_COUNT = 10_000.0
DIGITS = 1  # a tenth of a millimetre
# An evening ago counts less than tonight.
LAST_NIGHT = 0.5


def line_ups_path(teams_path: Path) -> Path:
    """Where the line-ups of a team file lie."""
    check_teams_name(teams_path)
    return teams_path.with_name(teams_path.name.removesuffix(ENDING) + LINE_UPS_ENDING)


def read_line_ups(teams_path: Path, roster: Roster) -> Mapping[Team, tuple[RememberedLineUp, ...]]:
    """What earlier evenings have learned; nothing where there is no file.

    Players who are not in the team file any more are left out.
    """
    path = line_ups_path(teams_path)
    if not path.exists():
        return {}
    table = read_json(path, "the line-ups of earlier evenings", WRITTEN, MAX_BYTES)
    table.choice("format", [FORMAT])
    table.whole("version", VERSION, VERSION)
    found = {team: _team(table, team, roster) for team in Team}
    table.done()
    return found


def write_line_ups(teams_path: Path, roster: Roster, habits: TeamHabits) -> None:
    """Write the file whole."""
    values: dict[str, object] = {"format": FORMAT, "version": VERSION}
    for team, habit in zip((Team.HOME, Team.AWAY), habits, strict=True):
        values[team.value] = [_values(each, roster) for each in habit.kept]
    write_text(line_ups_path(teams_path), json.dumps(values, separators=(",", ":")) + "\n")


def _values(kept: RememberedLineUp, roster: Roster) -> dict[str, object]:
    return {
        "count": round(kept.count, DIGITS + 1),
        "players": [roster.players[int(row)].id for row in kept.rows],
        "places_mm": kept.places_mm.round(DIGITS).tolist(),
    }


def _team(table: SettingsTable, team: Team, roster: Roster) -> tuple[RememberedLineUp, ...]:
    mine = {player.id: k for k, player in enumerate(roster) if player.team is team}
    rows = table.tables(team.value, max_count=MOST_LINE_UPS)
    line_ups = [_line_up(row, mine) for row in rows]
    return tuple(each for each in line_ups if len(each.rows) >= LEAST_PLAYERS)


def _line_up(table: SettingsTable, mine: Mapping[str, int]) -> RememberedLineUp:
    count = table.number("count", 0.0, MOST_COUNT)
    names = _names(table)
    places = table.points("places_mm", len(names), -FARTHEST_MM, FARTHEST_MM)
    known = [k for k, name in enumerate(names) if name in mine]
    return RememberedLineUp(
        np.array([mine[names[k]] for k in known], dtype=np.int64),
        np.array([places[k] for k in known], dtype=np.float64).reshape(-1, 2),
        max(LAST_NIGHT * count, LAST_NIGHT),
    )


def _names(table: SettingsTable) -> Sequence[str]:
    value = table.raw("players") if "players" in table else None
    allowed = f"a list of {LEAST_PLAYERS} to {MOST_PLAYERS} different players"
    if not isinstance(value, list) or not LEAST_PLAYERS <= len(value) <= MOST_PLAYERS:
        raise table.error("players", value, allowed)
    names = [name for name in value if isinstance(name, str) and name.isalnum()]
    if len(names) != len(value) or len(set(names)) != len(names):
        raise table.error("players", value, allowed)
    return names
