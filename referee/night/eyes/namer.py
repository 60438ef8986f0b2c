"""Names for a line-up: as enrolled, by the jerseys, or as the coach has said."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from itertools import count

from referee.camera.camera_model import CameraModel
from referee.core.roster import Roster, Team
from referee.vision.appearance.figure_gallery import FigureGallery
from referee.vision.appearance.player_colours import PlayerColours
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.frame.locator import Locator
from referee.vision.roster.habits.team_habits import TeamHabits, team_habits
from referee.vision.watch.background_jobs import BackgroundJobs
from referee.vision.watch.board_look import BoardLook, LookRequest
from referee.vision.watch.line_up.line_up_card import LineUpCard, start_by_card
from referee.vision.watch.line_up.line_up_finder import FoundLineUp
from referee.vision.watch.line_up.watch_start import (
    LookRunner,
    first_looker,
    start_with_roster,
    watcher_of,
)
from referee.vision.watch.watcher import Watcher

MOST_ON_BOARD = 22


@dataclass(frozen=True)
class TeamAppearances:
    """Who may stand on the board, and what they look like as far as somebody enrolled them.

    ``darker`` is the team whose jerseys are the darker ones; ``habits`` is what is known of their
    line-ups before the game and learned in it, None: what their positions say. ``gallery`` is what
    their figures look like, and learns; None: nobody can tell them by that. ``notes`` are sentences
    about all this.
    """

    roster: Roster
    colours: TeamColours | None = None
    players: PlayerColours | None = None
    darker: Team = Team.HOME
    habits: TeamHabits | None = None
    gallery: FigureGallery | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class NamedLineUp:
    """The players have places; ``notes`` are sentences about how sure that is."""

    watcher: Watcher
    on_board: int
    notes: tuple[str, ...]


class Namer:
    """Gives names to a line-up, and learns the teams' colours where a coach has pointed at them.

    ``live``: the watchers look ``beside`` the frames; else each look delays its frame.
    """

    def __init__(
        self,
        opens: Callable[[CameraModel], Locator],
        locator: Locator,
        teams: TeamAppearances,
        *,
        live: bool = True,
        beside: LookRunner = BackgroundJobs,
    ) -> None:
        self._beside = beside
        self._opens, self._locator, self._teams, self._live = opens, locator, teams, live
        self._learned: TeamColours | None = None
        # One watcher may follow another: what was learned of line-ups stays.
        self._habits = teams.habits or team_habits(teams.roster)
        # An answer on its way must never meet another doubt of the same number.
        self._doubts = count(1)

    def moved(self, camera: CameraModel) -> Callable[[LookRequest], BoardLook]:
        """The camera hangs a little otherwise from now on: whoever looks at a board through it."""
        self._locator = self._opens(camera)
        return first_looker(self._locator).look

    def name(self, start: FoundLineUp, card: LineUpCard | None) -> NamedLineUp:
        """A watcher that knows everybody from this line-up on, warm enough to keep up at once."""
        teams, locator = self._teams, self._locator
        if card:
            opening = start_by_card(start, locator, teams.roster, card)
            self._learned = opening.colours or self._learned
        else:
            colours = teams.colours or self._learned
            opening = start_with_roster(
                start,
                locator,
                teams.roster,
                colours,
                teams.players,
                teams.darker,
                teams.gallery,
            )
            opening = replace(opening, lost=_missing(teams.roster, opening.beginning.places))
        watcher = watcher_of(
            locator,
            opening,
            start.t_ns,
            live=self._live,
            doubts=self._doubts,
            beside=self._beside,
            habits=self._habits,
            gallery=teams.gallery,
        )
        # The first frame compiles what is missing: that must not happen while a board shakes.
        watcher.update(start.look.frame, powered=False)
        notes = (*opening.notes, *teams.notes)
        return NamedLineUp(watcher, len(opening.beginning.places), notes)


def _missing(roster: Roster, places: Collection[str]) -> tuple[str, ...]:
    """Without a bench whoever was not found is on the board all the same."""
    gone = tuple(player.id for player in roster if player.id not in places)
    return gone if len(roster) <= MOST_ON_BOARD else ()
