"""The state that the calls go by while a kick is rushed, in the air, or lies on the board."""

from __future__ import annotations

from referee.calls.kicks.kick_watch import KickedBall, KickWatch
from referee.calls.loose.loose_rules import JointPossession, RecoveredBy
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.core.settings.ruled import Ruled
from referee.game.state import State
from referee.official.kicks.kick_play import KickPlay
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep

KICK_PHASES = frozenset({PlayPhase.RUSH, PlayPhase.COVERAGE})


def kick_phase_of(
    state: PlayState, kicking: KickPlay, phase: PlayPhase, game: State, on_field: tuple[str, ...]
) -> PhaseState:
    """Before the kick the kicker has the ball; in the air it is about who waits for it."""
    rushed, rules = phase is PlayPhase.RUSH, kicking.kick.rules
    team = state.offense if rushed else state.offense.other
    foul, goal = rules.interference_yd, rules.reached_goal
    covered = rules.covered if rules.covered is not None and rules.covered.value else None
    watch = KickWatch(
        block=rules.block if rushed else None,
        holder=kicking.holder if rushed else None,
        returner=kicking.returner,
        line_x_mm=kicking.x_mm,
        interference=None if foul is None else foul.rule,
        covered=None if covered is None or rushed else covered.rule,
        goal=goal.rule if goal is not None and goal.value and not rushed else None,
    )
    return PhaseState(
        play=state.play,
        phase=phase,
        team=team,
        plays=game.plays_toward(team),
        carrier=state.carrier if rushed else kicking.returner,
        on_field=on_field,
        kick=watch,
    )


def kicked_ball_of(state: PlayState) -> KickedBall | None:
    """What recovers a kick that lies on the board; None: no kick does."""
    kicking = state.kicking
    if kicking is None or state.step is not PlayStep.KICKED_BALL:
        return None
    rules, rule = kicking.kick.rules, kicking.kick.rule
    recovers = rules.recovers or Ruled(RecoveredBy.TOUCH, rule)
    runs = rules.muffed_returns if kicking.muffed else rules.returns
    return KickedBall(
        recovers=recovers,
        hold_s=rules.hold_s or Ruled(0.0, recovers.rule),
        both=rules.together or Ruled(JointPossession.AGAIN, recovers.rule),
        runs=state.offense.other if runs is not None and runs.value else None,
    )
