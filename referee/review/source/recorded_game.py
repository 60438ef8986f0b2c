"""A game that nobody plays now: read from its folder, verdicts go straight into its journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Team
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.loaders.fields import load_field
from referee.loaders.teams_file import TeamsFile
from referee.record.game.game_folder import CALIBRATION_FILE, TEAMS_FILE, GameFolder, read_game
from referee.record.game.game_store import GameStore
from referee.review.rulings.changes import journal_with
from referee.review.source.source import FolderSource, ReviewGameInfo


class RecordedGame(FolderSource):
    """A `Source` from a folder."""

    running = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with read_game(folder) as game:
            self.setting = _setting(game)

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return self._folder

    def journal(self) -> Journal:
        """Every entry, as it stands now."""
        with read_game(self._folder) as game:
            return game.journal()

    def give(self, verdicts: Sequence[OverturnEntry]) -> str:
        """Write verdicts, all or none; while a referee keeps the game they are for its own page."""
        with GameStore.again(self._folder) as store:
            before = self.journal()
            after = journal_with(before, verdicts)
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
        field=_field(game),
        roster=teams.roster,
        names=_names(teams),
        camera=None if calibration is None else calibration.camera,
    )


def _field(game: GameFolder) -> FieldProfile:
    calibration = game.calibration
    if calibration is not None and calibration.field is not None:
        return calibration.field
    named = game.about.get("field")
    if isinstance(named, str):
        return load_field(named)
    words = f"a game that says on which field it is played, as its {CALIBRATION_FILE} does"
    raise BadValue("field", named, words, str(game.folder))


def _names(teams: TeamsFile) -> Mapping[Team, str]:
    return {team: teams.teams[team].name for team in Team}
