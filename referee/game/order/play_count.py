"""What counts among the plays of a quarter, by the rulebook."""

from __future__ import annotations

from dataclasses import replace

from referee.game.events import (
    DownRepeated,
    PlayEnded,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
)
from referee.game.game_rules import FieldGoalCount, GameRules
from referee.game.order.periods import ends_half, plays_left
from referee.game.state import GamePhase, State

CountedEvent = SeriesBegan | PlayEnded | Scored | DownRepeated
_KICKOFFS = frozenset({GamePhase.KICKOFF, GamePhase.FREE_KICK})


def with_play_counted(rules: GameRules, state: State, event: CountedEvent) -> State:
    """The state with one more play of its quarter, if the event is one that counts."""
    return replace(state, plays=state.plays + 1) if _counts(rules, state, event) else state


def _counts(game: GameRules, state: State, event: CountedEvent) -> bool:
    rules = game.quarters
    fouled = isinstance(event, SeriesBegan | DownRepeated) and event.fouled
    if fouled and not rules.fouled_count.value:
        return False
    if state.phase in _KICKOFFS:
        played = fouled or isinstance(event, SeriesBegan | Scored)
        declined = isinstance(event, SeriesBegan) and event.declined
        return played and not declined and rules.kickoffs_count.value
    if state.phase is not GamePhase.SCRIMMAGE:
        return False
    kick = kick_of(event)
    if kick is ScrimmageKick.PUNT:
        return rules.punts_count.value
    if kick is ScrimmageKick.FIELD_GOAL:
        return _field_goal_counts(game, state)
    return fouled or isinstance(event, PlayEnded | Scored)


def kick_of(event: CountedEvent) -> ScrimmageKick | None:
    """The kick from scrimmage that the event is about; None: another play, or none."""
    if isinstance(event, Scored) and event.how is Score.FIELD_GOAL:
        return ScrimmageKick.FIELD_GOAL
    return event.kick


def _field_goal_counts(rules: GameRules, state: State) -> bool:
    last = ends_half(rules, state) and plays_left(rules, state) == 1
    counts = rules.quarters.field_goals_count.value
    return counts is FieldGoalCount.ALL or (counts is FieldGoalCount.LAST and last)
