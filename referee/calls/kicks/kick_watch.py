"""What is watched while a kick is rushed, in the air, or lying on the board."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.kicks.block_rules import BlockTouch
from referee.calls.loose.loose_rules import JointPossession, RecoveredBy
from referee.core.roster import Team
from referee.core.settings.ruled import Ruled


@dataclass(frozen=True, slots=True)
class KickWatch:
    """A kick before it comes down. What is None is not watched.

    ``block`` is which touch of the kicker blocks it, of ``holder`` too. ``interference`` is the
    rule by which nobody may touch ``returner`` yet; by ``covered`` a touch of the returner, or of
    the line at ``line_x_mm``, is a fair catch; by ``goal`` cover in the end zone is a touchback.
    """

    block: Ruled[BlockTouch] | None = None
    holder: str | None = None
    returner: str | None = None
    line_x_mm: float | None = None
    interference: str | None = None
    covered: str | None = None
    goal: str | None = None


@dataclass(frozen=True, slots=True)
class KickedBall:
    """A kick that lies on the board: what recovers it, and which team may run with it."""

    recovers: Ruled[RecoveredBy]
    hold_s: Ruled[float]
    both: Ruled[JointPossession]
    runs: Team | None
