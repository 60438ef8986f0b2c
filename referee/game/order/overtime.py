"""Who wins in overtime: each team has the ball or its opportunity, then the next score decides.

A touchdown decides at once, a safety too. A field goal decides once both teams have had the ball;
before that the others get it, and lose if they do not answer. An opportunity is a kickoff, for who
receives it, and a kick from scrimmage that its receivers touched and the kickers have again.
"""

from __future__ import annotations

from dataclasses import replace

from referee.core.roster import Team
from referee.game.events import Event, PlayEnded, Scored, SeriesBegan
from referee.game.game_rules import GameRules
from referee.game.order.periods import in_overtime
from referee.game.state import GamePhase, State

_KICKOFFS = frozenset({GamePhase.KICKOFF, GamePhase.FREE_KICK})
# Only these move the ball between the teams, or score.
_PLAYED = (SeriesBegan, PlayEnded, Scored)


def after_overtime_event(rules: GameRules, before: State, event: Event, after: State) -> State:
    """The state after an event in overtime: over, if it has decided the game.

    A foul that is not settled yet may still undo what was scored.
    """
    if not in_overtime(rules, before) or after.phase is GamePhase.OVER:
        return after
    if isinstance(event, _PLAYED):
        had = {*before.had_ball, *_had_ball(before, event)}
        after = replace(after, had_ball=tuple(team for team in Team if team in had))
    if after.fouls or not _decided(after):
        return after
    return replace(after, phase=GamePhase.OVER, owed=())


def _had_ball(before: State, event: SeriesBegan | PlayEnded | Scored) -> set[Team]:
    """The teams that had the ball in a play, or the opportunity."""
    had = {event.team}
    if before.team is None:
        return had
    if before.phase in _KICKOFFS:
        return had | {before.team.other}
    had.add(before.team)
    touched = isinstance(event, SeriesBegan) and event.kick is not None
    back = isinstance(event, PlayEnded) and event.changed_hands
    return set(Team) if touched or back else had


def _decided(state: State) -> bool:
    """Whether somebody has won: by where the game is, whoever leads."""
    leader, both = state.leader, len(state.had_ball) == len(Team)
    if leader is None:
        return False
    if state.phase in (GamePhase.TRY, GamePhase.FREE_KICK):
        return True
    # A field goal once both have had the ball; or who is behind has had it and has it no more.
    behind = state.phase is GamePhase.SCRIMMAGE and state.team is not leader
    return both and state.phase in (GamePhase.KICKOFF, GamePhase.SCRIMMAGE) and not behind
