"""Whether this computer is too busy for the frames that come, told from the frames themselves.

What is given up then is the same every time: pictures for pages become fewer and smaller, the
detector leaves the reading of figures out while the board runs, and calls are flagged as they
always are when frames are far apart. It is said once when it begins and once when it is over.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from referee.core.clock import MS_NS, S_NS

# Told from the frames of so long.
WINDOW_NS = 2 * S_NS
# Too busy: so large a share of what the camera took was never looked at, or half of the frames were
# decided about so late.
LOST_SHARE = 0.4
LATE_NS = 100 * MS_NS
# It is over when both have been well below that for so long.
CALM_SHARE = 0.5
CALM_NS = 3 * S_NS
TOO_BUSY = (
    "This computer is busy with something else: fewer pictures are looked at, and more calls will "
    "be flagged."
)
KEEPS_UP_AGAIN = "The computer keeps up again."


@dataclass
class ComputerStrain:
    """Told of every frame, once it is decided about."""

    strained: bool = False
    _frames: deque[tuple[int, int, int]] = field(default_factory=deque)
    _calm_since_ns: int | None = None

    def frame(self, sequence: int, taken_ns: int, done_ns: int) -> str:
        """A sentence when it begins or is over, else empty.

        ``sequence`` counts what the camera took, ``done_ns`` is when the frame was decided about.
        """
        self._frames.append((sequence, taken_ns, done_ns))
        while done_ns - self._frames[0][2] > WINDOW_NS:
            self._frames.popleft()
        first, last = self._frames[0], self._frames[-1]
        if not self.strained and last[2] - first[2] < WINDOW_NS // 2:
            return ""
        lost, late_ns = self._lost(), self._late_ns()
        if not self.strained:
            self.strained = lost > LOST_SHARE or late_ns > LATE_NS
            self._calm_since_ns = None
            return TOO_BUSY if self.strained else ""
        if lost > CALM_SHARE * LOST_SHARE or late_ns > LATE_NS:
            self._calm_since_ns = None
            return ""
        self._calm_since_ns = done_ns if self._calm_since_ns is None else self._calm_since_ns
        self.strained = done_ns - self._calm_since_ns < CALM_NS
        return "" if self.strained else KEEPS_UP_AGAIN

    def _lost(self) -> float:
        """The share of the camera's frames that nobody looked at."""
        taken = self._frames[-1][0] - self._frames[0][0]
        return 1.0 - (len(self._frames) - 1) / taken if taken > 0 else 0.0

    def _late_ns(self) -> int:
        """How late half of the frames were decided about, from their capture."""
        late = sorted(done_ns - taken_ns for _, taken_ns, done_ns in self._frames)
        return late[len(late) // 2]
