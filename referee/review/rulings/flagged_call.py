"""A flagged call with everything its outcomes depend on."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.roster import Roster, Team
from referee.game.events import Event, PlayEnded, Score, Scored, ScrimmageKick, SeriesBegan
from referee.game.state import State
from referee.review.queue import FlaggedEntry

BoardPlace = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FlaggedCall:
    """A flag and its play.

    ``stands`` is what the play came to as the journal stands, ``state`` the game just before it,
    ``runs`` whose player had the ball, ``others`` who else may have been the one who is named.
    """

    item: FlaggedEntry
    stands: Event
    state: State
    runs: Team
    others: tuple[str, ...] = ()

    @property
    def rule(self) -> str | None:
        """The rule of the call that is looked at."""
        return None if self.item.call is None else self.item.call.rule or None

    @property
    def kick(self) -> ScrimmageKick | None:
        """The kick from scrimmage that was run back; None: it was another play."""
        stands = self.stands
        return stands.kick if isinstance(stands, SeriesBegan | Scored) else None


def flagged_call_of(item: FlaggedEntry, stands: Event, state: State, roster: Roster) -> FlaggedCall:
    """The flagged call, with the team that ran and the players who may be named instead."""
    runs = _runs(item, stands, state, roster)
    return FlaggedCall(item, stands, state, runs, _others(item, roster))


def _runs(item: FlaggedEntry, stands: Event, state: State, roster: Roster) -> Team:
    call = item.call
    if call is not None and call.players:
        known = {player.id: player.team for player in roster}
        if (team := known.get(call.players[-1])) is not None:
            return team
    if isinstance(stands, Scored) and stands.how is Score.SAFETY:
        return stands.team.other
    if isinstance(stands, PlayEnded | Scored | SeriesBegan):
        return stands.team
    return state.team or Team.HOME


def _others(item: FlaggedEntry, roster: Roster) -> tuple[str, ...]:
    """Everybody else on the side of the first who is named."""
    named = () if item.call is None else item.call.players
    side = next((player.team for player in roster if player.id in named[:1]), None)
    return tuple(p.id for p in roster if p.team is side and p.id not in named)
