"""A play that a fault has broken off: in which step, who watched, and where the ball last was."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.frame import BoardFrame
from referee.calls.phase_state import CARRIED, PlayPhase
from referee.night.gate import PowerReason, PowerReasonKind
from referee.official.outcome import PlayNotice
from referee.rulebooks.play_step import PlayStep

# So often broken off in one play, it does not go on by being tried again.
OFTEN = 2
_NOBODY_WATCHED = frozenset({PowerReasonKind.PICTURES, PowerReasonKind.NOT_WATCHING})
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """``ball_mm`` is where the ball was seen last, None: nowhere; ``times`` counts in this play.

    ``watched``: the board was seen until it stopped, so that everything is where it was.
    """

    step: PlayStep
    watched: bool
    times: int
    ball_mm: Place | None

    @property
    def goes_on(self) -> bool:
        """Whether the play is best continued where it was."""
        return self.watched and self.times < OFTEN


class BreakTracker:
    """Fed every frame; ``now`` is how the play was broken off, None: it was not."""

    def __init__(self) -> None:
        self.now: BrokenOff | None = None
        self._play, self._times = 0, 0
        self._ball_mm: Place | None = None

    @property
    def ball_mm(self) -> Place | None:
        """Where the ball of this play was seen last, in mm; None: nowhere yet."""
        return self._ball_mm

    def see(self, board: BoardFrame, notice: PlayNotice, play: int) -> None:
        """Take in where the ball is; ``play`` counts the plays of the evening."""
        if play != self._play:
            self._play, self._times, self._ball_mm = play, 0, None
        self._ball_mm = place_of_ball(board, notice) or self._ball_mm

    def breaks(self, step: PlayStep, why: PowerReason | None) -> None:
        """The power went off in a step; ``why`` is the gate's reason, None: a person's Off."""
        self._times += 1
        watched = why is None or why.kind not in _NOBODY_WATCHED
        self.now = BrokenOff(step, watched, self._times, self._ball_mm)

    def goes_on(self) -> None:
        """The power is back."""
        self.now = None


def place_of_ball(board: BoardFrame, notice: PlayNotice) -> Place | None:
    """Where the ball is seen in a frame: its carrier's place, or that of a ball that is loose."""
    if notice.phase is PlayPhase.LOOSE and board.markers:
        return board.markers[0].x_mm, board.markers[0].y_mm
    seen = None if notice.carrier is None else board.find(notice.carrier)
    if notice.phase not in CARRIED or seen is None:
        return None
    return seen.measured.pose.x_mm, seen.measured.pose.y_mm
