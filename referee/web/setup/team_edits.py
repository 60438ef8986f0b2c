"""Teams that were edited on the set-up page, kept beside the plan with what was learned of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import write_bytes
from referee.loaders.shipped_data import names_a_file
from referee.loaders.teams_file import ENDING, PlayerSheet, TeamsFile, TeamSheet
from referee.loaders.teams_text import teams_text, write_teams
from referee.night.start.real_table import team_appearances_of
from referee.vision.enroll.enrolled_teams import colours_path
from referee.vision.enroll.kept_views import figures_path
from referee.vision.roster.habits.kept_line_ups import line_ups_path
from referee.web.night.forms.night_names import PlayerIdText
from referee.web.server.page_app import StrictForm
from referee.web.setup.setup_form import TypedText
from referee.web.setup.setup_reach import SetupReach, checked_name

SidesEdit = Mapping[Team, "TeamEdit"]
HEADING = ("The teams of a game night, as they were edited on the set-up page.",)
WHERE = "the teams"


class PlayerEdit(StrictForm):
    """A player as edited."""

    number: int
    position: TypedText = ""


class TeamEdit(StrictForm):
    """A team as edited; only players that were changed are named."""

    name: TypedText
    jersey: TypedText = ""
    base_colour: TypedText = ""
    players: dict[PlayerIdText, PlayerEdit] = Field(default_factory=dict, max_length=40)


class TeamEdits(StrictForm):
    """Both teams of a file, for the plan of this name; ``over``: what is there may be replaced."""

    plan: Annotated[str, Field(max_length=100)]
    source: TypedText
    home: TeamEdit
    away: TeamEdit
    over: bool = False


def keep_teams(edited: TeamEdits, around: SetupReach) -> Path | None:
    """Writes the edited teams among the games; None if other teams are there."""
    source = around.games / edited.source
    _, sheets = team_appearances_of(source)
    target = around.games / f"{checked_name(edited.plan)}{ENDING}"
    same = target.exists() and target.samefile(source)
    if target.exists() and not same and not edited.over:
        return None
    sides = {Team.HOME: edited.home, Team.AWAY: edited.away}
    teams = edited_teams(sheets, sides, source.parent)
    if not same:
        for beside in (colours_path, figures_path, line_ups_path):
            _keep_beside(beside(source), beside(target))
    write_teams(target, teams, HEADING)
    return target


def edited_teams(teams: TeamsFile, sides: SidesEdit, folder: Path) -> TeamsFile:
    """The teams with their edits; complains before anything is written."""
    edited = TeamsFile(
        {team: _edited(teams.teams[team], side, folder) for team, side in sides.items()}
    )
    teams_text(edited)
    return edited


def _keep_beside(learned: Path, beside: Path) -> None:
    """Copy what was learned of the teams; where nothing was, remove what lies there."""
    if learned.exists():
        write_bytes(beside, learned.read_bytes())
    else:
        beside.unlink(missing_ok=True)


def _edited(sheet: TeamSheet, side: TeamEdit, folder: Path) -> TeamSheet:
    """The team with its edits, checked like a team file; base files get their full path."""
    known = {row.player.id for row in sheet.players}
    strangers = [name for name in side.players if name not in known]
    if strangers:
        raise BadValue("player", strangers[0], f"one of {', '.join(sorted(known))}")
    table = SettingsTable({k: v for k, v in side.model_dump().items() if v not in ("", {})}, WHERE)
    return replace(
        sheet,
        name=table.text("name", 40),
        base=_in_full(sheet.base, folder),
        jersey=table.colour("jersey") if "jersey" in table else sheet.jersey,
        base_colour=table.colour("base_colour") if "base_colour" in table else sheet.base_colour,
        players=tuple(_line(row, side.players, folder) for row in sheet.players),
    )


def _line(row: PlayerSheet, lines: Mapping[str, PlayerEdit], folder: Path) -> PlayerSheet:
    base = _in_full(row.base, folder) if isinstance(row.base, str) else row.base
    line = lines.get(row.player.id)
    if line is None:
        return replace(row, base=base)
    table = SettingsTable(line.model_dump(), WHERE, row.player.id)
    player = replace(row.player, number=table.whole("number", 0, 99))
    position = table.text("position", 40, "", min_len=0)
    return replace(row, player=player, base=base, position=position)


def _in_full(base: str, folder: Path) -> str:
    return str((folder / base).resolve()) if names_a_file(base) else base
