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
    ``reasons`` are the kinds of doubts for which something is to be looked at.
    ``score`` is how the score is otherwise than the true end makes it.
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
    book_flagged: bool = False
    score: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def wrong(self) -> tuple[str, ...]:
        """What was called otherwise than is true, and not flagged: a flag excuses its own decision.

        The books are excused by a flag on the end that they rest on.
        """
        calls = tuple(
            f"{d.what}: {d.called} instead of {d.true}"
            for d in self.decisions
            if not d.right and not d.flagged
        )
        return (*calls, *((self.book,) if self.book and not self.book_flagged else ()))

    @property
    def wrong_score(self) -> str:
        """How the score is wrong, and not flagged."""
        return "" if self.book_flagged else self.score


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
        sure = (d for play in self.plays for d in play.decisions if not d.flagged)
        return max((abs(d.off_mm or 0.0) for d in sure), default=0.0)

    @property
    def judged(self) -> int:
        """Decisions that were compared with the truth."""
        return sum(len(play.decisions) for play in self.plays)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Everything that was wrong and not flagged, with its play."""
        return tuple(f"play {p.number} ({p.words}): {w}" for p in self.plays for w in p.wrong)
