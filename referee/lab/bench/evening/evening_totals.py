"""The plays of several games added up, as shares and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from referee.lab.bench.evening.evening_play import EveningPlay, NameCount
from referee.lab.bench.evening.kept_games import EveningGame
from referee.lab.bench.tools.figures import ratio


@dataclass(frozen=True)
class EveningTotals:
    """What a number of games come to. Games that are unfinished count as far as they came."""

    games: tuple[EveningGame, ...]

    @property
    def plays(self) -> tuple[EveningPlay, ...]:
        """Every play that was judged."""
        return tuple(play for game in self.games for play in game.plays)

    @property
    def decisions(self) -> int:
        """Decisions that were compared with the truth."""
        return sum(len(play.decisions) for play in self.plays)

    @property
    def ends(self) -> tuple[int, int]:
        """Ends of plays and passes that were wrong and not flagged, and all of them."""
        ends = [d for play in self.plays for d in play.decisions if d.about_end]
        return sum(d.wrong for d in ends), len(ends)

    @property
    def wrong(self) -> tuple[str, ...]:
        """What was decided wrongly and not flagged, with its game and play."""
        return self._said(lambda play: play.wrong)

    @property
    def wrong_scores(self) -> tuple[str, ...]:
        """Scores that the true ends do not give, not flagged."""
        return self._said(lambda play: (play.score,) if play.score else ())

    @property
    def carriers(self) -> tuple[str, ...]:
        """Carriers taken for others by a wrong name."""
        return self._said(lambda play: play.bodies.carriers)

    @property
    def false_fouls(self) -> tuple[str, ...]:
        """Line-up fouls called of a line-up that was legal."""
        return self._said(lambda play: play.false_fouls)

    @property
    def stuck(self) -> tuple[str, ...]:
        """Games that got no further, and why."""
        return tuple(f"{game.row.name}: {game.stuck}" for game in self.games if game.stuck)

    def per_play(self, count: Callable[[EveningPlay], float]) -> float:
        """The average over all plays."""
        return ratio(self.total(count), len(self.plays))

    def total(self, count: Callable[[EveningPlay], float]) -> float:
        """The sum over all plays."""
        return float(sum(count(play) for play in self.plays))

    def reasons(self, of: Callable[[EveningPlay], Iterable[str]]) -> Counter[str]:
        """In how many plays each reason comes."""
        return Counter(reason for play in self.plays for reason in set(of(play)))

    @property
    def substituted(self) -> tuple[EveningPlay, ...]:
        """The plays before which somebody came in."""
        return tuple(play for play in self.plays if play.newcomers.figures)

    def names(self, of: Callable[[EveningPlay], NameCount]) -> NameCount:
        """The names of all plays."""
        return added_names(of(play) for play in self.plays)

    @property
    def slowness(self) -> float:
        """Seconds of a clock that a second on the board took; NaN of nothing."""
        return ratio(
            sum(play.wall_s for play in self.plays), sum(play.board_s for play in self.plays)
        )

    def _said(self, of: Callable[[EveningPlay], Sequence[str]]) -> tuple[str, ...]:
        return tuple(
            f"{game.row.name}, play {play.number} ({play.words}): {words}"
            for game in self.games
            for play in game.plays
            for words in of(play)
        )


def added_names(counts: Iterable[NameCount]) -> NameCount:
    """The names of some plays together."""
    all_ = list(counts)
    return NameCount(
        sum(c.right for c in all_),
        sum(c.seen for c in all_),
        sum(c.sure_right for c in all_),
        sum(c.sure_seen for c in all_),
        sum(c.said for c in all_),
    )
