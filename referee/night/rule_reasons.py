"""Why the rules let nobody switch on, whatever stands on the board."""

from __future__ import annotations

from collections.abc import Iterator

from referee.game.state import GamePhase, State
from referee.night.gate import PowerReason, PowerReasonKind
from referee.night.screen.questions import KICK_QUESTION, kick_due
from referee.official.outcome import PLAY_OVER, PlayNotice
from referee.rulebooks.play_step import PlayStep


def rule_reasons(notice: PlayNotice, state: State, decision: str = "") -> Iterator[PowerReason]:
    """The reasons of the rules against power, for a play and the state of its game.

    ``decision`` is what people have to decide first; empty: nothing.
    """
    if notice.step is PlayStep.DEAD:
        yield PowerReason(PowerReasonKind.PLAY_OVER, PLAY_OVER)
    over = state.phase is GamePhase.OVER
    if decision:
        yield PowerReason(PowerReasonKind.OPEN_QUESTION, decision)
        return
    if not over and kick_due(notice, state):
        asks = [KICK_QUESTION]  # whatever else is open is of no use before its end is entered
    else:
        asks = [ask for ask in notice.asks if ask.default is None]
    for ask in asks:
        yield PowerReason(PowerReasonKind.OPEN_QUESTION, ask.why_no_power)
    if over:
        yield PowerReason(PowerReasonKind.GAME_OVER, "The game is over.")
