"""What a coach may want of the referee, from a page, a key, a pedal or a magnet on the field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.calls.plays import Side
from referee.core.roster import Team
from referee.game.events import Event, Noted
from referee.game.journal import Verdict
from referee.official.line_up import Role
from referee.official.said import Said


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything stands as it should: power may come as soon as nothing speaks against it."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Not yet, after all."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A coach wants the board stopped; nobody named: the one who holds the switch."""

    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """A declaration to the official."""

    said: Said


@dataclass(frozen=True, slots=True)
class Enter:
    """Something that no camera sees goes into the journal, such as where a kick came down."""

    event: Event


@dataclass(frozen=True, slots=True)
class Overturn:
    """A verdict: the entry does not stand, and ``instead`` does, if anything."""

    entry: int
    why: str
    instead: Event | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """Verdicts that belong together, as when an overturned touchdown takes its try with it."""

    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Something to remember, such as a challenge or a flag; the play goes on where it is."""

    what: Noted


@dataclass(frozen=True, slots=True)
class Unnote:
    """A note was not meant so."""

    what: Noted


@dataclass(frozen=True, slots=True)
class NotMeant:
    """What the referee understood of a magnet, by its number, was not meant so."""

    number: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last entry that stands."""


@dataclass(frozen=True, slots=True)
class Correct:
    """A player of the offense plays something else than it seems; it holds while he stays there."""

    role: Role
    player: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """Yards against a team, and the down again. Without a play it is walked off from the ball."""

    team: Team
    yards: float
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """The foul that waits is not enforced: the play stands."""


@dataclass(frozen=True, slots=True)
class SetByItself:
    """Whether a line-up that rests with hands away counts as set."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class Clear:
    """A person has looked: after an alarm or a fault the power may come back."""


@dataclass(frozen=True, slots=True)
class Panic:
    """Off, by the fastest way, and off it stays."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The coach points at who stands where, roughly; at nobody: the names shown are right."""

    places_mm: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players are the other way round."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Who stands at the places of an open doubt, in their order."""

    doubt: int
    standing: tuple[str, ...]


# What the eyes are told; everything else is for the night.
Naming = Standing | Swap | Answer
Command = (
    Ready
    | Wait
    | Stop
    | Say
    | Enter
    | Overturn
    | Judge
    | Note
    | Unnote
    | NotMeant
    | Undo
    | Correct
    | Penalty
    | Decline
    | SetByItself
    | Clear
    | Panic
    | Naming
)
