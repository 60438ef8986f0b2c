"""A kick taken from one stage to the next: rolls and words that are due, and how it comes down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.calls.call import BallSpot, CallKind
from referee.calls.phase_state import LostBall
from referee.calls.play_name import RollKind
from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD
from referee.core.field.yards import spot_yd
from referee.core.geometry.marker import Marker
from referee.core.settings.ruled import Ruled
from referee.game.state import GamePhase
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.types import DiceRolled, KickNamed
from referee.official.kicks.endings import (
    dead_kick,
    kick_call,
    kick_good,
    kick_missed,
    scrimmage_kick,
    touchback,
)
from referee.official.kicks.kick_choice import kick_refusal
from referee.official.kicks.kick_depth import depth_refusal
from referee.official.kicks.kick_play import KickPlay
from referee.official.kicks.landing import (
    furthest_x_mm,
    nearest_to,
)
from referee.official.kicks.live_kick import lies_loose, live_kick, to_return, with_call
from referee.official.kicks.spots import (
    beyond_end_line,
    goal_yd,
    in_end_zone_ahead,
    kick_yd,
    kicking_way,
    line_yd,
    own_spot,
    spot_of_yd,
)
from referee.official.play.state import BallOnBoard, PlayState
from referee.rulebooks.kicks.kick_rules import (
    SNAP_ROLL,
    FairCatchWhen,
    KickAsk,
    KickLanding,
)
from referee.rulebooks.kicks.roll_table import (
    GoalTable,
    KickDice,
    RollRow,
    RollTable,
    across_y_mm,
)
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

# What a coach answers about a kick.
GOOD, MISSED = "good", "no good"
RETURN, TOUCHBACK, FAIR_CATCH = "return", "touchback", "fair catch"
DECLINED, FAKE = "declined", "fake"
NO_FAKE = "no fake may be said now"


def choose_kick(
    context: DeclarationContext, state: PlayState, said: KickNamed
) -> DeclarationResult:
    """The play once a kick was chosen, before anything has run."""
    name, setup = said.kick, context.setup
    refused = kick_refusal(setup.rulebook, setup.field, context.game, name)
    if refused is not None:
        return context.refuse(state, refused.rule, refused.why)
    kick = setup.rulebook.kicks.named(name)
    if state.kicking is not None and state.kicking.at > 0:
        return context.refuse(state, kick.rule, "a kick is chosen before its dice are rolled")
    if context.power or state.step is not PlayStep.SET:
        rule = context.procedure.refusals.play
        return context.refuse(state, rule, "a kick is chosen before anything has run")
    kicking = KickPlay(kick, across=said.across, returner=said.returner)
    chosen = replace(
        state,
        kicking=kicking,
        kick=scrimmage_kick(name),
        carrier=said.kicker,
        dice=(),
        play_to_come=None,
    )
    return enter_stage(context, chosen)


def decline_kick(context: DeclarationContext, state: PlayState) -> DeclarationResult:
    """The receiving side takes the ball without a kick, before one is set up."""
    kicks = context.setup.rulebook.kicks.of_act(context.game.phase)
    yards = next((k.rules.declined_yd for k in kicks if k.rules.declined_yd is not None), None)
    if yards is None:
        rule = context.procedure.refusals.play
        return context.refuse(state, rule, "this kick may not be declined")
    if state.kicking is not None or state.step is not PlayStep.SET or context.power:
        return context.refuse(state, yards.rule, "a kick is declined before it is set up")
    kick = next(k for k in kicks if k.rules.declined_yd is yards)
    spot = own_spot(context.setup.field, context.game, yards.value)
    call = kick_call(context, state, CallKind.KICK_DEAD, yards.rule, spot)
    return dead_kick(context, state, KickPlay(kick), call, state.offense.other, declined=True)


def may_fake(state: PlayState) -> bool:
    """Whether a fake may be said: right after a good snap, or before anything has run."""
    kicking = state.kicking
    fake = None if kicking is None else kicking.kick.rules.fake
    if kicking is None or fake is None or not fake.value or kicking.stage is None or state.dice:
        return False
    if any(stage.roll == SNAP_ROLL for stage in kicking.kick.stages):
        return kicking.at > 0 and kicking.kick.stages[kicking.at - 1].roll == SNAP_ROLL
    return kicking.at == 0 and state.step is PlayStep.SET


def fake_kick(context: DeclarationContext, state: PlayState) -> DeclarationResult:
    """A fake: the kick becomes a play, before anything has run or right after a good snap."""
    kicking, procedure = state.kicking, context.procedure
    fake = None if kicking is None else kicking.kick.rules.fake
    if kicking is None or fake is None or not fake.value:
        return context.refuse(
            state, procedure.refusals.play if fake is None else fake.rule, NO_FAKE
        )
    if context.power or not may_fake(state):
        return context.refuse(state, fake.rule, NO_FAKE)
    plain = replace(state, kicking=None, kick=None)
    if state.step is PlayStep.SET:
        return DeclarationResult(plain)
    step = PlayStep.SCRAMBLE
    return DeclarationResult(replace(plain, step=step, last=procedure.before(step)))


def enter_stage(context: DeclarationContext, state: PlayState) -> DeclarationResult:
    """The play as its kick comes to a stage: dice are due, power, a word, or the ball is down."""
    kicking = state.kicking
    if kicking is None:
        return DeclarationResult(state)
    stage = kicking.stage
    if stage is None:
        return _unkicked(context, state, kicking)
    land = None if stage.land is None else _LANDS.get(stage.land)
    if land is not None:
        return land(context, state, kicking)
    dice: tuple[RollKind, ...] = ()
    if stage.roll is not None:
        dice = (RollKind.SNAP if stage.roll == SNAP_ROLL else RollKind.KICK,)
    return DeclarationResult(_waiting(state, kicking, dice))


def next_stage(context: DeclarationContext, state: PlayState) -> DeclarationResult:
    """The play once the stage of its kick is over."""
    if state.kicking is None:
        return DeclarationResult(state)
    return enter_stage(context, replace(state, kicking=state.kicking.further()))


def answer_kick_roll(
    context: DeclarationContext, state: PlayState, said: DiceRolled
) -> DeclarationResult:
    """The play after a roll of a kick's table."""
    kicking = state.kicking
    stage = None if kicking is None else kicking.stage
    if kicking is None or stage is None or stage.roll is None:
        return context.refuse(state, context.procedure.refusals.play, "nothing is rolled for now")
    kicks, state = context.setup.rulebook.kicks, replace(state, dice=())
    goals = kicks.goals.get(stage.roll)
    if goals is not None:
        return _goal_rolled(context, state, kicking, goals, goals.dice.total(said.pips))
    table = kicks.rolls[stage.roll]
    return _kicked(context, state, kicking, table, table.row(table.dice.total(said.pips)))


