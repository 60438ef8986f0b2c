"""What looks have said of each player besides its place: front, fall, team, and being there."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.clock import S_NS
from referee.vision.watch.board_look import LookEvidence

# So many looks in a row that see no base where a player is followed: it is something else.
ASTRAY_LOOKS = 3
SURELY_NOT = 0.05  # one such look is enough
OLD_S = 0.6
MOST_READ = 8  # players that one look reads closely, in turn


class PlayerEvidence:
    """Evidence by player; it goes along when a base turns out to be another player."""

    def __init__(self) -> None:
        self._evidence: dict[str, LookEvidence] = {}
        self._denied: dict[str, int] = {}
        self._read_ns: dict[str, int] = {}
        self._claimed_ns: dict[str, int] = {}

    def of(self, player: str) -> LookEvidence | None:
        """What the last look said of a player, or None."""
        return self._evidence.get(player)

    def astray(self, player: str) -> bool:
        """Whether what is followed as this player is something else."""
        return self._denied.get(player, 0) >= ASTRAY_LOOKS

    def learn(self, player: str, said: LookEvidence) -> None:
        """A look has spoken of what was followed as this player then."""
        if said.read:
            self._read_ns[player] = said.t_ns
        if self._claimed_ns.get(player, -1) > said.t_ns:
            return  # the player has turned out to be another base since
        known = self._evidence.get(player)
        if not said.read and known is not None and said.t_ns - known.t_ns <= OLD_S * S_NS:
            return  # what the reader said last still holds
        self._evidence[player] = said
        step = ASTRAY_LOOKS if said.base < SURELY_NOT else 1
        self._denied[player] = 0 if said.believed else self._denied.get(player, 0) + step

    def claim(self, claims: dict[str, LookEvidence | None], t_ns: int) -> None:
        """These players turned out to be bases of which that was known."""
        for player, evidence in claims.items():
            self._claimed_ns[player] = t_ns
            self._denied[player] = 0
            if evidence is not None:
                self._evidence[player] = evidence

    def next_to_read(self, players: Iterable[str]) -> set[str]:
        """The players that were read longest ago; there is no time to read all of them."""
        waiting = sorted(players, key=lambda who: (self._read_ns.get(who, -1), who))
        return set(waiting[:MOST_READ])
