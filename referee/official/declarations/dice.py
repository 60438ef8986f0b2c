"""Dice that were rolled: whether the ball was lost, and which team has it."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import CallKind
from referee.calls.episode import EpisodeTopic
from referee.calls.loose.dice_result import fall_after_dice, fumble_after_dice
from referee.calls.play_name import RollKind
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.handoffs import dice_test_of, state_after_exchange
from referee.official.declarations.types import DiceRolled
from referee.official.kicks.stages import answer_kick_roll, high_snap, next_stage
from referee.official.play.state import PlayState

_HANDS = frozenset({RollKind.HANDOFF, RollKind.PITCH, RollKind.SHOVEL})


def answer_roll(
    context: DeclarationContext, state: PlayState, said: DiceRolled
) -> DeclarationResult:
    """The play after a roll of dice. Dice that were not asked for are refused."""
    if said.what not in state.dice:
        return context.refuse(state, context.procedure.refusals.play, "nothing is rolled for now")
    if said.what is RollKind.KICK or (state.kicking is not None and said.what is RollKind.SNAP):
        return _kick_roll(context, state, said)
    ruled = dice_test_of(context.setup.rulebook, said.what)
    happens = ruled.value.happens(said.pips)
    state = replace(state, dice=tuple(each for each in state.dice if each is not said.what))
    if said.what in (RollKind.FALL, RollKind.RECOVERY):
        decide = _fall if said.what is RollKind.FALL else _recovery
        return decide(context, state, ruled.rule, happens)
    if happens:
        return _missed(context, state, said.what, ruled.rule)
    if said.what in _HANDS and state.pending is not None:
        return DeclarationResult(state_after_exchange(context, state, state.pending))
    return DeclarationResult(state)


def _kick_roll(
    context: DeclarationContext, state: PlayState, said: DiceRolled
) -> DeclarationResult:
    """The play after a roll of a kick: of its table, or of the snap that came before."""
    if said.what is RollKind.KICK or state.kicking is None:
        return answer_kick_roll(context, state, said)
    high = dice_test_of(context.setup.rulebook, said.what).value.happens(said.pips)
    rule, state = state.kicking.rule, replace(state, dice=())
    return high_snap(context, state, rule) if high else next_stage(context, state)


def _missed(
    context: DeclarationContext, state: PlayState, what: RollKind, rule: str
) -> DeclarationResult:
    """A missed exchange: an incomplete pass after a shovel pass, else a fumble."""
    state = replace(state, pending=None)
    if context.phase_state is None:
        return DeclarationResult(state)
    at, carrier = context.pass_play.stop(context.phase_state), state.carrier
    who = () if carrier is None else (carrier,)
    if what is RollKind.SHOVEL:
        return DeclarationResult(
            state, (at.call(CallKind.INCOMPLETE, rule, (), EpisodeTopic.THROW),)
        )
    spot = None if carrier is None else at.spot(carrier)
    return DeclarationResult(
        state, (at.call(CallKind.FUMBLE, rule, who, EpisodeTopic.DICE, spot=spot),)
    )


def _fall(
    context: DeclarationContext, state: PlayState, rule: str, lost: bool
) -> DeclarationResult:
    if context.ended is None or context.phase_state is None:
        return DeclarationResult(state)
    calls = fall_after_dice(
        context.setup.judging, context.phase_state, context.ended, rule, lost=lost
    )
    return DeclarationResult(state, calls)


def _recovery(
    context: DeclarationContext, state: PlayState, rule: str, taken: bool
) -> DeclarationResult:
    if context.ended is None or context.phase_state is None:
        return DeclarationResult(state)
    team, calls = fumble_after_dice(
        context.setup.judging,
        context.phase_state,
        context.ended,
        rule,
        taken=taken,
        t_ns=context.t_ns,
    )
    changes = state.changes + (team is not state.team)
    return DeclarationResult(replace(state, team=team, changes=changes), calls)
