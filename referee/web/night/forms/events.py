"""What no camera sees, as a page enters it: kicks, tries, penalties, the end of a quarter."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.field.direction import Direction
from referee.core.field.lateral_spot import LateralRule
from referee.core.roster import Team
from referee.game import events
from referee.game.events import Event, PlayAccount, Score
from referee.game.frame_events import Challenged, CoinSide, Disputed, TimeoutTaken, Tossed
from referee.web.night.forms.night_names import NightNames, PlaceForm, ShortText
from referee.web.server.page_app import StrictForm


class GameStartForm(StrictForm):
    """The game begins."""

    what: Literal["started"]
    rulebook: ShortText
    kicks: Team | None = None
    home_plays: Direction = Direction.RIGHT
    playoff: bool = False

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return events.Started(self.rulebook, self.kicks, self.home_plays, self.playoff)


class FirstDownForm(StrictForm):
    """A first down for a team, as after a kick; ``play`` is which kick it was.

    ``declined``: nobody ran the kickoff back.
    """

    what: Literal["series"]
    team: Team
    at: PlaceForm
    play: Literal["kickoff", "free kick", "punt", "field goal"] | None = None
    declined: bool = False

    def event(self, names: NightNames) -> Event:
        """The event."""
        kick = events.ScrimmageKick(self.play) if self.play in _FROM_SCRIMMAGE else None
        return events.SeriesBegan(
            self.team,
            *names.place(self.at),
            told=_told(self.play),
            kick=kick,
            declined=self.declined,
        )


class PlayEndForm(StrictForm):
    """A play that ended as no camera saw it."""

    what: Literal["play"]
    how: ShortText
    team: Team
    at: PlaceForm | None = None
    changed_hands: bool = False

    def event(self, names: NightNames) -> Event:
        """The event."""
        x_mm, y_mm = (None, None) if self.at is None else names.place(self.at)
        return events.PlayEnded(self.how, self.team, x_mm, y_mm, changed_hands=self.changed_hands)


class PointsForm(StrictForm):
    """Points."""

    what: Literal["scored"]
    how: Score
    team: Team

    def event(self, _names: NightNames) -> Event:
        """The event."""
        kick = "kick" if self.how in _KICKS else None
        return events.Scored(self.how, self.team, told=_told(kick))


class TryChoiceForm(StrictForm):
    """How a team tries for more after its touchdown, and where the ball lies across the field."""

    what: Literal["try"]
    how: Literal[Score.KICKED_TRY, Score.PLAYED_TRY]
    at: PlaceForm | None = None

    def event(self, names: NightNames) -> Event:
        """The event."""
        return events.TryChosen(self.how, None if self.at is None else names.place(self.at)[1])


class FailedTryForm(StrictForm):
    """A try that brought nothing; ``kicked``: it was a kick."""

    what: Literal["no good"]
    team: Team
    kicked: bool = False

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return events.TryFailed(self.team, told=_told("kick" if self.kicked else None))


class RepeatedDownForm(StrictForm):
    """The down is played again, as after a penalty."""

    what: Literal["again"]
    at: PlaceForm | None = None

    def event(self, names: NightNames) -> Event:
        """The event."""
        x_mm, y_mm = (None, None) if self.at is None else names.place(self.at)
        return events.DownRepeated(x_mm, y_mm)


class FoulForm(StrictForm):
    """A foul that a person saw, by its name in the rulebook; nothing moves until it is settled."""

    what: Literal["foul"]
    foul: ShortText
    team: Team
    play: events.FoulPlay
    at: PlaceForm | None = None

    def event(self, names: NightNames) -> Event:
        """The event."""
        x_mm = None if self.at is None else names.place(self.at)[0]
        return events.FoulCalled(self.foul, self.team, self.play, x_mm)


class FoulRollForm(StrictForm):
    """A roll of the penalty dice and the action die: it calls the foul of the book's chart."""

    what: Literal["foul roll"]
    penalty_die: Annotated[int, Field(ge=1, le=100)]
    action_die: Annotated[int, Field(ge=1, le=100)]

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return events.FoulRolled(self.penalty_die, self.action_die)


class BallPlacementForm(StrictForm):
    """The offense chose where across the field the ball goes."""

    what: Literal["moved"]
    to: LateralRule

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return events.BallMoved(self.to)


class QuarterEndForm(StrictForm):
    """A quarter is over."""

    what: Literal["quarter"]

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return events.QuarterEnded()


class TossForm(StrictForm):
    """A coin that was tossed at the table."""

    what: Literal["tossed"]
    fell: CoinSide
    called: CoinSide | None = None

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return Tossed(self.fell, self.called)


class TimeoutForm(StrictForm):
    """A team's timeout; ``how`` is one more play where it buys one."""

    what: Literal["timeout"]
    team: Team
    how: Literal["one more play"] | None = None

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return TimeoutTaken(self.team, extra_play=self.how is not None)


class ChallengeForm(StrictForm):
    """A head coach challenges the last ruling."""

    what: Literal["challenge"]
    team: Team

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return Challenged(self.team)


class DisputeForm(StrictForm):
    """A call that nobody could settle went to a team."""

    what: Literal["disputed"]
    team: Team

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return Disputed(self.team)


class GameNoteForm(StrictForm):
    """A note."""

    what: Literal["note"]
    words: ShortText

    def event(self, _names: NightNames) -> Event:
        """The event."""
        return events.Noted(self.words)


EventForm = (
    GameStartForm
    | FirstDownForm
    | PlayEndForm
    | PointsForm
    | TryChoiceForm
    | FailedTryForm
    | RepeatedDownForm
    | FoulForm
    | FoulRollForm
    | BallPlacementForm
    | QuarterEndForm
    | TossForm
    | TimeoutForm
    | ChallengeForm
    | DisputeForm
    | GameNoteForm
)

_FROM_SCRIMMAGE = frozenset(events.ScrimmageKick)
_KICKS = frozenset({Score.FIELD_GOAL, Score.KICKED_TRY})


def _told(play: str | None) -> PlayAccount | None:
    return None if play is None else PlayAccount(play)
