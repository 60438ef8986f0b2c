"""What a verdict changes: the game folded as it stands and as it would stand, entry by entry.

An entry after the overturned one may not be possible any more, such as the try of a touchdown that
was none. It falls with it: it is taken back by a verdict of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.errors import BadValue
from referee.game.events import Event, Score, Scored
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.game.state import GamePhase, State

FALLS = "falls with entry {}"
REVIEW = "review"


@dataclass(frozen=True, slots=True)
class EntryComparison:
    """An entry, and the game after it: as it stands, and as it would.

    ``now`` is None for an entry that stands again, ``then`` for one that falls.
    """

    number: int
    event: Event
    now: State | None
    then: State | None

    @property
    def changed(self) -> bool:
        """Whether anything is different here."""
        return self.now != self.then


@dataclass(frozen=True, slots=True)
class GameChanges:
    """The game at its end as it stands and as it would, and the entries from the first change."""

    now: State
    then: State
    steps: tuple[EntryComparison, ...]

    @property
    def falls(self) -> tuple[int, ...]:
        """The entries that cannot stand any more."""
        return tuple(step.number for step in self.steps if step.then is None)


def state_before(keeper: Fold, journal: Journal, number: int) -> State:
    """The game just before an entry, as the journal stands."""
    state = State()
    for each, event in journal.standing():
        if each >= number:
            break
        state = keeper.after(state, event)
    return state


def compare_games(keeper: Fold, now: Journal, then: Journal) -> GameChanges:
    """What is different between two journals of one game."""
    ways = [_way(keeper, journal) for journal in (now, then)]
    steps: list[EntryComparison] = []
    for number in sorted({*ways[0], *ways[1]}):
        before, after = (way.get(number) for way in ways)
        found = after or before
        if found is None:
            continue
        step = EntryComparison(number, found[0], before and before[1], after and after[1])
        if steps or step.changed:
            steps.append(step)
    return GameChanges(keeper.state(now), keeper.state(then), tuple(steps))


def overturning_entries(
    keeper: Fold, journal: Journal, number: int, why: str, instead: Event
) -> tuple[OverturnEntry, ...]:
    """The verdict on an entry, after those on the entries that fall with it."""
    falls = _falls(keeper, journal, number, instead)
    taken = (OverturnEntry(each, FALLS.format(number)) for each in falls)
    return (*taken, OverturnEntry(number, why, instead))


def journal_with(journal: Journal, given: Sequence[OverturnEntry], by: str = REVIEW) -> Journal:
    """The journal with verdicts in it, given when the last entry was written."""
    for verdict in given:
        journal = journal.append(journal.entries[-1].t_ns, by, verdict)
    return journal


def _way(keeper: Fold, journal: Journal) -> dict[int, tuple[Event, State]]:
    state, way = State(), {}
    for number, event in journal.standing():
        state = keeper.after(state, event)
        way[number] = (event, state)
    return way


def _falls(keeper: Fold, journal: Journal, number: int, instead: Event) -> list[int]:
    """The later entries that are not possible after the other outcome, or whose touchdown falls."""
    now = then = State()
    falls: list[int] = []
    touchdown = 0  # the one whose try comes next, as the journal stands
    for each, event in journal.standing():
        tries_for = touchdown if now.stage is GamePhase.TRY else 0
        now = keeper.after(now, event)
        if isinstance(event, Scored) and event.how is Score.TOUCHDOWN:
            touchdown = each
        if each == number:
            then = keeper.after(then, instead)
        elif tries_for in falls or (found := _after(keeper, then, event)) is None:
            falls.append(each)
        else:
            then = found
    return falls


def _after(keeper: Fold, state: State, event: Event) -> State | None:
    try:
        return keeper.after(state, event)
    except BadValue:
        return None
