"""What people say and do during a play, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.play_name import ActingSide, PlayName
from referee.official.declarations.handlers import PHASES_BEGUN_ANEW, answer_declaration
from referee.official.declarations.types import (
    Declaration,
    PlayMoved,
    PlayNamed,
    PowerInterrupted,
    QuestionAnswered,
    StopRequested,
    SwitchUsed,
)
from referee.official.notice import open_questions
from referee.official.outcome import OfficialOutcome
from referee.official.play.driver import PlayDriver
from referee.official.play.state import PlayState, switch_holder_of, team_of_side
from referee.official.play.stop_reply import refusal_call
from referee.rulebooks.play_step import PlayStep

# Without these there is no power; an unknown carrier is called when it comes.
_WAITS = ("play", "target", "ball")


def hear(play: PlayDriver, t_ns: int, said: Declaration) -> OfficialOutcome:
    """Take in a declaration."""
    match said:
        case SwitchUsed(on=True):
            return _on(play, t_ns, said.by)
        case SwitchUsed() | StopRequested():
            play.ask_stop(said.by)
            return OfficialOutcome()
        case PowerInterrupted():
            return play.interrupt()
        case PlayMoved():
            return _put(play, said)
        case PlayNamed(play=PlayName.CUTBACK) if play.power:
            play.ask_stop(ActingSide.OFFENSE)
            return OfficialOutcome()
    answer = answer_declaration(play.at_rest(t_ns), play.stand, said)
    changed, play.stand = answer.stand != play.stand, answer.stand
    out = play.take(answer.calls)
    if answer.event is not None:
        play.closed = True
        out += OfficialOutcome(events=(answer.event,))
    now = play.stand.bare or isinstance(said, QuestionAnswered)
    if now and changed and play.stand.phase in PHASES_BEGUN_ANEW.get(type(said), ()):
        out += play.begin()
    return out


def _on(play: PlayDriver, t_ns: int, by: ActingSide | None) -> OfficialOutcome:
    procedure = play.table.rulebook.procedure
    play.switched_ns = t_ns
    if play.power or play.stand.bare or play.stand.period not in procedure:
        return OfficialOutcome()
    refusals, stand = procedure.refusals, play.stand
    open_ = [ask for ask in open_questions(procedure, stand) if _waits(ask.what)]
    if open_:
        call = refusal_call(t_ns, stand, refusals.power, open_[0].sentence)
        return play.take((call,)) + OfficialOutcome(cut=True)
    holder = switch_holder_of(procedure.row(stand.period), stand)
    if by is not None and team_of_side(by, stand) is not holder:
        call = refusal_call(t_ns, stand, refusals.stop, f"{by.value} does not hold the switch")
        return play.take((call,)) + OfficialOutcome(cut=True)
    return OfficialOutcome()


def _waits(what: str) -> bool:
    return what in _WAITS or what.endswith(" dice")


def _put(play: PlayDriver, said: PlayMoved) -> OfficialOutcome:
    """Straight into a phase of the calls, or to a place in the procedure."""
    stand = _moved(play.stand, said)
    if said.period is not None:
        procedure = play.table.rulebook.procedure
        last = procedure.before(said.period)
        phase = procedure.row(last).phase or procedure.row(said.period).phase
        play.stand = replace(stand, period=said.period, last=last, phase=phase, bare=False)
        return OfficialOutcome()
    if said.phase is not None:
        period = play.table.rulebook.procedure.of_phase(said.phase) or PlayStep.DEAD
        stand = replace(stand, phase=said.phase, period=period, last=period, bare=True)
    play.stand = stand
    return play.begin() if stand.bare else OfficialOutcome()


def _moved(stand: PlayState, said: PlayMoved) -> PlayState:
    carrier = None if said.nobody_said else said.carrier or stand.carrier
    behind = stand.caught_behind if said.caught_behind is None else said.caught_behind
    return replace(stand, carrier=carrier, team=said.team or stand.team, caught_behind=behind)
