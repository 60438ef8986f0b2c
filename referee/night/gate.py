"""The gate before the switch: every reason why there may be no power, as sentences.

Nothing here decides a play. It is asked before power comes on and with every frame while it is on;
one reason is enough to keep it off or to cut it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.core.clock import MS_NS

# One look misses three hands in ten: so many frames, and so long, have to be without one.
CLEAR_FRAMES = 10
CLEAR_NS = 400 * MS_NS
# A frame older than this says nothing about now.
STALE_NS = 200 * MS_NS
LOOK_STALE_NS = 1_000 * MS_NS


@dataclass
class HandsAway:
    """Counts the frames in a row that show no hand."""

    _frames: int = 0
    _since_ns: int = 0
    seen: bool = False

    def see(self, t_ns: int, hand: bool) -> None:
        """A frame, and whether there is a hand in it."""
        self.seen = hand
        if hand or self._frames == 0:
            self._since_ns = t_ns
        self._frames = 0 if hand else self._frames + 1

    def clear(self, t_ns: int) -> bool:
        """Whether hands have been away long enough to believe it."""
        return self._frames >= CLEAR_FRAMES and t_ns - self._since_ns >= CLEAR_NS


@dataclass(frozen=True, slots=True)
class GateConditions:
    """Everything the gate goes by, at one instant.

    ``camera``, ``eyes`` and ``switch`` are sentences about what is wrong with them or what they
    wait for, empty where all is well;
    ``unseen`` are players of the line-up who are not seen; ``official`` is why the rules let nobody
    switch on. ``frame_ns`` and ``looked_ns`` are of the newest frame and the last look.
    """

    now_ns: int
    frame_ns: int | None
    looked_ns: int | None
    hands_away: bool
    camera: str = ""
    eyes: str = ""
    switch: str = ""
    alarm: str = ""
    unseen: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    official: tuple[str, ...] = ()


def reasons_against_power(at: GateConditions) -> tuple[str, ...]:
    """Why there may be no power now, the gravest first; nothing: there may."""
    return tuple(_reasons(at))


def watching(at: GateConditions) -> bool:
    """Whether the referee sees the board now."""
    return not at.camera and at.frame_ns is not None and at.now_ns - at.frame_ns <= STALE_NS


def _reasons(at: GateConditions) -> Iterator[str]:
    if at.alarm:
        yield at.alarm
    if at.camera:
        yield at.camera
    elif not watching(at):
        yield "NOT WATCHING: no fresh picture comes from the camera."
    elif at.looked_ns is None or at.now_ns - at.looked_ns > LOOK_STALE_NS:
        yield "NOT WATCHING: nobody looked for hands for more than a second."
    if at.switch:
        yield at.switch
    if at.eyes:
        yield at.eyes
    if not at.hands_away:
        yield "Hands are above the board."
    if at.unseen:
        yield f"Not seen: {', '.join(at.unseen)}."
    if at.doubtful:
        yield f"Who is who? {', '.join(at.doubtful)}: tap them on the page."
    yield from at.official
