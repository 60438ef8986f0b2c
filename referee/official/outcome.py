"""What the official answers to a frame or a declaration, and what a screen shows of where he is."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call
from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import PlayName
from referee.core.roster import Team
from referee.game.events import Event
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import TurnablePlayers


@dataclass(frozen=True, slots=True)
class OfficialOutcome:
    """``cut``: power off now. ``restore``: it went off for nothing, and may come back by itself.

    ``events`` are for the journal of the game; they come once nothing can change the play any more.
    """

    calls: tuple[Call, ...] = ()
    cut: bool = False
    restore: bool = False
    events: tuple[Event, ...] = ()

    def __add__(self, other: OfficialOutcome) -> OfficialOutcome:
        """Both, one after the other."""
        return OfficialOutcome(
            (*self.calls, *other.calls),
            self.cut or other.cut,
            self.restore or other.restore,
            (*self.events, *other.events),
        )


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something the official has to be told. Without an answer the ``default`` holds, if any."""

    what: str
    sentence: str
    default: str | None = None


@dataclass(frozen=True, slots=True)
class PlayNotice:
    """Where a play stands, for a screen and for whoever drives the switch.

    ``switch`` is the team that holds it, None: the referee. ``off_ns`` is when power that is on has
    to go off at the latest, ``pulse_ns`` how long the next stretch lasts where it is a timed pulse.
    ``sentences`` say why there may be no power now; none: there may. ``plays`` are those that may
    be named now, or are remembered for the first stop that knows them. ``offense`` snaps or snapped
    the ball; ``who`` may be turned, by which team ``first``; ``receiver`` is whom a pass is for.
    """

    period: PlayStep
    phase: PlayPhase | None
    team: Team
    carrier: str | None
    switch: Team | None
    power: bool
    off_ns: int | None
    pulse_ns: int | None
    turns: str
    asks: tuple[OpenQuestion, ...]
    sentences: tuple[str, ...]
    plays: tuple[PlayName, ...] = ()
    offense: Team | None = None
    who: TurnablePlayers = TurnablePlayers.NOBODY
    first: Team | None = None
    receiver: str | None = None

    @property
    def may_switch_on(self) -> bool:
        """Whether there may be power now."""
        return not self.power and not self.sentences
