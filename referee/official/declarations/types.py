"""What people say and do: each declaration is plain values, heard between two frames."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import (
    ActingSide,
    KickName,
    MissedThrow,
    PassStick,
    PlayName,
    RollKind,
)
from referee.core.geometry.marker import Marker
from referee.core.roster import Team
from referee.rulebooks.kicks.roll_table import KickAcross
from referee.rulebooks.play_step import PlayStep


@dataclass(frozen=True, slots=True)
class SwitchUsed:
    """Somebody used the switch, whoever holds it if nobody is named; frames show the power."""

    on: bool
    by: ActingSide | None = None


@dataclass(frozen=True, slots=True)
class PowerInterrupted:
    """Power has to go off, or went off, for a reason that is no part of play, such as a hand.

    No stop is used up; once power returns, the same power run goes on.
    """

    why: str


@dataclass(frozen=True, slots=True)
class StopRequested:
    """A coach asks for a stop without touching the switch."""

    by: ActingSide | None = None


@dataclass(frozen=True, slots=True)
class PlayMoved:
    """The play is put directly into a phase of the calls, or to a place in the procedure.

    What is None stays as it was. ``nobody_said``: nobody knows who has the ball.
    """

    phase: PlayPhase | None = None
    step: PlayStep | None = None
    team: Team | None = None
    carrier: str | None = None
    nobody_said: bool = False
    caught_behind: bool | None = None


@dataclass(frozen=True, slots=True)
class LinemenNamed:
    """Before the snap: who stands as center, guards and tackles, whatever their numbers say."""

    linemen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayNamed:
    """The play, and the player who has the ball or takes it: before the snap, or at a stop."""

    play: PlayName | None = None
    carrier: str | None = None


@dataclass(frozen=True, slots=True)
class KickNamed:
    """The kick that comes next, said before anything has run.

    ``kicker`` kicks, ``returner`` waits for it, ``across`` is where the kicking side says it goes.
    """

    kick: KickName
    kicker: str | None = None
    returner: str | None = None
    across: KickAcross | None = None


@dataclass(frozen=True, slots=True)
class PassAimed:
    """A target is laid for a pass to ``receiver``; without a marker nothing is on the board yet."""

    marker: Marker | None = None
    receiver: str | None = None
    passer: str | None = None
    stick: PassStick | None = None
    backward: bool = False


@dataclass(frozen=True, slots=True)
class TargetRemoved:
    """The target is taken off the board."""


@dataclass(frozen=True, slots=True)
class PassThrown:
    """What the ball of the passing figure hit first: a player, or what is none."""

    to: str
    hit: str | MissedThrow


@dataclass(frozen=True, slots=True)
class BallAtRest:
    """A dropped ball has come to rest; no marker: it is off the board."""

    marker: Marker | None


@dataclass(frozen=True, slots=True)
class BallHandedOff:
    """At a stop the carrier gives the ball into somebody's hands."""

    to: str


@dataclass(frozen=True, slots=True)
class BallPitched:
    """At a stop the carrier tosses the ball back or sideways."""

    to: str


@dataclass(frozen=True, slots=True)
class BallLateraled:
    """At a stop the carrier hands the ball back or sideways to a neighbour."""

    to: str


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice, as they fell. ``team`` rolled them, where that matters."""

    what: RollKind
    pips: tuple[int, ...]
    team: Team | None = None


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """An answer to something the referee asked, such as a touchback: yes."""

    to: str
    answer: str


Declaration = (
    SwitchUsed
    | PowerInterrupted
    | StopRequested
    | PlayMoved
    | LinemenNamed
    | PlayNamed
    | KickNamed
    | PassAimed
    | TargetRemoved
    | PassThrown
    | BallAtRest
    | BallHandedOff
    | BallPitched
    | BallLateraled
    | DiceRolled
    | QuestionAnswered
)
