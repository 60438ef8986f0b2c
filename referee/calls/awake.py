"""Which calls are awake in a phase of a play, each fresh; what outlasts a stop is kept here."""

from __future__ import annotations

from referee.calls.after_catch import Book
from referee.calls.fall import Fall, fall
from referee.calls.flight import Flight, flight
from referee.calls.goal_line import GoalLine, goal_line
from referee.calls.loose import Loose, loose
from referee.calls.out_of_bounds import OutOfBounds, out_of_bounds
from referee.calls.progress import Progress, progress
from referee.calls.sack import Sacks, sacks
from referee.calls.situation import Situation
from referee.calls.tackle import Tackles, tackles
from referee.calls.throw_away import TooDeep, too_deep
from referee.calls.trail import Furthest

Part = Tackles | Sacks | OutOfBounds | GoalLine | Progress | TooDeep


class Awake:
    """The calls of one game, phase by phase."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._furthest: tuple[tuple[int, str | None], Furthest] | None = None

    def parts(self, situation: Situation) -> list[Part]:
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
            progress(rules.progress, field, bases, hits, levels, situation, furthest),
            sacks(rules.sack, rules.touch, field, opponents, shape, levels, situation),
            too_deep(rules.drop, field, shape, levels, situation),
            out_of_bounds(rules.bounds, field, shape, levels, situation),
        )
        return [part for part in parts if part is not None]

    def fall(self, situation: Situation) -> Fall | None:
        """What watches whether the carrier falls."""
        book, players = self._book, self._book.players
        bases = {name: players[name].base for name in situation.on_field}
        teams = {name: players[name].team for name in situation.on_field}
        rules, goal = book.rules.fall, book.rules.goal
        return fall(rules, goal, book.field, bases, teams, book.levels, situation)

    def flight(self, situation: Situation) -> Flight | None:
        """What watches a pass that is in the air."""
        return flight(self._book, situation)

    def loose(self, situation: Situation) -> Loose | None:
        """What watches a ball that lies loose."""
        return loose(self._book, situation)

    def _furthest_of(self, situation: Situation) -> Furthest:
        """How far the carrier has come in this play, whatever stopped the board on the way."""
        about = (situation.play, situation.carrier)
        if self._furthest is None or self._furthest[0] != about:
            self._furthest = (about, Furthest())
        return self._furthest[1]
