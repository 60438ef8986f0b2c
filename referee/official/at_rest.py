"""What is known when somebody says something, and what an answer is."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.board import Board
from referee.calls.call import Call
from referee.calls.pass_play import PassPlay
from referee.calls.situation import Situation
from referee.game.events import Event
from referee.official.requests import refusal
from referee.official.stand import Stand
from referee.official.stretch import Table
from referee.rulebooks.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Heard:
    """The play after a declaration, and the calls it led to; ``event``: it is over with it."""

    stand: Stand
    calls: tuple[Call, ...] = ()
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class AtStop:
    """What is known when somebody says something."""

    table: Table
    passing: PassPlay
    board: Board | None
    situation: Situation | None
    ended: Call | None
    t_ns: int
    power: bool

    @property
    def procedure(self) -> Procedure:
        """The procedure of the rulebook."""
        return self.table.rulebook.procedure

    def refuses(self, stand: Stand, rule: str, why: str) -> Heard:
        """It is not allowed: said, recorded, nothing else."""
        return Heard(stand, (refusal(self.t_ns, stand, rule, why),))
