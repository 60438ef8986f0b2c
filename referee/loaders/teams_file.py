"""Team files: players and their bases, in a `*.teams.toml` that people read and edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BaseShape
from referee.core.roster import Player, Roster, Team
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.bases import OUTLINES, load_base, outline_of
from referee.loaders.formats.toml import read_toml
from referee.loaders.shipped_data import names_a_file

FORMAT = "referee.teams"
VERSION = 1
ENDING = ".teams.toml"
MOST_PLAYERS = 40  # of a team, with its substitutes
DEFAULT_BASE = "standard"
FRONT_KEYS = {"bevelled front": "bevel_mm", "round front": "bulge_mm"}
Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class OwnBase:
    """A base by its measures instead of by a name of the catalogue.

    ``front_mm`` is how much is cut off a bevelled front, or how far a round one stands out.
    """

    length_mm: float
    width_mm: float
    radius_mm: float
    height_mm: float = 3.0
    outline: str = "rounded rectangle"
    front_mm: float | None = None

    def shape(self, name: str) -> BaseShape:
        """The base of these measures."""
        make, _ = OUTLINES[self.outline]
        key = FRONT_KEYS.get(self.outline)
        front = {} if key is None else {key: self.front_mm}
        return make(
            name, self.length_mm, self.width_mm, self.radius_mm, **front, height_mm=self.height_mm
        )


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A line of a team: the player, and what the file says of its base, place and history."""

    player: Player
    base: str | OwnBase | None = None  # None: the base of the team
    position: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """A team: its name, the base that its players stand on, its colours if the file has them."""

    name: str
    players: tuple[PlayerSheet, ...]
    base: str = DEFAULT_BASE
    jersey: Rgb | None = None
    base_colour: Rgb | None = None


@dataclass(frozen=True, slots=True)
class TeamsFile:
    """Both teams of a game."""

    teams: Mapping[Team, TeamSheet]

    @property
    def roster(self) -> Roster:
        """Every player, home first, in the order of the file."""
        return Roster(tuple(sheet.player for team in Team for sheet in self.teams[team].players))

    def sheet(self, player_id: str) -> PlayerSheet:
        """The line of one player."""
        for team in Team:
            for sheet in self.teams[team].players:
                if sheet.player.id == player_id:
                    return sheet
        raise BadValue("player", player_id, "an id of the team file")


def check_teams_name(path: Path) -> None:
    """Complain about a name that does not end as a team file's must."""
    if not path.name.endswith(ENDING) or path.name == ENDING:
        raise BadValue("the team file", str(path), f"a name that ends in {ENDING}")


def read_teams(path: Path) -> TeamsFile:
    """The teams in a file; a base file that it names lies beside it."""
    check_teams_name(path)
    table = read_toml(path)
    table.choice("format", [FORMAT])
    table.whole("version", VERSION, VERSION)
    teams = {team: _team(table.table(team.value), team, path.parent) for team in Team}
    table.done()
    out = TeamsFile(teams)
    try:
        out.roster  # noqa: B018 - builds it, which finds ids that are there twice
    except BadValue as error:
        raise table.owning(error) from None
    return out


def _team(table: SettingsTable, team: Team, folder: Path) -> TeamSheet:
    name = table.text("name", 40, team.value.upper())
    base = table.text("base", 200, DEFAULT_BASE)
    shape = _named_shape(table, base, folder)
    jersey = table.colour("jersey") if "jersey" in table else None
    colour = table.colour("base_colour") if "base_colour" in table else None
    rows = table.tables("players", min_count=1, max_count=MOST_PLAYERS)
    players = tuple(_player(row, team, shape, folder) for row in rows)
    return TeamSheet(name, players, base, jersey, colour)


def _player(table: SettingsTable, team: Team, usual: BaseShape, folder: Path) -> PlayerSheet:
    name = table.text("id", 12)
    number = table.whole("number", 0, 99)
    base, shape = _base(table, name, usual, folder)
    position = table.text("position", 40, "", min_len=0)
    note = table.text("note", 400, "", min_len=0)
    try:
        player = Player(name, team, number, shape, position=position)
        return PlayerSheet(player, base, position, note)
    except BadValue as error:
        raise table.owning(error) from None


def _base(
    table: SettingsTable, player: str, usual: BaseShape, folder: Path
) -> tuple[str | OwnBase | None, BaseShape]:
    if "base" not in table:
        return None, usual
    if isinstance(table.raw("base"), str):
        name = table.text("base", 200)
        return name, _named_shape(table, name, folder)
    own = table.table("base")
    make = outline_of(own)
    sizes = {key: own.length_mm(key, 0.0, 100.0) for key in ("length_mm", "width_mm", "radius_mm")}
    outline = own.text("outline", 40, "rounded rectangle")
    front = FRONT_KEYS.get(outline)
    base = OwnBase(
        **sizes,
        height_mm=own.length_mm("height_mm", 0.0, 100.0, 3.0),
        outline=outline,
        front_mm=None if front is None else own.length_mm(front, 0.0, 100.0),
    )
    try:
        return base, make(f"of-{player}")
    except BadValue as error:
        raise own.owning(error) from None


def _named_shape(table: SettingsTable, name: str, folder: Path) -> BaseShape:
    """A base of the catalogue, or of a file that lies beside the team file."""
    try:
        return load_base(str(folder / name) if names_a_file(name) else name)
    except BadValue as error:
        if error.where:
            raise
        raise table.error("base", error.value, error.allowed) from None
