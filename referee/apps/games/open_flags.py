"""How many flags of a game wait for a ruling: the number that the review page shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from referee.core.errors import BadValue
from referee.record.game.game_list import ListedGame, listed_games
from referee.review.queue import review_queue
from referee.review.source.recorded_game import RecordedGame


def games_in(folder: Path) -> Iterator[ListedGame]:
    """Every game in a folder, with the flags that wait for a ruling."""
    for game in listed_games(folder):
        yield with_open_flags(game)


def with_open_flags(game: ListedGame) -> ListedGame:
    """The same game; one that cannot be reviewed keeps what its journal says."""
    if game.trouble:
        return game
    try:
        source = RecordedGame(game.folder)
        items = review_queue(source.journal(), source.calls())
    except BadValue:
        return game
    return replace(game, flagged=sum(item.open for item in items))
