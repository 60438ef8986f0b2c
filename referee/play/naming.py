"""Who stands where in a line-up: as enrolled, by the jerseys, or as the coach has said."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.core.roster import Roster, Team
from referee.vision.locate import Locator
from referee.vision.players import PlayerColours
from referee.vision.teams import TeamColours
from referee.vision.watch.card import Card, open_by_card
from referee.vision.watch.lineup import Start
from referee.vision.watch.opening import open_enrolled, watcher_of
from referee.vision.watch.watcher import Watcher


@dataclass(frozen=True)
class Teams:
    """Who may stand on the board, and what they look like as far as somebody enrolled them.

    ``darker`` is the team whose jerseys are the darker ones.
    """

    roster: Roster
    colours: TeamColours | None = None
    players: PlayerColours | None = None
    darker: Team = Team.HOME


@dataclass(frozen=True)
class Named:
    """The players have places; ``notes`` are sentences about how sure that is."""

    watcher: Watcher
    on_board: int
    notes: tuple[str, ...]


@dataclass
class Namer:
    """Gives names to a line-up, and learns the teams' colours where a coach has pointed at them."""

    locator: Locator
    teams: Teams
    _learned: TeamColours | None = field(default=None, init=False)

    def name(self, start: Start, card: Card | None) -> Named:
        """A watcher that knows everybody from this line-up on, warm enough to keep up at once."""
        teams = self.teams
        if card:
            opening = open_by_card(start, self.locator, teams.roster, card)
            self._learned = opening.colours or self._learned
        else:
            colours = teams.colours or self._learned
            opening = open_enrolled(
                start, self.locator, teams.roster, colours, teams.players, teams.darker
            )
        watcher = watcher_of(self.locator, opening, start.t_ns, live=True)
        # The first frame compiles what is missing: that must not happen while a board shakes.
        watcher.see(start.look.frame, powered=False)
        return Named(watcher, len(opening.beginning.places), opening.notes)
