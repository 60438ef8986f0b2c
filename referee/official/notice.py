"""The notice of a play: the open questions, and the reasons why there may be no power."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.calls.phase_state import CARRIED, PlayPhase
from referee.calls.play_name import PlayName
from referee.calls.stops.place_stop import StopPlace
from referee.core.geometry.marker import Marker
from referee.official.declarations.types import BallAtRest, PassAimed
from referee.official.outcome import (
    DICE_QUESTIONS,
    PLAY_OVER,
    KickNotice,
    OpenQuestion,
    PlayNotice,
    QuestionKind,
)
from referee.official.play.state import PlayState, switch_holder_of, team_of_holder
from referee.rulebooks.kicks.kick_rules import KickAsk
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure, TurnablePlayers

KICK_ASKS: Mapping[KickAsk, str] = {
    KickAsk.RESULT: "nobody has said whether the kick is good",
    KickAsk.LANDING: "nobody has said where the kick came down",
    KickAsk.CHOICE: "nobody has said whether the kick is run back",
}
COMES_DOWN = "The kick is coming down."


def open_questions(procedure: Procedure, state: PlayState) -> tuple[OpenQuestion, ...]:
    """The questions that the official waits for, the most urgent first."""
    return tuple(_asked(procedure, state))


def play_notice(
    procedure: Procedure,
    state: PlayState,
    *,
    power: bool,
    off_ns: int | None,
    pulse_ns: int | None,
    kicks: KickNotice | None = None,
) -> PlayNotice:
    """What a screen, and whoever drives the switch, has to know of the play now."""
    asks = open_questions(procedure, state)
    known = state.step in procedure
    row = procedure.row(state.step) if known else None
    over = (PLAY_OVER,) if state.step is PlayStep.DEAD else ()
    down = (COMES_DOWN,) if state.kicking is not None and state.kicking.comes_down else ()
    return PlayNotice(
        step=state.step,
        phase=next_phase(procedure, state),
        team=state.team,
        carrier=state.carrier,
        switch=None if row is None else switch_holder_of(row, state),
        power=power,
        off_ns=off_ns if power else None,
        pulse_ns=pulse_ns,
        turns="nobody" if row is None else row.turns,
        asks=asks,
        sentences=(*over, *down, *(ask.why_no_power for ask in asks if ask.default is None)),
        plays=plays_to_name(procedure, state, power=power),
        offense=state.offense,
        who=TurnablePlayers.NOBODY
        if row is None
        else row.turnable(state.kick, _stop_before(state)),
        first=None if row is None or row.first is None else team_of_holder(row.first, state),
        receiver=None if state.passing.target is None else state.passing.target.receiver,
        tries=state.loose.tries,
        may_pass_back=not power and may_pass_back(procedure, state),
        kick=state.kick,
        kicks=kicks or KickNotice(),
        handed_to=_handed_to(procedure, state),
        cut_back=not power and _stop_before(state) is StopPlace.CUTBACK,
    )


def _stop_before(state: PlayState) -> StopPlace | None:
    """The place of the stop by which the step before ended; None: it ended otherwise."""
    made = state.stops.made[-1:]
    return made[0][1] if made and made[0][0] is state.last else None


def _handed_to(procedure: Procedure, state: PlayState) -> str | None:
    """Who gets the ball at the snap, where a run that was named begins with it."""
    named = state.play_to_come
    if state.step is not PlayStep.SET or named is None or named.play is None:
        return None
    first = (procedure.row(PlayStep.SET).plays or {}).get(named.play)
    return named.carrier if first is PlayStep.TO_THE_LINE else None


def may_pass_back(procedure: Procedure, state: PlayState) -> bool:
    """Whether a backward pass with a stick may be thrown at this stop: by who may pass or pitch."""
    if PlayStep.IN_THE_AIR not in procedure or state.step in (PlayStep.SET, PlayStep.DEAD):
        return False
    plays = procedure.row(state.last).plays or {}
    return PlayName.PITCH in plays or plays.get(PlayName.FORWARD) is PlayStep.IN_THE_AIR


def plays_to_name(procedure: Procedure, state: PlayState, *, power: bool) -> tuple[PlayName, ...]:
    """The plays that may be named now; under power, the plays of the stop to come."""
    before = state.step if power or state.step is PlayStep.SET else state.last
    if before is PlayStep.DEAD or before not in procedure:
        return ()
    row = procedure.row(before)
    if before is PlayStep.SET and not row.plays and row.then is not None:
        row = procedure.row(row.then)
    return tuple(row.plays or {})


def next_phase(procedure: Procedure, state: PlayState) -> PlayPhase | None:
    """The phase of the step that runs; with the power off, of the next step."""
    if state.phase_only or state.step not in procedure:
        return state.phase
    if state.step is PlayStep.SET:
        then = procedure.row(PlayStep.SET).then
        return None if then is None else procedure.row(then).phase
    return procedure.row(state.step).phase or state.phase


def _asked(procedure: Procedure, state: PlayState) -> Iterator[OpenQuestion]:
    for roll in state.dice:
        sentence = f"the {roll.value} dice have not been rolled"
        yield OpenQuestion(DICE_QUESTIONS[roll], sentence)
    if state.step is PlayStep.DEAD:
        return
    ask = None if state.kicking is None else state.kicking.ask
    if ask is not None:
        yield OpenQuestion(QuestionKind(ask.value), KICK_ASKS[ask])
    if state.kicking is not None and state.step is PlayStep.SET:
        return  # whoever kicks is known by the place, and nobody has the ball yet
    if state.unnamed:
        yield OpenQuestion(QuestionKind.PLAY, "the offense has to say which play it is")
        return
    if state.passing.owed:
        yield OpenQuestion(QuestionKind.THROW, "nobody said what the passing figure's ball hit")
    phase = next_phase(procedure, state)
    if phase in CARRIED and state.carrier is None:
        yield OpenQuestion(QuestionKind.CARRIER, "nobody said who has the ball")
    if phase is PlayPhase.IN_THE_AIR and state.passing.unnamed:
        yield OpenQuestion(QuestionKind.RECEIVER, "nobody said for whom the pass is")
    if phase is PlayPhase.IN_THE_AIR and _marker(state.passing.target) is None:
        yield OpenQuestion(QuestionKind.TARGET, "no target lies on the board")
    if phase is PlayPhase.LOOSE and _marker(state.loose.ball) is None:
        yield OpenQuestion(QuestionKind.BALL, "the dropped ball has not come to rest on the board")


def _marker(said: PassAimed | BallAtRest | None) -> Marker | None:
    """Where a target or a ball lies on the board; None: nobody has said so."""
    return None if said is None else said.marker