def high_snap(context: DeclarationContext, state: PlayState, rule: str) -> DeclarationResult:
    """The snap went over the kicker: the ball is dropped some yards behind, live like a fumble."""
    kicking, field, game = state.kicking, context.setup.field, context.game
    if kicking is None:
        return DeclarationResult(state)
    far = kicking.kick.rules.high_snap_yd
    rule = rule if far is None else far.rule
    yards = kick_yd(field, kicking.kick, game) - (0.0 if far is None else far.value)
    spot = spot_of_yd(field, game, yards, game.y_mm)
    call = kick_call(context, state, CallKind.HIGH_SNAP, rule, spot)
    out = kicking.kick.rules.high_snap_behind
    if out is not None and yards <= -END_ZONE_YD:
        safety = kick_call(context, state, CallKind.SAFETY, out.rule, spot)
        return DeclarationResult(state, (call, replace(safety, dead=True)))
    live = replace(
        state,
        kicking=replace(kicking, live=True),
        step=PlayStep.RECOVERY,
        carrier=None,
        loose=BallOnBoard(None, LostBall(spot.x_mm, spot.y_mm)),
    )
    return DeclarationResult(live, (call,))


def next_dice(rulebook: Rulebook, state: PlayState) -> KickDice | None:
    """The dice that the stage of a kick waits for; None: none."""
    stage = None if state.kicking is None else state.kicking.stage
    if stage is None or stage.roll is None or stage.roll == SNAP_ROLL:
        return None
    kicks = rulebook.kicks
    table: GoalTable | RollTable = kicks.goals.get(stage.roll) or kicks.rolls[stage.roll]
    return table.dice


