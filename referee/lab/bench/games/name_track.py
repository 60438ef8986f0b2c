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
# Whoever has the ball, once a person has put the name on another figure in the middle of a carry.
CORRECTED = "put right on the way ({})"


@dataclass
class NameTrack:
    """Fed with a match for each frame; a name that a frame does not show stays where it was.

    A name means the figure that it stood on when a call was made, not at the snap: the calls follow
    bodies, and a name that went from one body to another is a mistake about names.
    """

    _times: dict[str, list[int]] = field(default_factory=dict)
    _figures: dict[str, list[str]] = field(default_factory=dict)
    _moved_at_rest: list[tuple[int, str]] = field(default_factory=list)

    def update(self, t_ns: int, match: BodyMatch, *, resting: bool = False) -> None:
        """One frame; ``resting``: without power a name moves only as it is put right."""
        stands = {name: NO_FIGURE.format(name) for name in match.shared}
        for name, figure in (stands | dict(match.true_of)).items():
            figures = self._figures.setdefault(name, [])
            if not figures or figures[-1] != figure:
                self._moved_at_rest += [(t_ns, name)] if resting and figures else []
                figures.append(figure)
                self._times.setdefault(name, []).append(t_ns)

    def forget_before(self) -> None:
        """A play begins: of what was before only the last counts."""
        self._moved_at_rest.clear()
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
        """How often a name went to another figure under power since the play began."""
        moved = sum(len(figures) - 1 for figures in self._figures.values())
        return moved - len(self._moved_at_rest)

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
            else replace(carry, carrier=self._of(carry, carry.carrier))
            for carry in carries
        ]

    def _of(self, carry: BallCarry, name: str) -> str:
        """Who had the ball; nobody can be judged as two figures in one carry."""
        inside = (t for t, who in self._moved_at_rest if who == name)
        if any(carry.began_ns < t <= carry.until_ns for t in inside):
            return CORRECTED.format(name)
        return self.true_of(name, carry.began_ns)
