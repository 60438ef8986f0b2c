"""What becomes of a touch that downed the carrier: the tackler falls, or another came with him."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

from referee.calls.board import Board
from referee.calls.call import Action, Call, Kind
from referee.calls.levels import NS, Levels
from referee.calls.unclear import Unclear
from referee.core.ruled import Ruled, choice, flag, number


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
        Ruled[Unclear], choice(Unclear, "what a touch is that may not have been one")
    ]
    coasting: Annotated[Ruled[bool], flag("whether touches after the power went off still count")]


class Aftermath:
    """Calls of downed carriers that something later may change."""

    def __init__(self, rules: TouchRules, levels: Levels) -> None:
        self._rules, self._levels = rules, levels
        self._made: list[Call] = []

    def changed(self, board: Board, calls: list[Call]) -> list[Call]:
        """The calls of a frame, changed by each other and by who has fallen since."""
        down = [c for c in calls if c.action is Action.CUT]
        others = [c for c in calls if c.action is not Action.CUT]
        for call in sorted(down, key=lambda c: (c.t_ns, c.players)):
            twin = self._twin(call)
            self._made.append(call)
            if twin is None:
                others.append(call)
            else:
                others = [c for c in others if c is not twin]
                others.append(self._fumble(twin, call))
        return others + self._fallen(board)

    def _twin(self, call: Call) -> Call | None:
        """Another's tackle at the same time, where that matters."""
        if not self._rules.together_fumbles.value or call.kind is Kind.FUMBLE:
            return None
        for made in self._made:
            if made.kind is Kind.FUMBLE or made.players[0] == call.players[0]:
                continue
            if self._together(made, call) >= self._levels.doubt:
                return made
        return None

    def _together(self, one: Call, other: Call) -> float:
        """How likely two touches began within the time that counts as one."""
        apart_s = abs(one.t_ns - other.t_ns) / NS
        sigma_s = max(math.hypot(one.sigma_ns, other.sigma_ns) / NS, 1e-6)
        allowed_s = self._rules.together_s.value
        return 0.5 * math.erfc((apart_s - allowed_s) / (sigma_s * math.sqrt(2.0)))

    def _fumble(self, first: Call, call: Call) -> Call:
        """Stands in the place of the call that was made for the first of the two."""
        certainty = self._together(first, call)
        early, late = sorted((first, call), key=lambda c: (c.t_ns, c.players))
        sure = certainty >= self._levels.sure
        close = () if sure else ("two tacklers at nearly the same time",)
        return replace(
            early,
            kind=Kind.FUMBLE,
            rule=self._rules.together_fumbles.rule,
            certainty=certainty * min(first.certainty, call.certainty),
            players=(early.players[0], late.players[0], early.players[-1]),
            flag=tuple(dict.fromkeys((*first.flag, *call.flag, *close))),
            episode=first.episode,
        )

    def _fallen(self, board: Board) -> list[Call]:
        """Tackles that were none, because the tackler fell over at once."""
        rules, levels = self._rules, self._levels
        broken: list[Call] = []
        if not rules.falling_breaks.value:
            return broken
        for call in list(self._made):
            lies = board.find(call.players[0])
            late = board.t_ns - call.t_ns > rules.falling_s.value * NS
            if late or lies is None or lies.fallen < levels.doubt:
                continue
            self._made.remove(call)
            unsure = () if lies.fallen >= levels.sure else ("too close to tell whether he fell",)
            broken.append(
                replace(
                    call,
                    kind=Kind.BROKEN_TACKLE,
                    rule=rules.falling_breaks.rule,
                    certainty=min(call.certainty, lies.fallen),
                    action=Action.KEEP_RUNNING,
                    flag=(*call.flag, *unsure),
                )
            )
        return broken
