"""Takes in declarations: the switch and the power here, everything else in `handlers`."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.play_name import ActingSide, PlayName
from referee.core.errors import BadValue
from referee.game.events import ScrimmageKick
from referee.game.state import GamePhase
from referee.official.declarations.handlers import PHASES_BEGUN_ANEW, answer_declaration
from referee.official.declarations.types import (
    Declaration,
    DiceRolled,
    PlayMoved,
    PlayNamed,
    PowerInterrupted,
    QuestionAnswered,
    StopRequested,
    SwitchUsed,
)
from referee.official.kicks.kick_choice import must_punt
from referee.official.kicks.kick_depth import depth_refusal
from referee.official.kicks.returner_place import returner_refusal
from referee.official.notice import open_questions
from referee.official.outcome import OfficialOutcome
from referee.official.play.driver import PlayDriver
from referee.official.play.play_calls import PlayCalls
from referee.official.play.state import PlayState, switch_holder_of, team_of_side
from referee.official.play.status import PlayEvent, PlayStatus
from referee.official.play.stop_reply import not_holder, refusal_call
from referee.rulebooks.play_step import PlayStep


def hear(play: PlayDriver, t_ns: int, said: Declaration) -> OfficialOutcome:
    """Take in a declaration."""
    calls = play.calls
    match said:
        case SwitchUsed(on=True):
            return _on(play, t_ns, said.by)
        case SwitchUsed() | StopRequested():
            play.ask_stop(said.by)
            return OfficialOutcome()
        case PowerInterrupted():
            return play.interrupt()
        case PlayMoved():
            return _put(calls, said)
        case PlayNamed(play=PlayName.CUTBACK) if calls.power:
            play.ask_stop(ActingSide.OFFENSE)
            return OfficialOutcome()
    answer = answer_declaration(calls.context(t_ns), calls.state, said)
    changed, calls.state = answer.state != calls.state, answer.state
    out = calls.take(answer.calls) + calls.counted(answer.event)
    if isinstance(said, DiceRolled) and not (answer.calls or answer.state.dice or calls.power):
        out += calls.take_named()
    now = calls.state.phase_only or isinstance(said, QuestionAnswered)
    if now and changed and calls.state.phase in PHASES_BEGUN_ANEW.get(type(said), ()):
        out += calls.begin()
    return out


def _on(play: PlayDriver, t_ns: int, by: ActingSide | None) -> OfficialOutcome:
    """Answer that the power was switched on. A question, or the wrong side, refuses it."""
    calls, state = play.calls, play.calls.state
    procedure = calls.setup.rulebook.procedure
    play.switched_ns = t_ns
    if calls.power or state.phase_only or state.step not in procedure:
        return OfficialOutcome()
    refusals = procedure.refusals
    holding = next((ask for ask in open_questions(procedure, state) if ask.holds_power), None)
    if holding is not None:
        return _refused(calls, t_ns, refusals.power, holding.sentence)
    barred = _no_play(calls, state)
    if barred is not None:
        return _refused(calls, t_ns, barred, "the last down has to be a punt here")
    barred_kick = None
    if state.step is PlayStep.SET:
        barred_kick = depth_refusal(calls.setup, calls.game, state, calls.board)
    barred_kick = barred_kick or returner_refusal(calls.setup, calls.game, state, calls.board)
    if barred_kick is not None:
        return _refused(calls, t_ns, barred_kick.rule, barred_kick.why)
    holder = switch_holder_of(procedure.row(state.step), state)
    if by is not None and team_of_side(by, state.offense) is not holder:
        return _refused(calls, t_ns, refusals.stop, not_holder(by))
    return OfficialOutcome()


def _no_play(calls: PlayCalls, state: PlayState) -> str | None:
    """The rule by which no play may be run on this down, as it has to be a punt; None: it may."""
    if state.step is not PlayStep.SET or state.kicking is not None:
        return None
    return must_punt(calls.setup.rulebook, calls.setup.field, calls.game)


def _refused(calls: PlayCalls, t_ns: int, rule: str, why: str) -> OfficialOutcome:
    call = refusal_call(t_ns, calls.state, rule, why)
    return calls.take((call,)) + OfficialOutcome(cut=True)


def _put(calls: PlayCalls, said: PlayMoved) -> OfficialOutcome:
    """Put the play directly into a phase of the calls, or to a step of the procedure."""
    state, procedure = _moved(calls, said), calls.setup.rulebook.procedure
    if said.step is not None:
        last = procedure.before(said.step)
        phase = procedure.row(last).phase or procedure.row(said.step).phase
        kick = _kick_run_back(calls, state) if said.step is PlayStep.RETURN else state.kick
        calls.state = replace(
            state, step=said.step, last=last, phase=phase, phase_only=False, kick=kick
        )
        if said.step is not PlayStep.SET:
            calls.happens(PlayEvent.MOVED_TO_STEP)
            if calls.power and calls.status is PlayStatus.AT_STOP:
                calls.happens(PlayEvent.POWER_ON)
        return OfficialOutcome()
    if said.phase is not None:
        step = procedure.of_phase(said.phase) or PlayStep.DEAD
        state = replace(state, phase=said.phase, step=step, last=step, phase_only=True)
        calls.happens(PlayEvent.MOVED_TO_PHASE)
    calls.state = state
    return calls.begin() if state.phase_only else OfficialOutcome()


def _kick_run_back(calls: PlayCalls, state: PlayState) -> ScrimmageKick | None:
    """From scrimmage the other side brings back a punt; nothing else begins with a return."""
    punted = calls.game.phase is GamePhase.SCRIMMAGE and state.team is not state.offense
    return ScrimmageKick.PUNT if punted else None


def _moved(calls: PlayCalls, said: PlayMoved) -> PlayState:
    """Whoever has the ball plays for the team that has it."""
    state, roster = calls.state, calls.setup.roster
    team = said.team or state.team
    if said.carrier is not None and team not in (None, roster.player(said.carrier).team):
        raise BadValue("carrier", said.carrier, f"a player of the {team.value} team")
    carrier = None if said.nobody_said else said.carrier or state.carrier
    if carrier is not None and team not in (None, roster.player(carrier).team):
        carrier = None
    behind = state.caught_behind if said.caught_behind is None else said.caught_behind
    return replace(state, carrier=carrier, team=team, caught_behind=behind)
