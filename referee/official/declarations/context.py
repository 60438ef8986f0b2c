"""What is known when somebody says something, and what an answer is."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call
from referee.calls.frame import BoardFrame
from referee.calls.passing.pass_play import PassPlay
from referee.calls.phase_state import PhaseState
from referee.game.events import Event
from referee.official.play.power_run import GameSetup
from referee.official.play.state import PlayState
from referee.official.play.stop_reply import refusal_call
from referee.rulebooks.procedure import Procedure


@dataclass(frozen=True, slots=True)
class DeclarationResult:
    """The play after a declaration, and the calls it led to; ``event``: it is over with it."""

    stand: PlayState
    calls: tuple[Call, ...] = ()
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class DeclarationContext:
    """What is known when somebody says something."""

    table: GameSetup
    passing: PassPlay
    board: BoardFrame | None
    situation: PhaseState | None
    ended: Call | None
    t_ns: int
    power: bool

    @property
    def procedure(self) -> Procedure:
        """The procedure of the rulebook."""
        return self.table.rulebook.procedure

    def refuses(self, stand: PlayState, rule: str, why: str) -> DeclarationResult:
        """It is not allowed: said, recorded, nothing else."""
        return DeclarationResult(stand, (refusal_call(self.t_ns, stand, rule, why),))
