"""One stretch of power: what ends it besides the end of the play, and what is not allowed in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.backs import Backs
from referee.calls.board import Board
from referee.calls.call import Action, Call
from referee.calls.formation import TackleBox
from referee.calls.gain_limit import GainLimit
from referee.calls.levels import Levels
from referee.calls.pulse import Pulse
from referee.calls.situation import Phase, Situation
from referee.calls.snap import SnapWatch
from referee.calls.stops import Made, StopAt, StopWatch, Way, line_of, made_of
from referee.core.base_shape import BaseShape
from referee.core.field import FieldProfile
from referee.core.roster import Roster
from referee.official.stand import Stand, holder_of
from referee.official.suits import suits
from referee.official.timing import after_limit, limit_in
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Row, Stop
from referee.rulebooks.rulebook import Rulebook

_AT_THE_LINE = (StopAt.LINE, StopAt.SCRAMBLE)
# Phases in which the snap's own rules hold.
_SNAP = frozenset({Phase.SNAP, Phase.READ})


@dataclass(frozen=True, slots=True)
class Table:
    """What the official knows before a game: rules, field, players, how sure is sure."""

    rulebook: Rulebook
    field: FieldProfile
    roster: Roster
    levels: Levels

    def base(self, player: str) -> BaseShape:
        """A player's base."""
        return self.roster.players[self.roster.index(player)].base


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a play before a stretch: the tackle box, and a return so far."""

    box: TackleBox | None
    way: Way


@dataclass(frozen=True, slots=True)
class Turn:
    """Something that ends a stretch, or that makes it another one under power.

    Without a call nothing is said. ``then`` comes next, None: a play has to be named.
    """

    call: Call | None
    then: Period | None
    stop: Stop | None = None
    goes_on: bool = False


class Stretch:
    """Watches one stretch; a bare one has neither pulse nor stops."""

    def __init__(
        self,
        table: Table,
        stand: Stand,
        situation: Situation,
        seen: Seen,
        on_ns: int,
        sigma_ns: int,
    ) -> None:
        self._table, self._stand, self._situation = table, stand, situation
        self._way = seen.way
        self._over = stand.bare or stand.period not in table.rulebook.procedure
        self._row = None if self._over else table.rulebook.procedure.row(stand.period)
        self._pulse = self._pulse_of(on_ns, sigma_ns)
        self._lines = [] if self._over else self._lines_of()
        self._limit: GainLimit | None = None
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

    def notes(self, board: Board) -> list[Call]:
        """What was done that is not allowed; the play goes on."""
        return [call for watch in self._notes for call in watch.see(board)]

    def too_far(self, board: Board) -> Call | None:
        """The end of a run for which the board should have been stopped."""
        return None if self._limit is None else self._limit.see(board)

    def see(self, board: Board) -> Turn | None:
        """The first thing that ends it, once."""
        if self._over or self._row is None:
            return None
        for stop, watch in list(self._lines):
            call = watch.see(board, self._action(stop.then))
            if call is None:
                continue
            self._lines.remove((stop, watch))
            if self._made(stop) is Made.GOES_ON:
                return Turn(None, stop.then, stop, goes_on=True)
            self._over = True
            if stop.at in _AT_THE_LINE:
                self._arm()
            return Turn(call, stop.then, stop)
        if self._pulse is not None and self._pulse.over(board.t_ns):
            self._over = True
            call = self._pulse.call(self._stand.play, board.t_ns)
            then = after_limit(self._row)
            action = Action.CUT if then is None else self._action(then)
            return Turn(replace(call, action=action), then)
        return None

    def _pulse_of(self, on_ns: int, sigma_ns: int) -> Pulse | None:
        if self._row is None:
            return None
        limit = limit_in(self._table.rulebook, self._stand, self._row)
        return None if limit is None else Pulse(self._row.period.value, limit, on_ns, sigma_ns)

    def _made(self, stop: Stop) -> Made:
        made = made_of(self._table.rulebook.calls.stops, stop.at, self._way.kick)
        return Made.ON_REQUEST if made is None else made.value

    def _lines_of(self) -> list[tuple[Stop, StopWatch]]:
        """The stops that come by themselves."""
        table, stand, carrier = self._table, self._stand, self._situation.carrier
        rules = table.rulebook.calls.stops
        found: list[tuple[Stop, StopWatch]] = []
        if self._row is None or carrier is None:
            return found
        for stop in self._row.stops:
            made = made_of(rules, stop.at, self._way.kick)
            itself = made is not None and made.value in (Made.ALWAYS, Made.GOES_ON)
            if made is None or not itself or not suits(stop, stand, self._row.period):
                continue
            side = line_of(rules, table.field, stop.at, self._situation, self._way)
            if side is not None:
                shape = table.base(carrier)
                watch = StopWatch(
                    stop.at, side, made.rule, shape, table.levels, self._situation, carrier
                )
                found.append((stop, watch))
        return found

    def _notes_of(self, box: TackleBox | None) -> list[SnapWatch | Backs]:
        if self._situation.phase not in _SNAP or self._row is None:
            return []
        if self._row.period is Period.POCKET:
            return []  # no pulse: the passer may go where he likes
        table, rules = self._table, self._table.rulebook.calls.snap
        snap = SnapWatch(rules, table.field, table.roster, table.levels, self._situation)
        backs = Backs(rules, table.field, table.roster, table.levels, self._situation, box)
        return [snap, backs]

    def _action(self, then: Period) -> Action:
        """Whether the switch changes hands with the stop."""
        row: Row | None = self._row
        procedure = self._table.rulebook.procedure
        if row is None or then not in procedure:
            return Action.CUT
        same = holder_of(procedure.row(then), self._stand) is holder_of(row, self._stand)
        return Action.CUT if same else Action.HAND_OVER

    def _arm(self) -> None:
        """From the line on a run that is not stopped gains only so much."""
        table, situation = self._table, self._situation
        rules = table.rulebook.calls.gain_limit
        carrier, scrimmage = situation.carrier, situation.scrimmage_x_mm
        if not rules.limited.value or carrier is None or scrimmage is None:
            return
        shape = table.base(carrier)
        self._limit = GainLimit(
            rules, table.field, shape, table.levels, situation, carrier, scrimmage
        )
