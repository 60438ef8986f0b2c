"""Formations: where eleven figures stand before the snap, in yards from the ball, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import as_file, files
from pathlib import Path

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.toml import read_toml

ELEVEN = 11
# On the line: the front of the base no further back than this.
ON_LINE_YD = 1.0
LINEMEN = 7


class FormationSide(StrEnum):
    """What a formation is for."""

    OFFENCE = "offence"
    DEFENCE = "defence"
    KICKING = "kicking"
    RECEIVING = "receiving"


@dataclass(frozen=True, slots=True)
class FormationSpot:
    """One place: how far behind the line its front is, and how far left of the ball it stands."""

    role: str
    depth_yd: float
    across_yd: float
    facing_deg: float = 0.0

    @property
    def on_line(self) -> bool:
        """Whether this is a place on the line of scrimmage."""
        return self.depth_yd <= ON_LINE_YD


@dataclass(frozen=True, slots=True)
class Formation:
    """Eleven places. ``ball`` is the role that has or gets the ball, empty for a defence."""

    name: str
    title: str
    side: FormationSide
    spots: tuple[FormationSpot, ...]
    ball: str = ""

    def __post_init__(self) -> None:
        roles = [spot.role for spot in self.spots]
        if len(roles) != ELEVEN:
            raise BadValue("players", len(roles), f"{ELEVEN} players")
        for i, role in enumerate(roles):
            if role in roles[:i]:
                raise BadValue(f"players[{i}].role", role, "each role once")
        if self.ball and self.ball not in roles:
            raise BadValue("ball", self.ball, f"one of {', '.join(roles)}")
        on_line = sum(spot.on_line for spot in self.spots)
        if self.side is FormationSide.OFFENCE and on_line != LINEMEN:
            raise BadValue("players on the line", on_line, f"{LINEMEN} with depth_yd up to 1")

    def index(self, role: str) -> int:
        """Which of the eleven a role is."""
        return [spot.role for spot in self.spots].index(role)


def formation_names(side: FormationSide | None = None) -> list[str]:
    """The formations that come with the program, for one side or all."""
    folder = files("referee.sim.formations")
    found = (f.name for f in folder.iterdir())
    names = sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml"))
    return [n for n in names if side is None or load_formation(n).side is side]


def load_formation(name_or_path: str) -> Formation:
    """A formation by its name ("i-formation") or from a file of one's own ("mine.toml")."""
    if name_or_path.endswith(".toml"):
        return read_formation(Path(name_or_path))
    resource = files("referee.sim.formations") / f"{name_or_path}.toml"
    plain = name_or_path.replace("-", "").isalnum()
    if not plain or not resource.is_file():
        raise BadValue("formation", name_or_path, f"one of {', '.join(formation_names())}")
    with as_file(resource) as path:
        return read_formation(path)


def read_formation(path: Path) -> Formation:
    """The formation in a file, or one sentence about what is wrong with it."""
    table = read_toml(path)
    title = table.text("title", 60)
    side = table.choice("side", FormationSide)
    ball = table.text("ball", 6, "", min_len=0)
    table.text("notes", 2000, "", min_len=0, lines=True)
    spots = [_spot(row) for row in table.tables("players", min_count=ELEVEN, max_count=ELEVEN)]
    table.done()
    try:
        return Formation(path.stem, title, side, tuple(spots), ball)
    except BadValue as error:
        raise table.owning(error) from None


def _spot(row: SettingsTable) -> FormationSpot:
    return FormationSpot(
        role=row.text("role", 6),
        depth_yd=row.number("depth_yd", 0.0, 60.0),
        across_yd=row.number("across_yd", -45.0, 45.0),
        facing_deg=row.number("facing_deg", -180.0, 180.0, 0.0),
    )
