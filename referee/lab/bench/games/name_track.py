"""Whom each name stood for, from the snap to the end of a play: calls are translated with it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.calls.call import Call
from referee.lab.bench.games.ball_carries import BallCarry
from referee.lab.bench.games.body_match import BodyMatch

# What a name is translated to that stands on no figure: no player has such a name.
NO_FIGURE = "no figure ({})"


@dataclass
class NameTrack:
    """Fed with a match for each frame; a name that a frame does not show stays where it was.

    A name means the figure that it stood on when a call was made, not at the snap: the calls follow
    bodies, and a name that went from one body to another is a mistake about names.
    """

    _times: dict[str, list[int]] = field(default_factory=dict)
    _figures: dict[str, list[str]] = field(default_factory=dict)

    def update(self, t_ns: int, match: BodyMatch) -> None:
        """One frame."""
        stands = {name: NO_FIGURE.format(name) for name in match.shared}
        for name, figure in (stands | dict(match.true_of)).items():
            figures = self._figures.setdefault(name, [])
            if not figures or figures[-1] != figure:
                figures.append(figure)
                self._times.setdefault(name, []).append(t_ns)

    def forget_before(self) -> None:
        """A play begins: of what was before only the last counts."""
        self._figures = {name: each[-1:] for name, each in self._figures.items()}
        self._times = {name: each[-1:] for name, each in self._times.items()}

    def true_of(self, name: str, t_ns: int) -> str:
        """The figure that a name stood on at an instant, or the first that it ever stood on."""
        figures = self._figures.get(name)
        if not figures:
            return NO_FIGURE.format(name)
        return figures[max(bisect_right(self._times[name], t_ns) - 1, 0)]

    @property
    def jumps(self) -> int:
        """How often a name went from one figure to another since the play began."""
        return sum(len(figures) - 1 for figures in self._figures.values())

    def calls(self, calls: Sequence[Call]) -> list[Call]:
        """The same calls about the figures they were made of."""
        return [
            replace(call, players=tuple(self.true_of(name, call.t_ns) for name in call.players))
            for call in calls
        ]

    def carries(self, carries: Sequence[BallCarry]) -> list[BallCarry]:
        """The same carries by the figures that had the ball when they began."""
        return [
            carry
            if carry.carrier is None
            else replace(carry, carrier=self.true_of(carry.carrier, carry.began_ns))
            for carry in carries
        ]
