"""A carrier out of sight: the power goes off, and nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import unknown_ball_call
from referee.calls.contact.contact_tracker import OpponentContact
from referee.calls.contact.pair_tracker import LastPairGap
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS

_REASON = Doubt(DoubtKind.CARRIER_OUT_OF_SIGHT)


class LostCarrier:
    """Watches whether the carrier of one phase is seen. ``play`` is the number of the play."""

    def __init__(self, carrier: str, thresholds: Thresholds, play: int) -> None:
        self._carrier, self._thresholds, self._play = carrier, thresholds, play
        self._seen_ns: int | None = None
        self._said = False
        self._lost: Call | None = None
        # The opponents that may have touched the carrier since then, for all that is known.
        self._open: dict[str, tuple[OpponentContact, LastPairGap]] = {}
        self._off_ns: int | None = None

    def forget(self) -> None:
        """Begin a new power run; sightings of earlier runs no longer count."""
        self._seen_ns = None

    def update(self, board: BoardFrame, contacts: Iterable[OpponentContact]) -> list[Call]:
        """Take in a frame of a power run; returns the call that the carrier is lost."""
        if board.find(self._carrier) is not None:
            self._seen_ns, self._said = board.t_ns, False
        elif self._seen_ns is None:
            self._seen_ns = board.t_ns
        if self._said or board.t_ns - self._seen_ns < self._thresholds.lost_ns:
            return []
        self._said = True
        call = unknown_ball_call(board, CallKind.NOT_SEEN, _REASON, self._play, (self._carrier,))
        last = {hit.player: (hit, hit.watch.together) for hit in contacts}
        self._open = {name: (hit, seen) for name, (hit, seen) in last.items() if seen is not None}
        self._lost = call if len(self._open) == len(last) else None
        self._off_ns = None
        return [call]

    def found_again(self, board: BoardFrame) -> list[Call]:
        """The call without its flag once it is known that nothing happened; None before that."""
        lost = self._lost
        if lost is None or board.t_ns <= lost.t_ns:
            return []
        if self._off_ns is None and not board.power:
            self._off_ns = board.t_ns
        if self._off_ns is not None and board.power:
            self._lost = None  # the board runs again, and it is not known
            return []
        for name, (hit, before) in list(self._open.items()):
            look = hit.watch.glance(board, self._carrier, name)
            if look is None:
                continue
            if before.gap_mm + look.gap_mm < self._could_mm(before, board.t_ns):
                self._lost = None
                return []
            del self._open[name]
        seen = board.find(self._carrier)
        if self._off_ns is None or seen is None or seen.doubtful or self._open:
            return []
        self._lost = None
        return [replace(lost, flag=(), action=CallAction.RECORD)]

    def _could_mm(self, before: LastPairGap, now_ns: int) -> float:
        """How many mm nearer an opponent can have come; the board at rest adds nothing."""
        if self._off_ns is not None:
            now_ns = min(now_ns, self._off_ns + self._thresholds.coast_ns)
        return before.fastest_mm_s * (now_ns - before.t_ns) / S_NS
