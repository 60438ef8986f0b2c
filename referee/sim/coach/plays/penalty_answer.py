"""What the simulated coach does about a foul: of all answers the one that is worth most."""

from __future__ import annotations

from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import gained_yd, spot_yd
from referee.core.roster import Team
from referee.game.events import FoulsSettled
from referee.game.fold import Fold
from referee.game.game_rules import GameRules
from referee.game.penalties.choices import penalty_choices
from referee.game.state import GamePhase, State

# Points, about as the professional game has them: what a goal line is worth that is reached, a down
# that is left, and a yard that is missing to the line to gain.
FIELD_POINTS = 6.0
DOWN_POINTS = 0.6
YARD_POINTS = 0.12
TRY_POINTS = 1.0
DOWNS = 4


def penalty_answer(rules: GameRules, field: FieldProfile, state: State) -> FoulsSettled | None:
    """The answer to the fouls that come up next; None: nothing waits for one."""
    choices = penalty_choices(Fold(rules, field), state, {})
    if not choices:
        return None
    return max(choices, key=lambda each: worth(field, each.state, each.by or Team.HOME)).event


def worth(field: FieldProfile, state: State, team: Team) -> float:
    """What a state of the game is worth to a team, in points."""
    ahead = float(state.score(team) - state.score(team.other))
    if state.team is None:
        return ahead
    mine = 1.0 if state.team is team else -1.0
    if state.phase is GamePhase.TRY:
        return ahead + mine * TRY_POINTS
    if state.phase is not GamePhase.SCRIMMAGE:
        return ahead
    plays = state.plays_toward(state.team)
    reached = FIELD_POINTS * spot_yd(field, state.x_mm, plays) / 100.0
    line_x = state.to_gain_x_mm
    missing = 0.0 if line_x is None else gained_yd(field, state.x_mm, line_x, plays)
    return ahead + mine * (reached + DOWN_POINTS * (DOWNS - state.down) - YARD_POINTS * missing)
