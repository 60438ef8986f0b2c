"""Calls of the first frame without power: what bases do while they roll out does not count."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import ENDS_PLAY, Call, CallAction, CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import EpisodeTwin
from referee.calls.thresholds import ORDER_SIGMAS

_DOWNED = frozenset({CallKind.TACKLE, CallKind.SACK, CallKind.FUMBLE})


def call_at_power_off(call: Call, powered_ns: int) -> Call:
    """The call as it may be made: unclear and flagged if the power may have been off by then."""
    if call.kind not in ENDS_PLAY or call.t_ns + ORDER_SIGMAS * call.sigma_ns <= powered_ns:
        return call
    return replace(
        call,
        kind=CallKind.UNCLEAR_TACKLE if call.kind in _DOWNED else CallKind.UNCLEAR_LINE,
        action=CallAction.KEEP_RUNNING,
        flag=(*call.flag, Doubt(DoubtKind.POWER_MAYBE_OFF)),
        # In the next run it may be touched, or be beyond, again: that is another call.
        episode=call.episode.told_apart(EpisodeTwin.POWER_OFF, powered_ns),
    )
