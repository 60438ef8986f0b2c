"""What a game came to, as numbers and as a list of what was wrong."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.state import State
from referee.lab.bench.calls.call_decisions import CallDecision


@dataclass(frozen=True, slots=True)
class PlayReport:
    """One play. ``aside`` are parts of it that the judge cannot judge, and why.

    ``touches`` are corrections by the coach and hands over the board between snap and spot;
    ``stops`` are the stops that the coach asked for, where a rulebook leaves that to the coach.
    """

    number: int
    words: str
    ended: str
    decisions: tuple[CallDecision, ...]
    aside: tuple[str, ...]
    reviews: int
    touches: int
    stops: int
    book: str = ""

    @property
    def wrong(self) -> tuple[str, ...]:
        """What was called otherwise than is true, and not flagged."""
        calls = tuple(
            f"{d.what}: {d.called} instead of {d.true}"
            for d in self.decisions
            if not d.right and not (d.flagged or self.reviews)
        )
        return (*calls, *((self.book,) if self.book and not self.reviews else ()))


@dataclass(frozen=True, slots=True)
class GameReport:
    """One game; ``stuck`` is why it got no further, empty where it came to its end."""

    rulebook: str
    seed: int
    plays: tuple[PlayReport, ...]
    state: State
    stuck: str
    sim_s: float
    wall_s: float

    @property
    def reviewed_plays(self) -> int:
        """Plays in which something is to be looked at."""
        return sum(play.reviews > 0 for play in self.plays)

    @property
    def touches(self) -> int:
        """Between snap and spot, over all plays."""
        return sum(play.touches for play in self.plays)

    @property
    def worst_spot_mm(self) -> float:
        """The most that a spot called without a flag was off."""
        sure = (d for play in self.plays if not play.reviews for d in play.decisions)
        return max((d.off_mm or 0.0 for d in sure if not d.flagged), default=0.0)

    @property
    def judged(self) -> int:
        """Decisions that were compared with the truth."""
        return sum(len(play.decisions) for play in self.plays)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Everything that was wrong and not flagged, with its play."""
        return tuple(f"play {p.number} ({p.words}): {w}" for p in self.plays for w in p.wrong)
