"""Open doubts: players who could not be told apart, until somebody says who is who."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Roster
from referee.vision.roster.roster_frame import IdentityDoubt


class IdentityDoubts:
    """The doubts of a game. ``numbers`` go on where another watcher of the same game left off."""

    def __init__(self, roster: Roster, numbers: Iterator[int] | None = None) -> None:
        self._roster = roster
        self._numbers = count(1) if numbers is None else numbers
        self.open: tuple[IdentityDoubt, ...] = ()

    def add(
        self,
        t_ns: int,
        players: Sequence[str],
        places_mm: Sequence[tuple[float, float]],
        assumed: Sequence[str],
    ) -> None:
        """Open one; an older one about the same players, or fewer of them, is overtaken."""
        self.open = tuple(d for d in self.open if not set(d.players) <= set(players))
        number = next(self._numbers)
        doubt = IdentityDoubt(number, t_ns, tuple(players), tuple(places_mm), tuple(assumed))
        self.open = (*self.open, doubt)

    def concerned(self) -> frozenset[str]:
        """Everybody an open doubt is about."""
        return frozenset(player for doubt in self.open for player in doubt.players)

    def answer(self, number: int, standing: Sequence[str]) -> list[tuple[str, str]]:
        """Close one; which players must change places for ``standing`` to be true, in order."""
        doubt = next((d for d in self.open if d.number == number), None)
        if doubt is None:
            known = ", ".join(str(d.number) for d in self.open) or "none is open"
            raise BadValue("doubt", number, f"an open doubt ({known})")
        known_ids = {p.id for p in self._roster}
        allowed = f"{len(doubt.places_mm)} different players, such as {', '.join(doubt.players)}"
        if not known_ids.issuperset(standing) or (
            len(set(standing)) != len(standing) or len(standing) != len(doubt.places_mm)
        ):
            raise BadValue("standing", PlainWord(", ".join(standing) or "nobody"), allowed)
        self.open = tuple(d for d in self.open if d is not doubt)
        swaps = []
        holders = list(doubt.assumed)
        for k, wanted in enumerate(standing):
            holder = holders[k]
            if holder != wanted:
                swaps.append((holder, wanted))
                holders = [_swapped(h, holder, wanted) for h in holders]
                self.relabel(holder, wanted)
        return swaps

    def relabel(self, a: str, b: str) -> None:
        """Two players stand where the other one was taken to stand."""
        self.open = tuple(
            replace(d, assumed=tuple(_swapped(p, a, b) for p in d.assumed)) for d in self.open
        )


def _swapped(player: str, a: str, b: str) -> str:
    return {a: b, b: a}.get(player, player)
