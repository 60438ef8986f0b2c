"""Passes to a marker, judged by which base truly touched it first, and with which part."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.calls.call import Call, CallKind
from referee.calls.call_rules import CallRules
from referee.core.clock import MS_NS, S_NS
from referee.lab.bench.calls.call_decisions import NOTHING, CallDecision
from referee.lab.bench.games.ball_carries import BallCarry
from referee.lab.bench.games.tape import BoardTape
from referee.sim.board_state import MarkerKind
from referee.sim.physics import MarkerTouched

# Two who touch it within this touch it together, whatever a rulebook makes of it.
TOGETHER_S, OFF_S = 0.12, 0.12
ENDS = frozenset(
    {
        CallKind.CATCH,
        CallKind.INTERCEPTION,
        CallKind.INCOMPLETE,
        CallKind.BATTED_DOWN,
        CallKind.ILLEGAL_TOUCHING,
    }
)
HELD = frozenset({CallKind.CATCH, CallKind.INTERCEPTION})
BALLS = (MarkerKind.BALL_MAGNET, MarkerKind.FELT_BALL)


def flight_decision(
    tape: BoardTape, carry: BallCarry, calls: Sequence[Call], rules: CallRules
) -> tuple[CallDecision | None, str]:
    """The end of a pass against the first touch; or why it is not judged."""
    call = next((c for c in calls if c.kind in ENDS), None)
    touches = [
        e
        for e in tape.facts
        if isinstance(e, MarkerTouched)
        and e.marker_kind in BALLS
        and carry.began_ns <= e.t_ns <= carry.until_ns + OFF_S * S_NS
    ]
    if call is None:
        return None, "a pass without an end"
    first = touches[0] if touches else None
    fallen = first is not None and first.part is None
    together = len(touches) > 1 and touches[1].t_ns - touches[0].t_ns < TOGETHER_S * S_NS
    if first is not None and (fallen or together):
        return None, "two, or somebody who lay, at the marker"
    front = rules.passes.catch_with.value.value == "front"
    held = first is not None and (not front or (first.part is not None and first.part.is_front))
    true = NOTHING if first is None else f"touched by {first.player}"
    early = first is None or (call.t_ns - first.t_ns) < -OFF_S * S_NS
    if call.kind in HELD:
        right = held and first is not None and call.players[-1] == first.player
        off_ms = None if first is None else (call.t_ns - first.t_ns) / MS_NS
    elif first is None or early:
        # No base has touched the marker: run past, fallen, held up or out. That is not judged.
        return None, f"a pass that failed without a touch: {call.kind.value}"
    else:
        who = call.players[-1] if call.players else first.player
        right = who == first.player or math.isclose(call.t_ns, first.t_ns, abs_tol=OFF_S * S_NS)
        off_ms = (call.t_ns - first.t_ns) / MS_NS
    label = f"{call.kind.value} {' '.join(call.players)}"
    return CallDecision("pass", true, label, call.flagged, right, off_ms, says=call.flag), ""
