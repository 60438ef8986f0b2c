"""A pass: to whom, where its marker lies, and whether one may be thrown at this stop."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.phase_state import PassAttempt, PlayPhase
from referee.calls.play_name import PlayName
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.handoffs import exchange_ball
from referee.official.declarations.types import PassAimed
from referee.official.play.state import PlayState, state_without_pass
from referee.rulebooks.play_step import PlayStep


def pass_refusal(
    stop: DeclarationContext, stand: PlayState, *, thrown: bool = True
) -> DeclarationResult | None:
    """Why no forward pass may be thrown at this stop."""
    refusals, plays = stop.procedure.refusals, stop.procedure.row(stand.last).plays or {}
    if stand.run_only:
        rule = stop.table.rulebook.calls.scramble.zone_yd.rule
        return stop.refuses(stand, rule, "a receiver had left the scramble zone")
    # Where a pass is only a plan, naming it is all that may be done.
    due = (PlayStep.IN_THE_AIR, stand.last)
    if plays.get(PlayName.FORWARD) in (due if thrown else (*due, PlayStep.POCKET)):
        return None
    rule = refusals.option if stand.named is PlayName.READ_OPTION else refusals.throw
    return stop.refuses(stand, rule, "no pass may be thrown now")


def aim_pass(stop: DeclarationContext, stand: PlayState, said: PassAimed) -> DeclarationResult:
    """What is known of a pass by now; with its marker it is the play."""
    aim = _joined(stand.aim, said)
    if stop.power or stop.situation is None or stand.phase is PlayPhase.IN_THE_AIR:
        return DeclarationResult(replace(stand, aim=aim))
    thrown = PassAttempt(aim.receiver, aim.marker, aim.passer or stand.carrier, aim.backward)
    if said.marker is None and stand.named is PlayName.SHOVEL and said.receiver is not None:
        return exchange_ball(stop, stand, ExchangeKind.SHOVEL, said.receiver, PlayName.SHOVEL)
    if said.marker is None and stand.named is not PlayName.FORWARD:
        return DeclarationResult(replace(stand, aim=aim))
    refused = None if said.marker is None else _not_in_the_air(stop, stand, said)
    refusals = refused.calls if refused else stop.passing.named(stop.situation, thrown, aim.stick)
    if refusals:
        return DeclarationResult(state_without_pass(stop.procedure, stand), refusals)
    stand = replace(stand, aim=aim, thrown=stop.passing.aimed(stop.situation, thrown))
    if said.marker is None:
        return DeclarationResult(stand)
    due = PlayName.PITCH if said.backward else PlayName.FORWARD
    return DeclarationResult(replace(stand, named=due, period=PlayStep.IN_THE_AIR, unnamed=False))


def _not_in_the_air(
    stop: DeclarationContext, stand: PlayState, said: PassAimed
) -> DeclarationResult | None:
    """Why no marker may be laid at this stop."""
    if PlayStep.IN_THE_AIR not in stop.procedure:
        return stop.refuses(stand, stop.procedure.refusals.throw, "no pass may be thrown so")
    if not said.backward:
        return pass_refusal(stop, stand)
    if PlayName.PITCH in (stop.procedure.row(stand.last).plays or {}):
        return None
    return stop.refuses(stand, stop.procedure.refusals.play, "no pitch now")


def _joined(before: PassAimed | None, said: PassAimed) -> PassAimed:
    """What was said of a pass in several sentences."""
    if before is None:
        return said
    return PassAimed(
        said.marker or before.marker,
        said.receiver or before.receiver,
        said.passer or before.passer,
        said.stick or before.stick,
        said.backward or before.backward,
    )
