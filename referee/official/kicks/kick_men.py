"""Who kicks, who holds the ball, who waits for the kick: as was said, else by their places."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.frame import BoardFrame
from referee.core.roster import Team
from referee.game.state import GamePhase, State
from referee.official.game_setup import GameSetup
from referee.official.kicks.landing import nearest_to
from referee.official.kicks.spots import kick_yd, own_spot, spot_of_yd
from referee.official.play.state import PlayState

_SNAPPED = frozenset({GamePhase.SCRIMMAGE, GamePhase.TRY})


def with_kick_men(setup: GameSetup, game: State, state: PlayState, board: BoardFrame) -> PlayState:
    """The play as power comes on for a kick, with whoever has a part in it."""
    kicking = state.kicking
    if kicking is None or kicking.stage is None or kicking.stage.run is None:
        return state
    kick, field = kicking.kick, setup.field
    carrier, holder, returner = state.carrier, kicking.holder, kicking.returner
    if game.phase in _SNAPPED and kick.rules.block is not None:
        spot = spot_of_yd(field, game, kick_yd(field, kick, game), game.y_mm)
        carrier = carrier or nearest_to(setup, board, state.offense, spot.x_mm, spot.y_mm)
        if kick.rules.holder_blocks is not None and kick.rules.holder_blocks.value and carrier:
            beside = [seen for seen in board.seen if seen.player != carrier]
            others = replace(board, seen=tuple(beside))
            holder = holder or nearest_to(setup, others, state.offense, spot.x_mm, spot.y_mm)
    awaited = kick.rules.covered is not None or kick.rules.interference_yd is not None
    if awaited and returner is None:
        deep = own_spot(field, game, 0.0)
        x_mm = deep.x_mm if kicking.x_mm is None else kicking.x_mm
        returner = nearest_to(setup, board, _receiving(state), x_mm, deep.y_mm)
    men = replace(kicking, holder=holder, returner=returner)
    return replace(state, carrier=carrier, kicking=men)


def _receiving(state: PlayState) -> Team:
    return state.offense.other