def answer_result(context: DeclarationContext, state: PlayState, answer: str) -> DeclarationResult:
    """Good or no good, as people saw it."""
    kicking = state.kicking
    if kicking is None or kicking.ask is not KickAsk.RESULT or answer not in (GOOD, MISSED):
        return context.refuse(state, context.procedure.refusals.play, "no kick is judged now")
    deep = None
    if state.step is PlayStep.SET:  # nothing has run, so nobody has looked at the kicker yet
        deep = depth_refusal(context.setup, context.game, state, context.board)
    if deep is not None:
        return context.refuse(state, deep.rule, deep.why)
    if answer == GOOD:
        return kick_good(context, state, kicking, kicking.rule)
    return kick_missed(context, state, kicking)


def kick_choices(state: PlayState, *, in_end_zone: bool) -> tuple[str, ...]:
    """What the receiving side may choose from."""
    kicking = state.kicking
    if kicking is None or kicking.ask is not KickAsk.CHOICE:
        return ()
    rules = kicking.kick.rules
    after = kicking.asks is not None
    back = rules.touchback_yd is not None and (in_end_zone or not after)
    called = rules.fair_catch
    fair = called is not None and called.value is (
        FairCatchWhen.LANDED if after else FairCatchWhen.BEFORE
    )
    choices = {RETURN: True, TOUCHBACK: back, FAIR_CATCH: fair and not (back and after)}
    return tuple(choice for choice, may in choices.items() if may)


def answer_choice(context: DeclarationContext, state: PlayState, answer: str) -> DeclarationResult:
    """Whether the receiving side runs the kick back."""
    kicking, field, game = state.kicking, context.setup.field, context.game
    x_mm = None if kicking is None else kicking.x_mm
    deep = x_mm is not None and in_end_zone_ahead(field, game, x_mm)
    if kicking is None or answer not in kick_choices(state, in_end_zone=deep):
        return context.refuse(state, context.procedure.refusals.play, f"no {answer} now")
    rules = kicking.kick.rules
    if answer == TOUCHBACK:
        return touchback(context, state, kicking)
    if answer == FAIR_CATCH and rules.fair_catch is not None:
        if rules.fair_catch_yd is not None:
            spot = own_spot(field, game, rules.fair_catch_yd.value)
        else:
            spot = BallSpot(kicking.x_mm or 0.0, kicking.y_mm or 0.0, 0.0)
        call = kick_call(context, state, CallKind.FAIR_CATCH, rules.fair_catch.rule, spot)
        free = game.phase is GamePhase.FREE_KICK
        return dead_kick(context, state, kicking, call, state.offense.other, declined=free)
    if kicking.asks is None:
        return next_stage(context, state)
    return to_return(context, state, replace(kicking, asks=None), None)


def answer_landing(
    context: DeclarationContext, state: PlayState, ball: Marker
) -> DeclarationResult:
    """Where a kick came down, as people saw it: out of bounds, in the end zone, or in the field."""
    kicking, field, game = state.kicking, context.setup.field, context.game
    if kicking is None or kicking.ask is not KickAsk.LANDING:
        return DeclarationResult(state)
    kicking = replace(kicking, x_mm=ball.x_mm, y_mm=ball.y_mm)
    aside = not 0.0 <= ball.y_mm <= field.width_mm
    if beyond_end_line(field, game, ball.x_mm) or (
        aside and in_end_zone_ahead(field, game, ball.x_mm)
    ):
        return touchback(context, state, kicking)
    if aside:
        spot = BallSpot(ball.x_mm, min(max(ball.y_mm, 0.0), field.width_mm), 0.0)
        call = kick_call(context, state, CallKind.KICK_DEAD, kicking.rule, spot)
        return dead_kick(context, state, kicking, call, state.offense.other)
    spot = BallSpot(ball.x_mm, ball.y_mm, 0.0)
    call = kick_call(context, state, CallKind.KICKED, kicking.rule, spot)
    state = replace(state, kicking=replace(kicking, asks=KickAsk.CHOICE))
    return DeclarationResult(state, (call,))


