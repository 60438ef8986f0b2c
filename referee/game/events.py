"""The events of a game: plain values, and the only thing that changes the game's state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import get_args

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.lateral_spot import LateralRule
from referee.core.roster import Team
from referee.game.frame_events import (
    Challenged,
    ChallengeDecided,
    Disputed,
    EndsChosen,
    KickChosen,
    OvertimeSettled,
    TimeoutTaken,
    Tossed,
)


class Score(StrEnum):
    """Ways to score. The team of the event gets the points, of a safety too.

    A played try of the team that does not try is a ball that was taken and carried back.
    """

    TOUCHDOWN = "touchdown"
    FIELD_GOAL = "field goal"
    SAFETY = "safety"
    KICKED_TRY = "kicked try"
    PLAYED_TRY = "played try"


class ScrimmageKick(StrEnum):
    """The kicks from scrimmage."""

    PUNT = "punt"
    FIELD_GOAL = "field goal"


class PlayEnding(StrEnum):
    """The words of ``PlayEnded.how`` that a score sheet tells apart; there are others."""

    SACK = "sack"
    COVERAGE_SACK = "coverage sack"
    OUT_OF_BOUNDS = "out of bounds"
    TOUCHBACK = "touchback"
    INCOMPLETE = "incomplete"
    BATTED_DOWN = "batted down"
    THROWN_AWAY = "thrown away"
    GROUNDING = "grounding"
    ILLEGAL_TOUCHING = "illegal touching"
    SPIKE = "spike"


# The call that a score sheet looks for among the notes of a play.
FUMBLE = "fumble"


@dataclass(frozen=True, slots=True)
class PlayAccount:
    """How a play went, for people and statistics; the state of the game does not depend on it.

    ``play`` is its name, such as run, pass, punt or kickoff. ``carrier`` had the ball last, ``by``
    stopped the carrier; ``passer`` threw the ball forward to ``target``. ``kicked_x_mm`` is where
    the ball was kicked, ``gained_x_mm`` where its last carrier got it. None: nobody knows.
    """

    play: str | None = None
    carrier: str | None = None
    passer: str | None = None
    target: str | None = None
    by: tuple[str, ...] = ()
    kicked_x_mm: float | None = None
    gained_x_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins: which team kicks off, and which way home plays in the first quarter.

    ``kicks`` is None where the rulebook's toss, or what it has instead, decides; then the way is
    that of the camera's picture, until somebody names an end. ``playoff``: somebody has to win it.
    """

    rulebook: str
    kicks: Team | None = None
    home_plays: Direction = Direction.RIGHT
    playoff: bool = False


@dataclass(frozen=True, slots=True)
class SeriesBegan:
    """A first down for a team, as after a kick or a turnover that needed no play.

    ``kick``: a kick from scrimmage ended so. ``declined``: the kickoff was not run back, because
    it was declined or fair caught. ``fouled``: a foul wiped out the play that was snapped.
    """

    team: Team
    x_mm: float
    y_mm: float
    told: PlayAccount | None = None
    kick: ScrimmageKick | None = None
    declined: bool = False
    fouled: bool = False


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """A play from scrimmage is over: which team had the ball then, and where the ball was.

    ``how`` is the kind of the referee's call. Without a place the ball goes back to the spot where
    the play began. ``rule`` is the id of the call's rule; ``flagged``: a person should look at it.
    ``kick``: it was to be a kick from scrimmage, and was blocked, or only pretended.
    """

    how: str
    team: Team
    x_mm: float | None = None
    y_mm: float | None = None
    rule: str | None = None
    flagged: bool = False
    changed_hands: bool = False
    told: PlayAccount | None = None
    kick: ScrimmageKick | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """Points for a team. ``kick``: on the return of a kick from scrimmage."""

    how: Score
    team: Team
    rule: str | None = None
    flagged: bool = False
    told: PlayAccount | None = None
    kick: ScrimmageKick | None = None


@dataclass(frozen=True, slots=True)
class TryChosen:
    """How the team that scored tries for more, kicked or played, and where the ball lies for it.

    Without ``y_mm`` it lies in the middle.
    """

    how: Score
    y_mm: float | None = None


@dataclass(frozen=True, slots=True)
class TryFailed:
    """A try that brought nothing."""

    team: Team
    told: PlayAccount | None = None


