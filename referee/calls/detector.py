"""The interface of everything that watches frames for a call, and what such detectors share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from referee.calls.call import Call
from referee.calls.contact.contact_tracker import ContactTracker
from referee.calls.contact.evidence.free_motion import FreeMotion
from referee.calls.contact.evidence.pose_trails import PoseTrails
from referee.calls.contact.evidence.unevenness import FLOOR, Unevenness
from referee.calls.contact.touch_counts import TouchCounts
from referee.calls.contact.unseen_opponents import UnseenOpponents
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.progress.carrier_trail import FurthestAdvance
from referee.core.geometry.base_shape import BaseShape


@dataclass(slots=True)
class RunContext:
    """What the detectors of one power run are built from, and what they share.

    ``furthest``, the carrier's furthest advance, is kept from run to run of a play, and so is
    ``free``, what the board's free motion has shown, and ``trails``, where everybody was seen
    lately, and ``counts``, which touches were called. ``called`` are the calls that the detectors
    of this run have made so far.
    """

    context: JudgingContext
    state: PhaseState
    furthest: FurthestAdvance = field(default_factory=FurthestAdvance)
    called: list[Call] = field(default_factory=list)
    free: FreeMotion | None = None
    trails: PoseTrails = field(default_factory=PoseTrails)
    counts: TouchCounts = field(default_factory=TouchCounts)
    _contacts: ContactTracker | None = None

    @property
    def carrier(self) -> str:
        """The id of the player who has the ball; empty: nobody has it."""
        return self.state.carrier or ""

    @property
    def shape(self) -> BaseShape:
        """The outline of the carrier's base."""
        return self.context.base(self.carrier)

    @property
    def unevenness(self) -> Unevenness:
        """How unevenly bases creep on this board, as far as that has been seen."""
        return FLOOR if self.free is None else self.free.unevenness

    @property
    def unseen(self) -> UnseenOpponents:
        """The carrier's opponents, and what they may have done unseen."""
        opponents = self.context.opponents(self.state.team, self.state.on_field)
        return UnseenOpponents(
            self.carrier,
            opponents,
            self.shape,
            self.trails,
            self.context.thresholds,
            lying_count=self.context.rules.touch.fallen_tackles.value,
        )

    @property
    def contacts(self) -> ContactTracker:
        """The carrier and its opponents, watched pair by pair."""
        if self._contacts is None:
            context, state = self.context, self.state
            corner = context.rules.touch.corner_base_lengths.value
            opponents = context.opponents(state.team, state.on_field)
            self._contacts = ContactTracker(
                self.carrier,
                opponents,
                self.shape,
                context.thresholds,
                corner,
                bases=context.bases(state.on_field),
                free=self.free,
            )
        return self._contacts


class Detector(Protocol):
    """Watches one power run for one kind of call. `active_detectors` has the table of them.

    ``phases`` are those in which it is awake.
    """

    phases: ClassVar[frozenset[PlayPhase]]

    def __init__(self, run: RunContext) -> None: ...

    @classmethod
    def watches(cls, run: RunContext) -> bool:
        """Whether a run in one of its phases has what it watches: as a rule, a carrier."""
        return run.state.carrier is not None

    @property
    def waits(self) -> bool:
        """Whether the call is certain but not yet its order among others: power may go off."""
        return False

    def update(self, frame: BoardFrame) -> list[Call]:
        """Take in a frame, later than the one before; returns the calls that it makes sure."""

    def close(self) -> list[Call]:
        """End the run; return flagged calls for what was neither sure nor over."""
        return []

    def open_doubts(self, t_ns: int) -> list[Doubt]:
        """The doubts about events before an instant in ns that are neither sure nor over."""
        del t_ns
        return []
