"""The column of a score sheet that a play belongs to, by how the ball moved."""

from __future__ import annotations

from enum import StrEnum

from referee.game.events import (
    Event,
    PlayAccount,
    PlayEnded,
    PlayEnding,
    Score,
    Scored,
    SeriesBegan,
    TryFailed,
)
from referee.game.state import GamePhase


class SheetColumn(StrEnum):
    """The ways in which a ball moves in a play."""

    RUN = "run"
    PITCH = "pitch"
    PASS = "pass"  # noqa: S105 - a pass of a ball
    SACK = "sack"
    KICK = "kick"
    PUNT = "punt"
    NONE = ""


# The names of plays; what coaches call otherwise is a run, or a pass if it was thrown.
COLUMN_OF_PLAY = {
    "punt": SheetColumn.PUNT,
    "kick": SheetColumn.KICK,
    "kickoff": SheetColumn.KICK,
    "onside kick": SheetColumn.KICK,
    "free kick": SheetColumn.KICK,
    "field goal": SheetColumn.KICK,
    "pitch": SheetColumn.PITCH,
    "lateral": SheetColumn.PITCH,
}
PASSES = frozenset({"pass", "shovel pass", "throw away", "spike"})
NOT_CAUGHT: frozenset[str] = frozenset(
    {
        PlayEnding.INCOMPLETE,
        PlayEnding.BATTED_DOWN,
        PlayEnding.THROWN_AWAY,
        PlayEnding.GROUNDING,
        PlayEnding.SPIKE,
        PlayEnding.ILLEGAL_TOUCHING,
    }
)
_SACKS: frozenset[str] = frozenset({PlayEnding.SACK, PlayEnding.COVERAGE_SACK})
_KICKED = frozenset({Score.FIELD_GOAL, Score.KICKED_TRY})
_KICKOFFS = frozenset({GamePhase.KICKOFF, GamePhase.FREE_KICK})


def sheet_column_of(event: Event, told: PlayAccount, phase: GamePhase) -> SheetColumn:
    """How the ball went in what a journal calls an event."""
    named = COLUMN_OF_PLAY.get(told.play or "")
    if isinstance(event, SeriesBegan | Scored) and event.kick is not None:
        wiped_out = isinstance(event, SeriesBegan) and event.fouled
        return SheetColumn.NONE if wiped_out else COLUMN_OF_PLAY[event.kick.value]
    if isinstance(event, SeriesBegan):
        return named or (SheetColumn.KICK if phase in _KICKOFFS else SheetColumn.NONE)
    if isinstance(event, Scored) and (event.how in _KICKED or phase in _KICKOFFS):
        return SheetColumn.KICK
    if not isinstance(event, PlayEnded | Scored | TryFailed):
        return SheetColumn.NONE
    how = event.how if isinstance(event, PlayEnded) else None
    if how in _SACKS:
        return SheetColumn.SACK
    return named or _from_scrimmage(how, told)


def _from_scrimmage(how: str | None, told: PlayAccount) -> SheetColumn:
    # A passer who keeps the ball runs, whatever was meant.
    meant = told.play in PASSES and told.carrier is None
    if meant or how in NOT_CAUGHT or told.passer is not None:
        return SheetColumn.PASS
    return SheetColumn.NONE if how is None and told == PlayAccount() else SheetColumn.RUN
