"""The table of detectors: which are awake in a phase. A new call has its row here."""

from __future__ import annotations

from referee.calls.contact.evidence.free_motion import FreeMotion
from referee.calls.contact.evidence.pose_trails import PoseTrails
from referee.calls.contact.touch_counts import TouchCounts
from referee.calls.context import JudgingContext
from referee.calls.detector import Detector, RunContext
from referee.calls.kicks.block import HolderBlock, KickBlock, ReturnerTouched
from referee.calls.kicks.coverage import KickCover
from referee.calls.lines.goal_line import GoalLine
from referee.calls.lines.out_of_bounds import OutOfBounds
from referee.calls.loose.fall import Fall
from referee.calls.loose.loose_ball import LooseBall
from referee.calls.passing.flight import Flight
from referee.calls.passing.throw_away import TooDeep
from referee.calls.phase_state import PhaseState
from referee.calls.progress.carrier_trail import FurthestAdvance
from referee.calls.progress.forward_progress import ForwardProgress
from referee.calls.tackle.sack import Sacks
from referee.calls.tackle.tackle import Tackles

DetectorTable = tuple[type[Detector], ...]

# They watch the carrier. Forward progress reads the contacts that the tackle has updated.
CARRIER_DETECTORS: DetectorTable = (
    GoalLine,
    Tackles,
    ForwardProgress,
    Sacks,
    TooDeep,
    OutOfBounds,
    KickBlock,
    HolderBlock,
    ReturnerTouched,
    KickCover,
)
# They come after those, because they read what those have called.
FALL_DETECTORS: DetectorTable = (Fall,)
# They watch a ball that nobody has; what they call stands as it is.
BALL_DETECTORS: DetectorTable = (Flight, LooseBall)


class ActiveDetectors:
    """Makes the detectors of one game, run by run, and keeps what outlasts a stop."""

    def __init__(self, context: JudgingContext) -> None:
        self._context = context
        self._furthest: tuple[tuple[int, str], FurthestAdvance] | None = None
        self.free = FreeMotion({name: player.base for name, player in context.players.items()})
        self.trails = PoseTrails()
        self._play: int | None = None
        self.counts = TouchCounts()

    def run_of(self, state: PhaseState) -> RunContext:
        """The context of a new power run in a phase."""
        if state.play != self._play:
            self._play = state.play
            self.trails.set_up()
        if state.carrier is None:
            return self._run(state, FurthestAdvance())
        about = (state.play, state.carrier)
        if self._furthest is None or self._furthest[0] != about:
            self._furthest = (about, FurthestAdvance())
        return self._run(state, self._furthest[1])

    def _run(self, state: PhaseState, furthest: FurthestAdvance) -> RunContext:
        return RunContext(
            self._context,
            state,
            furthest,
            free=self.free,
            trails=self.trails,
            counts=self.counts,
        )

    def awake(self, table: DetectorTable, run: RunContext) -> list[Detector]:
        """The detectors of a table that have something to watch in a run, each fresh."""
        phase = run.state.phase
        return [kind(run) for kind in table if phase in kind.phases and kind.watches(run)]
