"""One play from the snap to its end: frames in, calls and orders out. `coaches` hears people."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import ActingSide
from referee.calls.tackle_box import tackle_box
from referee.core.clock import ns_from_s
from referee.core.geometry.crossing import foremost_point_mm
from referee.game.state import State
from referee.official.outcome import OfficialOutcome
from referee.official.play.play_calls import PlayCalls
from referee.official.play.power_run import GameSetup, PowerRun, PowerRunEnd
from referee.official.play.shotgun import in_shotgun
from referee.official.play.state import PlayState, state_with_power
from referee.official.play.stop_at_rest import first_stop_reached
from referee.official.play.stop_reply import stop_reply
from referee.official.play.time_limit import next_time_limit, step_after_limit
from referee.official.play.transitions import Transition
from referee.rulebooks.play_step import PlayStep


@dataclass(frozen=True, slots=True)
class RequestedStop:
    """A stop that somebody asked for, or made."""

    by: ActingSide | None


class PlayDriver(PlayCalls):
    """Drives the calls of one play by the procedure of the rulebook."""

    def __init__(self, table: GameSetup, crew: PlayJudge, state: State, stand: PlayState) -> None:
        super().__init__(table, crew, state, stand)
        self.switched_ns: int | None = None
        self._asked: RequestedStop | None = None
        self._mine = False
        self._broken_ns: int | None = None

    @property
    def off_ns(self) -> int | None:
        """When power that is on has to go off at the latest."""
        return None if self._stretch is None or not self.power else self._stretch.off_ns

    def see(self, board: BoardFrame) -> OfficialOutcome:
        """Take in a frame that has been checked."""
        before, self.board = self.board, board
        out = OfficialOutcome()
        if self.stand.period is PlayStep.SET or self._box is None:
            box = tackle_box(board, self.table.roster, self.stand.offense)
            self._box = box or self._box
        self._passing.see(board)
        if before is None and self.stand.bare:
            out += self.begin()
        was_on = before is not None and before.power
        if board.power and not was_on:
            out += self._power_on(board, before)
        if not board.power:
            self._passed(board)
        if self.situation is not None:
            heard = self._crew.see(board)
            out += self.take(heard.calls) + OfficialOutcome(cut=heard.cut)
        if self._stretch is not None and not self.slate.over:
            out += self._watch(self._stretch, board)
        out += OfficialOutcome(tuple(self.slate.due(board.t_ns)))
        asked, self._asked = self._asked, None
        if asked is not None and was_on and not self._mine and self._next is None:
            out += self._stop_by(asked.by, off=not board.power)
        if was_on and not board.power:
            out += self._power_off(said=asked is not None)
        self._mine = (self._mine or out.cut) and not out.restore
        return out + OfficialOutcome(events=self._events(board.t_ns))

    @property
    def pulse_ns(self) -> int | None:
        """How long the stretch that comes next lasts at most, where it is timed."""
        if self._broken_ns is not None and self._stretch is not None:
            end_ns = self._stretch.off_ns
            return None if end_ns is None else max(end_ns - self._broken_ns, 0)
        limit = next_time_limit(self.table.rulebook, self.stand)
        return None if limit is None or limit.value == 0.0 else ns_from_s(limit.value)

    def interrupt(self) -> OfficialOutcome:
        """Power is to go off and the stretch to wait; it goes on when power returns."""
        if not self.power or self.stand.bare or self.slate.over or self._next is not None:
            return OfficialOutcome(cut=self.power)
        if self.board is not None:
            self._broken_ns = self.board.t_ns
        return OfficialOutcome(cut=True)

    def ask_stop(self, by: ActingSide | None) -> None:
        """A coach stops the board, or asks for it: the next frame shows where the carrier is."""
        if self.power and not self.stand.bare and not self.slate.over:
            self._asked = RequestedStop(by)

    def _stop_by(self, by: ActingSide | None, *, off: bool) -> OfficialOutcome:
        """``off``: the power is off by now."""
        if self.board is None or self.situation is None or self.slate.over:
            return OfficialOutcome()
        reply = stop_reply(self.table, self.stand, self.situation, self.board, self._known, by)
        if reply.refused is not None:
            return self.take((reply.refused,)) + OfficialOutcome(restore=off)
        if reply.shorter:
            then = step_after_limit(self.table.rulebook.procedure.row(self.stand.period))
            return OfficialOutcome(cut=not off) + self._leads_to(
                Transition(self.stand, then), off=off
            )
        if reply.stop is not None:
            self.stand = self.stand.stopped(self.stand.period, reply.stop)
            return OfficialOutcome(cut=not off) + self._leads_to(
                Transition(self.stand, reply.stop.then), off=off
            )
        return OfficialOutcome()

    def _at_stop(self, then: PlayStep | None) -> OfficialOutcome:
        # What was broken off is over: something else comes when power returns.
        self._broken_ns = None
        return super()._at_stop(then)

    def _power_on(self, board: BoardFrame, before: BoardFrame | None) -> OfficialOutcome:
        self._mine = False
        procedure = self.table.rulebook.procedure
        if self._broken_ns is not None and self._stretch is not None:
            self._stretch.resume(board.t_ns - self._broken_ns)
            self._broken_ns = None
            return OfficialOutcome()
        if self.stand.bare or self.stand.period is PlayStep.DEAD:
            return OfficialOutcome()
        if self.stand.period is PlayStep.SET and self.table.rulebook.game.dice.snap.value.count:
            away = in_shotgun(self.table, self.stand, self.state, board)
            self.stand = replace(self.stand, shotgun=away)
        self.stand = self._gained(state_with_power(procedure, self.stand), board)
        out = self.begin()
        if self.situation is not None:
            on_ns, sigma_ns = self._since(board, before)
            seen, situation = self._known, self.situation
            self._stretch = PowerRun(self.table, self.stand, situation, seen, on_ns, sigma_ns)
        return out

    def _passed(self, board: BoardFrame) -> None:
        """Who is at the line of the next stop before the power comes on needs none there."""
        stand, table = self.stand, self.table
        if stand.bare or stand.period not in table.rulebook.procedure or stand.carrier is None:
            return
        seen = board.find(stand.carrier)
        stop = first_stop_reached(table, stand, self._next_situation(), self._known, seen)
        if stop is not None:
            self.stand = replace(stand.stopped(stand.period, stop), period=stop.then)

    def _gained(self, stand: PlayState, board: BoardFrame) -> PlayState:
        """A return of which nobody knows where it began begins where he stands now."""
        seen = None if stand.carrier is None else board.find(stand.carrier)
        if stand.phase is not PlayPhase.RETURN or stand.gained_x_mm is not None or seen is None:
            return stand
        toward = (float(self.state.plays_toward(stand.team).sign), 0.0)
        point = foremost_point_mm(self.table.base(seen.player), seen.measured.pose, toward)
        return replace(stand, gained_x_mm=point[0])

    def _since(self, board: BoardFrame, before: BoardFrame | None) -> tuple[int, int]:
        """When power came: as somebody said, else between the two frames."""
        said, self.switched_ns = self.switched_ns, None
        if before is None:
            return board.t_ns, 0
        if said is not None and before.t_ns <= said <= board.t_ns:
            return said, 0
        step = board.t_ns - before.t_ns
        return before.t_ns + step // 2, round(step / math.sqrt(12.0))

    def _power_off(self, *, said: bool) -> OfficialOutcome:
        if self.stand.bare:
            self.stand = replace(self.stand, last=self.stand.period)
        if self.stand.bare or self.stand.period is PlayStep.DEAD or self._stretch is None:
            return OfficialOutcome()
        if self._next is not None:
            then, self._next = self._next.then, None
            return self._at_stop(then)
        if self._broken_ns is not None:
            return OfficialOutcome()
        if said or self._mine:
            return OfficialOutcome()
        return self._stop_by(None, off=True)

    def _watch(self, stretch: PowerRun, board: BoardFrame) -> OfficialOutcome:
        out = self.take(stretch.notes(board))
        if not board.power:
            return out
        if (far := stretch.too_far(board)) is not None:
            return out + self.take((far,)) + OfficialOutcome(cut=True)
        turn = stretch.see(board)
        return out if turn is None else out + self._turn(turn, board)

    def _turn(self, turn: PowerRunEnd, board: BoardFrame) -> OfficialOutcome:
        if turn.stop is not None:
            self.stand = self.stand.stopped(self.stand.period, turn.stop)
        if turn.goes_on and turn.then is not None:
            return self._go_on(turn.then)
        out = self._leads_to(Transition(self.stand, turn.then), off=False)
        if turn.call is not None:
            self.slate.hold(turn.call, board.t_ns)
        return out + OfficialOutcome(cut=True)
