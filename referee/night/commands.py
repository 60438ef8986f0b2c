"""What a coach may want of the referee, from a page, a key, a pedal or a magnet on the field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.calls.play_name import ActingSide
from referee.core.roster import Team
from referee.game.events import Event, Noted
from referee.game.journal import OverturnEntry
from referee.official.declarations.types import Declaration
from referee.official.line_up.line_up import Role


@dataclass(frozen=True, slots=True)
class ReportReady:
    """Everything stands as it should: power may come as soon as nothing speaks against it."""


@dataclass(frozen=True, slots=True)
class RevokeReady:
    """Not yet, after all."""


@dataclass(frozen=True, slots=True)
class StopBoard:
    """A coach wants the board stopped; nobody named: the one who holds the switch."""

    by: ActingSide | None = None


@dataclass(frozen=True, slots=True)
class Declare:
    """A declaration to the official."""

    said: Declaration


@dataclass(frozen=True, slots=True)
class EnterEvent:
    """Something that no camera sees goes into the journal, such as where a kick came down."""

    event: Event


@dataclass(frozen=True, slots=True)
class OverturnCommand:
    """A verdict: the entry does not stand, and ``instead`` does, if anything."""

    entry: int
    why: str
    instead: Event | None = None


@dataclass(frozen=True, slots=True)
class ApplyRulings:
    """Verdicts that belong together, as when an overturned touchdown takes its try with it."""

    verdicts: tuple[OverturnEntry, ...]


@dataclass(frozen=True, slots=True)
class AddNote:
    """Something to remember, such as a challenge or a flag; the play goes on where it is."""

    what: Noted


@dataclass(frozen=True, slots=True)
class RemoveNote:
    """A note was not meant so."""

    what: Noted


@dataclass(frozen=True, slots=True)
class RejectMagnet:
    """What the referee understood of a magnet, by its number, was not meant so."""

    number: int


@dataclass(frozen=True, slots=True)
class UndoLastEntry:
    """Take back the last entry that stands."""


@dataclass(frozen=True, slots=True)
class CorrectRole:
    """A player of the offense plays something else than it seems; it holds while he stays there."""

    role: Role
    player: str


@dataclass(frozen=True, slots=True)
class EnforcePenalty:
    """Yards against a team, and the down again. Without a play it is walked off from the ball."""

    team: Team
    yards: float
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class DeclinePenalty:
    """The foul that waits is not enforced: the play stands."""


@dataclass(frozen=True, slots=True)
class SetAutoReady:
    """Whether a line-up that rests with hands away counts as set."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class ClearAlarm:
    """A person has looked: after an alarm or a fault the power may come back."""


@dataclass(frozen=True, slots=True)
class PanicOff:
    """Off, by the fastest way, and off it stays."""


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """The coach points at who stands where, roughly; at nobody: the names shown are right."""

    places_mm: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SwapPlayers:
    """Two players are the other way round."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class AnswerNameDoubt:
    """Who stands at the places of an open doubt, in their order."""

    doubt: int
    standing: tuple[str, ...]


# What the eyes are told; everything else is for the night.
NamingCommand = NamePlayers | SwapPlayers | AnswerNameDoubt
Command = (
    ReportReady
    | RevokeReady
    | StopBoard
    | Declare
    | EnterEvent
    | OverturnCommand
    | ApplyRulings
    | AddNote
    | RemoveNote
    | RejectMagnet
    | UndoLastEntry
    | CorrectRole
    | EnforcePenalty
    | DeclinePenalty
    | SetAutoReady
    | ClearAlarm
    | PanicOff
    | NamingCommand
)
