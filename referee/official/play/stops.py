"""Which stops suit a play: some are for sweeps, some not for scrambles and late hand-offs."""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.play_name import PlayName
from referee.calls.stops.place_stop import StopPlace
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import ProcedureStop

_NOT_FOR: Mapping[StopPlace, frozenset[PlayName]] = {
    StopPlace.CUTBACK: frozenset(
        {PlayName.SCRAMBLE, PlayName.DRAW, PlayName.DELAY, PlayName.SWEEP}
    ),
}
_ONLY_FOR: Mapping[StopPlace, frozenset[PlayName]] = {StopPlace.SWEEP: frozenset({PlayName.SWEEP})}


def stop_is_open(stop: ProcedureStop, stand: PlayState, period: PlayStep) -> bool:
    """Whether a stop can still come in this play."""
    if stand.no_stops or not stand.left(period, stop):
        return False
    if stop.behind and not stand.caught_behind:
        return False
    if stand.named in _NOT_FOR.get(stop.at, frozenset()):
        return False
    only = _ONLY_FOR.get(stop.at)
    return only is None or stand.named in only
