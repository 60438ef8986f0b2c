"""What becomes of a touch that downed the carrier: the tackler falls, or two tackle at once."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.tackle.touch_rules import TouchRules
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.probability import log_odds, p_below, p_from_log_odds

_AT_ONCE = Doubt(DoubtKind.TWO_TACKLERS)
# What a frame says of a figure that lies is in part what the frame before it said.
_ANEW = 0.8
_CLEAREST, _HALF = 0.99, 0.5


@dataclass(slots=True)
class FallEstimate:
    """Whether a figure lies, by all frames since it was last seen to stand."""

    stood_ns: int
    since_ns: int | None = None
    log_odds: float = 0.0

    def update(self, t_ns: int, seen: SeenBase | None) -> None:
        """Take in a frame."""
        if seen is None:
            return
        share = min(max(seen.fallen, 1.0 - _CLEAREST), _CLEAREST)
        if share < _HALF:
            self.stood_ns, self.since_ns, self.log_odds = t_ns, None, 0.0
            return
        self.since_ns = t_ns if self.since_ns is None else self.since_ns
        self.log_odds += _ANEW * log_odds(share)


class TackleAftermath:
    """Calls of downed carriers that something later may change."""

    def __init__(self, rules: TouchRules, thresholds: Thresholds) -> None:
        self._rules, self._thresholds = rules, thresholds
        self._made: list[Call] = []
        self._lying: dict[str, FallEstimate] = {}

    def update(self, board: BoardFrame, calls: list[Call]) -> list[Call]:
        """The calls of a frame, changed by each other and by who has fallen since."""
        down = [c for c in calls if c.action is CallAction.CUT]
        others = [c for c in calls if c.action is not CallAction.CUT]
        for call in sorted(down, key=lambda c: (c.t_ns, c.players)):
            twin, share = self._twin(call)
            self._keep(call)
            if twin is None or share < self._thresholds.doubt:
                others.append(call)
            if twin is not None:
                # The call that was made first may be the one that is made again, now surer.
                first, second = sorted((twin, call), key=self._made.index)
                others = [c for c in others if c is not first]
                fumbled = share >= self._thresholds.doubt
                others.append(self._fumble(first, second) if fumbled else self._nearly(first))
        return others + self._fallen(board)

    def _keep(self, call: Call) -> None:
        """Keep a call, in the place of the one it replaces."""
        episodes = [made.episode for made in self._made]
        if call.episode in episodes:
            self._made[episodes.index(call.episode)] = call
        else:
            self._made.append(call)

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
        return (made, share) if share > 1.0 - self._thresholds.sure else (None, 0.0)

    def _nearly(self, first: Call) -> Call:
        """The call of the first of two who most likely did not touch at the same time."""
        return replace(first, flag=tuple(dict.fromkeys((*first.flag, _AT_ONCE))))

    def _together(self, one: Call, other: Call) -> float:
        """How likely two touches began within the time that counts as one."""
        apart_s = abs(one.t_ns - other.t_ns) / S_NS
        sigma_s = max(math.hypot(one.sigma_ns, other.sigma_ns) / S_NS, 1e-6)
        allowed_s = self._rules.together_s.value
        return p_below(apart_s, sigma_s, allowed_s, at_limit=True)

    def _fumble(self, first: Call, call: Call) -> Call:
        """Stands in the place of the call that was made for the first of the two."""
        certainty = self._together(first, call)
        early, late = sorted((first, call), key=lambda c: (c.t_ns, c.players))
        sure = certainty >= self._thresholds.sure
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
        rules, thresholds = self._rules, self._thresholds
        broken: list[Call] = []
        if not rules.falling_breaks.value:
            return broken
        for call in list(self._made):
            tackler = call.players[0]
            lies = self._lying.setdefault(tackler, FallEstimate(call.t_ns))
            lies.update(board.t_ns, board.find(tackler))
            limit_ns = call.t_ns + rules.falling_s.value * S_NS
            if lies.since_ns is None or lies.stood_ns >= limit_ns:
                continue
            fell = p_from_log_odds(lies.log_odds)
            waited = board.t_ns - lies.since_ns >= thresholds.wait_ns
            if fell < thresholds.doubt or (fell < thresholds.sure and not waited):
                continue
            self._made.remove(call)
            unsure = (
                ()
                if fell >= thresholds.sure
                else (Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="the tackler fell"),)
            )
            late = (Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="the tackler fell in time"),)
            broken.append(
                replace(
                    call,
                    kind=CallKind.BROKEN_TACKLE,
                    rule=rules.falling_breaks.rule,
                    certainty=min(call.certainty, fell),
                    action=CallAction.KEEP_RUNNING,
                    flag=(*call.flag, *unsure, *(late if lies.since_ns > limit_ns else ())),
                )
            )
        return broken
