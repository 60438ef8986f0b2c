"""What a coach sees of the board: who stands where, who lies, who touches whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Roster, Team
from referee.night.screen.snapshot import Snapshot


@dataclass(frozen=True)
class BoardView:
    """The board of one snapshot, as far as everybody was seen."""

    roster: Roster
    poses: dict[str, Pose]
    fallen: frozenset[str]
    engaged: frozenset[str]

    def base(self, player: str) -> BaseShape:
        """A player's base."""
        return self.roster.player(player).base

    def team(self, player: str) -> Team:
        """A player's team."""
        return self.roster.player(player).team

    def men(self, team: Team) -> list[str]:
        """The players of a team who stand on the board, in the roster's order."""
        return [
            p.id
            for p in self.roster
            if p.team is team and p.id in self.poses and p.id not in self.fallen
        ]

    def nearest(self, to: Pose, among: Iterable[str]) -> list[str]:
        """These players, the nearest first."""
        return sorted(among, key=lambda name: (apart_mm(self.poses[name], to), name))


def board_view_of(roster: Roster, snapshot: Snapshot) -> BoardView:
    """The board as a snapshot shows it."""
    seen = () if snapshot.board is None else snapshot.board.seen
    return BoardView(
        roster,
        {each.player: each.measured.pose for each in seen},
        frozenset(each.player for each in seen if each.lies),
        frozenset(name for pair in snapshot.engaged for name in pair),
    )
