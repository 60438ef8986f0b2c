"""Which of two events that both end a play came first."""

from __future__ import annotations

import math
from dataclasses import replace

from referee.calls.call import Call, CallKind

# Two instants further apart than this many sigmas are in no doubt about their order.
_SIGMAS = 2.6
_DOWNED = frozenset({CallKind.TACKLE, CallKind.SACK})


def first_of(one: Call, other: Call, *, score_first: bool) -> tuple[Call, Call]:
    """The call that stands and the one that does not; in doubt about their order it is flagged.

    Two tackles at the same instant are no doubt: the ball is dead where it is either way.
    """
    early, late = sorted((one, other), key=lambda call: (call.t_ns, call.kind, call.players))
    if late.t_ns - early.t_ns > _SIGMAS * math.hypot(early.sigma_ns, late.sigma_ns):
        return early, late
    if early.kind in _DOWNED and late.kind in _DOWNED:
        return early, late
    stands, falls = sorted((early, late), key=lambda call: _rank(call.kind, score_first))
    flag = (*stands.flag, f"at nearly the same instant: {falls.kind.value}")
    return replace(stands, flag=flag), falls


def _rank(kind: CallKind, score_first: bool) -> int:
    """At the same instant the first of these counts."""
    if kind is CallKind.TOUCHDOWN:
        return 0 if score_first else 2
    return {CallKind.OUT_OF_BOUNDS: 3, CallKind.PROGRESS_STOPPED: 4}.get(kind, 1)
