"""How the ball went in a play: the column of a score sheet that it belongs to."""

from __future__ import annotations

from enum import StrEnum

from referee.game.events import Event, PlayEnded, Score, Scored, SeriesBegan, Told, TryFailed
from referee.game.state import Stage


class Way(StrEnum):
    """Ways of the ball."""

    RUN = "run"
    PITCH = "pitch"
    PASS = "pass"  # noqa: S105 - a pass of a ball
    SACK = "sack"
    KICK = "kick"
    PUNT = "punt"
    NONE = ""


# The names of plays; what coaches call otherwise is a run, or a pass if it was thrown.
NAMED = {
    "punt": Way.PUNT,
    "kick": Way.KICK,
    "kickoff": Way.KICK,
    "onside kick": Way.KICK,
    "free kick": Way.KICK,
    "field goal": Way.KICK,
    "pitch": Way.PITCH,
    "lateral": Way.PITCH,
}
PASSES = frozenset({"pass", "shovel pass", "throw away", "spike"})
NOT_CAUGHT = frozenset(
    {"incomplete", "batted down", "thrown away", "grounding", "spike", "illegal touching"}
)
_SACKS = frozenset({"sack", "coverage sack"})
_KICKED = frozenset({Score.FIELD_GOAL, Score.KICKED_TRY})
_KICKOFFS = frozenset({Stage.KICKOFF, Stage.FREE_KICK})


def way_of(event: Event, told: Told, stage: Stage) -> Way:
    """How the ball went in what a journal calls an event."""
    named = NAMED.get(told.play or "")
    if isinstance(event, SeriesBegan):
        return named or (Way.KICK if stage in _KICKOFFS else Way.NONE)
    if isinstance(event, Scored) and event.how in _KICKED:
        return Way.KICK
    if not isinstance(event, PlayEnded | Scored | TryFailed):
        return Way.NONE
    how = event.how if isinstance(event, PlayEnded) else None
    if how in _SACKS:
        return Way.SACK
    return named or _from_scrimmage(how, told)


def _from_scrimmage(how: str | None, told: Told) -> Way:
    # A passer who keeps the ball runs, whatever he meant to do.
    meant = told.play in PASSES and told.carrier is None
    if meant or how in NOT_CAUGHT or told.passer is not None:
        return Way.PASS
    return Way.NONE if how is None and told == Told() else Way.RUN
