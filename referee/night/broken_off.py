"""A play that a fault has broken off: in which step, who watched, and where the ball last was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.calls.call import Call
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import CARRIED, PlayPhase
from referee.night.gate import PowerReason, PowerReasonKind
from referee.official.outcome import PlayNotice
from referee.official.play.stop_reply import NONE_LEFT, refusal_reason
from referee.rulebooks.play_step import PlayStep

# So often broken off in one play, it does not go on by being tried again.
OFTEN = 2
_NOBODY_WATCHED = frozenset({PowerReasonKind.PICTURES, PowerReasonKind.NOT_WATCHING})
# A pass that nobody reaches may run on for ever, and its rules know no stop: whoever asks for one
# once more wants the board to stand. The play waits where it was, and nobody gains by it.
STOP_AGAIN = "Stop again to break the play off."
STOPPED_BY_COACH = "Broken off: the rules grant no stop here, and the board was stopped."
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """``ball_mm`` is where the ball was seen last, None: nowhere; ``times`` counts in this play.

    ``watched``: the board was seen until it stopped, so that everything is where it was.
    ``given_up``: a coach insisted on the stop, as nothing came of the run.
    """

    step: PlayStep
    watched: bool
    times: int
    ball_mm: Place | None
    given_up: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether the play is best continued where it was."""
        return self.watched and not self.given_up and self.times < OFTEN


class BreakTracker:
    """Fed every frame; ``now`` is how the play was broken off, None: it was not."""

    def __init__(self) -> None:
        self.now: BrokenOff | None = None
        self._play, self._times = 0, 0
        self._ball_mm: Place | None = None
        self._step: PlayStep | None = None
        self._refused = 0

    @property
    def ball_mm(self) -> Place | None:
        """Where the ball of this play was seen last, in mm; None: nowhere yet."""
        return self._ball_mm

    def see(self, board: BoardFrame, notice: PlayNotice, play: int) -> None:
        """Take in where the ball is; ``play`` counts the plays of the evening."""
        if play != self._play:
            self._play, self._times, self._ball_mm, self._step = play, 0, None, None
        if notice.step is not self._step:
            self._step, self._refused = notice.step, 0
        self._ball_mm = place_of_ball(board, notice) or self._ball_mm

    def breaks(self, step: PlayStep, why: PowerReason | None) -> None:
        """The power went off in a step; ``why`` is the gate's reason, None: a person's Off."""
        self._times += 1
        watched = why is None or why.kind not in _NOBODY_WATCHED
        self.now = BrokenOff(step, watched, self._times, self._ball_mm)

    def gives_up(self) -> None:
        """It was a coach who insisted: nothing came of that run."""
        self.now = None if self.now is None else replace(self.now, given_up=True)

    @property
    def no_stop_left(self) -> bool:
        """Whether a stop was refused in this step because the rules have none for it."""
        return self._refused > 0

    def refused(self, calls: Iterable[Call]) -> int:
        """Take in calls; how often such a stop was refused in this step by now, 0: not by these."""
        now = any(refusal_reason(call) == NONE_LEFT for call in calls)
        self._refused += now
        return self._refused if now else 0

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
