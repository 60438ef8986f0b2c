"""What is tossed for and decided around the plays: the toss, ends, timeouts, challenges, disputes.

They are events like those of `events`, which lists all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.field.direction import Direction
from referee.core.roster import Team


class CoinSide(StrEnum):
    """How a coin may fall."""

    HEADS = "heads"
    TAILS = "tails"


class KickChoice(StrEnum):
    """What the winner of a toss may choose."""

    KICK = "kick"
    RECEIVE = "receive"
    DEFER = "defer"


@dataclass(frozen=True, slots=True)
class Tossed:
    """The coin fell. ``called`` is what the visitors called; None where nobody calls."""

    fell: CoinSide
    called: CoinSide | None = None

    @property
    def winner(self) -> Team:
        """The team that has won the toss, where the visitors called it."""
        return Team.AWAY if self.called is self.fell else Team.HOME


@dataclass(frozen=True, slots=True)
class KickChosen:
    """A team kicks, receives, or leaves the choice to the others and has its own later."""

    team: Team
    what: KickChoice


@dataclass(frozen=True, slots=True)
class EndsChosen:
    """A team has named the goal it defends: it ``plays`` the other way."""

    team: Team
    plays: Direction


@dataclass(frozen=True, slots=True)
class OvertimeSettled:
    """Whether a game that is tied goes on."""

    played: bool


@dataclass(frozen=True, slots=True)
class TimeoutTaken:
    """A team's timeout. ``extra_play``: it makes the period a play longer."""

    team: Team
    extra_play: bool = False


@dataclass(frozen=True, slots=True)
class Challenged:
    """A head coach challenges the last ruling: the game waits until it is decided."""

    team: Team


@dataclass(frozen=True, slots=True)
class ChallengeDecided:
    """What became of a challenge. ``die`` was rolled for it; None: it was decided by replay."""

    won: bool
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Disputed:
    """A call that is too close, and that nobody could settle, was given to a team."""

    team: Team
