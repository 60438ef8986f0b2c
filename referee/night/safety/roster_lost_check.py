"""Nearly everybody gone at once: somebody knocked the camera, or the light went out.

The watch on the camera says what has happened a few looks later; the board must not run on until
then.
"""

from __future__ import annotations

from referee.core.clock import MS_NS

# Fewer than this share of those who were seen since the board came on, in all frames of so long.
SHARE = 0.25
FOR_NS = 60 * MS_NS
LEAST = 4
ROSTER_LOST = "nearly nobody is seen any more. Has the camera been moved?"


class RosterLostCheck:
    """Fed with every frame while the board is on."""

    def __init__(self) -> None:
        self._most = 0
        self._since_ns: int | None = None

    def update(self, t_ns: int, seen: int) -> str:
        """What is wrong, empty if nothing is."""
        self._most = max(self._most, seen)
        if self._most < LEAST or seen >= SHARE * self._most:
            self._since_ns = None
            return ""
        if self._since_ns is None:
            self._since_ns = t_ns
        return ROSTER_LOST if t_ns - self._since_ns >= FOR_NS else ""

    def off(self) -> None:
        """The board is off."""
        self._most, self._since_ns = 0, None