def call_fair_catch(
    context: DeclarationContext, state: PlayState, player: str
) -> DeclarationResult:
    """A receiver is named who will not run with the kick."""
    kicking = state.kicking
    when = None if kicking is None else kicking.kick.rules.fair_catch
    if kicking is None or when is None or when.value is not FairCatchWhen.IN_AIR:
        rule = context.procedure.refusals.play
        return context.refuse(state, rule, "no fair catch may be called")
    known = player in {each.id for each in context.setup.roster}
    if not known or context.setup.roster.player(player).team is state.offense:
        return context.refuse(state, when.rule, "only the receiving side catches")
    if not context.power or state.step is not PlayStep.COVERAGE:
        return context.refuse(state, when.rule, "it is called while the kick is in the air")
    return DeclarationResult(replace(state, kicking=replace(kicking, caller=player)))


def _kicked(
    context: DeclarationContext,
    state: PlayState,
    kicking: KickPlay,
    table: RollTable,
    row: RollRow,
) -> DeclarationResult:
    """The play after the dice said how far a kick goes, or where across the field."""
    field, game = context.setup.field, context.game
    way = kicking_way(game)
    across = row.across or kicking.across
    y_mm = kicking.y_mm if across is None else across_y_mm(field, across, way)
    if row.own_yd is not None:
        spot = own_spot(field, game, row.own_yd)
        call = kick_call(context, state, CallKind.KICK_DEAD, table.rule, spot)
        return dead_kick(context, state, kicking, call, state.offense.other)
    if row.yards is None:
        kicking = replace(kicking, y_mm=y_mm)
        spot = BallSpot(kicking.x_mm or 0.0, y_mm or 0.0, 0.0)
        call = kick_call(context, state, CallKind.KICKED, table.rule, spot)
        return with_call(call, next_stage(context, replace(state, kicking=kicking)))
    origin = (kick_yd if row.from_kick else line_yd)(field, kicking.kick, game)
    spot = spot_of_yd(field, game, origin + row.yards, y_mm)
    hang = None if row.hang_s is None else Ruled(row.hang_s, table.rule)
    kicking = replace(kicking, x_mm=spot.x_mm, y_mm=y_mm, hang=hang)
    deep = origin + row.yards >= FIELD_LENGTH_YD
    if row.dead and not deep:
        call = kick_call(context, state, CallKind.KICK_DEAD, table.rule, spot)
        return dead_kick(context, state, kicking, call, state.offense.other)
    call = kick_call(context, state, CallKind.KICKED, table.rule, spot)
    catches = any(stage.land is KickLanding.ON_LINE for stage in kicking.kick.stages)
    if beyond_end_line(field, game, spot.x_mm) or (deep and not catches):
        return with_call(call, touchback(context, state, kicking))
    state = replace(state, kicking=kicking)
    if row.lies:
        return live_kick(state, replace(kicking, live=True), call)
    return with_call(call, next_stage(context, state))


def _goal_rolled(
    context: DeclarationContext,
    state: PlayState,
    kicking: KickPlay,
    table: GoalTable,
    total: int,
) -> DeclarationResult:
    """The play after the roll for a field goal."""
    field, game, kick = context.setup.field, context.game, kicking.kick
    to_goal = FIELD_LENGTH_YD - line_yd(field, kick, game)
    yards = to_goal if table.from_line else goal_yd(field, kick, game)
    least = table.least(yards)
    if least is not None and total >= least:
        return kick_good(context, state, kicking, table.rule)
    short, board = kick.rules.short_from_yd, context.board
    lowest = total == table.dice.count and game.phase is GamePhase.SCRIMMAGE
    if short is None or board is None or not lowest or yards < short.value:
        return kick_missed(context, state, kicking)
    way = kicking_way(game)
    there = [
        seen
        for seen in board.seen
        if seen.player
        and context.setup.roster.player(seen.player).team is not state.offense
        and spot_yd(field, seen.x_mm, way) >= FIELD_LENGTH_YD
    ]
    if not there:
        return kick_missed(context, state, kicking)
    who = min(there, key=lambda seen: seen.player)
    spot = BallSpot(who.x_mm, who.y_mm, 0.0)
    call = kick_call(context, state, CallKind.KICK_CAUGHT, short.rule, spot, players=(who.player,))
    caught = replace(kicking, x_mm=who.x_mm, y_mm=who.y_mm)
    return with_call(call, to_return(context, state, caught, who.player))


