"""How a kick is over: good or not, dead somewhere, a touchback; and what that is in the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.doubts import Doubt
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.play_name import KickName
from referee.core.field.field_profile import FIELD_LENGTH_YD
from referee.core.roster import Team
from referee.core.settings.ruled import Ruled
from referee.game.events import (
    Event,
    PlayAccount,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
    TryFailed,
)
from referee.game.state import GamePhase
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.kicks.kick_play import KickPlay
from referee.official.kicks.spots import kick_yd, own_spot, spot_of_yd
from referee.official.play.state import PlayState
from referee.rulebooks.kicks.kick_rules import KickedTo
from referee.rulebooks.play_step import PlayStep

_PUNTS = frozenset({KickName.PUNT, KickName.COFFIN_CORNER, KickName.UNKICKED_PUNT})


def scrimmage_kick(name: KickName) -> ScrimmageKick | None:
    """What a kick from scrimmage is called where games are kept; None: it is none."""
    if name in _PUNTS:
        return ScrimmageKick.PUNT
    free = name in (KickName.KICKOFF, KickName.FREE_KICK, KickName.ONSIDE)
    return None if free else ScrimmageKick.FIELD_GOAL


def kick_call(
    context: DeclarationContext,
    state: PlayState,
    kind: CallKind,
    rule: str,
    spot: BallSpot | None = None,
    *,
    players: Iterable[str] = (),
    flag: Iterable[Doubt] = (),
    dead: bool = False,
) -> Call:
    """A call about a kick, at the instant of the context."""
    return build_call(
        kind,
        rule,
        Episode(EpisodeTopic.KICK, state.play, name=kind.value, since_ns=context.t_ns),
        context.t_ns,
        action=CallAction.RECORD,
        players=players,
        flag=flag,
        spot=spot,
        dead=dead,
    )


def kick_account(state: PlayState, kicking: KickPlay, spot: BallSpot | None = None) -> PlayAccount:
    """The account of a kick that nobody runs back."""
    x_mm = kicking.x_mm if spot is None else spot.x_mm
    return PlayAccount(play=kicking.kick.name.value, kicked_x_mm=x_mm, carrier=state.carrier)


def over(state: PlayState) -> PlayState:
    """The play once it is over."""
    kicking = state.kicking
    ended = None if kicking is None else replace(kicking, at=len(kicking.kick.stages), asks=None)
    return replace(state, step=PlayStep.DEAD, dice=(), unnamed=False, kicking=ended)


def dead_kick(
    context: DeclarationContext,
    state: PlayState,
    kicking: KickPlay,
    call: Call,
    team: Team,
    *,
    declined: bool = False,
) -> DeclarationResult:
    """The end of a kick that is dead where a call has it: that team's ball, or the try is over."""
    told = replace(kick_account(state, kicking, call.spot), carrier=None)
    event: Event
    if context.game.phase is GamePhase.TRY:
        event = TryFailed(state.offense, told)
    else:
        spot = call.spot or own_spot(context.setup.field, context.game, 0.0)
        event = SeriesBegan(team, spot.x_mm, spot.y_mm, told, state.kick, declined)
    return DeclarationResult(over(state), (call,), event)


def touchback(
    context: DeclarationContext,
    state: PlayState,
    kicking: KickPlay,
    *,
    rule: str | None = None,
    flag: Iterable[Doubt] = (),
) -> DeclarationResult:
    """A touchback: the receiving side's ball on its own yard line."""
    yards = kicking.kick.rules.touchback_yd
    at = Ruled(0.0, kicking.kick.rule) if yards is None else yards
    spot = own_spot(context.setup.field, context.game, at.value)
    call = kick_call(context, state, CallKind.TOUCHBACK, rule or at.rule, spot, flag=flag)
    return dead_kick(context, state, kicking, call, state.offense.other)


def kick_good(
    context: DeclarationContext, state: PlayState, kicking: KickPlay, rule: str
) -> DeclarationResult:
    """A field goal or a kicked try that is good."""
    how = Score.KICKED_TRY if context.game.phase is GamePhase.TRY else Score.FIELD_GOAL
    call = kick_call(context, state, CallKind.KICK_GOOD, rule)
    told = replace(kick_account(state, kicking), carrier=None)
    return DeclarationResult(over(state), (call,), Scored(how, state.offense, rule, told=told))


def kick_missed(
    context: DeclarationContext, state: PlayState, kicking: KickPlay
) -> DeclarationResult:
    """A field goal that is not good: the others' ball where it was kicked, or further out."""
    field, game, least = context.setup.field, context.game, kicking.kick.rules.missed_yd
    own_yd = FIELD_LENGTH_YD - kick_yd(field, kicking.kick, game)
    rule = kicking.kick.rule if least is None else least.rule
    from_goal_yd = own_yd if least is None else max(own_yd, least.value)
    spot = spot_of_yd(field, game, FIELD_LENGTH_YD - from_goal_yd, game.y_mm)
    call = kick_call(context, state, CallKind.KICK_MISSED, rule, spot)
    return dead_kick(context, state, kicking, call, state.offense.other)


def team_of(state: PlayState, to: KickedTo) -> Team:
    """The side that a rule names by its part in a kick."""
    return state.offense if to is KickedTo.KICKING else state.offense.other
