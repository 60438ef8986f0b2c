"""A pass: to whom, where its marker lies, and whether one may be thrown at this stop."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.phase_state import PassAttempt, PlayPhase
from referee.calls.play_name import PlayName
from referee.calls.stops.stopped_board import refuses
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.handoffs import exchange_ball
from referee.official.declarations.types import PassAimed
from referee.official.notice import may_pass_back
from referee.official.play.state import PlayState, state_without_pass
from referee.rulebooks.play_step import PlayStep


def pass_refusal(
    context: DeclarationContext, state: PlayState, *, thrown: bool = True
) -> DeclarationResult | None:
    """Why no forward pass may be thrown at this stop."""
    refusals, plays = context.procedure.refusals, context.procedure.row(state.last).plays or {}
    if state.run_only:
        rule = context.setup.rulebook.calls.scramble.zone_yd.rule
        return context.refuse(state, rule, "a receiver had left the scramble zone")
    # Where a pass is only a plan, naming it is all that may be done.
    due = (PlayStep.IN_THE_AIR, state.last)
    if plays.get(PlayName.FORWARD) in (due if thrown else (*due, PlayStep.POCKET)):
        return None
    rule = refusals.option if state.named is PlayName.READ_OPTION else refusals.throw
    return context.refuse(state, rule, "no pass may be thrown now")


def aim_pass(context: DeclarationContext, state: PlayState, said: PassAimed) -> DeclarationResult:
    """The play after a pass was aimed; a forward one without a marker is only noted.

    A backward one without a marker is the next thing to be thrown: its target is asked for.
    """
    target = _joined(state.passing.target, said)
    named_first = context.setup.rulebook.calls.passes.named_first.value
    open_ = target.marker is not None and target.receiver is None and not target.backward
    passing = replace(state.passing, target=target, unnamed=named_first and open_)
    aimed = replace(state, passing=passing)
    at = context.phase_state
    if context.power or at is None or state.phase is PlayPhase.IN_THE_AIR:
        return DeclarationResult(aimed)
    if said.marker is None and state.named is PlayName.SHOVEL and said.receiver is not None:
        return exchange_ball(context, state, ExchangeKind.SHOVEL, said.receiver, PlayName.SHOVEL)
    if said.marker is None and state.named is not PlayName.FORWARD and not target.backward:
        return DeclarationResult(aimed)
    passer = target.passer or state.carrier
    attempt = PassAttempt(target.receiver, target.marker, passer, target.backward)
    asked = said.marker is not None or target.backward
    refused = _not_in_the_air(context, state, target) if asked else None
    calls = refused.calls if refused else context.pass_play.named(at, attempt, target.stick)
    if refuses(calls):
        return DeclarationResult(state_without_pass(context.procedure, state), calls)
    thrown = context.pass_play.aimed(at, attempt)
    owed = PlayStep.IN_THE_AIR not in context.procedure
    state = replace(aimed, passing=replace(aimed.passing, thrown=thrown, owed=owed))
    if not asked:
        return DeclarationResult(state, calls)
    due = PlayName.PITCH if target.backward else PlayName.FORWARD
    aloft = replace(state, named=due, step=PlayStep.IN_THE_AIR, unnamed=False)
    return DeclarationResult(aloft, calls)


def _not_in_the_air(
    context: DeclarationContext, state: PlayState, said: PassAimed
) -> DeclarationResult | None:
    """Why no marker may be laid at this stop. Whoever may pass or pitch may pass backward."""
    if PlayStep.IN_THE_AIR not in context.procedure:
        return context.refuse(state, context.procedure.refusals.throw, "no pass may be thrown so")
    if not said.backward:
        return pass_refusal(context, state)
    if may_pass_back(context.procedure, state):
        return None
    return context.refuse(state, context.procedure.refusals.play, "no pitch now")


def _joined(before: PassAimed | None, said: PassAimed) -> PassAimed:
    """One pass made of what several declarations said of it."""
    if before is None:
        return said
    return PassAimed(
        said.marker or before.marker,
        said.receiver or before.receiver,
        said.passer or before.passer,
        said.stick or before.stick,
        said.backward or before.backward,
    )
