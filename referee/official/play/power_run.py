"""One power run: what ends it besides the end of the play, and what is a foul in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.stops.backs import Backs
from referee.calls.stops.gain_limit import GainLimit
from referee.calls.stops.place_stop import (
    PlaceStop,
    StopPlace,
    StopTrigger,
    stop_line_of,
    stop_trigger_of,
)
from referee.calls.stops.power_pulse import PowerPulse
from referee.calls.stops.snap import SnapTracker
from referee.calls.tackle_box import TackleBox
from referee.official.game_setup import GameSetup, PlayHistory
from referee.official.play.state import PlayState, switch_holder_of
from referee.official.play.stops import stop_is_open
from referee.official.play.time_limit import step_after_limit, time_limit_of
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import ProcedureRow, ProcedureStop

_AT_THE_LINE = (StopPlace.LINE, StopPlace.SCRAMBLE)
# Phases in which the snap's own rules hold.
_SNAP = frozenset({PlayPhase.SNAP, PlayPhase.READ})


@dataclass(frozen=True, slots=True)
class PowerRunEnd:
    """The end of a power run, or its change into another step under power (``goes_on``).

    ``call`` is None where nothing is said. ``then`` is the next step; None: a play has to be named.
    """

    call: Call | None
    then: PlayStep | None
    stop: ProcedureStop | None = None
    goes_on: bool = False


class PowerRun:
    """Watches one power run. A play put directly into a phase has no time limit and no stops."""

    def __init__(
        self,
        setup: GameSetup,
        state: PlayState,
        phase_state: PhaseState,
        history: PlayHistory,
        on_ns: int,
        sigma_ns: int,
    ) -> None:
        self._setup, self._state, self._phase_state = setup, state, phase_state
        self._returned = history.returned
        self._over = state.phase_only or state.step not in setup.rulebook.procedure
        self._row = None if self._over else setup.rulebook.procedure.row(state.step)
        self._pulse = self._pulse_of(on_ns, sigma_ns)
        self._lines = [] if self._over else self._lines_of()
        self._limit: GainLimit | None = None
        self._notes = [] if self._over else self._notes_of(history.box)

    @property
    def off_ns(self) -> int | None:
        """The instant in ns at which power has to go off at the latest; None: no limit."""
        pulse = self._pulse
        return None if pulse is None or pulse.limit.value == 0.0 else pulse.off_ns

    @property
    def row(self) -> ProcedureRow | None:
        """The row of the procedure that runs; None: a play put directly into a phase."""
        return self._row

    def resume(self, away_ns: int) -> None:
        """Continue after an interruption of so many ns, which do not count for the time limit."""
        if self._pulse is not None:
            self._pulse = replace(self._pulse, began_ns=self._pulse.began_ns + away_ns)

    def notes(self, board: BoardFrame) -> list[Call]:
        """The fouls that a frame shows; the play continues."""
        return [call for watch in self._notes for call in watch.update(board)]

    def close(self) -> list[Call]:
        """The fouls that may have been, once the run is over."""
        return [call for watch in self._notes for call in watch.close()]

    def too_far(self, board: BoardFrame) -> Call | None:
        """The end of a run that went too far because the board was not stopped; else None."""
        return None if self._limit is None else self._limit.update(board)

    def update(self, board: BoardFrame) -> PowerRunEnd | None:
        """The first thing that ends the run, returned once; else None."""
        if self._over or self._row is None:
            return None
        for stop, watch in list(self._lines):
            call = watch.update(board, self._action(stop.then))
            if call is None:
                continue
            self._lines.remove((stop, watch))
            if self._trigger(stop) is StopTrigger.GOES_ON:
                return PowerRunEnd(None, stop.then, stop, goes_on=True)
            self._over = True
            if stop.at in _AT_THE_LINE:
                self._limit_run()
            return PowerRunEnd(call, stop.then, stop)
        if self._pulse is not None and self._pulse.over(board.t_ns):
            self._over = True
            call = self._pulse.call(self._state.play, board.t_ns)
            then = step_after_limit(self._row)
            action = CallAction.CUT if then is None else self._action(then)
            return PowerRunEnd(replace(call, action=action), then)
        return None

    def _pulse_of(self, on_ns: int, sigma_ns: int) -> PowerPulse | None:
        if self._row is None:
            return None
        limit = time_limit_of(self._setup.rulebook, self._state, self._row)
        return None if limit is None else PowerPulse(self._row.step.value, limit, on_ns, sigma_ns)

    def _trigger(self, stop: ProcedureStop) -> StopTrigger:
        made = stop_trigger_of(self._setup.rulebook.calls.stops, stop.at, self._returned.kick)
        return StopTrigger.ON_REQUEST if made is None else made.value

    def _lines_of(self) -> list[tuple[ProcedureStop, PlaceStop]]:
        """The stops that are made by the referee, each with the watch on its line."""
        setup, state, carrier = self._setup, self._state, self._phase_state.carrier
        rules = setup.rulebook.calls.stops
        found: list[tuple[ProcedureStop, PlaceStop]] = []
        if self._row is None or carrier is None:
            return found
        for stop in self._row.stops:
            made = stop_trigger_of(rules, stop.at, self._returned.kick)
            itself = made is not None and made.value in (StopTrigger.ALWAYS, StopTrigger.GOES_ON)
            if made is None or not itself or not stop_is_open(stop, state, self._row.step):
                continue
            side = stop_line_of(rules, setup.field, stop.at, self._phase_state, self._returned)
            if side is not None:
                shape = setup.base(carrier)
                watch = PlaceStop(
                    stop.at, side, made.rule, shape, setup.thresholds, self._phase_state, carrier
                )
                found.append((stop, watch))
        return found

    def _notes_of(self, box: TackleBox | None) -> list[SnapTracker | Backs]:
        if self._phase_state.phase not in _SNAP or self._row is None:
            return []
        if self._row.step is PlayStep.POCKET:
            return []  # no pulse: the passer may go anywhere
        setup, rules = self._setup, self._setup.rulebook.calls.snap
        snap = SnapTracker(rules, setup.field, setup.roster, setup.thresholds, self._phase_state)
        backs = Backs(rules, setup.field, setup.roster, setup.thresholds, self._phase_state, box)
        return [snap, backs]

    def _action(self, then: PlayStep) -> CallAction:
        """What a stop does: power off, and whether the switch changes hands."""
        row: ProcedureRow | None = self._row
        procedure = self._setup.rulebook.procedure
        if row is None or then not in procedure:
            return CallAction.CUT
        same = switch_holder_of(procedure.row(then), self._state) is switch_holder_of(
            row, self._state
        )
        return CallAction.CUT if same else CallAction.HAND_OVER

    def _limit_run(self) -> None:
        """Start the limit on the gain of a run that is not stopped at the line."""
        setup, phase_state = self._setup, self._phase_state
        rules = setup.rulebook.calls.gain_limit
        carrier, scrimmage = phase_state.carrier, phase_state.scrimmage_x_mm
        if not rules.limited.value or carrier is None or scrimmage is None:
            return
        shape = setup.base(carrier)
        self._limit = GainLimit(
            rules, setup.field, shape, setup.thresholds, phase_state, carrier, scrimmage
        )
