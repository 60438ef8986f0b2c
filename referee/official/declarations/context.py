"""What is known when a declaration is made, and what answers it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call
from referee.calls.frame import BoardFrame
from referee.calls.passing.pass_play import PassPlay
from referee.calls.phase_state import PhaseState
from referee.game.events import Event
from referee.game.state import State
from referee.official.game_setup import GameSetup
from referee.official.play.state import PlayState
from referee.official.play.stop_reply import refusal_call
from referee.rulebooks.procedure import Procedure


@dataclass(frozen=True, slots=True)
class DeclarationResult:
    """The play's state after a declaration with its calls; ``event`` is set if it ends the play."""

    state: PlayState
    calls: tuple[Call, ...] = ()
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class DeclarationContext:
    """What is known when a declaration is made."""

    setup: GameSetup
    game: State
    pass_play: PassPlay
    board: BoardFrame | None
    phase_state: PhaseState | None
    ended: Call | None
    t_ns: int
    power: bool

    @property
    def procedure(self) -> Procedure:
        """The procedure of the rulebook."""
        return self.setup.rulebook.procedure

    def refuse(self, state: PlayState, rule: str, why: str) -> DeclarationResult:
        """The result of a declaration that is not allowed: it is recorded and changes nothing."""
        return DeclarationResult(state, (refusal_call(self.t_ns, state, rule, why),))
