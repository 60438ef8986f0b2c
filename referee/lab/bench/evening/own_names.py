"""How many names are right that no person has put right.

What a correction changes counts as it was before; every other name as it is at the whistle.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.frame import BoardFrame
from referee.lab.bench.evening.evening_play import NameCount
from referee.lab.bench.games.body_match import BodyMatch

# A correction has reached the eyes by so many frames after the coach has said it.
TAKES_FRAMES = 2


@dataclass(frozen=True, slots=True)
class ShownNames:
    """Every name of a frame: the figure it stands on, whether it is muted, and its probability."""

    match: BodyMatch
    muted: frozenset[str]
    said: dict[str, float]

    @classmethod
    def of(cls, match: BodyMatch, board: BoardFrame | None) -> ShownNames:
        """As the page shows them."""
        seen = () if board is None else board.seen
        return cls(
            match,
            frozenset(base.player for base in seen if base.muted),
            {base.player: base.name_probability for base in seen},
        )

    @property
    def count(self) -> NameCount:
        """How many are right, of all and of those that are not muted."""
        return self.count_with({})

    def count_with(self, before: dict[str, tuple[str, ShownNames]]) -> NameCount:
        """The same, but some figures as they were called ``before``."""
        named = {figure: (name, self) for name, figure in self.match.true_of.items()}
        named |= {figure: old for figure, old in before.items() if figure in named}
        sure = [(n, figure) for figure, (n, shown) in named.items() if n not in shown.muted]
        lost = (*self.match.shared, *self.match.nowhere)
        said = [shown.said.get(n, 0.0) for n, shown in named.values()]
        said += [self.said.get(n, 0.0) for n in lost]
        return NameCount(
            sum(n == figure for figure, (n, _) in named.items()),
            self.match.seen,
            sum(n == figure for n, figure in sure),
            len(sure) + sum(n not in self.muted for n in lost),
            round(sum(said), 3),
        )


class OwnNames:
    """One play: hears of every correction, and counts at the whistle."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, ShownNames]] = []
        # Figures whose name a person has changed, and as what they were shown before that.
        self._before: dict[str, tuple[str, ShownNames]] = {}
        self._whistle: ShownNames | None = None

    def corrected(self, shown: ShownNames) -> None:
        """A person corrects names that have been shown like this until now."""
        self._waiting.append((TAKES_FRAMES, shown))

    def frame(self, match: BodyMatch) -> None:
        """One frame later: what is called otherwise now has been corrected."""
        due = [old for left, old in self._waiting if left <= 1]
        self._waiting = [(left - 1, old) for left, old in self._waiting if left > 1]
        now = {figure: name for name, figure in match.true_of.items()}
        for old in due:
            for name, figure in old.match.true_of.items():
                if figure in now and now[figure] != name:
                    self._before.setdefault(figure, (name, old))

    def whistle(self, shown: ShownNames) -> None:
        """The power goes off for good, as far as is known now."""
        self._whistle = shown

    @property
    def count(self) -> NameCount:
        """Names right at the whistle, those that were put right as they were before."""
        return NameCount() if self._whistle is None else self._whistle.count_with(self._before)

    def name_of(self, figure: str) -> str | None:
        """What a figure is called at the whistle, or was before a person said so."""
        if figure in self._before:
            return self._before[figure][0]
        shown = {} if self._whistle is None else self._whistle.match.true_of
        return next((name for name, there in shown.items() if there == figure), None)
