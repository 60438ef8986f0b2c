"""What calls of a board that runs mean for a kick: blocked, covered, fouled, recovered."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import Consequence
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import LostBall
from referee.core.field.yards import stick_mm
from referee.core.geometry.gap import signed_gap
from referee.core.roster import Team
from referee.game.state import GamePhase, State
from referee.official.game_setup import GameSetup
from referee.official.kicks.endings import team_of
from referee.official.kicks.kick_play import KickPlay
from referee.official.kicks.spots import (
    in_end_zone_ahead,
    in_end_zone_behind,
    kicking_way,
    own_spot,
)
from referee.official.play.state import BallOnBoard, PlayState
from referee.official.play.transition import Transition
from referee.rulebooks.kicks.kick_rules import BehindGoal, BlockedBall
from referee.rulebooks.play_step import PlayStep

# Bases this near to each other touch.
_TOUCH_MM = 0.5


def kick_calls(
    setup: GameSetup, game: State, state: PlayState, board: BoardFrame | None, call: Call
) -> tuple[Call, ...]:
    """A call of a kick's power run as the rulebook has it, with what follows from it."""
    kicking = state.kicking
    if kicking is None or (kicking.live and state.step is not PlayStep.KICKED_BALL):
        return (call,)
    if call.kind is CallKind.BLOCKED and not call.dead:
        return _blocked(setup, game, kicking, board, call)
    if call.kind is CallKind.INTERFERENCE and not call.dead:
        return (_fouled(setup, game, kicking, board, call),)
    if state.step is PlayStep.COVERAGE and call.kind in (CallKind.FAIR_CATCH, CallKind.TOUCHBACK):
        return (_covered(setup, game, kicking, board, call),)
    if state.step is PlayStep.KICKED_BALL and call.kind is CallKind.RECOVERED:
        return _recovered(setup, game, state, kicking, board, call)
    return (call,)


def kick_transition(
    setup: GameSetup, game: State, state: PlayState, call: Call
) -> Transition | None:
    """The play after a call of a kick's power run; None: the call is none of those."""
    kicking = state.kicking
    if kicking is None:
        return None
    gets = state.offense.other
    if call.kind is CallKind.BLOCKED:
        if call.dead:
            safety = kicking.kick.rules.blocked_behind
            keeps = safety is not None and safety.value is BehindGoal.SAFETY
            behind = call.spot is not None and in_end_zone_behind(setup.field, game, call.spot.x_mm)
            team = state.offense if keeps and behind else gets
            return Transition(replace(state, team=team), PlayStep.DEAD)
        lost = None if call.spot is None else LostBall(call.spot.x_mm, call.spot.y_mm)
        live = replace(
            state,
            kicking=replace(kicking, live=True),
            carrier=None,
            loose=BallOnBoard(None, lost),
        )
        return Transition(live, PlayStep.RECOVERY)
    if call.dead and call.kind in (
        CallKind.INTERFERENCE,
        CallKind.FAIR_CATCH,
        CallKind.TOUCHBACK,
    ):
        return Transition(replace(state, team=gets), PlayStep.DEAD)
    if state.step is PlayStep.KICKED_BALL and call.kind is CallKind.RECOVERED and call.players:
        return _after_recovery(setup, game, state, kicking, call)
    return None


def _after_recovery(
    setup: GameSetup, game: State, state: PlayState, kicking: KickPlay, call: Call
) -> Transition:
    who, rules = call.players[-1], kicking.kick.rules
    team = setup.roster.player(who).team
    at_once = call.action is CallAction.KEEP_RUNNING
    got = replace(
        state,
        team=team,
        carrier=who,
        gained_x_mm=None if call.spot is None else call.spot.x_mm,
        kicking=replace(kicking, loose=False, at=len(kicking.kick.stages)),
        loose=BallOnBoard(),
    )
    if not call.dead:
        then = PlayStep.RETURN if team is not state.offense else PlayStep.ADVANCE
        return Transition(got, then, at_once=at_once)
    if team is state.offense:
        to = rules.muffed if kicking.muffed else rules.downed
        touchback = call.spot is not None and _behind(kicking) is BehindGoal.TOUCHBACK
        ahead = call.spot is not None and in_end_zone_ahead(setup.field, game, call.spot.x_mm)
        gets = state.offense.other if touchback and ahead else state.offense
        gets = (
            gets
            if to is None or (ahead and _behind(kicking) is not None)
            else team_of(state, to.value)
        )
        got = replace(got, team=gets, carrier=who if gets is team else None)
    return Transition(got, PlayStep.DEAD)


def _behind(kicking: KickPlay) -> BehindGoal | None:
    rules = kicking.kick.rules
    ruled = rules.muffed_behind if kicking.muffed else rules.downed_behind
    return None if ruled is None else ruled.value


def _blocked(
    setup: GameSetup, game: State, kicking: KickPlay, board: BoardFrame | None, call: Call
) -> tuple[Call, ...]:
    """A block: the ball is a fumble, or dead where the kicker stands or the bases touch."""
    rules = kicking.kick.rules
    if rules.blocked is None or rules.blocked.value is BlockedBall.FUMBLE:
        return (call,)
    at_touch = rules.blocked.value is BlockedBall.DEAD_AT_TOUCH
    spot = _touch_spot(setup, board, call) if at_touch else call.spot
    dead = replace(call, dead=True, spot=spot)
    behind = rules.blocked_behind
    if (
        spot is None
        or behind is None
        or game.phase is GamePhase.TRY
        or not in_end_zone_behind(setup.field, game, spot.x_mm)
    ):
        return (dead,)
    safety = behind.value is BehindGoal.SAFETY
    kind = CallKind.SAFETY if safety else CallKind.TOUCHDOWN
    what = Consequence.SAFETY if safety else Consequence.TOUCHDOWN
    follows = replace(
        dead,
        kind=kind,
        rule=behind.rule,
        action=CallAction.RECORD,
        episode=dead.episode.leading_to(what),
    )
    return dead, follows


