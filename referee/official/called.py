"""The calls of one play: what they are made by, what they lead to, what they come to in the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.calls.after_catch import Book
from referee.calls.board import Board
from referee.calls.call import Call, Kind, standing
from referee.calls.crew import Crew
from referee.calls.formation import TackleBox
from referee.calls.pass_play import PassPlay
from referee.calls.plays import Roll
from referee.calls.situation import Phase, Situation
from referee.core.clock import ns_from_s
from referee.game.events import Event
from referee.game.state import State
from referee.official.at_rest import AtStop
from referee.official.ending import events_of
from referee.official.hearing import heard
from referee.official.leading import Ground, Led, as_table_has_it, led
from referee.official.loosened import in_vain
from referee.official.outcome import Outcome
from referee.official.situations import situation_of, way_of
from referee.official.slate import Slate
from referee.official.stand import Stand, at_stop
from referee.official.stretch import Seen, Stretch, Table
from referee.rulebooks.period import Period


class Called:
    """Keeps where a play stands in step with its calls. `play` has the frames and the power."""

    def __init__(self, table: Table, crew: Crew, state: State, stand: Stand) -> None:
        self.table, self.stand, self.state = table, stand, state
        self.slate = Slate(table.levels.wait_ns)
        self.closed = False
        self.board: Board | None = None
        self.situation: Situation | None = None
        self._crew = crew
        players = {player.id: player for player in table.roster}
        book = Book(table.rulebook.calls, table.field, players, table.levels)
        self._passing = PassPlay(book, stand.offense)
        self._on_field = tuple(sorted(players))
        self._box: TackleBox | None = None
        self._stretch: Stretch | None = None
        self._next: Led | None = None

    @property
    def power(self) -> bool:
        """Whether the newest frame shows power."""
        return self.board is not None and self.board.power

    def close(self) -> Outcome:
        """Nothing more comes: what is open is called, what the play came to is told."""
        left = () if self.situation is None else self._crew.close()
        out = self.take(left) + Outcome(tuple(self.slate.due(None)))
        return out + Outcome(events=self._events(None))

    def begin(self) -> Outcome:
        """Make the calls go by how the play stands now."""
        situation = self._situation()
        if situation is not None and situation.thrown is not None:
            full = self._passing.aimed(situation, situation.thrown)
            situation = replace(situation, thrown=full)
        if situation is None or situation == self.situation:
            return Outcome()
        self.situation = situation
        return self.take(self._crew.begin(situation))

    def take(self, calls: Iterable[Call]) -> Outcome:
        """Calls that are made, and what they lead to."""
        out = Outcome()
        for told in calls:
            call = as_table_has_it(self.table.rulebook.procedure, told)
            if self.slate.refused(call):
                continue
            out += Outcome((self.slate.make(call),)) + self._lead(call)
        return out

    def at_rest(self, t_ns: int) -> AtStop:
        """What is known now, for a declaration."""
        situation = self._situation()
        ended, board = self.slate.ended, self.board
        return AtStop(self.table, self._passing, board, situation, ended, t_ns, power=self.power)

    @property
    def _known(self) -> Seen:
        return Seen(self._box, way_of(self.stand, self.state))

    def _next_situation(self) -> Situation | None:
        """What the calls will go by once there is power."""
        coming = replace(self.stand, phase=self._phase_of(self.stand.period))
        return situation_of(coming, self.state, self._on_field, self._box)

    def _situation(self) -> Situation | None:
        return situation_of(self.stand, self.state, self._on_field, self._box)

    def _go_on(self, then: Period) -> Outcome:
        """The play is another one from here on, under power: he runs with the ball."""
        same = then is self.stand.period
        phase = Phase.RUN if same else self._phase_of(then)
        self.stand = replace(self.stand, last=self.stand.period, period=then, phase=phase)
        out = self.begin()
        if not same and self.situation is not None and self.board is not None:
            at_ns, seen = self.board.t_ns, self._known
            self._stretch = Stretch(self.table, self.stand, self.situation, seen, at_ns, 0)
        return out

    def _phase_of(self, period: Period) -> Phase | None:
        return self.table.rulebook.procedure.row(period).phase or self.stand.phase

    def _lead(self, call: Call) -> Outcome:
        ended, slate, ground = self.slate.ended, self.slate, Ground(self.table, self.state)
        again = ended is not None and call.episode == ended.episode
        if again and call.kind is Kind.BROKEN_TACKLE:
            self.stand = slate.reopen() or self.stand
            return Outcome(restore=not self.power)
        if ended is not None and not again:
            return Outcome()
        stand = slate.before if again and slate.before is not None else self.stand
        found = led(ground, stand, self.situation, call)
        if found is None:
            return Outcome()
        if found.then is Period.DEAD:
            slate.end(call, stand)
            self.stand = replace(found.stand, period=Period.DEAD, bare=False)
            self._next = None
            return Outcome()
        slate.reopen()
        self.stand = found.stand
        if found.at_once and found.then is not None:
            return self._go_on(found.then)
        return self._leads_to(found, off=not self.power)

    def _leads_to(self, found: Led, *, off: bool) -> Outcome:
        """What comes next, at once if the power is off, else when it goes off."""
        self._next = None if off else found
        return self._at_stop(found.then) if off else Outcome()

    def _at_stop(self, then: Period | None) -> Outcome:
        """The power is off; a play that was named before it was due may be due now."""
        procedure = self.table.rulebook.procedure
        tried = self.stand.period is Period.RECOVERY
        self.stand = at_stop(procedure, self.stand, then)
        if tried and self.board is not None:
            self.stand = replace(self.stand, tries=self.stand.tries + 1)
            return self.take(in_vain(self.at_rest(self.board.t_ns), self.stand))
        if self.stand.last is Period.SNAP and self.stand.shotgun:
            self.stand = replace(self.stand, dice=(Roll.SNAP,), shotgun=False)
        meant = self.stand.meant
        plays = procedure.row(self.stand.last).plays or {}
        if meant is None or meant.play not in plays or self.board is None:
            return Outcome()
        answer = heard(self.at_rest(self.board.t_ns), replace(self.stand, meant=None), meant)
        self.stand = answer.stand
        return self.take(answer.calls)

    def _events(self, t_ns: int | None) -> tuple[Event, ...]:
        """Once nothing can change the play any more: what it means for the game."""
        ended = self.slate.ended
        if ended is None or self.closed or self.stand.dice:
            return ()
        if t_ns is not None and t_ns - ended.t_ns < self._settles_ns:
            return ()
        self.closed = True
        return events_of(standing(self.slate.made), self.stand, self.state)

    @property
    def _settles_ns(self) -> int:
        touch, levels = self.table.rulebook.calls.touch, self.table.levels
        falls_ns = ns_from_s(touch.falling_s.value) if touch.falling_breaks.value else 0
        return max(falls_ns, levels.coast_ns) + levels.wait_ns
