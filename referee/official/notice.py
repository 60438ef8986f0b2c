"""What is asked of the coaches, and the sentences that say why play may not go on."""

from __future__ import annotations

from collections.abc import Iterator

from referee.calls.phase_state import CARRIED, PlayPhase
from referee.calls.play_name import PlayName
from referee.official.outcome import OpenQuestion, PlayNotice
from referee.official.play.state import PlayState, switch_holder_of, team_of_holder
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure, TurnablePlayers


def open_questions(procedure: Procedure, stand: PlayState) -> tuple[OpenQuestion, ...]:
    """Everything the official waits for, the first first."""
    return tuple(_asked(procedure, stand))


def play_notice(
    procedure: Procedure,
    stand: PlayState,
    *,
    power: bool,
    off_ns: int | None,
    pulse_ns: int | None,
) -> PlayNotice:
    """Where the play stands."""
    asks = open_questions(procedure, stand)
    known = stand.period in procedure
    row = procedure.row(stand.period) if known else None
    over = ("The play is over.",) if stand.period is PlayStep.DEAD else ()
    return PlayNotice(
        period=stand.period,
        phase=next_phase(procedure, stand),
        team=stand.team,
        carrier=stand.carrier,
        switch=None if row is None else switch_holder_of(row, stand),
        power=power,
        off_ns=off_ns if power else None,
        pulse_ns=pulse_ns,
        turns="nobody" if row is None else row.turns,
        asks=asks,
        sentences=(*over, *(f"No power: {ask.sentence}." for ask in asks if ask.default is None)),
        plays=plays_to_name(procedure, stand, power=power),
        offense=stand.offense,
        who=TurnablePlayers.NOBODY if row is None else row.who,
        first=None if row is None or row.first is None else team_of_holder(row.first, stand),
        receiver=None if stand.aim is None else stand.aim.receiver,
    )


def plays_to_name(procedure: Procedure, stand: PlayState, *, power: bool) -> tuple[PlayName, ...]:
    """The plays that may be named; while the board runs, those of the stop to come."""
    before = stand.period if power or stand.period is PlayStep.SET else stand.last
    if before is PlayStep.DEAD or before not in procedure:
        return ()
    row = procedure.row(before)
    if before is PlayStep.SET and not row.plays and row.then is not None:
        row = procedure.row(row.then)
    return tuple(row.plays or {})


def next_phase(procedure: Procedure, stand: PlayState) -> PlayPhase | None:
    """The phase of the calls in which the period of a play is or will be."""
    if stand.bare or stand.period not in procedure:
        return stand.phase
    if stand.period is PlayStep.SET:
        then = procedure.row(PlayStep.SET).then
        return None if then is None else procedure.row(then).phase
    return procedure.row(stand.period).phase or stand.phase


def _asked(procedure: Procedure, stand: PlayState) -> Iterator[OpenQuestion]:
    for roll in stand.dice:
        yield OpenQuestion(f"{roll.value} dice", f"the {roll.value} dice have not been rolled")
    if stand.period is PlayStep.DEAD:
        return
    if stand.unnamed:
        yield OpenQuestion("play", "the offense has to say which play it is")
        return
    phase = next_phase(procedure, stand)
    if phase in CARRIED and stand.carrier is None:
        yield OpenQuestion("carrier", "nobody said who has the ball")
    if phase is PlayPhase.IN_THE_AIR and (stand.aim is None or stand.aim.marker is None):
        yield OpenQuestion("target", "no target lies on the board")
    if phase is PlayPhase.LOOSE and (stand.ball is None or stand.ball.marker is None):
        yield OpenQuestion("ball", "the dropped ball has not come to rest on the board")
