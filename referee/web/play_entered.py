"""What no camera sees, as a page enters it: kicks, tries, penalties, the end of a quarter."""

from __future__ import annotations

from typing import Literal

from referee.core.direction import Direction
from referee.core.lateral import LateralRule
from referee.core.roster import Team
from referee.game import events
from referee.game.events import Event, Score, Told
from referee.web.play_scene import Place, Scene, Strict, Words


class Starting(Strict):
    """The game begins."""

    what: Literal["started"]
    rulebook: Words
    kicks: Team
    home_plays: Direction

    def event(self, _scene: Scene) -> Event:
        """The event."""
        return events.Started(self.rulebook, self.kicks, self.home_plays)


class Beginning(Strict):
    """A first down for a team, as after a kick; ``play`` is which kick it was."""

    what: Literal["series"]
    team: Team
    at: Place
    play: Literal["kickoff", "free kick", "punt", "field goal"] | None = None

    def event(self, scene: Scene) -> Event:
        """The event."""
        return events.SeriesBegan(self.team, *scene.place(self.at), told=_told(self.play))


class Ending(Strict):
    """A play that ended as no camera saw it."""

    what: Literal["play"]
    how: Words
    team: Team
    at: Place | None = None
    changed_hands: bool = False

    def event(self, scene: Scene) -> Event:
        """The event."""
        x_mm, y_mm = (None, None) if self.at is None else scene.place(self.at)
        return events.PlayEnded(self.how, self.team, x_mm, y_mm, changed_hands=self.changed_hands)


class Scoring(Strict):
    """Points."""

    what: Literal["scored"]
    how: Score
    team: Team

    def event(self, _scene: Scene) -> Event:
        """The event."""
        kick = "kick" if self.how in _KICKS else None
        return events.Scored(self.how, self.team, told=_told(kick))


class Failing(Strict):
    """A try that brought nothing; ``kicked``: it was a kick."""

    what: Literal["no good"]
    team: Team
    kicked: bool = False

    def event(self, _scene: Scene) -> Event:
        """The event."""
        return events.TryFailed(self.team, told=_told("kick" if self.kicked else None))


class Repeating(Strict):
    """The down is played again, as after a penalty."""

    what: Literal["again"]
    at: Place | None = None

    def event(self, scene: Scene) -> Event:
        """The event."""
        x_mm, y_mm = (None, None) if self.at is None else scene.place(self.at)
        return events.DownRepeated(x_mm, y_mm)


class Moving(Strict):
    """The offense chose where across the field the ball goes."""

    what: Literal["moved"]
    to: LateralRule

    def event(self, _scene: Scene) -> Event:
        """The event."""
        return events.BallMoved(self.to)


class Quarter(Strict):
    """A quarter is over."""

    what: Literal["quarter"]

    def event(self, _scene: Scene) -> Event:
        """The event."""
        return events.QuarterEnded()


class Noting(Strict):
    """A word to remember."""

    what: Literal["note"]
    words: Words

    def event(self, _scene: Scene) -> Event:
        """The event."""
        return events.Noted(self.words)


Entered = Starting | Beginning | Ending | Scoring | Failing | Repeating | Moving | Quarter | Noting

_KICKS = frozenset({Score.FIELD_GOAL, Score.KICKED_TRY})


def _told(play: str | None) -> Told | None:
    return None if play is None else Told(play)
