"""A stop that a coach makes or asks for: granted without a word, or refused with the rule."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import PhaseState
from referee.calls.play_name import ActingSide, PlayName
from referee.calls.stops.place_stop import StopPlace, StopRules, StopTrigger, stop_trigger_of
from referee.calls.stops.stop_request import StopRequest, p_granted
from referee.core.roster import Team
from referee.official.game_setup import GameSetup, PlayHistory
from referee.official.play.state import (
    PlayState,
    switch_holder_of,
    team_of_holder,
    team_of_side,
)
from referee.official.play.stops import stop_fits_kick, stop_is_open
from referee.official.play.time_limit import time_limit_of
from referee.rulebooks.procedure import ProcedureRow, ProcedureStop


@dataclass(frozen=True, slots=True)
class StopReply:
    """The stop that is granted, or the call that refuses it; a pulse may always be shorter.

    ``close`` flags a stop that is granted though the carrier may not stand where it has to.
    """

    stop: ProcedureStop | None = None
    refused: Call | None = None
    shorter: bool = False
    close: Call | None = None


def stop_reply(
    setup: GameSetup,
    state: PlayState,
    phase_state: PhaseState,
    board: BoardFrame,
    history: PlayHistory,
    by: ActingSide | None,
) -> StopReply:
    """The official's answer to a side's stop; without a side, it came from the switch's holder."""
    procedure = setup.rulebook.procedure
    row = procedure.row(state.step)
    rules = setup.rulebook.calls.stops
    fits = [stop for stop in row.stops if stop_fits_kick(stop, state)]
    offered = [stop for stop in fits if _on_request(rules, stop)]
    side = None if by is None else team_of_side(by, state.offense)
    own = [stop for stop in offered if _made_by(stop, row, state, by, side)]
    if by is not None and side is not switch_holder_of(row, state) and not own:
        refused = refusal_call(board.t_ns, state, procedure.refusals.stop, not_holder(by))
        return StopReply(refused=refused)
    limit = time_limit_of(setup.rulebook, state, row)
    if limit is not None and limit.value > 0.0:
        return StopReply(shorter=True)
    place = StopRequest(
        rules, setup.field, setup.roster, phase_state, board, history.box, history.returned
    )
    open_ = [stop for stop in own if stop_is_open(stop, state, row.step)]
    weighed = [(p_granted(stop.at, place), stop) for stop in open_]
    sure = setup.thresholds.doubt
    for certainty, stop in weighed:
        if certainty >= sure:
            close = None
            if certainty < setup.thresholds.sure:
                close = _close_call(board.t_ns, state, _rule(rules, stop, row), stop, certainty)
            return StopReply(stop=stop, close=close)
    if weighed:
        certainty, stop = max(weighed, key=lambda each: each[0])
        why = _WHY[stop.at]
        rule = _rule(rules, stop, row)
        if state.named is PlayName.SWEEP and stop.at is StopPlace.PAST:
            rule = rules.sweep.rule  # it says when a sweep may be stopped again
        refused = refusal_call(board.t_ns, state, rule, why, 1.0 - certainty)
        return StopReply(refused=refused)
    rule = _rule(rules, offered[0], row) if offered else procedure.refusals.stop
    return StopReply(refused=refusal_call(board.t_ns, state, rule, NONE_LEFT))


def _close_call(
    t_ns: int, state: PlayState, rule: str, stop: ProcedureStop, certainty: float
) -> Call:
    """The flagged call of a stop that is granted though it is too close to tell."""
    refused = refusal_call(t_ns, state, rule, _WHY[stop.at], certainty)
    return replace(refused, kind=CallKind.ALLOWED)


def _made_by(
    stop: ProcedureStop,
    row: ProcedureRow,
    state: PlayState,
    by: ActingSide | None,
    side: Team | None,
) -> bool:
    """Whether a stop may be made by a side; where no side is named, whoever may does."""
    holder = switch_holder_of(row, state) if stop.by is None else team_of_holder(stop.by, state)
    return by is None or side is holder


def not_holder(by: ActingSide) -> str:
    """The sentence that refuses the switch to a side."""
    return f"{by.value} does not hold the switch"


def refusal_call(t_ns: int, state: PlayState, rule: str, why: str, certainty: float = 1.0) -> Call:
    """The call that records a refusal; nothing else follows from it.

    The reason belongs to its episode. The call is flagged only where it rests on a close
    measurement.
    """
    close = (Doubt(DoubtKind.TOO_CLOSE),) if certainty < _SURE else ()
    who = () if state.carrier is None else (state.carrier,)
    return Call(
        t_ns,
        0,
        CallKind.NOT_ALLOWED,
        rule,
        certainty,
        CallAction.RECORD,
        who,
        None,
        None,
        None,
        close,
        (t_ns,),
        Episode(EpisodeTopic.REFUSED, state.play, since_ns=t_ns, reason=why),
    )


def refusal_reason(call: Call) -> str | None:
    """Why something is not allowed; None for every other call, and where only the rule says it.

    The reason of a stop or of a coach's word is a sentence of its own; that of what is tried at a
    stop is the test that failed.
    """
    reason = call.episode.reason
    if call.kind is not CallKind.NOT_ALLOWED or not reason:
        return None
    own = call.episode.topic in {EpisodeTopic.REFUSED, EpisodeTopic.OTHER}
    return reason if own else f"only if {reason}"


# A refusal that is less certain rests on a close measurement, and is flagged.
_SURE = 0.999
NONE_LEFT = "this side has no stop left"
_WHY = {
    StopPlace.CUTBACK: "the carrier is not where a cutback is granted",
    StopPlace.SWEEP: "the carrier is still in the tackle box",
    StopPlace.PAST: "the carrier is not far enough past the line, or too far",
    StopPlace.RETURNED: "the carrier has not come far enough",
    StopPlace.PICKED: "the carrier has not come far enough",
    StopPlace.CLEAR: "a free opponent is too near the carrier",
    StopPlace.LINE: "the carrier has not reached the line",
    StopPlace.SCRAMBLE: "the carrier has not reached the line",
    StopPlace.OWN: "the carrier has not reached the yard line",
    StopPlace.ANYWHERE: NONE_LEFT,
}


def _on_request(rules: StopRules, stop: ProcedureStop) -> bool:
    made = stop_trigger_of(rules, stop.at)
    return made is None or made.value is StopTrigger.ON_REQUEST


def _rule(rules: StopRules, stop: ProcedureStop, row: ProcedureRow) -> str:
    """The id of the rule by which a stop is refused."""
    if stop.at is StopPlace.CUTBACK:
        return rules.cutback_zone.rule
    if stop.at is StopPlace.CLEAR:
        return rules.clear_base_lengths.rule
    made = stop_trigger_of(rules, stop.at)
    return row.rule if made is None else made.rule
