"""One play from the snap to its end: frames in, calls and orders for the switch out.

Declarations are handled in `declarations.dispatch`; `status` has the table of a play's states.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from referee.calls.call import Call
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import ActingSide
from referee.calls.tackle_box import tackle_box
from referee.core.clock import MS_NS, ns_from_s
from referee.core.geometry.crossing import foremost_point_mm
from referee.game.state import State
from referee.official.game_setup import GameSetup
from referee.official.kicks.kick_men import with_kick_men
from referee.official.outcome import OfficialOutcome
from referee.official.play.play_calls import PlayCalls
from referee.official.play.power_run import PowerRun, PowerRunEnd
from referee.official.play.shotgun import in_shotgun
from referee.official.play.state import PlayState, state_with_power
from referee.official.play.status import PlayEvent, PlayStatus
from referee.official.play.stop_reply import stop_reply
from referee.official.play.stops import first_stop_reached
from referee.official.play.time_limit import next_time_limit, step_after_limit
from referee.official.play.transition import Transition
from referee.rulebooks.play_step import PlayStep

# What is left of a pulse moves nothing if it is shorter: a motor takes up to a quarter of a second
# to shake the board. It may pass between two frames, and the play would never know of it.
LEAST_LEFT_NS = 100 * MS_NS


@dataclass(frozen=True, slots=True)
class RequestedStop:
    """A stop that somebody asked for, or made."""

    by: ActingSide | None


class PlayDriver:
    """Drives the calls of one play by the procedure of the rulebook."""

    def __init__(self, setup: GameSetup, judge: PlayJudge, game: State, state: PlayState) -> None:
        self.calls = PlayCalls(setup, judge, game, state)
        self.switched_ns: int | None = None
        self._asked: RequestedStop | None = None
        self._mine = False

    @property
    def off_ns(self) -> int | None:
        """The instant in ns at which power has to go off at the latest; None: no limit."""
        run = self.calls.run
        return None if run is None or not self.calls.power else run.off_ns

    @property
    def pulse_ns(self) -> int | None:
        """The longest time in ns that the next power run may last; None: no limit."""
        run, since_ns = self.calls.run, self.calls.interrupted_ns
        if since_ns is not None and run is not None:
            return None if run.off_ns is None else max(run.off_ns - since_ns, 0)
        limit = next_time_limit(self.calls.setup.rulebook, self.calls.state)
        return None if limit is None or limit.value == 0.0 else ns_from_s(limit.value)

    def update(self, board: BoardFrame) -> OfficialOutcome:
        """Take in a frame that has been checked."""
        calls = self.calls
        before, calls.board = calls.board, board
        calls.on_field.update(board)
        out = OfficialOutcome()
        if calls.state.step is PlayStep.SET or calls.box is None:
            box = tackle_box(board, calls.setup.roster, calls.state.offense)
            calls.box = box or calls.box
        calls.pass_play.update(board)
        if before is None and calls.state.phase_only:
            out += calls.begin()
        was_on = before is not None and before.power
        if board.power and not was_on:
            out += self._power_on(board, before)
        if not board.power:
            self._pass_stops(board)
        if calls.phase_state is not None:
            far = self._too_far(board)
            heard = calls.judge.update(board)
            # Whatever the carrier reaches after it went too far does not count any more.
            if far is not None and not any(_ends_before(call, far) for call in heard.calls):
                out += calls.take((far,)) + OfficialOutcome(cut=True)
            out += calls.take(heard.calls) + OfficialOutcome(cut=heard.cut)
        if calls.run is not None and not calls.status.over:
            out += self._watch(calls.run, board)
        out += OfficialOutcome(tuple(calls.log.due(board.t_ns)))
        asked, self._asked = self._asked, None
        stopping = self._mine or calls.status is PlayStatus.STOPPING
        if asked is not None and was_on and not stopping:
            out += self._stop_by(asked.by, off=not board.power)
        if was_on and not board.power:
            out += self._power_off(said=asked is not None)
        if not board.power:
            out += calls.kick_comes_down(board.t_ns)
        self._mine = (self._mine or out.cut) and not out.restore
        return out + OfficialOutcome(events=calls.events(board.t_ns))

    def interrupt(self) -> OfficialOutcome:
        """Cut the power for a reason outside the play; the same run continues when it returns."""
        calls = self.calls
        under_way = calls.status in (PlayStatus.RUNNING, PlayStatus.INTERRUPTED)
        if calls.board is not None and calls.power and under_way:
            calls.interrupted_ns = calls.board.t_ns
            calls.happens(PlayEvent.INTERRUPTED)
        return OfficialOutcome(cut=calls.power)

    def ask_stop(self, by: ActingSide | None) -> None:
        """Take in a coach's stop, made or asked for; the next frame shows where the carrier is."""
        calls = self.calls
        if calls.power and calls.status.may_be_stopped:
            self._asked = RequestedStop(by)

    def _stop_by(self, by: ActingSide | None, *, off: bool) -> OfficialOutcome:
        """Answer a requested stop; ``off``: the power is off already."""
        calls = self.calls
        if calls.board is None or calls.phase_state is None or calls.status.over:
            return OfficialOutcome()
        state, setup = calls.state, calls.setup
        reply = stop_reply(setup, state, calls.phase_state, calls.board, calls.history, by)
        if reply.refused is not None:
            return calls.take((reply.refused,)) + OfficialOutcome(restore=off)
        cut = OfficialOutcome(cut=not off)
        if reply.shorter:
            then = step_after_limit(setup.rulebook.procedure.row(state.step))
            return cut + calls.lead_to(Transition(state, then), off=off)
        if reply.stop is not None:
            if reply.close is not None:
                cut += calls.take((reply.close,))
            calls.state = state.with_stop(state.step, reply.stop)
            return cut + calls.lead_to(Transition(calls.state, reply.stop.then), off=off)
        return OfficialOutcome()

    def _power_on(self, board: BoardFrame, before: BoardFrame | None) -> OfficialOutcome:
        calls, setup = self.calls, self.calls.setup
        self._mine = False
        if calls.interrupted_ns is not None and calls.run is not None:
            calls.run.resume(board.t_ns - calls.interrupted_ns)
            calls.interrupted_ns = None
            calls.happens(PlayEvent.POWER_ON)
            return OfficialOutcome()
        if calls.state.phase_only or calls.state.step is PlayStep.DEAD:
            return OfficialOutcome()
        calls.happens(PlayEvent.POWER_ON)
        if calls.state.step is PlayStep.SET and setup.rulebook.game.dice.snap.value.count:
            away = in_shotgun(setup, calls.state, calls.game, board)
            calls.state = replace(calls.state, shotgun=away)
        calls.state = with_kick_men(setup, calls.game, calls.state, board)
        calls.state = self._gained(state_with_power(setup.rulebook.procedure, calls.state), board)
        out = calls.begin()
        if calls.phase_state is not None:
            on_ns, sigma_ns = self._since(board, before)
            calls.run = PowerRun(
                setup, calls.state, calls.phase_state, calls.history, on_ns, sigma_ns
            )
        return out

    def _pass_stops(self, board: BoardFrame) -> None:
        """Skip the stops at lines that a carrier at rest has reached already."""
        calls, state, setup = self.calls, self.calls.state, self.calls.setup
        known = state.step in setup.rulebook.procedure
        if state.phase_only or not known or state.carrier is None:
            return
        seen, phase_state = board.find(state.carrier), calls.phase_state_with_power()
        stop = first_stop_reached(setup, state, phase_state, calls.history, seen)
        if stop is not None:
            calls.state = replace(state.with_stop(state.step, stop), step=stop.then)

    def _gained(self, state: PlayState, board: BoardFrame) -> PlayState:
        """Let a return whose beginning nobody knows begin where its carrier stands now."""
        seen = None if state.carrier is None else board.find(state.carrier)
        if state.phase is not PlayPhase.RETURN or state.gained_x_mm is not None or seen is None:
            return state
        toward = (float(self.calls.game.plays_toward(state.team).sign), 0.0)
        point = foremost_point_mm(self.calls.setup.base(seen.player), seen.measured.pose, toward)
        return replace(state, gained_x_mm=point[0])

    def _since(self, board: BoardFrame, before: BoardFrame | None) -> tuple[int, int]:
        """When power came, in ns, and its sigma: as declared, else between two frames."""
        said, self.switched_ns = self.switched_ns, None
        if before is None:
            return board.t_ns, 0
        if said is not None and before.t_ns <= said <= board.t_ns:
            return said, 0
        step = board.t_ns - before.t_ns
        return before.t_ns + step // 2, round(step / math.sqrt(12.0))

    def _power_off(self, *, said: bool) -> OfficialOutcome:
        calls = self.calls
        if calls.state.phase_only:
            calls.state = replace(calls.state, last=calls.state.step)
        if calls.state.phase_only or calls.state.step is PlayStep.DEAD or calls.run is None:
            return OfficialOutcome()
        left = calls.take(calls.run.close())
        if calls.next_step is not None:
            return left + calls.stop(calls.next_step.then)
        if calls.status is PlayStatus.INTERRUPTED:
            return left + self._nothing_left(calls.run)
        calls.happens(PlayEvent.POWER_OFF)
        return left if said or self._mine else left + self._stop_by(None, off=True)

    def _nothing_left(self, run: PowerRun) -> OfficialOutcome:
        """A timed run that was interrupted at its very end is over; else it goes on later."""
        calls, left_ns = self.calls, self.pulse_ns
        if left_ns is None or left_ns >= LEAST_LEFT_NS or run.row is None:
            return OfficialOutcome()
        return calls.stop(step_after_limit(run.row))

    def _watch(self, run: PowerRun, board: BoardFrame) -> OfficialOutcome:
        calls = self.calls
        out = calls.take(run.notes(board))
        if not board.power:
            return out
        end = run.update(board)
        return out if end is None else out + self._end_run(end, board)

    def _too_far(self, board: BoardFrame) -> Call | None:
        """The end of a run that went on because nobody stopped the board; else None."""
        calls = self.calls
        if calls.run is None or not board.power or calls.status.over:
            return None
        return calls.run.too_far(board)

    def _end_run(self, end: PowerRunEnd, board: BoardFrame) -> OfficialOutcome:
        calls = self.calls
        if end.stop is not None:
            calls.state = calls.state.with_stop(calls.state.step, end.stop)
        if end.goes_on and end.then is not None:
            return calls.go_on(end.then)
        out = calls.lead_to(Transition(calls.state, end.then), off=False)
        if end.call is not None:
            calls.log.hold(end.call, board.t_ns)
        return out + OfficialOutcome(cut=True)


def _ends_before(call: Call, other: Call) -> bool:
    return call.ends_play and call.t_ns < other.t_ns
