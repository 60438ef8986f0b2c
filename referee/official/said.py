"""What people say and do: each declaration is plain values, heard between two frames."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.plays import Hit, Play, Roll, Side, Stick
from referee.calls.situation import Phase
from referee.core.marker_touch import Marker
from referee.core.roster import Team
from referee.rulebooks.period import Period


@dataclass(frozen=True, slots=True)
class Switched:
    """Somebody used the switch, whoever holds it if nobody is named; frames show the power."""

    on: bool
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Power has to go off, or went off, for a reason that is no part of play, such as a hand.

    No stop is used up; once power returns, the same stretch goes on.
    """

    why: str


@dataclass(frozen=True, slots=True)
class StopAsked:
    """A coach asks for a stop without touching the switch."""

    by: Side | None = None


@dataclass(frozen=True, slots=True)
class PutInto:
    """The play is put directly into a phase of the calls, or to a place in the procedure.

    What is None stays as it was. ``nobody_said``: nobody knows who has the ball.
    """

    phase: Phase | None = None
    period: Period | None = None
    team: Team | None = None
    carrier: str | None = None
    nobody_said: bool = False
    caught_behind: bool | None = None


@dataclass(frozen=True, slots=True)
class LinedUp:
    """Before the snap: who stands as center, guards and tackles, whatever their numbers say."""

    linemen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The play, and the man who has the ball or takes it: before the snap, or at a stop."""

    play: Play | None = None
    carrier: str | None = None


@dataclass(frozen=True, slots=True)
class Aimed:
    """A target is laid for a pass to ``receiver``; without a marker nothing is on the board yet."""

    marker: Marker | None = None
    receiver: str | None = None
    passer: str | None = None
    stick: Stick | None = None
    backward: bool = False


@dataclass(frozen=True, slots=True)
class TakenUp:
    """The target is taken off the board."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """What the ball of the passing figure hit first: a player, or what is none."""

    to: str
    hit: str | Hit


@dataclass(frozen=True, slots=True)
class BallLies:
    """A dropped ball has come to rest; no marker: it is off the board."""

    marker: Marker | None


@dataclass(frozen=True, slots=True)
class HandedOff:
    """At a stop the carrier gives the ball into somebody's hands."""

    to: str


@dataclass(frozen=True, slots=True)
class Pitched:
    """At a stop the carrier tosses the ball back or sideways."""

    to: str


@dataclass(frozen=True, slots=True)
class Lateraled:
    """At a stop the carrier hands the ball back or sideways to a man beside him."""

    to: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice, as they fell. ``team`` rolled them, where that matters."""

    what: Roll
    pips: tuple[int, ...]
    team: Team | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to something the referee asked, such as a touchback: yes."""

    to: str
    answer: str


Said = (
    Switched
    | Interrupted
    | StopAsked
    | PutInto
    | LinedUp
    | Named
    | Aimed
    | TakenUp
    | Thrown
    | BallLies
    | HandedOff
    | Pitched
    | Lateraled
    | Rolled
    | Answered
)
