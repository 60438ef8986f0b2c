"""The official's answer to a frame or a declaration, and what a screen shows of the play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.calls.call import Call
from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import KickName, PlayName, RollKind
from referee.core.roster import Team
from referee.game.events import Event, ScrimmageKick
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
        """The outcomes of two inputs, one after the other, as one."""
        return OfficialOutcome(
            (*self.calls, *other.calls),
            self.cut or other.cut,
            self.restore or other.restore,
            (*self.events, *other.events),
        )


class QuestionKind(StrEnum):
    """What a question is about."""

    PLAY = "play"
    CARRIER = "carrier"
    TARGET = "target"
    BALL = "ball"
    KICK = "kick"
    KICK_RESULT = "kick result"
    KICK_LANDING = "kick landing"
    KICK_CHOICE = "kick choice"
    RECEIVER = "receiver"
    THROW = "throw"
    RECOVERY_DICE = "recovery dice"
    FALL_DICE = "fall dice"
    HANDOFF_DICE = "handoff dice"
    PITCH_DICE = "pitch dice"
    SHOVEL_DICE = "shovel pass dice"
    SNAP_DICE = "snap dice"
    KICK_DICE = "kick dice"


DICE_QUESTIONS: Mapping[RollKind, QuestionKind] = {
    RollKind.RECOVERY: QuestionKind.RECOVERY_DICE,
    RollKind.FALL: QuestionKind.FALL_DICE,
    RollKind.HANDOFF: QuestionKind.HANDOFF_DICE,
    RollKind.PITCH: QuestionKind.PITCH_DICE,
    RollKind.SHOVEL: QuestionKind.SHOVEL_DICE,
    RollKind.SNAP: QuestionKind.SNAP_DICE,
    RollKind.KICK: QuestionKind.KICK_DICE,
}
DICE_ASKED = {question: roll for roll, question in DICE_QUESTIONS.items()}
# Without an answer to these there is no power; an unknown carrier is called when it matters.
_HOLDING = frozenset(
    {
        QuestionKind.PLAY,
        QuestionKind.RECEIVER,
        QuestionKind.TARGET,
        QuestionKind.BALL,
        QuestionKind.THROW,
        QuestionKind.KICK_RESULT,
        QuestionKind.KICK_LANDING,
        QuestionKind.KICK_CHOICE,
        *DICE_ASKED,
    }
)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that the official has for the coaches.

    ``default`` is the answer that holds without one, if any; ``roll`` are the dice it asks for,
    None: no dice.
    """

    what: QuestionKind
    sentence: str
    default: str | None = None

    @property
    def roll(self) -> RollKind | None:
        """The dice that the question waits for; None: it asks for something else."""
        return DICE_ASKED.get(self.what)

    @property
    def why_no_power(self) -> str:
        """The sentence while there is no power before it is answered."""
        return f"No power: {self.sentence}."

    @property
    def holds_power(self) -> bool:
        """Whether power has to stay off until the question is answered."""
        return self.what in _HOLDING and self.default is None


PLAY_OVER = "The play is over."


@dataclass(frozen=True, slots=True)
class KickNotice:
    """A kick as it is now. ``may`` are those that may be chosen, ``now`` is the one that was.

    ``dice`` are count and sides of those it waits for, ``choices`` what the receiving side may
    answer. ``fair_catch``: one may be called now; ``may_decline``: the kick may be declined,
    ``may_fake``: a fake may be said now.
    ``x_mm`` and ``y_mm`` are where it comes down, None while nobody knows.
    """

    may: tuple[KickName, ...] = ()
    now: KickName | None = None
    dice: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()
    fair_catch: bool = False
    may_decline: bool = False
    may_fake: bool = False
    x_mm: float | None = None
    y_mm: float | None = None


@dataclass(frozen=True, slots=True)
class PlayNotice:
    """A play as it is now, for a screen and for whoever drives the switch.

    ``switch`` is the team that holds it, None: the referee. ``off_ns`` is when power that is on has
    to go off at the latest, ``pulse_ns`` how long the next power run lasts where it is timed.
    ``sentences`` say why there may be no power now; none: there may. ``plays`` are those that may
    be named now, or are remembered for the first stop that knows them. ``offense`` snaps or snapped
    the ball; ``who`` may be turned, by which team ``first``; ``receiver`` is whom a pass is for.
    ``tries`` counts the power runs of this play in which nobody came to a loose ball.
    ``may_pass_back``: a backward pass with a stick may be thrown at this stop. ``kick`` is the kick
    from scrimmage that is run back. ``handed_to`` gets the ball as soon as it is snapped.
    ``cut_back``: the board stands for a cutback.
    """

    step: PlayStep
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
    tries: int = 0
    may_pass_back: bool = False
    kick: ScrimmageKick | None = None
    kicks: KickNotice = KickNotice()
    handed_to: str | None = None
    cut_back: bool = False

    @property
    def may_switch_on(self) -> bool:
        """Whether there may be power now."""
        return not self.power and not self.sentences
