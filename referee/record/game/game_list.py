"""The games of a folder, each in a line: what a person looks for one by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.record.game.database import DATABASE_FILE
from referee.record.game.game_folder import GameFolder, read_game
from referee.record.sheet.played_game import played_game_of


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game. ``trouble`` says why nothing more is known of one that cannot be read."""

    folder: Path
    title: str = ""
    when: str = ""
    rulebook: str = ""
    score: tuple[int, int] = (0, 0)
    phase: str = ""
    plays: int = 0
    flagged: int = 0
    minutes: float = 0.0
    size_bytes: int = 0
    trouble: str = ""


def listed_games(folder: Path) -> Iterator[ListedGame]:
    """Every game in a folder, and the folder itself if it is one, by name."""
    inside = sorted(path for path in folder.iterdir() if (path / DATABASE_FILE).is_file())
    for path in [folder, *inside] if (folder / DATABASE_FILE).is_file() else inside:
        yield _one(path)


def _one(folder: Path) -> ListedGame:
    try:
        with read_game(folder) as game:
            return listed_game(game)
    except BadValue as error:
        return ListedGame(folder, trouble=str(error))


def _began(game: GameFolder) -> str:
    """Day and time of day at which a game began, by this computer's clock; empty: not known."""
    sessions = game.sessions()
    if not sessions:
        return ""
    try:
        began = datetime.fromisoformat(sessions[0].began_utc)
    except ValueError:
        return ""
    began = began if began.tzinfo else began.replace(tzinfo=UTC)
    return began.astimezone().strftime("%Y-%m-%d %H:%M")


def listed_game(game: GameFolder) -> ListedGame:
    """One game, looked into."""
    played, frames = played_game_of(game), game.frames()
    lines, state = played.lines, played.state
    seconds = 0.0 if frames is None else (frames[2] - frames[1]) / S_NS
    files = (path for path in game.folder.rglob("*") if path.is_file())
    return ListedGame(
        game.folder,
        played.title,
        _began(game) or played.when,
        played.rulebook.name,
        (state.score(Team.HOME), state.score(Team.AWAY)),
        state.words(played.field, 0),
        sum(line.scrimmage for line in lines),
        sum(line.flagged and not line.judged for line in lines),
        seconds / 60.0,
        sum(path.stat().st_size for path in files),
    )
