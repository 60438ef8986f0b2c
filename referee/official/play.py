"""One play from the snap to its end: frames in, calls and orders out. `coaches` hears people."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.calls.after_catch import Book
from referee.calls.board import Board
from referee.calls.call import Call, Kind, standing
from referee.calls.crew import Crew
from referee.calls.formation import TackleBox, tackle_box
from referee.calls.pass_play import PassPlay
from referee.calls.plays import Side
from referee.calls.situation import Phase, Situation
from referee.core.crossing import foremost_point_mm
from referee.game.events import Event
from referee.game.state import State
from referee.official.at_rest import AtStop
from referee.official.ending import events_of
from referee.official.hearing import heard
from referee.official.leading import Led, led
from referee.official.outcome import Outcome
from referee.official.requests import stop_asked
from referee.official.situations import situation_of
from referee.official.slate import Slate
from referee.official.stand import Stand, at_stop, set_off
from referee.official.stretch import Stretch, Table, Turn
from referee.rulebooks.period import Period


@dataclass(frozen=True, slots=True)
class Asked:
    """A stop that somebody asked for, or made."""

    by: Side | None


class Play:
    """Drives the calls of one play by the procedure of the rulebook."""

    def __init__(self, table: Table, crew: Crew, state: State, stand: Stand) -> None:
        self.table, self.stand, self.state = table, stand, state
        self.slate = Slate(table.levels.wait_ns)
        self.closed = False
        self.board: Board | None = None
        self.situation: Situation | None = None
        self.switched_ns: int | None = None
        self._asked: Asked | None = None
        self._crew = crew
        players = {player.id: player for player in table.roster}
        book = Book(table.rulebook.calls, table.field, players, table.levels)
        self._passing = PassPlay(book, stand.offense)
        self._on_field = tuple(sorted(players))
        self._box: TackleBox | None = None
        self._stretch: Stretch | None = None
        self._next: Led | None = None
        self._mine = False

    @property
    def power(self) -> bool:
        """Whether the newest frame shows power."""
        return self.board is not None and self.board.power

    @property
    def ordered(self) -> bool:
        """Whether the official himself has had the power cut."""
        return self._mine

    @property
    def off_ns(self) -> int | None:
        """When power that is on has to go off at the latest."""
        return None if self._stretch is None or not self.power else self._stretch.off_ns

    def see(self, board: Board) -> Outcome:
        """Take in a frame that has been checked."""
        before, self.board = self.board, board
        out = Outcome()
        if self.stand.period is Period.SET or self._box is None:
            box = tackle_box(board, self.table.roster, self.stand.offense)
            self._box = box or self._box
        self._passing.see(board)
        was_on = before is not None and before.power
        if board.power and not was_on:
            out += self._power_on(board, before)
        if self.situation is not None:
            heard = self._crew.see(board)
            out += self.take(heard.calls) + Outcome(cut=heard.cut)
        if self._stretch is not None and not self.slate.over:
            out += self._watch(self._stretch, board)
        out += Outcome(tuple(self.slate.due(board.t_ns)))
        asked, self._asked = self._asked, None
        if asked is not None and was_on and not self._mine and self._next is None:
            out += self._stop_by(asked.by, off=not board.power)
        if was_on and not board.power:
            out += self._power_off(said=asked is not None)
        self._mine = (self._mine or out.cut) and not out.restore
        return out + Outcome(events=self._events(board.t_ns))

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
        for call in calls:
            out += Outcome((self.slate.make(call),)) + self._lead(call)
        return out

    def at_rest(self, t_ns: int) -> AtStop:
        """What is known now, for a declaration."""
        situation = self._situation()
        return AtStop(self.table, self._passing, self.board, situation, t_ns, power=self.power)

    def _situation(self) -> Situation | None:
        return situation_of(self.stand, self.state, self._on_field, self._box)

    def ask_stop(self, by: Side | None) -> None:
        """A coach stops the board, or asks for it: the next frame shows where the carrier is."""
        if self.power and not self.stand.bare and not self.slate.over:
            self._asked = Asked(by)

    def _stop_by(self, by: Side | None, *, off: bool) -> Outcome:
        """``off``: the power is off by now."""
        if self.board is None or self.situation is None or self.slate.over:
            return Outcome()
        reply = stop_asked(self.table, self.stand, self.situation, self.board, self._box, by)
        if reply.refused is not None:
            return self.take((reply.refused,)) + Outcome(restore=off)
        if reply.stop is not None:
            self.stand = self.stand.stopped(self.stand.period, reply.stop)
            return Outcome(cut=not off) + self._leads_to(Led(self.stand, reply.stop.then), off=off)
        return Outcome()

    def _power_on(self, board: Board, before: Board | None) -> Outcome:
        self._mine = False
        procedure = self.table.rulebook.procedure
        if self.stand.bare or self.stand.period is Period.DEAD:
            return Outcome()
        self.stand = self._gained(set_off(procedure, self.stand), board)
        out = self.begin()
        if self.situation is not None:
            on_ns, sigma_ns = self._since(board, before)
            box, situation = self._box, self.situation
            self._stretch = Stretch(self.table, self.stand, situation, box, on_ns, sigma_ns)
        return out

    def _gained(self, stand: Stand, board: Board) -> Stand:
        """A return of which nobody knows where it began begins where he stands now."""
        seen = None if stand.carrier is None else board.find(stand.carrier)
        if stand.phase is not Phase.RETURN or stand.gained_x_mm is not None or seen is None:
            return stand
        toward = (float(self.state.plays_toward(stand.team).sign), 0.0)
        point = foremost_point_mm(self.table.base(seen.player), seen.measured.pose, toward)
        return replace(stand, gained_x_mm=point[0])

    def _since(self, board: Board, before: Board | None) -> tuple[int, int]:
        """When power came: as somebody said, else between the two frames."""
        said, self.switched_ns = self.switched_ns, None
        if before is None:
            return board.t_ns, 0
        if said is not None and before.t_ns <= said <= board.t_ns:
            return said, 0
        step = board.t_ns - before.t_ns
        return before.t_ns + step // 2, round(step / math.sqrt(12.0))

    def _power_off(self, *, said: bool) -> Outcome:
        if self.stand.bare:
            self.stand = replace(self.stand, last=self.stand.period)
        if self.stand.bare or self.stand.period is Period.DEAD or self._stretch is None:
            return Outcome()
        if self._next is not None:
            then, self._next = self._next.then, None
            return self._at_stop(then)
        if said or self._mine:
            return Outcome()
        return self._stop_by(None, off=True)

    def _watch(self, stretch: Stretch, board: Board) -> Outcome:
        out = self.take(stretch.notes(board))
        if not board.power:
            return out
        if (far := stretch.too_far(board)) is not None:
            return out + self.take((far,)) + Outcome(cut=True)
        turn = stretch.see(board)
        return out if turn is None else out + self._turn(turn, board)

    def _turn(self, turn: Turn, board: Board) -> Outcome:
        if turn.stop is not None:
            self.stand = self.stand.stopped(self.stand.period, turn.stop)
        if turn.goes_on and turn.then is not None:
            return self._go_on(turn.then)
        out = self._leads_to(Led(self.stand, turn.then), off=False)
        if turn.call is not None:
            self.slate.hold(turn.call, board.t_ns)
        return out + Outcome(cut=True)

    def _go_on(self, then: Period) -> Outcome:
        """The play is another one from here on, under power: he runs with the ball."""
        same = then is self.stand.period
        phase = Phase.RUN if same else self._phase_of(then)
        self.stand = replace(self.stand, last=self.stand.period, period=then, phase=phase)
        out = self.begin()
        if not same and self.situation is not None and self.board is not None:
            at_ns, box = self.board.t_ns, self._box
            self._stretch = Stretch(self.table, self.stand, self.situation, box, at_ns, 0)
        return out

    def _phase_of(self, period: Period) -> Phase | None:
        return self.table.rulebook.procedure.row(period).phase or self.stand.phase

    def _lead(self, call: Call) -> Outcome:
        ended, slate, procedure = self.slate.ended, self.slate, self.table.rulebook.procedure
        again = ended is not None and call.episode == ended.episode
        if again and call.kind is Kind.BROKEN_TACKLE:
            self.stand = slate.reopen() or self.stand
            return Outcome(restore=not self.power)
        if ended is not None and not again:
            return Outcome()
        stand = slate.before if again and slate.before is not None else self.stand
        found = led(procedure, self.table.roster, stand, self.situation, call)
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
        self.stand = at_stop(procedure, self.stand, then)
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
        falls_ns = round(touch.falling_s.value * 1e9) if touch.falling_breaks.value else 0
        return max(falls_ns, levels.coast_ns) + levels.wait_ns
