"""What is said when a period ends, and of the drill at the end of a half."""

from __future__ import annotations

from referee.game.game_rules import GameRules
from referee.game.order.periods import in_drill, in_overtime, plays_left
from referee.game.state import GamePhase, State


def period_sentence(rules: GameRules, before: State, after: State) -> str:
    """What is said of the periods when a game goes from one state to another; maybe nothing."""
    if before.phase is GamePhase.BEFORE:
        return ""
    if after.phase is GamePhase.OVER and before.phase is not GamePhase.OVER:
        return "That is the game." if after.leader is not None else "The game ends in a tie."
    if before.quarter != after.quarter or after.phase is GamePhase.OVERTIME is not before.phase:
        return _ended(rules, before, after)
    if in_drill(rules, after) and not in_drill(rules, before):
        return f"Two-minute warning: {_plays(plays_left(rules, after) or 0)} left."
    return ""


def _ended(rules: GameRules, before: State, after: State) -> str:
    quarters = round(rules.quarters.quarters.value)
    if in_overtime(rules, before):
        return "End of the overtime period."
    if before.quarter == quarters:
        return "The game is tied after the last quarter."
    half = " Half time." if 2 * before.quarter == quarters else ""
    return f"End of quarter {before.quarter}.{half}" if after.quarter > before.quarter else ""


def _plays(count: int) -> str:
    return "1 play" if count == 1 else f"{count} plays"
