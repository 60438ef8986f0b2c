"""Commands: what a person wants of the referee, by page, key, pedal, voice or magnet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.calls.play_name import ActingSide, RollKind
from referee.core.roster import Team
from referee.game.events import Event, Noted
from referee.game.frame_events import CoinSide
from referee.game.journal import OverturnEntry
from referee.official.declarations.types import Declaration
from referee.official.line_up.line_up import Role


@dataclass(frozen=True, slots=True)
class ReportReady:
    """The line-up is set: power may come as soon as nothing speaks against it."""


@dataclass(frozen=True, slots=True)
class RevokeReady:
    """The line-up is not set after all."""


@dataclass(frozen=True, slots=True)
class SideDone:
    """The side whose turn it is has set up, or turned its figures: the others go on."""


@dataclass(frozen=True, slots=True)
class StopBoard:
    """A coach wants the board stopped. ``by`` is the side; None: whoever holds the switch."""

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
class TossCoin:
    """The program tosses the coin. ``called`` is what the visitors call; None: nobody calls."""

    called: CoinSide | None = None


@dataclass(frozen=True, slots=True)
class RollForChallenge:
    """The program rolls the die that decides a challenge where there is no replay."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """The program rolls the dice that are asked for; ``team`` rolls them, where that matters."""

    what: RollKind
    team: Team | None = None


@dataclass(frozen=True, slots=True)
class RollForPenalty:
    """The program rolls on the book's chart of fouls."""


@dataclass(frozen=True, slots=True)
class OverturnCommand:
    """A journal entry does not stand any more; ``instead`` stands in its place, if anything."""

    entry: int
    why: str
    instead: Event | None = None


@dataclass(frozen=True, slots=True)
class ApplyRulings:
    """Rulings of a review that belong together: an overturned touchdown takes its try with it."""

    entries: tuple[OverturnEntry, ...]


@dataclass(frozen=True, slots=True)
class AddNote:
    """Something to remember, such as a challenge or a flag; the play goes on."""

    what: Noted


@dataclass(frozen=True, slots=True)
class RemoveNote:
    """A note is taken back."""

    what: Noted


@dataclass(frozen=True, slots=True)
class RejectMagnet:
    """What a magnet was taken for is taken back; ``number`` is that of the `MagnetReading`."""

    number: int


@dataclass(frozen=True, slots=True)
class UndoLastEntry:
    """The last journal entry that stands is taken back."""


@dataclass(frozen=True, slots=True)
class CorrectRole:
    """A player of the offense has another role than it seems, as long as the player stays there."""

    role: Role
    player: str


@dataclass(frozen=True, slots=True)
class EnforcePenalty:
    """Yards are walked off against a team, and the down is played again.

    ``in_play``: the foul belongs to the play that is just over, of which nothing else stands then.
    """

    team: Team
    yards: float
    rule: str | None = None
    in_play: bool = False


@dataclass(frozen=True, slots=True)
class DeclinePenalty:
    """The foul that waits is not enforced: the play stands."""


@dataclass(frozen=True, slots=True)
class SetAutoReady:
    """``wanted``: a line-up that rests with hands away counts as set by itself."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class ClearAlarm:
    """A person has looked: after an alarm or a fault power may come again."""


@dataclass(frozen=True, slots=True)
class ClearFault:
    """A simulated coach has looked: the same, but never for what a person has switched off."""


@dataclass(frozen=True, slots=True)
class PanicOff:
    """Power off by the fastest way; it stays off until it is cleared."""


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """Who stands where, roughly, in mm on the field; empty: the names shown are right."""

    places_mm: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SwapPlayers:
    """Two players have each other's names."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class AnswerNameDoubt:
    """The players who stand at the places of an open doubt, in the order of the places."""

    doubt: int
    standing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SayWhoPlayed:
    """Who it was in the play that was counted in the entry ``number``, shown as ``shown``.

    ``player`` is one of the two who were asked about; None: nobody can say.
    """

    number: int
    shown: str
    player: str | None

    @property
    def corrects(self) -> bool:
        """Whether it says another name than the one that is shown."""
        return self.player not in (None, self.shown)


# These go to the eyes, all others to the night.
NamingCommand = NamePlayers | SwapPlayers | AnswerNameDoubt | SayWhoPlayed
Command = (
    ReportReady
    | RevokeReady
    | SideDone
    | StopBoard
    | Declare
    | EnterEvent
    | TossCoin
    | RollForChallenge
    | RollDice
    | RollForPenalty
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
    | ClearFault
    | PanicOff
    | NamingCommand
)
