"""The coach's hands: what they are told to do on a guided board, and whether they are done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee.sim.board_state import MarkerKind
from referee.sim.live.guided_hands import HandsOrder, HandsReport
from referee.sim.physics import HandAction, Pivot

# Figures are turned no quicker than people do it, one after the other: eyes that cannot tell which
# of two figures a hand had withhold both names.
TURNING_PACE = 1.0
# Everything else is done as by a person in a hurry: two hands that a camera can follow.
PERSONS_PACE = 2.0


class GuidedBoard(Protocol):
    """The live board or the lockstep one."""

    @property
    def now_ns(self) -> int:
        """The clock that orders are stamped with."""

    @property
    def hands(self) -> HandsReport:
        """How far the hands are, as last reported."""

    def give(self, order: HandsOrder) -> None:
        """Obey an order."""


class BoardHands:
    """Gives orders and knows when they are done, and nothing of where anything is.

    ``pace`` 2 is twice as quick as people are; ``turning`` is the pace at which figures are turned
    at a stop.
    """

    def __init__(
        self, board: GuidedBoard, pace: float = PERSONS_PACE, turning: float = TURNING_PACE
    ) -> None:
        self._board, self.pace = board, pace
        self._turning = min(pace, turning)
        self._given = 0

    def do(self, actions: Sequence[HandAction]) -> None:
        """Do these, once what was ordered before is done."""
        if actions:
            self._given += 1
            self._board.give(HandsOrder(self._given, self._board.now_ns, tuple(actions), self.pace))

    def turn(self, turns: Sequence[Pivot]) -> None:
        """Turn these figures, one after the other."""
        for turn in turns:
            self._given += 1
            order = HandsOrder(self._given, self._board.now_ns, (turn,), self._turning)
            self._board.give(order)

    def withdraw(self) -> None:
        """Take back what has not begun: the board runs again."""
        if not self.free:
            self._board.give(HandsOrder(self._given, self._board.now_ns, ()))
            self._given = max(self._board.hands.done, 0)

    @property
    def free(self) -> bool:
        """Everything that was ordered is done, and the hands are away."""
        report = self._board.hands
        return report.done >= self._given and not report.busy

    @property
    def resting(self) -> bool:
        """Whether the board rests."""
        return self._board.hands.resting

    def lying(self, *kinds: MarkerKind) -> tuple[int, ...]:
        """The numbers by which markers of some kinds that lie on the board can be taken."""
        return tuple(number for number, kind in self._board.hands.markers if kind in kinds)
