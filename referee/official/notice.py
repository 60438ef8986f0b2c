"""What is asked of the coaches, and the sentences that say why play may not go on."""

from __future__ import annotations

from collections.abc import Iterator

from referee.calls.plays import Play
from referee.calls.situation import CARRIED, Phase
from referee.official.outcome import Ask, Notice
from referee.official.stand import Stand, holder_of, team_with
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Procedure, Who


def asked(procedure: Procedure, stand: Stand) -> tuple[Ask, ...]:
    """Everything the official waits for, the first first."""
    return tuple(_asked(procedure, stand))


def notice_of(
    procedure: Procedure,
    stand: Stand,
    *,
    power: bool,
    off_ns: int | None,
    pulse_ns: int | None,
) -> Notice:
    """Where the play stands."""
    asks = asked(procedure, stand)
    known = stand.period in procedure
    row = procedure.row(stand.period) if known else None
    over = ("The play is over.",) if stand.period is Period.DEAD else ()
    return Notice(
        period=stand.period,
        phase=phase_next(procedure, stand),
        team=stand.team,
        carrier=stand.carrier,
        switch=None if row is None else holder_of(row, stand),
        power=power,
        off_ns=off_ns if power else None,
        pulse_ns=pulse_ns,
        turns="nobody" if row is None else row.turns,
        asks=asks,
        sentences=(*over, *(f"No power: {ask.sentence}." for ask in asks if ask.default is None)),
        plays=plays_of(procedure, stand, power=power),
        offense=stand.offense,
        who=Who.NOBODY if row is None else row.who,
        first=None if row is None or row.first is None else team_with(row.first, stand),
        receiver=None if stand.aim is None else stand.aim.receiver,
    )


def plays_of(procedure: Procedure, stand: Stand, *, power: bool) -> tuple[Play, ...]:
    """The plays that may be named; while the board runs, those of the stop to come."""
    before = stand.period if power or stand.period is Period.SET else stand.last
    if before is Period.DEAD or before not in procedure:
        return ()
    row = procedure.row(before)
    if before is Period.SET and not row.plays and row.then is not None:
        row = procedure.row(row.then)
    return tuple(row.plays or {})


def phase_next(procedure: Procedure, stand: Stand) -> Phase | None:
    """The phase of the calls in which the period of a play is or will be."""
    if stand.bare or stand.period not in procedure:
        return stand.phase
    if stand.period is Period.SET:
        then = procedure.row(Period.SET).then
        return None if then is None else procedure.row(then).phase
    return procedure.row(stand.period).phase or stand.phase


def _asked(procedure: Procedure, stand: Stand) -> Iterator[Ask]:
    for roll in stand.dice:
        yield Ask(f"{roll.value} dice", f"the {roll.value} dice have not been rolled")
    if stand.period is Period.DEAD:
        return
    if stand.unnamed:
        yield Ask("play", "the offense has to say which play it is")
        return
    phase = phase_next(procedure, stand)
    if phase in CARRIED and stand.carrier is None:
        yield Ask("carrier", "nobody said who has the ball")
    if phase is Phase.IN_THE_AIR and (stand.aim is None or stand.aim.marker is None):
        yield Ask("target", "no target lies on the board")
    if phase is Phase.LOOSE and (stand.ball is None or stand.ball.marker is None):
        yield Ask("ball", "the dropped ball has not come to rest on the board")
