"""What people say and do during a play, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.plays import Play as PlayName
from referee.calls.plays import Side
from referee.official.hearing import REBEGINS, heard
from referee.official.notice import asked
from referee.official.outcome import Outcome
from referee.official.play import Play
from referee.official.requests import refusal
from referee.official.said import Answered, Interrupted, Named, PutInto, Said, StopAsked, Switched
from referee.official.stand import Stand, holder_of, team_of
from referee.rulebooks.period import Period

# Without these there is no power; an unknown carrier is called when it comes.
_WAITS = ("play", "target", "ball")


def hear(play: Play, t_ns: int, said: Said) -> Outcome:
    """Take in a declaration."""
    match said:
        case Switched(on=True):
            return _on(play, t_ns, said.by)
        case Switched() | StopAsked():
            play.ask_stop(said.by)
            return Outcome()
        case Interrupted():
            return play.interrupt()
        case PutInto():
            return _put(play, said)
        case Named(play=PlayName.CUTBACK) if play.power:
            play.ask_stop(Side.OFFENSE)
            return Outcome()
    answer = heard(play.at_rest(t_ns), play.stand, said)
    changed, play.stand = answer.stand != play.stand, answer.stand
    out = play.take(answer.calls)
    if answer.event is not None:
        play.closed = True
        out += Outcome(events=(answer.event,))
    now = play.stand.bare or isinstance(said, Answered)
    if now and changed and play.stand.phase in REBEGINS.get(type(said), ()):
        out += play.begin()
    return out


def _on(play: Play, t_ns: int, by: Side | None) -> Outcome:
    procedure = play.table.rulebook.procedure
    play.switched_ns = t_ns
    if play.power or play.stand.bare or play.stand.period not in procedure:
        return Outcome()
    refusals, stand = procedure.refusals, play.stand
    open_ = [ask for ask in asked(procedure, stand) if _waits(ask.what)]
    if open_:
        call = refusal(t_ns, stand, refusals.power, open_[0].sentence)
        return play.take((call,)) + Outcome(cut=True)
    holder = holder_of(procedure.row(stand.period), stand)
    if by is not None and team_of(by, stand) is not holder:
        call = refusal(t_ns, stand, refusals.stop, f"{by.value} does not hold the switch")
        return play.take((call,)) + Outcome(cut=True)
    return Outcome()


def _waits(what: str) -> bool:
    return what in _WAITS or what.endswith(" dice")


def _put(play: Play, said: PutInto) -> Outcome:
    """Straight into a phase of the calls, or to a place in the procedure."""
    stand = _moved(play.stand, said)
    if said.period is not None:
        procedure = play.table.rulebook.procedure
        last = procedure.before(said.period)
        phase = procedure.row(last).phase or procedure.row(said.period).phase
        play.stand = replace(stand, period=said.period, last=last, phase=phase, bare=False)
        return Outcome()
    if said.phase is not None:
        period = play.table.rulebook.procedure.of_phase(said.phase) or Period.DEAD
        stand = replace(stand, phase=said.phase, period=period, last=period, bare=True)
    play.stand = stand
    return play.begin() if stand.bare else Outcome()


def _moved(stand: Stand, said: PutInto) -> Stand:
    carrier = None if said.nobody_said else said.carrier or stand.carrier
    behind = stand.caught_behind if said.caught_behind is None else said.caught_behind
    return replace(stand, carrier=carrier, team=said.team or stand.team, caught_behind=behind)
