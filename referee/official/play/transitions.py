"""What a call leads to: the end of the play, another carrier, or dice to be rolled."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.frame import BoardFrame
from referee.calls.passing.catch_result import p_caught_behind
from referee.calls.phase_state import LostBall, PhaseState
from referee.calls.play_name import RollKind
from referee.calls.stops.stop_request import p_inside_numbers
from referee.game.order.periods import in_drill
from referee.game.state import GamePhase, State
from referee.official.game_setup import GameSetup
from referee.official.kicks.board_calls import kick_transition
from referee.official.play.state import BallOnBoard, PassInPlay, PlayState
from referee.official.play.transition import Transition
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure

_GAINED = frozenset({CallKind.CATCH, CallKind.INTERCEPTION, CallKind.RECOVERED})


@dataclass(frozen=True, slots=True)
class TransitionContext:
    """What a transition depends on besides the call: the setup and the game before the play.

    ``board`` is the newest frame.
    """

    setup: GameSetup
    game: State
    board: BoardFrame | None = None

    @property
    def procedure(self) -> Procedure:
        """The procedure of the rulebook."""
        return self.setup.rulebook.procedure


def dead_without_next_step(procedure: Procedure, call: Call) -> Call:
    """The same call; it ends the play where the rulebook has no step after it."""
    if call.kind not in _GAINED or procedure.calls.get(call.kind) is not PlayStep.DEAD:
        return call
    return replace(call, dead=True)


def transition_of(
    ground: TransitionContext, state: PlayState, phase_state: PhaseState | None, call: Call
) -> Transition | None:
    """The play's next state and step after a call; None: the call changes neither."""
    kicked = kick_transition(ground.setup, ground.game, state, call)
    if kicked is not None:
        return kicked
    if call.kind is CallKind.FALL:
        return Transition(replace(state, dice=(RollKind.FALL,)), PlayStep.DEAD)
    if call.kind is CallKind.FUMBLE:
        return _fumbled(ground, state, call)
    if call.kind in _GAINED and call.players:
        return _gained(ground, state, phase_state, call)
    return Transition(state, PlayStep.DEAD) if call.ends_play or call.kind in OVER else None


def _gained(
    ground: TransitionContext, state: PlayState, phase_state: PhaseState | None, call: Call
) -> Transition:
    """The play after another player gained the ball: a run begins, or the play is over."""
    gained = _with_ball(ground, state, phase_state, call)
    stops = ground.setup.rulebook.calls.stops
    taken = gained.team is not state.offense and ground.game.phase is GamePhase.TRY
    if call.ends_play or (taken and stops.takeaway_ends_try.value):
        return Transition(gained, PlayStep.DEAD)
    then = ground.procedure.calls.get(call.kind, PlayStep.DEAD)
    return Transition(gained, then, at_once=call.action is CallAction.KEEP_RUNNING)


def _fumbled(ground: TransitionContext, state: PlayState, call: Call) -> Transition:
    """The play after a fumble: the ball lies on the board, or dice decide which team has it."""
    then = ground.procedure.calls.get(CallKind.FUMBLE, PlayStep.DEAD)
    dice = (RollKind.RECOVERY,) if then is PlayStep.DEAD else ()
    rules = ground.setup.rulebook.game
    spot, downs = call.spot, rules.series.downs.value
    lost = None
    if spot is not None:
        fumbler = call.players[-1] if call.players else None
        late = ground.game.down >= downs or in_drill(rules, ground.game)
        lost = LostBall(spot.x_mm, spot.y_mm, spot.sigma_mm, fumbler, late, state.changes)
    runs = call.action is CallAction.KEEP_RUNNING
    loose = BallOnBoard(state.loose.ball if runs else None, lost)
    return Transition(replace(state, dice=dice, carrier=None, loose=loose), then, at_once=runs)


def _with_ball(
    ground: TransitionContext, state: PlayState, phase_state: PhaseState | None, call: Call
) -> PlayState:
    """The play with its new carrier, and where that carrier got the ball."""
    carrier = call.players[-1]
    team = ground.setup.roster.player(carrier).team
    behind = False
    if call.kind is CallKind.CATCH and phase_state is not None:
        behind = p_caught_behind(call, phase_state) >= 0.5
    return replace(
        state,
        carrier=carrier,
        team=team,
        caught_behind=behind,
        caught_inside=_caught_inside(ground, carrier),
        gained_x_mm=None if call.spot is None else call.spot.x_mm,
        passing=PassInPlay(passer=_passer(state)),
        loose=BallOnBoard(tries=state.loose.tries),
        changes=state.changes + (team is not state.team),
    )


def _caught_inside(ground: TransitionContext, catcher: str) -> bool:
    """Whether a catcher stands inside the numbers, where a rule asks for that."""
    asked = ground.setup.rulebook.calls.stops.past_caught_inside.value
    seen = None if ground.board is None else ground.board.find(catcher)
    if not asked or seen is None:
        return True
    shape = ground.setup.base(catcher)
    return p_inside_numbers(ground.setup.field, shape, seen.measured) >= 0.5


def _passer(state: PlayState) -> str | None:
    """Who threw the ball forward, in this play."""
    thrown = state.passing.thrown
    return state.passing.passer if thrown is None or thrown.backward else thrown.passer


# Kinds that end a play though other calls may come with them.
OVER = frozenset(
    {
        CallKind.PROGRESS_STOPPED,
        CallKind.CARRIER_DOWN,
        CallKind.GAIN_CUT_BACK,
        CallKind.INCOMPLETE,
        CallKind.BATTED_DOWN,
        CallKind.THROWN_AWAY,
        CallKind.GROUNDING,
        CallKind.ILLEGAL_TOUCHING,
        CallKind.TOUCHBACK,
        CallKind.LOOSE_OUT,
    }
)
