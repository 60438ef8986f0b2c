"""What a score sheet is made of: a game from its folder, or as it stands during a night."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.sheet_line import SheetLine, sheet_lines
from referee.game.state import State
from referee.record.game.game_folder import GameFolder
from referee.record.game.standing_game import standing_state
from referee.rulebooks.rulebook import Rulebook

SHORT = 3


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to be told of. ``when`` is the day, as people write it; empty: not known."""

    title: str
    when: str
    rulebook: Rulebook
    field: FieldProfile
    names: Mapping[Team, str]
    roster: Roster
    journal: Journal

    @property
    def keeper(self) -> Fold:
        """Counts by this rulebook on this field."""
        return Fold(self.rulebook.game, self.field)

    @property
    def lines(self) -> list[SheetLine]:
        """The game line by line."""
        return sheet_lines(self.keeper, self.journal)

    @property
    def state(self) -> State:
        """How it stands, or how it ended."""
        return self.keeper.state(self.journal)

    def short(self, team: Team | None) -> str:
        """A team in three letters."""
        if team is None:
            return ""
        short = {each: self.names[each][:SHORT].upper() for each in Team}
        same = short[Team.HOME] == short[Team.AWAY]
        return team.value[:SHORT].upper() if same else short[team]

    def who(self, player: str) -> str:
        """A player by team and number, such as BEA 22."""
        return self._with_number(player, self.short)

    def full_name(self, player: str) -> str:
        """A player by the team's name and the number."""
        return self._with_number(player, self.names.__getitem__)

    def _with_number(self, player: str, team_name: Callable[[Team], str]) -> str:
        found = next((each for each in self.roster if each.id == player), None)
        return player if found is None else f"{team_name(found.team)} {found.number}"


def played_game_of(game: GameFolder) -> PlayedGame:
    """The game of a folder."""
    about, teams, sessions = game.about, game.teams, game.sessions()
    names = {
        team: teams.teams[team].name if teams else str(about.get(team.value, team.value.title()))
        for team in Team
    }
    journal = game.journal()
    standing_state(game, journal)
    return PlayedGame(
        title=str(about.get("title") or f"{names[Team.AWAY]} at {names[Team.HOME]}"),
        when=sessions[0].began_utc[:10] if sessions else "",
        rulebook=game.rulebook,
        field=game.field,
        names=names,
        roster=teams.roster if teams else Roster(()),
        journal=journal,
    )
