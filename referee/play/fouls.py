"""Fouls that were seen before a snap: as calls, and as penalties somebody may take or decline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.calls.call import Action, Call, Kind
from referee.core.roster import Team
from referee.official.line_up import Fault, LineUp
from referee.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul that waits to be enforced; ``entries`` is how long the journal was at the snap."""

    team: Team
    rule: str
    yards: float
    words: str
    entries: int


def fouls_of(found: LineUp, rulebook: Rulebook, entries: int) -> tuple[Foul, ...]:
    """One foul for each side whose line-up was snapped though a rule was against it."""
    yards = rulebook.calls.line_up.penalty_yd.value
    if yards <= 0.0:
        return ()
    first: dict[Team, Fault] = {}
    for fault in found.faults:
        first.setdefault(fault.team, fault)
    return tuple(
        Foul(team, fault.rule, yards, fault.sentence, entries) for team, fault in first.items()
    )


def calls_of(faults: Sequence[Fault], t_ns: int, play: int) -> tuple[Call, ...]:
    """What is said and recorded of a line-up that was snapped all the same; the play goes on."""
    return tuple(
        Call(
            t_ns=t_ns,
            sigma_ns=0,
            kind=Kind.ILLEGAL_FORMATION,
            rule=fault.rule,
            certainty=fault.certainty,
            action=Action.RECORD,
            players=fault.players,
            gap_mm=None,
            sigma_mm=None,
            spot=None,
            flag=(),
            frames=(t_ns,),
            episode=f"line-up:{play}:{fault.team.value}:{fault.rule}:{fault.sentence}",
        )
        for fault in faults
    )
