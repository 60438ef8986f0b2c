"""The next step of the evening, as screens show it: a table from top to bottom, first fit.

Every moment has one. A person who does what the newest step says, again and again, gets to the next
snap or to the final whistle: `referee bench states` walks through the evenings to prove it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from referee.game.state import GamePhase
from referee.night.gate import PowerReason, PowerReasonKind
from referee.night.phase import NightPhase
from referee.night.safety.missing_players import BETWEEN_PLAYS
from referee.night.screen.questions import OfferKind, Question
from referee.night.screen.snapshot import Snapshot
from referee.official.outcome import QuestionKind


class StepKind(StrEnum):
    """Who does what next."""

    OVER = "the game is over"
    RUNNING = "the board runs"
    PUT_RIGHT = "put right"
    OFFER = "take an offer"
    ENTER = "enter"
    ANSWER = "answer"
    WAIT = "wait"
    HANDS_AWAY = "hands away"
    SET_UP = "set up"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class NextStep:
    """What a person does next, as a sentence; ``reason`` is what has to be put right first."""

    kind: StepKind
    sentence: str
    reason: PowerReason | None = None


@dataclass(frozen=True, slots=True)
class StepRow:
    """One row: the kind, when it is, and the sentence."""

    kind: StepKind
    fits: Callable[[Snapshot], bool]
    sentence: Callable[[Snapshot], str]


# What the rules say has answers of its own; everything else is put right at the table.
_OF_THE_RULES = frozenset(
    {PowerReasonKind.PLAY_OVER, PowerReasonKind.OPEN_QUESTION, PowerReasonKind.GAME_OVER}
)
RUNS = "Stop asks for a stop where the rules allow one; Off stops the board at once."
LOOK_FIRST = "Look at the board; when all is well, press Clear."
KICK = "Kick, then enter where it ended."
COUNTED = "Wait a moment: the play is being counted."
COMES = "Hands away and nothing moving: the power comes by itself."
LINE_UP = "Set up the next play with both teams, hands away, then Ready."
AGAIN_OR_READY = "Nobody watched for a moment: take one of the offers, or Ready if nothing moved."
TRIED_OFTEN = "It does not go on by itself: take one of the offers, or Ready to try once more."
GOES_ON = "Press Ready to go on from here. If figures were moved, take one of the offers."
TURN = "Turn any figure that is outlined in green, then press Ready."


def next_step(at: Snapshot) -> NextStep:
    """The next step at a moment of the night."""
    row = next(row for row in STEPS if row.fits(at))
    reason = _to_put_right(at) if row.kind is StepKind.PUT_RIGHT else None
    return NextStep(row.kind, row.sentence(at), reason)


def _to_put_right(at: Snapshot) -> PowerReason | None:
    """The gravest reason that is put right at the table."""
    return next((reason for reason in at.reasons if reason.kind not in _OF_THE_RULES), None)


def _put_right(at: Snapshot) -> str:
    reason = _to_put_right(at)
    return LOOK_FIRST if reason is None else reason.what_to_do


def _asked(at: Snapshot) -> Question | None:
    """The first question without whose answer there is no power."""
    return next((ask for ask in at.questions if ask.default is None), None)


def _kick(at: Snapshot) -> bool:
    """A kick comes next: whatever else is open is of no use before its end is entered."""
    return any(ask.what is QuestionKind.KICK for ask in at.questions)


def _asks(at: Snapshot) -> bool:
    return _asked(at) is not None and not _kick(at)


def _question(at: Snapshot) -> str:
    asked = _asked(at)
    return "" if asked is None else asked.what_to_do


def _broken_for_good(at: Snapshot) -> bool:
    """The play was broken off, and it is not known or not likely that it can go on."""
    broken = at.broken_off
    return at.phase is NightPhase.BROKEN_OFF and broken is not None and not broken.goes_on


def _why_offered(at: Snapshot) -> str:
    broken = at.broken_off if at.phase is NightPhase.BROKEN_OFF else None
    if broken is not None and not broken.watched:
        return AGAIN_OR_READY
    return TRIED_OFTEN


def _offered(at: Snapshot) -> bool:
    # A clock that has run out holds nothing up.
    other = any(offer.kind is not OfferKind.CLOCK for offer in at.offers)
    return other and at.phase is not NightPhase.BROKEN_OFF


def _no_line_up(at: Snapshot) -> bool:
    return at.notice.step in BETWEEN_PLAYS and at.phase is not NightPhase.SET


STEPS: tuple[StepRow, ...] = (
    StepRow(
        StepKind.OVER,
        lambda at: at.phase is NightPhase.OVER,
        lambda _at: "The game is over. Undo takes the last entry back.",
    ),
    StepRow(StepKind.RUNNING, lambda at: at.power, lambda _at: RUNS),
    StepRow(
        StepKind.PUT_RIGHT,
        lambda at: bool(at.alarm) or _to_put_right(at) is not None,
        _put_right,
    ),
    StepRow(StepKind.OFFER, lambda at: bool(at.offers) and _broken_for_good(at), _why_offered),
    StepRow(StepKind.ANSWER, _asks, _question),
    StepRow(StepKind.WAIT, lambda at: at.phase is NightPhase.DEAD, lambda _at: COUNTED),
    StepRow(
        StepKind.OFFER,
        lambda at: _offered(at) and at.notice.step not in BETWEEN_PLAYS,
        _why_offered,
    ),
    StepRow(StepKind.OFFER, lambda at: bool(at.decision), lambda at: at.decision),
    StepRow(StepKind.OFFER, _offered, lambda at: at.offers[0].sentence),
    StepRow(StepKind.ENTER, _kick, lambda _at: KICK),
    StepRow(StepKind.HANDS_AWAY, lambda at: at.ready, lambda _at: COMES),
    StepRow(StepKind.READY, lambda at: at.phase is NightPhase.BROKEN_OFF, lambda _at: GOES_ON),
    StepRow(StepKind.SET_UP, _no_line_up, lambda _at: LINE_UP),
    StepRow(
        StepKind.WAIT,
        lambda at: at.state.phase is GamePhase.BEFORE,
        lambda _at: "Say who kicks off.",
    ),
    StepRow(StepKind.READY, lambda _at: True, lambda _at: TURN),
)
