"""Which way a team plays: toward the right or the left goal of the board."""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    """The goal a team plays toward."""

    RIGHT = "right"
    LEFT = "left"

    @property
    def sign(self) -> int:
        """+1 when playing toward larger x, else -1."""
        return 1 if self is Direction.RIGHT else -1

    @property
    def other(self) -> Direction:
        """The opponent's direction."""
        return Direction.LEFT if self is Direction.RIGHT else Direction.RIGHT

    @property
    def heading_deg(self) -> float:
        """The board heading of a base that faces the goal it plays toward."""
        return 0.0 if self is Direction.RIGHT else 180.0
