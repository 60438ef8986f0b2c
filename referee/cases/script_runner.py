"""Declarations and frames on their way to the official, each at its time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.calls.call import Call
from referee.calls.contact.engagement import Engagement
from referee.calls.frame import BoardFrame
from referee.cases.case import ScriptLine
from referee.core.clock import S_NS, ns_from_s
from referee.core.errors import BadValue
from referee.game.events import Event
from referee.official.declarations.types import SwitchUsed
from referee.official.official import Official
from referee.official.outcome import OfficialOutcome


class ScriptRunner:
    """Drives an official with a script and frames.

    ``power`` is whether the board has power at first; None: the frames know it. With a ``relay``
    it goes off when the official orders so, else only as the script says.
    """

    def __init__(
        self,
        official: Official,
        script: Iterable[ScriptLine],
        *,
        power: bool | None = None,
        relay: bool = False,
    ) -> None:
        self._official = official
        self._script = list(script)
        self._power, self._relay = power, relay
        self._stop: Engagement | None = None
        self._stops = 0
        self.calls: list[Call] = []
        self.events: list[Event] = []

    def see(self, board: BoardFrame) -> None:
        """First what is said until then, then the frame."""
        while self._script and round(self._script[0].at_s * S_NS) <= board.t_ns:
            self._hear(self._script.pop(0))
        if self._power is not None:
            board = replace(board, power=self._power)
        if board.power:
            self._leave()
        if self._stop is not None:
            self._stop.update(board)
        self._take(self._official.see(board))

    def close(self) -> None:
        """Nothing more comes: what was still open is called."""
        self._leave()
        self._take(self._official.close())

    def _hear(self, line: ScriptLine) -> None:
        if line.engaged:
            self._leave()
            self._stop = self._official.engagement()
        for said in line.says:
            if isinstance(said, SwitchUsed) and self._power is not None:
                self._power = said.on
            try:
                self._take(self._official.hear(ns_from_s(line.at_s), said))
            except BadValue as error:
                raise error.at(f"script, at {line.at_s:g} s") from None

    def _take(self, outcome: OfficialOutcome) -> None:
        """Keep the calls; where the referee works the switch, do what the official orders."""
        self.calls += outcome.calls
        self.events += outcome.events
        if self._relay:
            self._power = (bool(self._power) or outcome.restore) and not outcome.cut

    def _leave(self) -> None:
        if self._stop is not None:
            self._stops += 1
            self.calls += self._stop.calls(self._stops)
            self._stop = None
