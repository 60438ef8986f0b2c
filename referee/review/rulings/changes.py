"""What a ruling changes: the game folded as it stands and as it would stand, entry by entry.

A later entry may not be possible any more, such as the try of a touchdown that was none. It falls
with the overturned entry: an overturning entry of its own takes it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.core.errors import BadValue
from referee.game.events import Event, Score, Scored
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.game.state import GamePhase, State
from referee.review.rulings.given_ruling import falling_entry

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
        """Whether anything is different here; from where the play before began is none of it."""
        return _without_snap(self.now) != _without_snap(self.then)


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


def _without_snap(state: State | None) -> State | None:
    return state and replace(state, snap=None)


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


def with_falling_entries(
    keeper: Fold, journal: Journal, ruling: OverturnEntry
) -> tuple[OverturnEntry, ...]:
    """The entries that fall with the overturned one, then the ruling itself."""
    falls = _falls(keeper, journal, ruling)
    return (*(falling_entry(number, ruling.entry) for number in falls), ruling)


def journal_with(journal: Journal, given: Sequence[OverturnEntry], by: str = REVIEW) -> Journal:
    """The journal with rulings at its end, written at the time of its last entry."""
    for ruling in given:
        journal = journal.append(journal.entries[-1].t_ns, by, ruling)
    return journal


def _way(keeper: Fold, journal: Journal) -> dict[int, tuple[Event, State]]:
    state, way = State(), {}
    for number, event in journal.standing():
        state = keeper.after(state, event)
        way[number] = (event, state)
    return way


def _falls(keeper: Fold, journal: Journal, ruling: OverturnEntry) -> list[int]:
    """The later entries that are not possible after the other outcome, or whose touchdown falls."""
    now = then = State()
    falls: list[int] = []
    touchdown = 0  # the one whose try comes next, as the journal stands
    for each, event in journal.standing():
        tries_for = touchdown if now.phase is GamePhase.TRY else 0
        now = keeper.after(now, event)
        if isinstance(event, Scored) and event.how is Score.TOUCHDOWN:
            touchdown = each
        if each == ruling.entry:
            then = then if ruling.instead is None else keeper.after(then, ruling.instead)
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
