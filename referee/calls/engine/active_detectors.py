"""Which calls are awake in a phase of a play, each fresh; what outlasts a stop is kept here."""

from __future__ import annotations

from referee.calls.lines.goal_line import GoalLine, goal_line
from referee.calls.lines.out_of_bounds import OutOfBounds, out_of_bounds
from referee.calls.loose.fall import Fall, fall
from referee.calls.loose.loose_ball import LooseBall, loose_ball
from referee.calls.passing.catch_result import JudgingContext
from referee.calls.passing.flight import Flight, flight
from referee.calls.passing.throw_away import TooDeep, too_deep
from referee.calls.phase_state import PhaseState
from referee.calls.progress.carrier_trail import FurthestAdvance
from referee.calls.progress.forward_progress import ForwardProgress, forward_progress
from referee.calls.tackle.sack import Sacks, sacks
from referee.calls.tackle.tackle import Tackles, tackles

CarrierDetector = Tackles | Sacks | OutOfBounds | GoalLine | ForwardProgress | TooDeep


class ActiveDetectors:
    """The calls of one game, phase by phase."""

    def __init__(self, book: JudgingContext) -> None:
        self._book = book
        self._furthest: tuple[tuple[int, str | None], FurthestAdvance] | None = None

    def parts(self, situation: PhaseState) -> list[CarrierDetector]:
        """What watches the carrier; nothing while nobody has the ball."""
        if situation.carrier is None:
            return []
        book, players = self._book, self._book.players
        rules, field, levels = book.rules, book.field, book.levels
        bases = {name: players[name].base for name in situation.on_field}
        shape = bases[situation.carrier]
        opponents = {
            name: base for name, base in bases.items() if players[name].team is not situation.team
        }
        tackling = tackles(rules.tackle, rules.touch, field, opponents, shape, levels, situation)
        hits = None if tackling is None else tackling.hits
        furthest = self._furthest_of(situation)
        parts = (
            goal_line(rules.goal, field, shape, levels, situation),
            tackling,
            forward_progress(rules.progress, field, bases, hits, levels, situation, furthest),
            sacks(rules.sack, rules.touch, field, opponents, shape, levels, situation),
            too_deep(rules.drop, field, shape, levels, situation),
            out_of_bounds(rules.bounds, field, shape, levels, situation),
        )
        return [part for part in parts if part is not None]

    def fall(self, situation: PhaseState) -> Fall | None:
        """What watches whether the carrier falls."""
        book, players = self._book, self._book.players
        bases = {name: players[name].base for name in situation.on_field}
        teams = {name: players[name].team for name in situation.on_field}
        rules, goal = book.rules.fall, book.rules.goal
        return fall(rules, goal, book.field, bases, teams, book.levels, situation)

    def flight(self, situation: PhaseState) -> Flight | None:
        """What watches a pass that is in the air."""
        return flight(self._book, situation)

    def loose(self, situation: PhaseState) -> LooseBall | None:
        """What watches a ball that lies loose."""
        return loose_ball(self._book, situation)

    def _furthest_of(self, situation: PhaseState) -> FurthestAdvance:
        """How far the carrier has come in this play, whatever stopped the board on the way."""
        about = (situation.play, situation.carrier)
        if self._furthest is None or self._furthest[0] != about:
            self._furthest = (about, FurthestAdvance())
        return self._furthest[1]
