"""The end of a play: the earliest event that ends it, once no earlier one is possible."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from referee.calls.call import ENDS_PLAY, Call, CallKind
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode
from referee.calls.lines.dead_ball import dead_ball_calls
from referee.calls.phase_state import PhaseState
from referee.calls.thresholds import ORDER_SIGMAS

# A score needs no spot, a ball that is loose or may be is not dead yet, and of a kick the official
# says what follows.
_NOT_DEAD = frozenset(
    {
        CallKind.TOUCHDOWN,
        CallKind.FUMBLE,
        CallKind.FALL,
        CallKind.BLOCKED,
        CallKind.INTERFERENCE,
    }
)
# As many sigmas as hold 95 %.
_SPOT_SIGMAS = 2.0
_DOWNED = frozenset({CallKind.TACKLE, CallKind.SACK})


class PlayEnd:
    """Decides which event ends one play."""

    def __init__(self, context: JudgingContext, state: PhaseState) -> None:
        self._context, self._state = context, state
        self._thresholds = context.thresholds
        self._pending: Call | None = None
        self._since_ns = 0
        self._ended: Episode | None = None
        self._later: list[Call] = []

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self._ended is not None

    @property
    def waits(self) -> bool:
        """Whether an end is certain but not yet its order among others: power may go off."""
        return self._pending is not None

    def update(
        self, t_ns: int, found: list[Call], doubts_before: Callable[[int], list[Doubt]]
    ) -> list[Call]:
        """The calls that a frame makes final, of those that its detectors found."""
        made: list[Call] = []
        for call in in_call_order(found):
            if call.kind in ENDS_PLAY:
                made += self._ending(t_ns, call)
            elif call.episode in {self._ended, self._pending and self._pending.episode}:
                made.append(call)
                self._end_was_none(t_ns)
            elif not self.over and (self._pending is None or call.t_ns < self._pending.t_ns):
                made.append(call)
        if self._pending is not None:
            doubts = doubts_before(self._pending.t_ns)
            if not doubts or t_ns - self._since_ns >= self._thresholds.wait_ns:
                made += self.end_now(tuple(doubts))
        return made

    def end_now(self, doubts: tuple[Doubt, ...] = ()) -> list[Call]:
        """End the play with the event that waits; its open doubts become flags."""
        call, self._pending = self._pending, None
        if call is None:
            return []
        self._ended = call.episode
        return self._dead(replace(call, flag=(*call.flag, *doubts)))

    def _ending(self, t_ns: int, call: Call) -> list[Call]:
        if self.over:
            if call.episode == self._ended:
                return self._dead(call)
            self._later.append(call)
        elif self._pending is None:
            self._pending, self._since_ns = call, t_ns
        elif call.episode == self._pending.episode:
            self._pending = call
        else:
            score_first = self._context.rules.order.score_first.value
            self._pending, later = first_of(self._pending, call, score_first=score_first)
            self._later.append(later)
        return []

    def _end_was_none(self, t_ns: int) -> None:
        """Take back the end of the play; the next event that ends it takes its place."""
        self._ended, self._pending = None, None
        waiting = in_call_order(self._later)
        if waiting:
            self._pending, self._since_ns = waiting[0], t_ns
            self._later = waiting[1:]

    def _dead(self, call: Call) -> list[Call]:
        """The end of the play with the calls that follow from the ball's spot."""
        if call.kind in _NOT_DEAD:
            return [call]
        if call.spot is not None and _SPOT_SIGMAS * call.spot.sigma_mm > self._thresholds.spot_mm:
            rough = Doubt(DoubtKind.ROUGH_SPOT, detail=f"{_SPOT_SIGMAS * call.spot.sigma_mm:.1f}")
            call = replace(call, flag=(*call.flag, rough))
        return [call, *dead_ball_calls(self._context, self._state, call)]


def in_call_order(calls: list[Call]) -> list[Call]:
    """The order of calls: by time, then by kind and players, never by the roster's order."""
    return sorted(calls, key=lambda call: (call.t_ns, call.kind, call.players, call.episode.text))


def first_of(one: Call, other: Call, *, score_first: bool) -> tuple[Call, Call]:
    """The call that stands and the one that does not; in doubt about their order it is flagged.

    Two tackles at the same instant are no doubt: the ball is dead where it is either way.
    """
    early, late = sorted((one, other), key=lambda call: (call.t_ns, call.kind, call.players))
    if late.t_ns - early.t_ns > ORDER_SIGMAS * math.hypot(early.sigma_ns, late.sigma_ns):
        return early, late
    if early.kind in _DOWNED and late.kind in _DOWNED:
        return early, late
    stands, falls = sorted((early, late), key=lambda call: _rank(call.kind, score_first))
    flag = (*stands.flag, Doubt(DoubtKind.SAME_INSTANT, detail=falls.kind.value))
    return replace(stands, flag=flag), falls


def _rank(kind: CallKind, score_first: bool) -> int:
    """The rank of a call at one instant; the lowest counts."""
    if kind is CallKind.TOUCHDOWN:
        return 0 if score_first else 2
    return {CallKind.OUT_OF_BOUNDS: 3, CallKind.PROGRESS_STOPPED: 4}.get(kind, 1)