def _touch_spot(setup: GameSetup, board: BoardFrame | None, call: Call) -> BallSpot | None:
    """The middle of where two bases touch."""
    seen = [] if board is None else [board.find(name) for name in call.players]
    found = [each for each in seen if each is not None]
    if call.spot is None or len(found) != 2:
        return call.spot
    one, other = found
    gap = signed_gap(
        setup.base(one.player), one.measured.pose, setup.base(other.player), other.measured.pose
    )
    (ax, ay), (bx, by) = gap.point_a_mm, gap.point_b_mm
    return replace(call.spot, x_mm=(ax + bx) / 2.0, y_mm=(ay + by) / 2.0)


def _fouled(
    setup: GameSetup, game: State, kicking: KickPlay, board: BoardFrame | None, call: Call
) -> Call:
    """The returner was touched too early: so many yards from there, for the receiving side."""
    yards = kicking.kick.rules.interference_yd
    seen = None if board is None or not call.players else board.find(call.players[-1])
    if yards is None or seen is None:
        return replace(call, dead=True)
    toward = kicking_way(game).other
    x_mm = seen.x_mm + toward.sign * stick_mm(setup.field, yards.value)
    return replace(call, dead=True, spot=BallSpot(x_mm, seen.y_mm, 0.0))


def _covered(
    setup: GameSetup, game: State, kicking: KickPlay, board: BoardFrame | None, call: Call
) -> Call:
    """Cover is there before the returner can run: a fair catch, or a touchback."""
    rules, field = kicking.kick.rules, setup.field
    back = rules.touchback_yd
    x_mm = kicking.x_mm
    deep = x_mm is not None and in_end_zone_ahead(field, game, x_mm)
    if back is not None and (call.kind is CallKind.TOUCHBACK or deep):
        spot = own_spot(field, game, back.value)
        return replace(call, kind=CallKind.TOUCHBACK, dead=True, spot=spot)
    waits = None if board is None or kicking.returner is None else board.find(kicking.returner)
    if waits is None or call.spot is None:
        return replace(call, dead=True)
    x_mm = waits.x_mm if x_mm is None else x_mm
    return replace(call, dead=True, spot=BallSpot(x_mm, waits.y_mm, 0.0))


def _recovered(
    setup: GameSetup,
    game: State,
    state: PlayState,
    kicking: KickPlay,
    board: BoardFrame | None,
    call: Call,
) -> tuple[Call, ...]:
    """A live kick was recovered: run back, dead, a touchdown or a touchback."""
    if not call.players or call.spot is None:
        return (call,)
    who = call.players[-1]
    received = setup.roster.player(who).team is not state.offense
    if received:
        rule, behind = _stays(setup, state, kicking, board, who), BehindGoal.TOUCHBACK
    else:
        to = kicking.kick.rules.muffed if kicking.muffed else kicking.kick.rules.downed
        rule = None if kicking.live else (call.rule if to is None else to.rule)
        behind = _behind(kicking) or BehindGoal.SAFETY
    if rule is None:
        return (call,)  # it is run with
    dead = replace(call, dead=True, action=CallAction.CUT, rule=rule)
    if not in_end_zone_ahead(setup.field, game, call.spot.x_mm) or behind is BehindGoal.SAFETY:
        return (dead,)
    if behind is BehindGoal.TOUCHBACK:
        return _with_touchback(setup, game, kicking, dead)
    episode = dead.episode.leading_to(Consequence.TOUCHDOWN)
    return dead, replace(dead, kind=CallKind.TOUCHDOWN, episode=episode)


def _stays(
    setup: GameSetup, state: PlayState, kicking: KickPlay, board: BoardFrame | None, who: str
) -> str | None:
    """The rule by which a receiver may not run with a kick it recovered; None: it may."""
    rules = kicking.kick.rules
    returns = rules.muffed_returns if kicking.muffed else rules.returns
    if returns is None:
        return kicking.kick.rule
    if not returns.value or (kicking.muffed and who == kicking.caller):
        return returns.rule
    held = rules.held_stays
    if held is not None and held.value and _touched(setup, state.offense, board, who):
        return held.rule
    return None


def _touched(setup: GameSetup, by: Team, board: BoardFrame | None, who: str) -> bool:
    """Whether a base of a team touches a player."""
    mine = None if board is None else board.find(who)
    if board is None or mine is None:
        return False
    shape = setup.base(who)
    return any(
        signed_gap(shape, mine.measured.pose, setup.base(seen.player), seen.measured.pose).gap_mm
        <= _TOUCH_MM
        for seen in board.seen
        if seen.player and setup.roster.player(seen.player).team is by
    )


def _with_touchback(
    setup: GameSetup, game: State, kicking: KickPlay, dead: Call
) -> tuple[Call, ...]:
    back = kicking.kick.rules.touchback_yd
    if back is None:
        return (dead,)
    spot = own_spot(setup.field, game, back.value)
    episode = dead.episode.leading_to(Consequence.TOUCHBACK)
    return dead, replace(dead, kind=CallKind.TOUCHBACK, rule=back.rule, spot=spot, episode=episode)
