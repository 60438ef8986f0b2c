"""Calls of the first frame without power: what bases do while they roll out does not count."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import ENDS_PLAY, Call, CallAction, CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import EpisodeTwin
from referee.core.probability import p_before

_DOWNED = frozenset({CallKind.TACKLE, CallKind.SACK, CallKind.FUMBLE})


def call_at_power_off(call: Call, powered_ns: int, off_ns: int, sure: float) -> Call:
    """The call as it may be made: unclear and flagged if the power may have been off by then.

    It went off at some time between the last frame with power and the first without: what began
    before that counts, however many frames a second there are, once that is sure enough.
    """
    if call.kind not in ENDS_PLAY or p_before(call.t_ns, call.sigma_ns, powered_ns, off_ns) >= sure:
        return call
    return replace(
        call,
        kind=CallKind.UNCLEAR_TACKLE if call.kind in _DOWNED else CallKind.UNCLEAR_LINE,
        action=CallAction.KEEP_RUNNING,
        flag=(*call.flag, Doubt(DoubtKind.POWER_MAYBE_OFF)),
        # In the next run it may be touched, or be beyond, again: that is another call.
        episode=call.episode.told_apart(EpisodeTwin.POWER_OFF, powered_ns),
    )
