"""One stretch of power: what ends it besides the end of the play, and what is not allowed in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction
from referee.calls.frame import BoardFrame
from referee.calls.passing.catch_result import JudgingContext
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.stops.backs import Backs
from referee.calls.stops.place_stop import (
    PlaceStop,
    ReturnStart,
    StopPlace,
    StopTrigger,
    stop_line_of,
    stop_trigger_of,
)
from referee.calls.stops.power_pulse import PowerPulse
from referee.calls.stops.snap import SnapTracker
from referee.calls.stops.unstopped_run_limit import UnstoppedRunLimit
from referee.calls.tackle_box import TackleBox
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.roster import Roster
from referee.official.play.state import PlayState, switch_holder_of
from referee.official.play.stops import stop_is_open
from referee.official.play.time_limit import step_after_limit, time_limit_of
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import ProcedureRow, ProcedureStop
from referee.rulebooks.rulebook import Rulebook

_AT_THE_LINE = (StopPlace.LINE, StopPlace.SCRAMBLE)
# Phases in which the snap's own rules hold.
_SNAP = frozenset({PlayPhase.SNAP, PlayPhase.READ})


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What the official knows before a game: rules, field, players, how sure is sure."""

    rulebook: Rulebook
    field: FieldProfile
    roster: Roster
    levels: Thresholds

    def base(self, player: str) -> BaseShape:
        """A player's base."""
        return self.roster.player(player).base

    @property
    def book(self) -> JudgingContext:
        """What the calls judge by."""
        players = {player.id: player for player in self.roster}
        return JudgingContext(self.rulebook.calls, self.field, players, self.levels)


@dataclass(frozen=True, slots=True)
class PlayHistory:
    """What was seen of a play before a stretch: the tackle box, and a return so far."""

    box: TackleBox | None
    way: ReturnStart


@dataclass(frozen=True, slots=True)
class PowerRunEnd:
    """Something that ends a stretch, or that makes it another one under power.

    Without a call nothing is said. ``then`` comes next, None: a play has to be named.
    """

    call: Call | None
    then: PlayStep | None
    stop: ProcedureStop | None = None
    goes_on: bool = False


class PowerRun:
    """Watches one stretch; a bare one has neither pulse nor stops."""

    def __init__(
        self,
        table: GameSetup,
        stand: PlayState,
        situation: PhaseState,
        seen: PlayHistory,
        on_ns: int,
        sigma_ns: int,
    ) -> None:
        self._table, self._stand, self._situation = table, stand, situation
        self._way = seen.way
        self._over = stand.bare or stand.period not in table.rulebook.procedure
        self._row = None if self._over else table.rulebook.procedure.row(stand.period)
        self._pulse = self._pulse_of(on_ns, sigma_ns)
        self._lines = [] if self._over else self._lines_of()
        self._limit: UnstoppedRunLimit | None = None
        self._notes = [] if self._over else self._notes_of(seen.box)

    @property
    def off_ns(self) -> int | None:
        """When power has to go off at the latest, None: nobody has set a time."""
        pulse = self._pulse
        return None if pulse is None or pulse.limit.value == 0.0 else pulse.off_ns

    def resume(self, away_ns: int) -> None:
        """It was interrupted for so long; that does not count for its pulse."""
        if self._pulse is not None:
            self._pulse = replace(self._pulse, began_ns=self._pulse.began_ns + away_ns)

    def notes(self, board: BoardFrame) -> list[Call]:
        """What was done that is not allowed; the play goes on."""
        return [call for watch in self._notes for call in watch.see(board)]

    def too_far(self, board: BoardFrame) -> Call | None:
        """The end of a run for which the board should have been stopped."""
        return None if self._limit is None else self._limit.see(board)

    def see(self, board: BoardFrame) -> PowerRunEnd | None:
        """The first thing that ends it, once."""
        if self._over or self._row is None:
            return None
        for stop, watch in list(self._lines):
            call = watch.see(board, self._action(stop.then))
            if call is None:
                continue
            self._lines.remove((stop, watch))
            if self._made(stop) is StopTrigger.GOES_ON:
                return PowerRunEnd(None, stop.then, stop, goes_on=True)
            self._over = True
            if stop.at in _AT_THE_LINE:
                self._arm()
            return PowerRunEnd(call, stop.then, stop)
        if self._pulse is not None and self._pulse.over(board.t_ns):
            self._over = True
            call = self._pulse.call(self._stand.play, board.t_ns)
            then = step_after_limit(self._row)
            action = CallAction.CUT if then is None else self._action(then)
            return PowerRunEnd(replace(call, action=action), then)
        return None

    def _pulse_of(self, on_ns: int, sigma_ns: int) -> PowerPulse | None:
        if self._row is None:
            return None
        limit = time_limit_of(self._table.rulebook, self._stand, self._row)
        return None if limit is None else PowerPulse(self._row.period.value, limit, on_ns, sigma_ns)

    def _made(self, stop: ProcedureStop) -> StopTrigger:
        made = stop_trigger_of(self._table.rulebook.calls.stops, stop.at, self._way.kick)
        return StopTrigger.ON_REQUEST if made is None else made.value

    def _lines_of(self) -> list[tuple[ProcedureStop, PlaceStop]]:
        """The stops that come by themselves."""
        table, stand, carrier = self._table, self._stand, self._situation.carrier
        rules = table.rulebook.calls.stops
        found: list[tuple[ProcedureStop, PlaceStop]] = []
        if self._row is None or carrier is None:
            return found
        for stop in self._row.stops:
            made = stop_trigger_of(rules, stop.at, self._way.kick)
            itself = made is not None and made.value in (StopTrigger.ALWAYS, StopTrigger.GOES_ON)
            if made is None or not itself or not stop_is_open(stop, stand, self._row.period):
                continue
            side = stop_line_of(rules, table.field, stop.at, self._situation, self._way)
            if side is not None:
                shape = table.base(carrier)
                watch = PlaceStop(
                    stop.at, side, made.rule, shape, table.levels, self._situation, carrier
                )
                found.append((stop, watch))
        return found

    def _notes_of(self, box: TackleBox | None) -> list[SnapTracker | Backs]:
        if self._situation.phase not in _SNAP or self._row is None:
            return []
        if self._row.period is PlayStep.POCKET:
            return []  # no pulse: the passer may go where he likes
        table, rules = self._table, self._table.rulebook.calls.snap
        snap = SnapTracker(rules, table.field, table.roster, table.levels, self._situation)
        backs = Backs(rules, table.field, table.roster, table.levels, self._situation, box)
        return [snap, backs]

    def _action(self, then: PlayStep) -> CallAction:
        """Whether the switch changes hands with the stop."""
        row: ProcedureRow | None = self._row
        procedure = self._table.rulebook.procedure
        if row is None or then not in procedure:
            return CallAction.CUT
        same = switch_holder_of(procedure.row(then), self._stand) is switch_holder_of(
            row, self._stand
        )
        return CallAction.CUT if same else CallAction.HAND_OVER

    def _arm(self) -> None:
        """From the line on a run that is not stopped gains only so much."""
        table, situation = self._table, self._situation
        rules = table.rulebook.calls.gain_limit
        carrier, scrimmage = situation.carrier, situation.scrimmage_x_mm
        if not rules.limited.value or carrier is None or scrimmage is None:
            return
        shape = table.base(carrier)
        self._limit = UnstoppedRunLimit(
            rules, table.field, shape, table.levels, situation, carrier, scrimmage
        )