def _unkicked(
    context: DeclarationContext, state: PlayState, kicking: KickPlay
) -> DeclarationResult:
    """A kick without any stage carries as far as the book says."""
    far = kicking.kick.rules.carries_yd
    if far is None:
        return DeclarationResult(state)
    field, game = context.setup.field, context.game
    spot = spot_of_yd(field, game, line_yd(field, kicking.kick, game) + far.value, game.y_mm)
    call = kick_call(context, state, CallKind.KICK_DEAD, far.rule, spot)
    return dead_kick(context, state, kicking, call, state.offense.other)


def _put_down(
    context: DeclarationContext, state: PlayState, kicking: KickPlay
) -> DeclarationResult:
    """A returner is put on the board: beyond the foremost of the cover, or in the end zone."""
    field, game, rules = context.setup.field, context.game, kicking.kick.rules
    if rules.beyond_yd is None or context.board is None:
        return to_return(context, state, kicking, None)
    furthest = furthest_x_mm(context.setup, game, context.board)
    line = line_yd(field, kicking.kick, game)
    ahead = line if furthest is None else spot_yd(field, furthest, kicking_way(game))
    spot = spot_of_yd(field, game, ahead + rules.beyond_yd.value, None)
    kicking = replace(kicking, x_mm=spot.x_mm, y_mm=spot.y_mm)
    call = kick_call(context, state, CallKind.KICKED, rules.beyond_yd.rule, spot)
    if beyond_end_line(field, game, spot.x_mm):
        return with_call(call, touchback(context, state, kicking))
    if in_end_zone_ahead(field, game, spot.x_mm) and rules.touchback_yd is not None:
        asked = replace(state, kicking=replace(kicking, asks=KickAsk.CHOICE))
        return DeclarationResult(asked, (call,))
    return with_call(call, to_return(context, state, kicking, None))


def _lies(context: DeclarationContext, state: PlayState, kicking: KickPlay) -> DeclarationResult:
    """A kick that lies on the board from the beginning."""
    lies = kicking.kick.rules.lies_yd
    if lies is not None:
        spot = spot_of_yd(context.setup.field, context.game, lies.value, None)
        kicking = replace(kicking, x_mm=spot.x_mm)
    if kicking.x_mm is not None and kicking.y_mm is None and lies is None:
        kicking = replace(kicking, y_mm=context.setup.field.width_mm / 2.0)
    return DeclarationResult(lies_loose(state, kicking))


def _caught(context: DeclarationContext, state: PlayState, kicking: KickPlay) -> DeclarationResult:
    """Who waits for the kick has it."""
    return to_return(context, state, kicking, _returner(context, state, kicking))


def _returner(context: DeclarationContext, state: PlayState, kicking: KickPlay) -> str | None:
    """Who waits for the kick: as was said, else who is nearest to where it comes down."""
    if kicking.returner is not None or context.board is None:
        return kicking.returner
    game, field = context.game, context.setup.field
    deep = own_spot(field, game, 0.0)
    x_mm = deep.x_mm if kicking.x_mm is None else kicking.x_mm
    y_mm = deep.y_mm if kicking.y_mm is None else kicking.y_mm
    return nearest_to(context.setup, context.board, state.offense.other, x_mm, y_mm)


def _waiting(state: PlayState, kicking: KickPlay, dice: tuple[RollKind, ...]) -> PlayState:
    """The play while a stage waits: its step is that of the power run that comes next."""
    run = next((s.run for s in kicking.kick.stages[kicking.at :] if s.run is not None), None)
    step = state.step if state.step is PlayStep.SET or run is None else run
    return replace(state, step=step, dice=dice)


_LANDS: Mapping[
    KickLanding, Callable[[DeclarationContext, PlayState, KickPlay], DeclarationResult]
] = {
    KickLanding.LOOSE: _lies,
    KickLanding.PUT_DOWN: _put_down,
    KickLanding.RETURNER: _caught,
}
