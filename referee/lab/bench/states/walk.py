"""A walk over the states of evenings: every new state has to show a way on, and the way is gone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from referee.game.state import GamePhase
from referee.lab.bench.states.alphabet import Happening, happenings
from referee.lab.bench.states.made_up_table import FRAME_NS, MadeUpTable
from referee.lab.bench.states.patient_person import PatientPerson
from referee.night.screen.next_step import next_step
from referee.night.screen.snapshot import Snapshot

# Something happens, and the next thing after one of these, in s: at once, soon, after a power run.
PAUSES_S = (0.07, 0.35, 1.2, 2.5)
# What is shown of the way into a dead end.
LAST_LINES = 40
StateKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A state from which what the page says leads nowhere; ``path`` are the last things done."""

    state: StateKey
    path: tuple[str, ...]


@dataclass
class Walked:
    """What a walk has found. ``mute`` are states with a reason but no word of what to do."""

    league: str
    states: set[StateKey] = field(default_factory=set)
    dead_ends: list[DeadEnd] = field(default_factory=list)
    mute: set[StateKey] = field(default_factory=set)
    followed: int = 0
    longest: int = 0
    frames: int = 0
    evenings: int = 0
    happened: Counter[str] = field(default_factory=Counter)


def state_of(at: Snapshot) -> StateKey:
    """A moment of a night without its numbers: phases, what is owed, reasons, offers, questions."""
    return (
        at.state.phase.value,
        at.phase.value,
        at.notice.step.value,
        at.notice.phase and at.notice.phase.value,
        at.power,
        at.ready,
        at.notice.carrier is not None,
        tuple(sorted({reason.kind.value for reason in at.reasons})),
        tuple(ask.what.value for ask in at.questions),
        tuple(offer.kind.value for offer in at.offers),
    )


def walk(league: str, frames: int, seed: int) -> Walked:
    """Evenings of a league, at random but preferring what was tried least, for so many frames."""
    rng, found = np.random.default_rng([seed, 5]), Walked(league)
    tried: Counter[tuple[StateKey, str]] = Counter()
    while found.frames < frames:
        found.evenings += 1
        table = MadeUpTable.of(league)
        _evening(PatientPerson(table), rng, found, tried, frames)
    return found


def _evening(
    person: PatientPerson,
    rng: np.random.Generator,
    found: Walked,
    tried: Counter[tuple[StateKey, str]],
    frames: int,
) -> None:
    """One evening, until its end, or a dead end, or no frames are left."""
    table, begun = person.table, found.frames
    while found.frames < frames and table.night.state.phase is not GamePhase.OVER:
        at = table.snapshot()
        here = state_of(at)
        choice = _least_tried(happenings(at, table), here, rng, tried)
        tried[here, choice.name] += 1
        found.happened[choice.name] += 1
        person.path.append(f"* {choice.name}")
        choice.deed(person)
        table.run(PAUSES_S[int(rng.integers(len(PAUSES_S)))])
        if not _shows_a_way(person, found):
            return
        found.frames = begun + table.now_ns // FRAME_NS


def _least_tried(
    choices: tuple[Happening, ...],
    here: StateKey,
    rng: np.random.Generator,
    tried: Counter[tuple[StateKey, str]],
) -> Happening:
    least = min(tried[here, each.name] for each in choices)
    open_ = [each for each in choices if tried[here, each.name] == least]
    return open_[int(rng.integers(len(open_)))]


def _shows_a_way(person: PatientPerson, found: Walked) -> bool:
    """Whether a state that is new leads on when a person follows the page."""
    at = person.table.snapshot()
    state = state_of(at)
    if state in found.states:
        return True
    found.states.add(state)
    if not next_step(at).sentence or any(not reason.what_to_do for reason in at.reasons):
        found.mute.add(state)
    done = len(person.path)
    person.path.append(f"> follows from {state}")
    found.followed += 1
    looks = person.gets_on()
    if looks is None:
        found.dead_ends.append(DeadEnd(state, tuple(person.path[max(done - 15, 0) : done + 60])))
        return False
    found.longest = max(found.longest, looks)
    found.states |= {state_of(each) for each in person.passed}
    del person.path[:-LAST_LINES]
    return True
