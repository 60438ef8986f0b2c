"""Turns the steps of a plan into movements of hands, and what each changes on the board when."""

from __future__ import annotations

from collections.abc import Callable

from referee.core.roster import Roster
from referee.sim.physics.board import PhysicsBoard
from referee.sim.physics.hands.choreographer import Choreographer
from referee.sim.physics.hands.plan_steps import FigureMove, MarkerMove
from referee.sim.physics.truth.events import HandActed


class Director:
    """Knows the board that hands change."""

    def __init__(self, board: PhysicsBoard, roster: Roster) -> None:
        self._board = board
        self._roster = roster

    def direct(self, choreographer: Choreographer, step: FigureMove | MarkerMove) -> None:
        """Add one step to a visit."""
        if isinstance(step, MarkerMove):
            choreographer.touch(step.at.x_mm, step.at.y_mm, self._marker_change(step))
            return
        row = self._roster.index(step.player)
        choreographer.carry(
            row,
            step.path,
            lift_mm=step.lift_mm,
            on_grip=self._grip_change(row, step),
            on_put=self._put_change(row, step),
            from_tray=step.start is None,
            to_tray=step.end is None,
        )

    def _marker_change(self, step: MarkerMove) -> Callable[[int], None]:
        def apply(t_ns: int) -> None:
            if step.pose is None:
                self._board.take_marker(step.marker, t_ns)
            else:
                self._board.put_marker(step.marker, step.marker_kind, step.pose, t_ns)
            self._board.truth.note(HandActed(t_ns, "", f"{step.what}: {step.marker_kind.value}"))

        return apply

    def _grip_change(self, row: int, step: FigureMove) -> Callable[[int], None]:
        def apply(t_ns: int) -> None:
            if step.start is not None:
                self._board.take(row, t_ns)

        return apply

    def _put_change(self, row: int, step: FigureMove) -> Callable[[int], None]:
        def apply(t_ns: int) -> None:
            if step.end is not None:
                self._board.put(row, step.end, t_ns)
            self._board.truth.note(HandActed(t_ns, step.player, step.what))

        return apply
