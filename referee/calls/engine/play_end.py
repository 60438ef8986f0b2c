"""The whistle: of everything that may end a play the first event does, once its rivals are settled.

What comes later is kept, because the first may turn out to have been none: a tackler who falls over
has been shaken off, and then the next one's tackle counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.calls.call import ENDS_PLAY, Call, CallKind
from referee.calls.call_rules import CallRules
from referee.calls.engine.event_order import first_of
from referee.calls.lines.goal_line import safety_call
from referee.calls.lines.line_to_gain import line_to_gain_call
from referee.calls.phase_state import PhaseState
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile

# A score needs no spot, and a ball that is loose or may be is not dead yet.
_NOT_DEAD = frozenset({CallKind.TOUCHDOWN, CallKind.FUMBLE, CallKind.FALL})
# As many sigmas as hold 95 %.
_SIGMAS = 2.0


class PlayEnd:
    """The end of one play."""

    def __init__(
        self, rules: CallRules, field: FieldProfile, levels: Thresholds, situation: PhaseState
    ) -> None:
        self._rules, self._field, self._levels = rules, field, levels
        self._situation = situation
        self._pending: Call | None = None
        self._since_ns = 0
        self._ended: str | None = None
        self._later: list[Call] = []

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self._ended is not None

    @property
    def waits(self) -> bool:
        """Whether an end is certain and only its rivals are not: the power is to go off."""
        return self._pending is not None

    def hear(
        self, t_ns: int, found: list[Call], doubts_before: Callable[[int], list[str]]
    ) -> list[Call]:
        """The calls that are made in this frame, of those that the frame led to."""
        made: list[Call] = []
        for call in in_call_order(found):
            if call.kind in ENDS_PLAY:
                made += self._ending(t_ns, call)
            elif call.episode in {self._ended, self._pending and self._pending.episode}:
                made.append(call)
                self._go_on(t_ns)
            elif not self.over and (self._pending is None or call.t_ns < self._pending.t_ns):
                made.append(call)
        if self._pending is not None:
            doubts = doubts_before(self._pending.t_ns)
            if not doubts or t_ns - self._since_ns >= self._levels.wait_ns:
                made += self.blow(tuple(doubts))
        return made

    def blow(self, doubts: tuple[str, ...] = ()) -> list[Call]:
        """End the play with what waits, doubts and all."""
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
            score_first = self._rules.order.score_first.value
            self._pending, later = first_of(self._pending, call, score_first=score_first)
            self._later.append(later)
        return []

    def _go_on(self, t_ns: int) -> None:
        """What ended the play was none: the next event that would have ended it does."""
        self._ended, self._pending = None, None
        waiting = in_call_order(self._later)
        if waiting:
            self._pending, self._since_ns = waiting[0], t_ns
            self._later = waiting[1:]

    def _dead(self, call: Call) -> list[Call]:
        """The end of the play, and what follows from where the ball is."""
        if call.kind in _NOT_DEAD:
            return [call]
        if call.spot is not None and _SIGMAS * call.spot.sigma_mm > self._levels.spot_mm:
            rough = f"where the ball is dead is known to {_SIGMAS * call.spot.sigma_mm:.1f} mm"
            call = replace(call, flag=(*call.flag, rough))
        behind = safety_call(self._rules.goal, self._field, self._levels, self._situation, call)
        gain = line_to_gain_call(self._rules.gain, self._levels, self._situation, call)
        return [call, *(each for each in (behind, gain) if each is not None)]


def in_call_order(calls: list[Call]) -> list[Call]:
    """By time, and at one time by what and who: never by the order of the players."""
    return sorted(calls, key=lambda call: (call.t_ns, call.kind, call.players, call.episode))
