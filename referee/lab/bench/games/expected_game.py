"""The game as it should stand after a play, kept by hand from the true end and nothing else."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.calls.call import CallKind
from referee.core.roster import Team
from referee.game.game_rules import GameRules
from referee.game.state import GamePhase, State
from referee.lab.bench.calls.call_figures import SPOT_MM
from referee.lab.bench.calls.truth.ruled_play import ExpectedCall
from referee.lab.bench.games.ball_carries import BallCarry

# Ends that leave the ball dead in a place; nobody has scored by one of these alone.
DEAD_ENDS = frozenset(
    {CallKind.TACKLE, CallKind.SACK, CallKind.COVERAGE_SACK, CallKind.OUT_OF_BOUNDS}
)


@dataclass(frozen=True, slots=True)
class ExpectedGame:
    """What has to hold afterwards; what is None is not said."""

    team: Team | None = None
    down: int | None = None
    x_mm: float | None = None
    home: int | None = None
    away: int | None = None
    phase: GamePhase | None = None


def expected_after(
    before: State, carry: BallCarry, end: ExpectedCall, safety: bool, rules: GameRules
) -> ExpectedGame | None:
    """After an end that is known; None: it is one of which more than this decides."""
    if before.phase is GamePhase.TRY:
        return None
    if end.kind is CallKind.TOUCHDOWN:
        return _scored(before, carry.team, int(rules.points.touchdown.value), GamePhase.TRY)
    if safety:
        points = int(rules.points.safety.value)
        return _scored(before, carry.team.other, points, GamePhase.FREE_KICK)
    if end.kind not in DEAD_ENDS or math.isnan(end.x_mm):
        return None
    return _spotted(before, carry.team, end.x_mm, rules)


def _spotted(before: State, team: Team, x_mm: float, rules: GameRules) -> ExpectedGame | None:
    """The ball dead in a place: the next down, a first down, or the others' ball."""
    same = before.phase is GamePhase.SCRIMMAGE and team is before.team
    past_mm = -math.inf
    if before.to_gain_x_mm is not None:
        past_mm = before.plays_toward(team).sign * (x_mm - before.to_gain_x_mm)
    if same and abs(past_mm) < SPOT_MM:
        return None  # the chains would be brought out
    down, ball = before.down + 1, team
    if not same or past_mm >= 0.0:
        down = 1
    elif before.down >= int(rules.series.downs.value):
        down, ball = 1, team.other
    return ExpectedGame(ball, down, x_mm, before.home_score, before.away_score)


def difference_words(wanted: ExpectedGame, after: State) -> str:
    """What is otherwise, in a few words; nothing: all as it should be."""
    pairs = (
        ("ball", wanted.team, after.team),
        ("down", wanted.down, after.down),
        ("home", wanted.home, after.home_score),
        ("away", wanted.away, after.away_score),
        ("stage", wanted.phase, after.phase),
    )
    wrong = [f"{what} {now} instead of {want}" for what, want, now in pairs if _off(want, now)]
    if wanted.x_mm is not None and abs(wanted.x_mm - after.x_mm) > SPOT_MM:
        wrong.append(f"spot off by {after.x_mm - wanted.x_mm:.1f} mm")
    return ", ".join(wrong)


def score_words(wanted: ExpectedGame, after: State) -> str:
    """What the score is instead, where it is another one."""
    if (wanted.home, wanted.away) == (after.home_score, after.away_score):
        return ""
    is_now = f"{after.home_score}:{after.away_score}"
    return f"score {is_now} instead of {wanted.home}:{wanted.away}"


def _off(want: object, found: object) -> bool:
    return want is not None and want != found


def _scored(before: State, team: Team, points: int, phase: GamePhase) -> ExpectedGame:
    home = before.home_score + (points if team is Team.HOME else 0)
    away = before.away_score + (points if team is Team.AWAY else 0)
    return ExpectedGame(home=home, away=away, phase=phase)