class PenaltyDown(StrEnum):
    """What a penalty makes of the down; reaching the line to gain is a first down anyway."""

    AGAIN = "again"
    LOST = "lost"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class DownRepeated:
    """The down is played again, from a place if one is given, as after a penalty.

    ``fouled``: a foul wiped out the play that was snapped; ``kick``: it was a kick from scrimmage.
    ``down``: the foul costs the down instead, or brings a first one.
    """

    x_mm: float | None = None
    y_mm: float | None = None
    fouled: bool = False
    kick: ScrimmageKick | None = None
    down: PenaltyDown = PenaltyDown.AGAIN


class FoulPlay(StrEnum):
    """The play that a foul belongs to."""

    NONE = "no play"
    THIS = "this play"  # that runs, or is about to
    LAST = "last play"


@dataclass(frozen=True, slots=True)
class FoulCalled:
    """A foul by its name in the rulebook's table; nothing moves until it is settled.

    ``x_mm`` is its spot, ``words`` say what was seen. ``rule`` and ``yards`` stand before those of
    the table.
    """

    foul: str
    team: Team
    play: FoulPlay = FoulPlay.THIS
    x_mm: float | None = None
    words: str = ""
    rule: str | None = None
    yards: float | None = None
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class FoulRolled:
    """The penalty die and the action die were rolled, and may call a foul of the book's chart."""

    penalty_die: int
    action_die: int


class FoulAnswer(StrEnum):
    """What becomes of fouls."""

    TAKE = "take"
    DECLINE = "decline"
    OFFSET = "offset"


@dataclass(frozen=True, slots=True)
class FoulsSettled:
    """The fouls that come up next are settled; ``number`` is that of the foul which is taken."""

    how: FoulAnswer
    number: int = 0


@dataclass(frozen=True, slots=True)
class BallMoved:
    """The offense chose where across the field the ball goes: the nearer hash or the middle."""

    to: LateralRule


@dataclass(frozen=True, slots=True)
class QuarterEnded:
    """A quarter is over."""


class NoteTopic(StrEnum):
    """What a note is about, where the program has to know it."""

    CHALLENGE = "challenge"


@dataclass(frozen=True, slots=True)
class Noted:
    """Something to remember that changes no state: a call, a roll of dice, a word of a coach.

    Journals keep a call as its kind with its players behind it: `noted_call` writes that,
    ``players_of`` reads it.
    """

    words: str
    rule: str | None = None
    flagged: bool = False
    about: NoteTopic | None = None

    def players_of(self, kind: str) -> tuple[str, ...] | None:
        """The players of a noted call of this kind; None: the note is about something else.

        >>> noted_call("fumble", ("A21", "H22")).players_of("fumble")
        ('A21', 'H22')
        """
        found = self.words == kind or self.words.startswith(f"{kind} ")
        return tuple(self.words.removeprefix(kind).split()) if found else None

    def with_names(self, names: Mapping[str, str]) -> Noted:
        """The note with its players as they truly were.

        >>> noted_call("fumble", ("A21", "H22")).with_names({"H22": "H33"}).words
        'fumble A21 H33'
        """
        words = " ".join(names.get(word, word) for word in self.words.split(" "))
        return replace(self, words=words)


def noted_call(
    kind: str, players: tuple[str, ...], rule: str | None = None, *, flagged: bool = False
) -> Noted:
    """A call that changes no state."""
    return Noted(" ".join((kind, *players)), rule, flagged)


@dataclass(frozen=True, slots=True)
class NamesCorrected:
    """Names were mixed up in the entries after ``since``, up to this one.

    Whoever was written down as one of ``called`` was truly the one of ``truly`` at the same place.
    Places, scores and fouls stay as they are: those were of bodies.
    """

    since: int
    called: tuple[str, ...]
    truly: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.since < 0:
            raise BadValue("since", self.since, "the number of an entry, or 0")
        same = sorted(self.called) == sorted(self.truly)
        if not self.called or len(set(self.called)) != len(self.called) or not same:
            raise BadValue("truly", " ".join(self.truly), "the same players in another order")


Event = (
    Started
    | SeriesBegan
    | PlayEnded
    | Scored
    | TryChosen
    | TryFailed
    | DownRepeated
    | FoulCalled
    | FoulRolled
    | FoulsSettled
    | BallMoved
    | QuarterEnded
    | Tossed
    | KickChosen
    | EndsChosen
    | OvertimeSettled
    | TimeoutTaken
    | Challenged
    | ChallengeDecided
    | Disputed
    | Noted
    | NamesCorrected
)
EVENTS: tuple[type[Event], ...] = get_args(Event)
