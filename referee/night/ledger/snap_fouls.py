"""Fouls that were seen before a snap: as calls, and as penalties somebody may take or decline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.calls.call import Call, CallAction, CallKind
from referee.core.roster import Team
from referee.official.line_up.line_up import LineUp, LineUpFault
from referee.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class PendingFoul:
    """A foul that waits to be enforced; ``entries`` is how long the journal was at the snap."""

    team: Team
    rule: str
    yards: float
    words: str
    entries: int


def fouls_of(found: LineUp, rulebook: Rulebook, entries: int) -> tuple[PendingFoul, ...]:
    """One foul for each side whose line-up was snapped though a rule was against it."""
    yards = rulebook.calls.line_up.penalty_yd.value
    if yards <= 0.0:
        return ()
    first: dict[Team, LineUpFault] = {}
    for fault in found.faults:
        first.setdefault(fault.team, fault)
    return tuple(
        PendingFoul(team, fault.rule, yards, fault.sentence, entries)
        for team, fault in first.items()
    )


def foul_calls_of(faults: Sequence[LineUpFault], t_ns: int, play: int) -> tuple[Call, ...]:
    """What is said and recorded of a line-up that was snapped all the same; the play goes on."""
    return tuple(
        Call(
            t_ns=t_ns,
            sigma_ns=0,
            kind=CallKind.ILLEGAL_FORMATION,
            rule=fault.rule,
            certainty=fault.certainty,
            action=CallAction.RECORD,
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
