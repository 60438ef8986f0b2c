"""The eyes of a night: they wait for a line-up, give it names, and follow it from then on.

The night runs from the first picture on, so that the screens show what the eyes wait for. Looking
and naming are slow and happen beside the loop; frames are answered at once all the time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.clock import MS_NS, S_NS
from referee.core.errors import BadValue, PlainWord
from referee.core.geometry.marker import Marker
from referee.core.roster import Roster
from referee.night.commands import (
    AnswerNameDoubt,
    NamePlayers,
    NamingCommand,
    SayWhoPlayed,
    SwapPlayers,
)
from referee.night.eyes.namer import MOST_ON_BOARD, NamedLineUp
from referee.night.eyes.names_put_right import NamesPutRight
from referee.night.eyes.to_observation import sighting_of
from referee.vision.roster.assignment import NOBODY, best_pairs
from referee.vision.roster.roster_frame import RosterFrame
from referee.vision.sighting import MarkerSighting
from referee.vision.watch.background_jobs import BackgroundJobs, JobRunner
from referee.vision.watch.board_look import BoardLook, LookRequest
from referee.vision.watch.line_up.line_up_card import FARTHEST_MM, LineUpCard
from referee.vision.watch.line_up.line_up_finder import FoundLineUp, LineUpFinder
from referee.vision.watch.watcher import WatchedFrame, Watcher

MOVED = "The camera has moved a little: everything is measured anew, leave the figures alone."
WAITS_FOR_LINE_UP = "Waiting for the line-up: set both teams up and take your hands away."
SEES_PLAYERS = "Waiting for the line-up: {} of {} players are seen."
# A line-up may begin without so many players: they are found later.
MOST_MISSING = 3
# Looks at a board of which nothing is known yet are so far apart.
LOOK_EACH_NS = 100 * MS_NS
# A line-up begins without the last few players after so long, and with half of them after so long:
# a board on which many are hard to see must not wait for ever.
PATIENCE_NS = 5 * S_NS
LAST_PATIENCE_NS = 20 * S_NS


class NameGiver(Protocol):
    """Whoever gives names to a line-up; `Namer` does."""

    def moved(self, camera: CameraModel) -> Callable[[LookRequest], BoardLook]:
        """From now on through another camera: whoever looks at the board through it."""

    def name(self, start: FoundLineUp, card: LineUpCard | None) -> NamedLineUp:
        """A watcher that knows everybody."""


class LineUpSearch:
    """One search for a line-up; ``before`` is the watcher that it takes the place of.

    ``camera`` is where the camera has moved to, None: it hangs as it did.
    """

    def __init__(
        self,
        players: int,
        card: LineUpCard | None = None,
        before: NamedLineUp | None = None,
        camera: CameraModel | None = None,
    ) -> None:
        self.wanted, self.card, self.done = min(players, MOST_ON_BOARD), card, False
        self.camera, self.trouble = camera, "" if camera is None else MOVED
        self.named: NamedLineUp | None = None
        # What its last look has shown: said again to whoever missed it.
        self.answer: LookAnswer | None = None
        self._before, self._line_up = before, LineUpFinder()
        # Since when almost everybody stands, and since when half do.
        self._short_ns: int | None = None
        self._half_ns: int | None = None

    def wait_on(self, other: LineUpSearch) -> None:
        """The figures are the same as in another search: what that one has waited counts."""
        self._short_ns, self._half_ns = other._short_ns, other._half_ns

    def begin(self) -> None:
        """Let go of what is not followed any more."""
        if self._before is not None:
            self._before.watcher.close()
            self._before = None

    def left(self) -> NamedLineUp | None:
        """Whoever has to be let go of still, when another search takes the place of this one."""
        before, self._before = self.named or self._before, None
        return before

    def look(self, look: BoardLook) -> FoundLineUp | None:
        """One more look; the start, once a line-up stands. Half of one is none."""
        start = None if look.complaint is not None else self._line_up.look(look)
        if start is None:
            return None
        if not self._enough(len(start.standing), start.t_ns):
            self._line_up = LineUpFinder()
            return None
        self.done = True
        return start

    def _enough(self, standing: int, t_ns: int) -> bool:
        """Everybody; or after a while almost everybody, and at last half: the others come later."""
        if standing >= self.wanted:
            return True
        if 2 * standing < self.wanted:
            self._half_ns = self._short_ns = None
            return False
        self._half_ns = t_ns if self._half_ns is None else self._half_ns
        if standing < self.wanted - MOST_MISSING:
            self._short_ns = None
            return t_ns - self._half_ns >= LAST_PATIENCE_NS
        self._short_ns = t_ns if self._short_ns is None else self._short_ns
        return t_ns - self._short_ns >= PATIENCE_NS


def renamed(watcher: Watcher, roster: Roster, card: LineUpCard) -> dict[str, str] | None:
    """Bases that are seen where a card points get its names; None where not even half are seen.

    Otherwise for each name that has moved who stands where it was. Somebody who is not seen may be
    pointed at while most of the others are: that renames nobody, and no opponent who stands near.
    """
    places, unseen = watcher.places, watcher.unseen(watcher.places)
    names = sorted(name for name in places if name not in unseen)
    if not names:
        return None
    pointed = list(card.values())
    far_mm = [[math.dist(at, (places[n].x_mm, places[n].y_mm)) for n in names] for at in pointed]
    teams = [[roster.player(who).team is roster.player(n).team for n in names] for who in card]
    # Which side a base is on is read off the picture: a card says who of that side it is.
    apart = np.where(teams, np.array(far_mm) - FARTHEST_MM, FARTHEST_MM)
    pairs = best_pairs(apart).tolist()
    nowhere = {wanted for wanted, k in zip(card, pairs, strict=True) if k == NOBODY}
    few = nowhere <= unseen and 2 * len(unseen) < len(places)
    if 2 * len(nowhere) >= len(pairs) and not few:
        return None
    said = {names[k]: who for who, k in zip(card, pairs, strict=True) if k != NOBODY}
    return watcher.correct(said) if said else {}


@dataclass(frozen=True, slots=True)
class LookAnswer:
    """What one look of a search has shown; ``named``: a line-up stood, and everybody has a name."""

    search: LineUpSearch
    look: BoardLook
    named: NamedLineUp | None


LookJob = tuple[LineUpSearch, LookRequest]
LookWorker = Callable[[LookJob], LookAnswer | None]


class LiveEyes:
    """See `referee.night.loop.NightEyes`. A line-up gets names at once; a person may correct them.

    ``camera`` is where the camera has moved to, None: it hangs as it was calibrated.
    """

    def __init__(
        self,
        roster: Roster,
        look: Callable[[LookRequest], BoardLook],
        names: NameGiver,
        beside: Callable[[LookWorker], JobRunner[LookJob, LookAnswer | None]] = lambda work: (
            BackgroundJobs(work, "eyes")
        ),
    ) -> None:
        self.roster = roster
        self._look, self._names = look, names
        self.camera: CameraModel | None = None
        self._named: NamedLineUp | None = None
        self._seen: BoardLook | None = None
        # Where somebody has said that the ball or a target lies; each new watcher is told.
        self._laid: MarkerSighting | None = None
        self._offered_ns: int | None = None
        self._spare = False
        self._search = LineUpSearch(len(roster))
        self._aside = beside(self._look_for)

    def see(self, frame: Frame, powered: bool | None = None) -> WatchedFrame:
        """One frame, answered at once."""
        self._take_answer(powered=bool(powered))
        if self._named is None:
            return self._waiting(frame, bool(powered))
        self._named.watcher.spare = self._spare
        return self._named.watcher.update(frame, powered)

    @property
    def notes(self) -> tuple[str, ...]:
        """What there is to say about the names."""
        return self._named.notes if self._named else ()

    def hear(self, naming: NamingCommand) -> NamesPutRight:
        """What a person says about who is who; returns which names that has moved."""
        named = self._named
        truly: dict[str, str] | None = None
        match naming:
            case NamePlayers(places_mm=card):
                truly = self._stand(dict(card))
            case SwapPlayers() | AnswerNameDoubt() | SayWhoPlayed() if named is None:
                raise BadValue(
                    "the players", PlainWord("not named yet"), "a line-up that was found"
                )
            case SwapPlayers(first=first, second=second) if named is not None:
                truly = named.watcher.swap(first, second)
            case AnswerNameDoubt(doubt=doubt, standing=standing) if named is not None:
                truly = named.watcher.answer(doubt, standing)
            case SayWhoPlayed(shown=shown, player=player) if named is not None and player:
                # Once the figures are set up anew, an answer says nothing of who stands where.
                new = named.watcher.new_line_up
                truly = {} if new else named.watcher.correct({shown: player})
        new = named is not None and named.watcher.new_line_up
        return NamesPutRight(truly or {}, new)

    def laid(self, marker: Marker | None) -> None:
        """Somebody has said where the ball or a target lies; None: it counts no more."""
        self._laid = None if marker is None else sighting_of(marker)
        if self._named is not None:
            self._named.watcher.lay(self._laid)

    def moved(self, camera: CameraModel) -> None:
        """The camera has moved a little: every player is looked for at the last known place."""
        named, card = self._named, self._search.card
        if named is not None:
            card = {who: (pose.x_mm, pose.y_mm) for who, pose in named.watcher.places.items()}
        players = len(card) if card else len(self.roster)
        self._begin(LineUpSearch(players, card, named or self._search.left(), camera))
        self.camera = camera

    def _begin(self, search: LineUpSearch) -> None:
        """Look anew. Where the marker of the play was last is not forgotten meanwhile."""
        if self._named is not None:
            self._laid = self._named.watcher.laid
        self._search = search
        # What an earlier search saw last is old by now, and says nothing about hands.
        self._named = self._seen = None

    def spare(self, spare: bool) -> None:
        """Whether looks leave out what can wait, because the computer is too busy."""
        self._spare = spare

    def close(self) -> None:
        """Stop looking."""
        self._aside.close()
        if self._named is not None:
            self._named.watcher.close()

    def _stand(self, card: LineUpCard) -> dict[str, str] | None:
        """The names shown are right, or bases get other names; or the board is looked at anew."""
        known = {player.id for player in self.roster}
        for name in card:
            if name not in known:
                raise BadValue("player", name, f"one of {', '.join(sorted(known))}")
        if not card and self._named is None:
            raise BadValue("the players", PlainWord("not named yet"), "a line-up that was found")
        if not card:
            return None
        truly = None if self._named is None else renamed(self._named.watcher, self.roster, card)
        if truly is None:
            search = LineUpSearch(len(card), card, self._named or self._search.left())
            if self._named is None:
                search.wait_on(self._search)
            self._begin(search)
        return truly

    def _take_answer(self, *, powered: bool) -> None:
        """What a look has shown; from names that it gave on, everybody is followed.

        One that an earlier search has asked for shows hands as well as any, and gives no names.
        """
        answer = self._aside.take(powered)
        if answer is None:
            return
        self._seen = answer.look
        if self._named is None and answer.search is self._search:
            self._named = answer.named
            if self._named is not None and self._laid is not None:
                self._named.watcher.lay(self._laid)

    def _look_for(self, job: LookJob) -> LookAnswer | None:
        """Beside the loop: one look; and names for everybody, once a line-up stands."""
        search, asked = job
        if search.done:  # from here on the detector is the watcher's
            return search.answer
        search.begin()
        if search.camera is not None:
            self._look, search.camera = self._names.moved(search.camera), None
        look = self._look(asked)
        start = search.look(look)
        if start is not None:
            search.named = self._names.name(start, search.card)
        search.answer = LookAnswer(search, look, search.named)
        return search.answer

    def _waiting(self, frame: Frame, powered: bool) -> WatchedFrame:
        if self._offered_ns is None or frame.t_ns - self._offered_ns >= LOOK_EACH_NS:
            self._offered_ns = frame.t_ns
            self._aside.offer((self._search, LookRequest(frame, ())))
        seen = self._seen
        count = 0 if seen is None else len(seen.fresh)
        return WatchedFrame(
            t_ns=frame.t_ns,
            powered=powered,
            roster=RosterFrame(frame.t_ns, (None,) * len(self.roster), (), ()),
            gaps=(),
            markers=(),
            hands=seen.hands if seen else (),
            areas=(),
            looked_ns=seen.frame.t_ns if seen else None,
            complaint=self._search.trouble or (seen.complaint if seen else None),
            line_up_awaited=self._awaited(count),
        )

    def _awaited(self, seen: int) -> str:
        return SEES_PLAYERS.format(seen, self._search.wanted) if seen else WAITS_FOR_LINE_UP
