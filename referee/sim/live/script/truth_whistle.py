"""Which facts of the truth end a recorded play. It is not the referee."""

from __future__ import annotations

from dataclasses import dataclass

from referee.sim.live.script.series import ScriptedEnding
from referee.sim.physics import ContactBegan, Fell, LineReached, TruthEvent

GOAL_LINES = {1: "right goal line", -1: "left goal line"}
OUTWARD = {"near sideline": -1, "far sideline": 1}


@dataclass(frozen=True, slots=True)
class TruthWhistle:
    """Who carries the ball, who may tackle, and which way the goal is (1 right, -1 left)."""

    carrier: str
    foes: tuple[str, ...]
    goal_direction: int

    def ending_of(self, event: TruthEvent) -> ScriptedEnding | None:
        """Why this fact ends the play, or None."""
        match event:
            case ContactBegan() if self.carrier in {event.a, event.b}:
                return self._tackle(event)
            case Fell(player=self.carrier):
                return ScriptedEnding.FELL
            case LineReached(player=self.carrier):
                return self._at_line(event)
            case _:
                return None

    def _tackle(self, event: ContactBegan) -> ScriptedEnding | None:
        first = event.a == self.carrier
        other, part = (event.b, event.part_b) if first else (event.a, event.part_a)
        front = part is not None and part.is_front
        return ScriptedEnding.TACKLED if front and other in self.foes else None

    def _at_line(self, event: LineReached) -> ScriptedEnding | None:
        goal = GOAL_LINES[self.goal_direction]
        if event.line == goal and event.direction == self.goal_direction:
            return ScriptedEnding.SCORED
        return ScriptedEnding.OUT if OUTWARD.get(event.line) == event.direction else None
