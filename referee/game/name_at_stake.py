"""Which uncertain name of a play is worth a question: the first on which a statistic rests.

`name_at_stake` tries it: if the play counted otherwise under the other name, something rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.core.renaming import renamed
from referee.core.roster import Roster
from referee.game.sheet_column import SheetColumn
from referee.game.sheet_line import SheetLine
from referee.game.statistics import statistics_of


class PlayPart(StrEnum):
    """What a player did in a play, the most important first.

    Whoever took the ball away from the offense is its carrier.
    """

    CARRIER = "carrier"
    RECEIVER = "receiver"
    PASSER = "passer"
    FUMBLER = "player who fumbled"
    TACKLER = "tackler"


@dataclass(frozen=True, slots=True)
class NameAtStake:
    """``player`` did ``part`` in the play, or ``other`` did, who is the second likeliest."""

    part: PlayPart
    player: str
    other: str


def name_at_stake(line: SheetLine, others: Mapping[str, str], roster: Roster) -> NameAtStake | None:
    """The most important uncertain name of a play; None: no statistic rests on any.

    ``others`` has for each uncertain name the second likeliest one.
    """
    for part, name in _parts(line):
        other = others.get(name)
        if other is not None and _rests_on(line, name, other, roster):
            return NameAtStake(part, name, other)
    return None


def _parts(line: SheetLine) -> Iterator[tuple[PlayPart, str]]:
    """Who did what, the most important first; who was only thrown to is in no statistic."""
    told = line.told
    caught = line.way is SheetColumn.PASS and line.taken_by is None
    found = (
        (PlayPart.RECEIVER if caught else PlayPart.CARRIER, told.carrier),
        (PlayPart.PASSER, told.passer),
        (PlayPart.FUMBLER, line.fumbler),
        *((PlayPart.TACKLER, name) for name in told.by),
    )
    yield from ((part, name) for part, name in found if name is not None)


def _rests_on(line: SheetLine, name: str, other: str, roster: Roster) -> bool:
    """Whether the play counts for somebody else if the two have each other's names."""
    swapped = {name: other, other: name}
    notes = tuple(note.with_names(swapped) for note in line.notes)
    otherwise = replace(line, told=renamed(line.told, swapped), notes=notes)
    return statistics_of([line], roster) != statistics_of([otherwise], roster)
