"""The end of a play, and opponents who may have been at the carrier before it without being seen.

The doubt is raised with the call. What the frames after it show of where they have been may settle
it, or raise it: who is seen again beside the carrier has come there. Then the call is made again,
before anybody books the play.
"""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import ENDS_PLAY, Call, CallKind
from referee.calls.detector import RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.core.clock import ns_from_s

# Of two who touch the carrier within this either downs it: the ball is dead in the same place.
_SAME_NS = ns_from_s(0.025)
# So long after an end, frames still show where bases were at it; later a hand may have moved them.
SHOWN_NS = ns_from_s(0.3)
_DOWNED = frozenset({CallKind.TACKLE, CallKind.SACK, CallKind.COVERAGE_SACK})


class HiddenFirst:
    """Follows one power run of a carrier; ``since_ns`` is when it began."""

    def __init__(self, run: RunContext, since_ns: int) -> None:
        self._run, self.since_ns = run, since_ns
        self._open: Call | None = None

    def with_doubts(self, call: Call) -> Call:
        """The same end, flagged for who may have been there first without being seen."""
        if call.kind not in ENDS_PLAY:
            return call
        plain = tuple(word for word in call.flag if word.kind is not DoubtKind.HIDDEN_THERE_FIRST)
        return replace(call, flag=tuple(dict.fromkeys((*plain, *self._doubts(call)))))

    def note(self, made: list[Call]) -> None:
        """Keep the end that was called last."""
        for call in made:
            if call.kind in ENDS_PLAY:
                self._open = call

    def settled(self, t_ns: int) -> list[Call]:
        """The end with other doubts, once it is known who was there first or was not."""
        call = self._open
        if call is None:
            return []
        fresh = self.with_doubts(call)
        known, now = set(_hidden_of(call)), set(_hidden_of(fresh))
        late = t_ns - call.t_ns > SHOWN_NS
        # Of whom a hand has moved nothing is known any more; that brings no doubt.
        trails = self._run.trails
        moved = not all(trails.known_at(doubt.players[0], call.t_ns) for doubt in now - known)
        if now == known or ((late or moved) and not now < known):
            self._open = None if late and not known else call
            return []
        self._open = fresh
        return [fresh]

    def _doubts(self, call: Call) -> list[Doubt]:
        until_ns = call.t_ns - (_SAME_NS if call.kind in _DOWNED else 0)
        likely = self._run.unseen.likely(self.since_ns, until_ns, self._run.unevenness)
        names = (name for name in likely if name not in call.players)
        return [Doubt(DoubtKind.HIDDEN_THERE_FIRST, name) for name in names]


def _hidden_of(call: Call) -> list[Doubt]:
    return [word for word in call.flag if word.kind is DoubtKind.HIDDEN_THERE_FIRST]
