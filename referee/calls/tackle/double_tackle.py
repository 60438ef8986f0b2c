"""What becomes of a touch that downed the carrier: the tackler falls, or another came with him."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.tackle.unclear_tackle import UnclearTackle
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.probability import log_odds, p_below, p_from_log_odds
from referee.core.settings.ruled import Ruled, choice, flag, number


@dataclass(frozen=True, slots=True)
class TouchRules:
    """What a rulebook says of every touch that may end a play, tackles and sacks alike."""

    corner_base_lengths: Annotated[
        Ruled[float],
        number(
            0.0, 0.5, "how far behind the front, in base lengths, a side still counts as its corner"
        ),
    ]
    fallen_tackles: Annotated[Ruled[bool], flag("whether a fallen opponent's base tackles")]
    falling_breaks: Annotated[
        Ruled[bool], flag("whether a tackler who falls over has been shaken off")
    ]
    falling_s: Annotated[
        Ruled[float], number(0.0, 3.0, "seconds after the touch in which his fall counts")
    ]
    together_fumbles: Annotated[
        Ruled[bool], flag("whether two who tackle at the same time cause a fumble")
    ]
    together_s: Annotated[
        Ruled[float], number(0.0, 1.0, "seconds within which two touches are one time")
    ]
    unclear: Annotated[
        Ruled[UnclearTackle], choice(UnclearTackle, "what a touch is that may not have been one")
    ]
    coasting: Annotated[Ruled[bool], flag("whether touches after the power went off still count")]


_AT_ONCE = "two tacklers at nearly the same time"
# What one frame says of a man who lies is in part what the frame before it said.
_ANEW = 0.8
_CLEAREST, _HALF = 0.99, 0.5


@dataclass(slots=True)
class FallEstimate:
    """Whether a man lies, by all frames since he was last seen to stand."""

    stood_ns: int
    since_ns: int | None = None
    log_odds: float = 0.0

    def see(self, t_ns: int, seen: SeenBase | None) -> None:
        """Take in a frame."""
        if seen is None:
            return
        lies = min(max(seen.fallen, 1.0 - _CLEAREST), _CLEAREST)
        if lies < _HALF:
            self.stood_ns, self.since_ns, self.log_odds = t_ns, None, 0.0
            return
        self.since_ns = t_ns if self.since_ns is None else self.since_ns
        self.log_odds += _ANEW * log_odds(lies)


class DoubleTackle:
    """Calls of downed carriers that something later may change."""

    def __init__(self, rules: TouchRules, levels: Thresholds) -> None:
        self._rules, self._levels = rules, levels
        self._made: list[Call] = []
        self._lying: dict[str, FallEstimate] = {}

    def changed(self, board: BoardFrame, calls: list[Call]) -> list[Call]:
        """The calls of a frame, changed by each other and by who has fallen since."""
        down = [c for c in calls if c.action is CallAction.CUT]
        others = [c for c in calls if c.action is not CallAction.CUT]
        for call in sorted(down, key=lambda c: (c.t_ns, c.players)):
            twin, share = self._twin(call)
            self._made.append(call)
            if twin is None or share < self._levels.doubt:
                others.append(call)
            if twin is not None:
                others = [c for c in others if c is not twin]
                fumbled = share >= self._levels.doubt
                others.append(self._fumble(twin, call) if fumbled else self._nearly(twin))
        return others + self._fallen(board)

    def _twin(self, call: Call) -> tuple[Call | None, float]:
        """Another's tackle that may have been at the same time, where that matters."""
        if not self._rules.together_fumbles.value or call.kind is CallKind.FUMBLE:
            return None, 0.0
        rivals = [
            (self._together(made, call), made)
            for made in self._made
            if made.kind is not CallKind.FUMBLE and made.players[0] != call.players[0]
        ]
        share, made = max(rivals, key=lambda pair: pair[0], default=(0.0, call))
        return (made, share) if share > 1.0 - self._levels.sure else (None, 0.0)

    def _nearly(self, first: Call) -> Call:
        """The call of the first of two who most likely did not touch at the same time."""
        return replace(first, flag=tuple(dict.fromkeys((*first.flag, _AT_ONCE))))

    def _together(self, one: Call, other: Call) -> float:
        """How likely two touches began within the time that counts as one."""
        apart_s = abs(one.t_ns - other.t_ns) / S_NS
        sigma_s = max(math.hypot(one.sigma_ns, other.sigma_ns) / S_NS, 1e-6)
        allowed_s = self._rules.together_s.value
        return p_below(apart_s, sigma_s, allowed_s)

    def _fumble(self, first: Call, call: Call) -> Call:
        """Stands in the place of the call that was made for the first of the two."""
        certainty = self._together(first, call)
        early, late = sorted((first, call), key=lambda c: (c.t_ns, c.players))
        sure = certainty >= self._levels.sure
        close = () if sure else (_AT_ONCE,)
        return replace(
            early,
            kind=CallKind.FUMBLE,
            rule=self._rules.together_fumbles.rule,
            certainty=certainty * min(first.certainty, call.certainty),
            players=(early.players[0], late.players[0], early.players[-1]),
            flag=tuple(dict.fromkeys((*first.flag, *call.flag, *close))),
            episode=first.episode,
        )

    def _fallen(self, board: BoardFrame) -> list[Call]:
        """Tackles that were none, because the tackler fell over at once."""
        rules, levels = self._rules, self._levels
        broken: list[Call] = []
        if not rules.falling_breaks.value:
            return broken
        for call in list(self._made):
            tackler = call.players[0]
            state = self._lying.setdefault(tackler, FallEstimate(call.t_ns))
            state.see(board.t_ns, board.find(tackler))
            limit_ns = call.t_ns + rules.falling_s.value * S_NS
            if state.since_ns is None or state.stood_ns >= limit_ns:
                continue
            fell = p_from_log_odds(state.log_odds)
            waited = board.t_ns - state.since_ns >= levels.wait_ns
            if fell < levels.doubt or (fell < levels.sure and not waited):
                continue
            self._made.remove(call)
            unsure = () if fell >= levels.sure else ("too close to tell whether he fell",)
            late = ("too close to tell whether he fell in time",)
            broken.append(
                replace(
                    call,
                    kind=CallKind.BROKEN_TACKLE,
                    rule=rules.falling_breaks.rule,
                    certainty=min(call.certainty, fell),
                    action=CallAction.KEEP_RUNNING,
                    flag=(*call.flag, *unsure, *(late if state.since_ns > limit_ns else ())),
                )
            )
        return broken
