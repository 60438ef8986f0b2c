"""The state of a play that the calls go by: who has the ball, where it began, its phase."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.calls.kicks.kick_watch import KickedBall, KickWatch
from referee.calls.tackle_box import TackleBox
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry.marker import Marker
from referee.core.roster import Team


class PlayPhase(StrEnum):
    """The phase of a play. Each detector says in which phases it is awake."""

    SNAP = "snap"  # the first short pulse
    READ = "read"  # the passer has the ball and no play is named yet
    SCRAMBLE = "scramble"  # the passer runs with it, behind the line of scrimmage
    RUN = "run"  # also a passer who has crossed the line of scrimmage
    IN_THE_AIR = "in the air"  # a target lies on the board, nobody has the ball
    AFTER_CATCH = "after the catch"
    RETURN = "return"  # of a kick, an interception or a recovered fumble
    LOOSE = "loose"  # a fumble nobody has recovered
    RUSH = "rush"  # the kicker is about to kick
    COVERAGE = "coverage"  # a kick is in the air


PASSER_HAS_IT = frozenset({PlayPhase.SNAP, PlayPhase.READ, PlayPhase.SCRAMBLE})
CARRIER_RUNS = frozenset({PlayPhase.RUN, PlayPhase.AFTER_CATCH, PlayPhase.RETURN})
CARRIED = PASSER_HAS_IT | CARRIER_RUNS


# Phases of a play that may have begun without a line of scrimmage.
_WITHOUT_LINE = frozenset({PlayPhase.RETURN, PlayPhase.LOOSE, PlayPhase.RUSH, PlayPhase.COVERAGE})


@dataclass(frozen=True, slots=True)
class PassAttempt:
    """A pass on its way: who threw it to whom, and where its marker was laid.

    ``linemen`` may never catch a forward pass, ``ineligible`` may not catch this one; of ``unsure``
    nobody can tell.
    """

    intended: str | None
    target: Marker | None = None
    passer: str | None = None
    backward: bool = False
    linemen: tuple[str, ...] = ()
    ineligible: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LostBall:
    """Where a ball was lost, and by whom. ``late``: on the last down, or at the end of a half.

    ``changes`` is how often the ball has changed hands in the play before that.
    """

    x_mm: float
    y_mm: float
    sigma_mm: float = 0.0
    fumbler: str | None = None
    late: bool = False
    changes: int = 0


@dataclass(frozen=True, slots=True)
class PhaseState:
    """A phase of a play. ``team`` has the ball and plays toward ``plays``.

    ``caught_behind`` matters after a catch only: it was made behind the line of scrimmage. A play
    without a line to gain (a return, a try) has None. ``on_field`` are the players in the play,
    ``thrown`` is the pass that is in the air, ``box`` the tackle box as the play began, ``lost``
    where a ball was lost that lies loose. ``run_on``: the coach lets the carrier run on, whatever
    becomes of its progress. ``kick`` is what is watched of a kick in the air, ``kicked`` of one
    that lies on the board. ``regained``: the carrier's side lost the ball in this
    play, and has it again.
    """

    play: int
    phase: PlayPhase
    team: Team
    plays: Direction
    carrier: str | None
    on_field: tuple[str, ...]
    scrimmage_x_mm: float | None = None
    to_gain_x_mm: float | None = None
    caught_behind: bool = False
    thrown: PassAttempt | None = None
    box: TackleBox | None = None
    run_on: bool = False
    lost: LostBall | None = None
    regained: bool = False
    kick: KickWatch | None = None
    kicked: KickedBall | None = None

    def __post_init__(self) -> None:
        if self.carrier is not None and self.carrier not in self.on_field:
            raise BadValue("carrier", self.carrier, f"one of {', '.join(self.on_field)}")
        if self.scrimmage_x_mm is None and self.phase not in _WITHOUT_LINE:
            raise BadValue("scrimmage_x_mm", None, f"a place, in the phase {self.phase.value}")
        if len(set(self.on_field)) != len(self.on_field):
            raise BadValue("on_field", self.on_field, "each player once")

    def plays_of(self, team: Team) -> Direction:
        """The goal toward which a team plays."""
        return self.plays if team is self.team else self.plays.other
