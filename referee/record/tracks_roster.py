"""Who is in a tracks file: every player it names, on a standard base, where no team file says more.

The file is searched for names only; `read_observations` checks the rest of its lines.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from referee.core.errors import BadValue
from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base

_ID = re.compile(rb'"id"\s*:\s*"([A-Za-z0-9]{1,12})"')
_TEAMS = {"H": Team.HOME, "A": Team.AWAY}


def roster_of(path: Path) -> Roster:
    """The players of a tracks file, in the order of their names."""
    base = load_base("standard")
    teams: dict[str, Team] = {}
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            names = {name.decode("ascii") for name in _ID.findall(line)}
            if not names.issubset(teams):
                teams |= _teams(line, f"{path}, line {number}")
    players = (Player(n, teams[n], _number(n), base) for n in sorted(teams))
    return Roster(tuple(players))


def _number(name: str) -> int:
    digits = re.sub(r"[^0-9]", "", name)
    return int(digits) % 100 if digits else 0


def _teams(line: bytes, where: str) -> dict[str, Team]:
    """The team of each player in a line: as the line says, else by the first letter of the name."""
    try:
        bases = json.loads(line).get("bases", [])
        pairs = [(str(base["id"]), base.get("team")) for base in bases if base.get("id")]
    except (ValueError, AttributeError, TypeError, KeyError):
        return {}  # `read_observations` says what is wrong with the line
    found: dict[str, Team] = {}
    for name, team in pairs:
        known = next((each for each in Team if each.value == team), _TEAMS.get(name[:1]))
        if known is None:
            allowed = "home or away, or a name that begins with H or A, or a --roster file"
            raise BadValue(f"team of {name}", team, allowed, where)
        found[name] = known
    return found
