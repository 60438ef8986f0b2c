"""Teams that were edited on the set-up page, kept beside the plan with what was learned of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from referee.core.checked import Table
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.files.atomic import write_bytes
from referee.files.rulebook_copy import is_file
from referee.files.teams import ENDING, PlayerSheet, TeamsFile, TeamSheet
from referee.files.teams_text import teams_text, write_teams
from referee.play.table import teams_of
from referee.vision.enrolled import colours_path
from referee.web.play_scene import PlayerId, Strict
from referee.web.setup_around import Around, checked_name
from referee.web.setup_form import Typed

HEADING = ("The teams of a game night, as they were edited on the set-up page.",)
WHERE = "the teams"


class Line(Strict):
    """A player as he was edited."""

    number: int
    position: Typed = ""


class Side(Strict):
    """A team as it was edited; only the players that were changed are named."""

    name: Typed
    jersey: Typed = ""
    base_colour: Typed = ""
    players: dict[PlayerId, Line] = Field(default_factory=dict, max_length=40)


class Edited(Strict):
    """Both teams of a file, for the plan of this name; ``over``: what is there may be replaced."""

    plan: Annotated[str, Field(max_length=100)]
    source: Typed
    home: Side
    away: Side
    over: bool = False


def keep_teams(edited: Edited, around: Around) -> Path | None:
    """Writes the edited teams among the games; None if other teams are there."""
    source = around.games / edited.source
    _, sheets = teams_of(source)
    target = around.games / f"{checked_name(edited.plan)}{ENDING}"
    same = target.exists() and target.samefile(source)
    if target.exists() and not same and not edited.over:
        return None
    sides = {Team.HOME: edited.home, Team.AWAY: edited.away}
    teams = TeamsFile(
        {team: _edited(sheets.teams[team], side, source.parent) for team, side in sides.items()}
    )
    teams_text(teams)  # complains before anything is written
    if not same:
        _keep_colours(source, target)
    write_teams(target, teams, HEADING)
    return target


def _keep_colours(source: Path, target: Path) -> None:
    """What was learned goes along; what was learned of others is not left beside them."""
    learned, beside = colours_path(source), colours_path(target)
    if learned.exists():
        write_bytes(beside, learned.read_bytes())
    else:
        beside.unlink(missing_ok=True)


def _edited(sheet: TeamSheet, side: Side, folder: Path) -> TeamSheet:
    """Bounds are those of the file's reader; bases that lie beside the source are named in full."""
    known = {row.player.id for row in sheet.players}
    strangers = [name for name in side.players if name not in known]
    if strangers:
        raise BadValue("player", strangers[0], f"one of {', '.join(sorted(known))}")
    table = Table({k: v for k, v in side.model_dump().items() if v not in ("", {})}, WHERE)
    return replace(
        sheet,
        name=table.text("name", 40),
        base=_in_full(sheet.base, folder),
        jersey=table.colour("jersey") if "jersey" in table else sheet.jersey,
        base_colour=table.colour("base_colour") if "base_colour" in table else sheet.base_colour,
        players=tuple(_line(row, side.players, folder) for row in sheet.players),
    )


def _line(row: PlayerSheet, lines: Mapping[str, Line], folder: Path) -> PlayerSheet:
    base = _in_full(row.base, folder) if isinstance(row.base, str) else row.base
    line = lines.get(row.player.id)
    if line is None:
        return replace(row, base=base)
    table = Table(line.model_dump(), WHERE, row.player.id)
    player = replace(row.player, number=table.whole("number", 0, 99))
    position = table.text("position", 40, "", min_len=0)
    return replace(row, player=player, base=base, position=position)


def _in_full(base: str, folder: Path) -> str:
    return str((folder / base).resolve()) if is_file(base) else base
