"""A kick comes down on the resting board: caught, fair caught, muffed, downed, or live."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallKind
from referee.core.field.lateral_spot import middle_y_mm
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.kicks.endings import dead_kick, kick_call, team_of, touchback
from referee.official.kicks.kick_play import KickPlay
from referee.official.kicks.landing import (
    KickCompany,
    PlayerThere,
    company_on_line,
    company_on_spot,
)
from referee.official.kicks.live_kick import live_kick, to_return, with_call
from referee.official.kicks.spots import in_end_zone_ahead
from referee.official.play.state import PlayState
from referee.rulebooks.kicks.kick_rules import KickLanding


def come_down(context: DeclarationContext, state: PlayState) -> DeclarationResult:
    """The play once a kick has come down, by who is where it does."""
    kicking, board = state.kicking, context.board
    if kicking is None or board is None or kicking.x_mm is None or not kicking.comes_down:
        return DeclarationResult(state)
    stage = kicking.stage
    if stage is not None and stage.land is KickLanding.ON_SPOT:
        return _on_spot(context, state, kicking)
    there = company_on_line(context.setup, context.game, board, kicking.x_mm)
    if kicking.caller is not None:
        return _fair_catch(context, state, kicking, there)
    if there.receiving:
        who = there.receiver(kicking.returner) or there.receiving[0]
        call = _call_at(context, state, CallKind.KICK_CAUGHT, kicking.rule, who, there)
        return with_call(call, to_return(context, state, kicking, who.player))
    return _not_caught(context, state, kicking, there)


def _not_caught(
    context: DeclarationContext, state: PlayState, kicking: KickPlay, there: KickCompany
) -> DeclarationResult:
    """No receiver is there: a touchback, the kicking side's or the others' ball, or live."""
    rules, x_mm = kicking.kick.rules, kicking.x_mm or 0.0
    if in_end_zone_ahead(context.setup.field, context.game, x_mm):
        return touchback(context, state, kicking, flag=there.doubts)
    if there.kicking and rules.landed_on is not None:
        who = there.kicking[0]
        call = _call_at(context, state, CallKind.DOWNED, rules.landed_on.rule, who, there)
        return dead_kick(context, state, kicking, call, team_of(state, rules.landed_on.value))
    rule = kicking.rule if rules.recovers is None else rules.recovers.rule
    spot = BallSpot(x_mm, middle_y_mm(context.setup.field), 0.0)
    lies = kick_call(context, state, CallKind.LIVE_KICK, rule, spot, flag=there.doubts)
    return live_kick(state, kicking, lies)


def _fair_catch(
    context: DeclarationContext, state: PlayState, kicking: KickPlay, there: KickCompany
) -> DeclarationResult:
    """A fair catch was called: made by anybody of the side, or muffed by who called it."""
    rules, x_mm = kicking.kick.rules, kicking.x_mm or 0.0
    called = rules.fair_catch
    caught = there.receiver(kicking.caller) or next(iter(there.receiving), None)
    if caught is None or called is None:
        rule = kicking.rule if rules.muffs is None else rules.muffs.rule
        spot = BallSpot(x_mm, middle_y_mm(context.setup.field), 0.0)
        who = () if kicking.caller is None else (kicking.caller,)
        muff = kick_call(
            context, state, CallKind.MUFFED, rule, spot, players=who, flag=there.doubts
        )
        return live_kick(state, replace(kicking, muffed=True), muff)
    if in_end_zone_ahead(context.setup.field, context.game, x_mm):
        return touchback(context, state, kicking, flag=there.doubts)
    call = _call_at(context, state, CallKind.FAIR_CATCH, called.rule, caught, there)
    return dead_kick(context, state, kicking, call, state.offense.other)


def _call_at(
    context: DeclarationContext,
    state: PlayState,
    kind: CallKind,
    rule: str,
    who: PlayerThere,
    there: KickCompany,
) -> Call:
    """A call about who is where the kick comes down."""
    x_mm = None if state.kicking is None else state.kicking.x_mm
    spot = BallSpot(x_mm or 0.0, who.y_mm, 0.0)
    return kick_call(context, state, kind, rule, spot, players=(who.player,), flag=there.doubts)


def _on_spot(context: DeclarationContext, state: PlayState, kicking: KickPlay) -> DeclarationResult:
    """Whoever covers the spot has it; both or nobody: it lies there."""
    board, rules = context.board, kicking.kick.rules
    if board is None or kicking.x_mm is None or kicking.y_mm is None:
        return DeclarationResult(state)
    there = company_on_spot(context.setup, context.game, board, kicking.x_mm, kicking.y_mm)
    spot = BallSpot(kicking.x_mm, kicking.y_mm, 0.0)
    alone = bool(there.receiving) is not bool(there.kicking)
    if alone and there.kicking:
        rule = kicking.rule if rules.downed is None else rules.downed.rule
        call = kick_call(
            context,
            state,
            CallKind.DOWNED,
            rule,
            spot,
            players=(there.kicking[0].player,),
            flag=there.doubts,
        )
        return dead_kick(context, state, kicking, call, state.offense)
    if alone:
        who = there.receiving[0].player
        call = kick_call(
            context,
            state,
            CallKind.KICK_CAUGHT,
            kicking.rule,
            spot,
            players=(who,),
            flag=there.doubts,
        )
        return with_call(call, to_return(context, state, kicking, who))
    call = kick_call(context, state, CallKind.LIVE_KICK, kicking.rule, spot, flag=there.doubts)
    return live_kick(state, kicking, call)
