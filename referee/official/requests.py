"""A stop that a coach makes or asks for: granted without a word, or refused with the rule."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.asking import Place, granted
from referee.calls.board import Board
from referee.calls.call import Action, Call, Kind
from referee.calls.plays import Play, Side
from referee.calls.situation import Situation
from referee.calls.stops import Made, StopAt, StopRules, made_of
from referee.official.stand import Stand, holder_of, team_of
from referee.official.stretch import Seen, Table
from referee.official.suits import suits
from referee.official.timing import limit_in
from referee.rulebooks.procedure import Row, Stop


@dataclass(frozen=True, slots=True)
class Reply:
    """The stop that is granted, or the call that refuses it; a pulse may always be shorter."""

    stop: Stop | None = None
    refused: Call | None = None
    shorter: bool = False


def stop_asked(
    table: Table,
    stand: Stand,
    situation: Situation,
    board: Board,
    known: Seen,
    by: Side | None,
) -> Reply:
    """What the official says to a stop by a side; nobody named: by whoever holds the switch."""
    procedure = table.rulebook.procedure
    row = procedure.row(stand.period)
    if by is not None and team_of(by, stand) is not holder_of(row, stand):
        why = f"{by.value} does not hold the switch"
        return Reply(refused=refusal(board.t_ns, stand, procedure.refusals.stop, why))
    limit = limit_in(table.rulebook, stand, row)
    if limit is not None and limit.value > 0.0:
        return Reply(shorter=True)
    rules = table.rulebook.calls.stops
    place = Place(rules, table.field, table.roster, situation, board, known.box, known.way)
    offered = [stop for stop in row.stops if _on_request(rules, stop)]
    open_ = [stop for stop in offered if suits(stop, stand, row.period)]
    weighed = [(granted(stop.at, place), stop) for stop in open_]
    sure = table.levels.doubt
    for certainty, stop in weighed:
        if certainty >= sure:
            return Reply(stop=stop)
    if weighed:
        certainty, stop = max(weighed, key=lambda each: each[0])
        why = _WHY[stop.at]
        rule = _rule(rules, stop, row)
        if stand.named is Play.SWEEP and stop.at is StopAt.PAST:
            rule = rules.sweep.rule  # it says when a sweep may be stopped again
        refused = refusal(board.t_ns, stand, rule, why, 1.0 - certainty)
        return Reply(refused=refused)
    rule = _rule(rules, offered[0], row) if offered else procedure.refusals.stop
    return Reply(refused=refusal(board.t_ns, stand, rule, "no stop is left to this side"))


def refusal(t_ns: int, stand: Stand, rule: str, why: str, certainty: float = 1.0) -> Call:
    """Something that the rules do not allow: it is said and recorded, and nothing comes of it.

    The reason is the end of its episode; it is flagged only where it rests on a close measurement.
    """
    close = ("too close to be sure",) if certainty < _SURE else ()
    who = () if stand.carrier is None else (stand.carrier,)
    return Call(
        t_ns,
        0,
        Kind.NOT_ALLOWED,
        rule,
        certainty,
        Action.RECORD,
        who,
        None,
        None,
        None,
        close,
        (t_ns,),
        f"not allowed:{stand.play}:{t_ns}:{why}",
    )


_SURE = 0.999
_WHY = {
    StopAt.CUTBACK: "he is not where a cutback is granted",
    StopAt.SWEEP: "he is still in the tackle box",
    StopAt.PAST: "he is not far enough past the line, or too far",
    StopAt.RETURNED: "he has not come far enough",
    StopAt.PICKED: "he has not come far enough",
    StopAt.CLEAR: "a free opponent is too near to him",
    StopAt.LINE: "he has not reached the line",
    StopAt.SCRAMBLE: "he has not reached the line",
    StopAt.OWN: "he has not reached the yard line",
    StopAt.ANYWHERE: "no stop is left to this side",
}


def _on_request(rules: StopRules, stop: Stop) -> bool:
    made = made_of(rules, stop.at)
    return made is None or made.value is Made.ON_REQUEST


def _rule(rules: StopRules, stop: Stop, row: Row) -> str:
    """The rule behind a stop that is not granted."""
    if stop.at is StopAt.CUTBACK:
        return rules.cutback_zone.rule
    if stop.at is StopAt.CLEAR:
        return rules.clear_base_lengths.rule
    made = made_of(rules, stop.at)
    return row.rule if made is None else made.rule
