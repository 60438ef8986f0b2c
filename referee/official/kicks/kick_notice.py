"""What screens and the simulated coach are told of a kick."""

from __future__ import annotations

from referee.game.state import State
from referee.official.game_setup import GameSetup
from referee.official.kicks.kick_choice import kicks_to_choose
from referee.official.kicks.spots import in_end_zone_ahead
from referee.official.kicks.stages import kick_choices, may_fake, next_dice
from referee.official.outcome import KickNotice
from referee.official.play.state import PlayState
from referee.rulebooks.kicks.kick_rules import FairCatchWhen
from referee.rulebooks.play_step import PlayStep


def kick_notice(setup: GameSetup, game: State, state: PlayState, *, power: bool) -> KickNotice:
    """The kick of a play, or those that may be chosen before it."""
    kicking = state.kicking
    if kicking is None:
        if power or state.step is not PlayStep.SET:
            return KickNotice()
        kicks = setup.rulebook.kicks.of_act(game.phase)
        return KickNotice(
            may=kicks_to_choose(setup.rulebook, setup.field, game),
            may_decline=any(kick.rules.declined_yd is not None for kick in kicks),
        )
    dice = next_dice(setup.rulebook, state)
    deep = kicking.x_mm is not None and in_end_zone_ahead(setup.field, game, kicking.x_mm)
    called = kicking.kick.rules.fair_catch
    in_air = called is not None and called.value is FairCatchWhen.IN_AIR
    return KickNotice(
        now=kicking.kick.name,
        dice=None if dice is None else (dice.count, dice.sides),
        choices=kick_choices(state, in_end_zone=deep),
        may_fake=may_fake(state) and not power,
        x_mm=kicking.x_mm,
        y_mm=kicking.y_mm,
        fair_catch=in_air and power and state.step is PlayStep.COVERAGE,
    )
