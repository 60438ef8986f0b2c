"""A game that is over or interrupted: read from its folder, rulings are appended to its journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.loaders.teams_text import hex_of
from referee.record.game.game_folder import TEAMS_FILE, GameFolder, read_game
from referee.record.game.game_store import GameStore
from referee.record.game.standing_game import standing_state
from referee.review.rulings.changes import journal_with
from referee.review.source.source import ReviewGameInfo, ReviewSource


class RecordedGame(ReviewSource):
    """A `ReviewSource` of a folder."""

    running = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with read_game(folder) as game:
            self._setting = _setting(game)
            standing_state(game, game.journal())

    @property
    def setting(self) -> ReviewGameInfo:
        """What the folder says of the game."""
        return self._setting

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return self._folder

    def journal(self) -> Journal:
        """Every entry, as it stands now."""
        with read_game(self._folder) as game:
            return game.journal()

    def give(self, entries: Sequence[OverturnEntry]) -> str:
        """Write rulings, all or none. A folder that a running referee holds is a `BadValue`."""
        with GameStore.again(self._folder) as store:
            before = self.journal()
            after = journal_with(before, entries)
            Fold(self.setting.rulebook.game, self.setting.field).state(after)
            store.entries(after.entries[len(before.entries) :])
            done = store.flush()
            return "" if done else store.trouble or "The disk is busy: look again in a moment."


def _setting(game: GameFolder) -> ReviewGameInfo:
    teams, calibration = game.teams, game.calibration
    if teams is None:
        words = f"the folder of a game with a {TEAMS_FILE} in it, which says who plays"
        raise BadValue("game", PlainWord("without teams"), words, str(game.folder))
    return ReviewGameInfo(
        title=str(game.about.get("title") or game.folder.name),
        rulebook=game.rulebook,
        field=game.field,
        roster=teams.roster,
        names={team: teams.teams[team].name for team in Team},
        camera=None if calibration is None else calibration.camera,
        colours={
            team: hex_of(jersey)
            for team in Team
            if (jersey := teams.teams[team].jersey) is not None
        },
    )
