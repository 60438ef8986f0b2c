"""A flagged call with everything its outcomes depend on."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.roster import Roster, Team
from referee.game.events import Event, PlayEnded, Score, Scored, SeriesBegan
from referee.game.state import State
from referee.review.queue import Flagged

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Case:
    """A flag and its play.

    ``stands`` is what the play came to as the journal stands, ``state`` the game just before it,
    ``runs`` whose player had the ball.
    """

    item: Flagged
    stands: Event
    state: State
    runs: Team

    @property
    def rule(self) -> str | None:
        """The rule of the call that is looked at."""
        return None if self.item.call is None else self.item.call.rule or None


def case_of(item: Flagged, stands: Event, state: State, roster: Roster) -> Case:
    """The case of a flagged call."""
    return Case(item, stands, state, _runs(item, stands, state, roster))


def _runs(item: Flagged, stands: Event, state: State, roster: Roster) -> Team:
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
