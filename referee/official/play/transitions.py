"""Where a call leads: the end of the play, another man with the ball, dice that have to speak."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.phase_state import LostBall, PhaseState
from referee.calls.play_name import RollKind
from referee.core.roster import Roster
from referee.game.state import GamePhase, State
from referee.official.play.power_run import GameSetup
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure

_GAINED = frozenset({CallKind.CATCH, CallKind.INTERCEPTION, CallKind.RECOVERED})


@dataclass(frozen=True, slots=True)
class Transition:
    """The play after a call or a stop, and the period it leads to; ``at_once``: under power.

    No period: a play has to be named.
    """

    stand: PlayState
    then: PlayStep | None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class TransitionContext:
    """What a call is read by: the table, and the game as the play began."""

    table: GameSetup
    state: State

    @property
    def procedure(self) -> Procedure:
        """The procedure of the rulebook."""
        return self.table.rulebook.procedure


def dead_without_next_step(procedure: Procedure, call: Call) -> Call:
    """Who got the ball is down with it where no period follows."""
    if call.kind not in _GAINED or procedure.calls.get(call.kind) is not PlayStep.DEAD:
        return call
    return replace(call, dead=True)


def transition_of(
    ground: TransitionContext, stand: PlayState, situation: PhaseState | None, call: Call
) -> Transition | None:
    """What a call makes of a play; None: nothing."""
    if call.kind is CallKind.FALL:
        return Transition(replace(stand, dice=(RollKind.FALL,)), PlayStep.DEAD)
    if call.kind is CallKind.FUMBLE:
        return _fumbled(ground, stand, call)
    if call.kind in _GAINED and call.players:
        return _gained(ground, stand, situation, call)
    return Transition(stand, PlayStep.DEAD) if call.ends_play or call.kind in OVER else None


def _gained(
    ground: TransitionContext, stand: PlayState, situation: PhaseState | None, call: Call
) -> Transition:
    """Somebody has the ball who had it not: he runs on, or the play is over with that."""
    gained = _with_ball(ground.table.roster, stand, situation, call)
    stops = ground.table.rulebook.calls.stops
    taken = gained.team is not stand.offense and ground.state.stage is GamePhase.TRY
    if call.ends_play or (taken and stops.takeaway_ends_try.value):
        return Transition(gained, PlayStep.DEAD)
    then = ground.procedure.calls.get(call.kind, PlayStep.DEAD)
    return Transition(gained, then, at_once=call.action is CallAction.KEEP_RUNNING)


def _fumbled(ground: TransitionContext, stand: PlayState, call: Call) -> Transition:
    """Nobody has the ball: it is dropped, or dice say whose it is."""
    then = ground.procedure.calls.get(CallKind.FUMBLE, PlayStep.DEAD)
    dice = (RollKind.RECOVERY,) if then is PlayStep.DEAD else ()
    spot, downs = call.spot, ground.table.rulebook.game.series.downs.value
    lost = None
    if spot is not None:
        fumbler = call.players[-1] if call.players else None
        late = ground.state.down >= downs
        lost = LostBall(spot.x_mm, spot.y_mm, spot.sigma_mm, fumbler, late, stand.changes)
    runs = call.action is CallAction.KEEP_RUNNING
    ball = stand.ball if runs else None
    loose = replace(stand, dice=dice, ball=ball, carrier=None, lost=lost, tries=0)
    return Transition(loose, then, at_once=runs)


def _with_ball(
    roster: Roster, stand: PlayState, situation: PhaseState | None, call: Call
) -> PlayState:
    """Who has it now, and where he got it."""
    carrier = call.players[-1]
    team = roster.player(carrier).team
    behind = call.kind is CallKind.CATCH and situation is not None and _behind(call, situation)
    return replace(
        stand,
        carrier=carrier,
        team=team,
        caught_behind=behind,
        gained_x_mm=None if call.spot is None else call.spot.x_mm,
        passer=_passer(stand),
        aim=None,
        thrown=None,
        ball=None,
        lost=None,
        changes=stand.changes + (team is not stand.team),
    )


def _passer(stand: PlayState) -> str | None:
    """Who threw the ball forward, in this play."""
    thrown = stand.thrown
    return stand.passer if thrown is None or thrown.backward else thrown.passer


def _behind(catch: Call, situation: PhaseState) -> bool:
    """Whether the ball was caught at the line of scrimmage or behind it."""
    line, spot = situation.scrimmage_x_mm, catch.spot
    if line is None or spot is None:
        return False
    return situation.plays.sign * (spot.x_mm - line) <= 0.0


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
