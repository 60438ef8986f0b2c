"""A line-up as it was read: who plays what, how sure that is, what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from referee.core.roster import Team


class Role(StrEnum):
    """A place in a formation."""

    CENTER = "center"
    GUARD = "guard"
    TACKLE = "tackle"
    TIGHT_END = "tight end"
    SPLIT_END = "split end"
    FLANKER = "flanker"  # a receiver off the line, wherever outside the tackles
    QUARTERBACK = "quarterback"
    BACK = "back"
    PUNTER = "punter"
    HOLDER = "holder"
    KICKER = "kicker"
    DOWN_LINEMAN = "down lineman"
    LINEBACKER = "linebacker"
    DEFENSIVE_BACK = "defensive back"
    RETURNER = "returner"


INTERIOR = (Role.CENTER, Role.GUARD, Role.TACKLE)
ENDS = (Role.TIGHT_END, Role.SPLIT_END)
# The roles that get the snap.
TAKES_SNAP = (Role.QUARTERBACK, Role.PUNTER, Role.HOLDER)
OFFENSE = (*INTERIOR, *ENDS, Role.FLANKER, Role.BACK, *TAKES_SNAP, Role.KICKER)


class LineUpForm(StrEnum):
    """What a side has lined up for."""

    NONE = "nobody has lined up"
    SCRIMMAGE = "scrimmage"
    PUNT = "punt"
    FIELD_GOAL = "field goal"
    KICKOFF = "kickoff"


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A player and a place: how far the front of the base is behind the line, and where across.

    ``depth_mm`` is negative past the line; ``across_mm`` is from the ball, to the left as the team
    looks. ``certainty`` is that of the role, ``eligible`` how likely a forward pass may be caught.
    ``corrected``: a coach has said so.
    """

    player: str
    team: Team
    role: Role
    certainty: float
    depth_mm: float
    across_mm: float
    eligible: float = 0.0
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class LineUpFault:
    """What a rule has against a line-up, and how sure it is that it does.

    Less certain than a fault has to be, it is a doubt: it is shown and holds nothing up. So is
    what is only warned of (``warns``), however certain it is. ``front_mm`` is how far off the line
    the front of its one base was measured, ``gap_mm`` how far apart its two bases are; None: it is
    of no base, or of more. They tremble with every frame, so that nothing is told apart by them.
    """

    rule: str
    sentence: str
    players: tuple[str, ...]
    certainty: float
    team: Team
    warns: bool = False
    front_mm: float | None = field(default=None, compare=False)
    gap_mm: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LineUp:
    """Both sides before a snap. ``missing`` are players of the roster who are not seen."""

    offense: Team
    form: LineUpForm
    certainty: float
    men: tuple[PlacedPlayer, ...]
    faults: tuple[LineUpFault, ...] = ()
    doubts: tuple[LineUpFault, ...] = ()
    missing: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()

    def find(self, player: str) -> PlacedPlayer | None:
        """The place of a player."""
        return next((man for man in self.men if man.player == player), None)

    def of(self, *roles: Role) -> tuple[PlacedPlayer, ...]:
        """Everybody in one of these roles, from the left of the team to its right."""
        return tuple(man for man in self.men if man.role in roles)

    @property
    def quarterback(self) -> PlacedPlayer | None:
        """Who takes the snap to run or to pass; None where nobody does."""
        return next(iter(self.of(Role.QUARTERBACK)), None)

    def eligible(self, at_least: float = 0.5) -> tuple[PlacedPlayer, ...]:
        """Who may catch a forward pass, the surest first."""
        able = [man for man in self.men if man.eligible >= at_least]
        return tuple(sorted(able, key=lambda man: (-man.eligible, man.player)))
