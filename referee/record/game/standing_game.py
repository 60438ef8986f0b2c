"""How a kept game stands; what the rules do not take any more is said with what to do about it."""

from __future__ import annotations

from referee.core.errors import BadValue
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.game.state import State
from referee.record.game.game_folder import GameFolder

# Why an entry was taken back, as the journal says it.
REFUSED_NOW = "the rules do not take it any more"


def standing_state(game: GameFolder, journal: Journal) -> State:
    """The state of a kept game; an entry that the rules refuse is a `BadValue` with a way out."""
    try:
        return Fold(game.rulebook.game, game.field).state(journal)
    except BadValue as error:
        number = first_refused(game, journal)
        if number is None:
            raise
        sentence = (
            f"{error}. An older program wrote that, and the rules do not take it any more: go on "
            f"with the program that wrote it, or take it back by: referee game take-back "
            f"{game.folder} {number}"
        )
        raise BadValue(error.key, error.value, error.allowed, str(game.folder), sentence) from None


def first_refused(game: GameFolder, journal: Journal) -> int | None:
    """The number of the first entry that the rules refuse; None: they take all."""
    fold, state = Fold(game.rulebook.game, game.field), State()
    for number, event in journal.standing():
        try:
            state = fold.after(state, event)
        except BadValue:
            return number
    return None


def taking_back(journal: Journal, number: int) -> OverturnEntry:
    """What takes an entry back that the rules refuse."""
    standing = {each for each, _ in journal.standing()}
    if number not in standing:
        raise BadValue("entry", number, "an entry that stands in the journal of the game")
    return OverturnEntry(number, REFUSED_NOW)
