"""Which stops suit a play: some are for sweeps, some not for scrambles and late hand-offs."""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.plays import Play
from referee.calls.stops import StopAt
from referee.official.stand import Stand
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Stop

_NOT_FOR: Mapping[StopAt, frozenset[Play]] = {
    StopAt.CUTBACK: frozenset({Play.SCRAMBLE, Play.DRAW, Play.DELAY, Play.SWEEP}),
}
_ONLY_FOR: Mapping[StopAt, frozenset[Play]] = {StopAt.SWEEP: frozenset({Play.SWEEP})}


def suits(stop: Stop, stand: Stand, period: Period) -> bool:
    """Whether a stop can still come in this play."""
    if stand.no_stops or not stand.left(period, stop):
        return False
    if stop.behind and not stand.caught_behind:
        return False
    if stand.named in _NOT_FOR.get(stop.at, frozenset()):
        return False
    only = _ONLY_FOR.get(stop.at)
    return only is None or stand.named in only
