"""The official: drives the calls of a game play by play, and answers every frame and declaration.

    official = Official(load_rulebook("hefl"), load_field("620"), roster, state)
    outcome = official.hear(t_ns, Switched(on=True))
    outcome = official.see(board)     # once for every frame, in order
    if outcome.cut: ...               # power off now

It knows no clock: time is what frames and declarations say. It never blocks, and a frame costs
what the calls cost.
"""

from __future__ import annotations

from dataclasses import replace

from referee.calls.board import Board
from referee.calls.contact import Engagement
from referee.calls.crew import Crew
from referee.calls.levels import Levels
from referee.calls.plays import Hit
from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.core.roster import Roster
from referee.game.fold import Keeper
from referee.game.state import State
from referee.official import coaches
from referee.official.notice import notice_of
from referee.official.outcome import Notice, Outcome
from referee.official.play import Play
from referee.official.said import (
    Aimed,
    HandedOff,
    Lateraled,
    LinedUp,
    Named,
    Pitched,
    PutInto,
    Said,
    Thrown,
)
from referee.official.stand import Stand, beginning
from referee.official.stretch import Table
from referee.rulebooks.period import Period
from referee.rulebooks.rulebook import Rulebook


class Official:
    """One game under one rulebook, from a state of it on."""

    def __init__(
        self,
        rulebook: Rulebook,
        field: FieldProfile,
        roster: Roster,
        state: State,
        levels: Levels | None = None,
    ) -> None:
        if state.team is None:
            raise BadValue("start.team", None, "the team that has the ball")
        self._table = Table(rulebook, field, roster, levels or Levels())
        self._keeper = Keeper(rulebook.game, field)
        self._crew = Crew(rulebook.calls, field, roster, self._table.levels)
        self._state = state
        self._roster = roster
        self._linemen: tuple[str, ...] | None = None
        self._known = {player.id for player in roster}
        self._last: Board | None = None
        self._play = Play(self._table, self._crew, state, self._beginning(1))

    @property
    def state(self) -> State:
        """The game as far as plays are over."""
        return self._state

    @property
    def notice(self) -> Notice:
        """Where the play stands, who holds the switch, what is asked, why there is no power."""
        play = self._play
        procedure = self._table.rulebook.procedure
        return notice_of(
            procedure, play.stand, power=play.power, off_ns=play.off_ns, pulse_ns=play.pulse_ns
        )

    def see(self, board: Board) -> Outcome:
        """Take in a frame. One that repeats the last changes nothing."""
        if self._last is not None:
            if board == self._last:
                return Outcome()
            if board.t_ns <= self._last.t_ns:
                allowed = f"later than the frame before ({self._last.t_ns})"
                raise BadValue("t_ns", board.t_ns, allowed)
        for seen in board.seen:
            if seen.player not in self._known:
                known = ", ".join(player.id for player in self._table.roster)
                raise BadValue("player", seen.player, f"one of {known}")
        self._last = board
        out = Outcome()
        if board.power and self.over:
            out += self._next(None)
        return out + self._kept(self._play.see(board))

    def hear(self, t_ns: int, said: Said) -> Outcome:
        """Take in what somebody said or did, between two frames."""
        for name in _names(said):
            if name not in self._known:
                known = ", ".join(player.id for player in self._table.roster)
                raise BadValue("player", name, f"one of {known}")
        if isinstance(said, PutInto) and self._begins(said):
            return self._next(said)
        if isinstance(said, LinedUp):
            self._line_up(said)
            return Outcome()
        return self._kept(coaches.hear(self._play, t_ns, said))

    def _begins(self, said: PutInto) -> bool:
        """A new line-up begins a play; so does any other place in one once the last is over."""
        return said.period is Period.SET or (said.period is not None and self.over)

    def close(self) -> Outcome:
        """Nothing more comes: what is open is called, and the game goes by it."""
        return self._kept(self._play.close())

    def engagement(self) -> Engagement:
        """Watches, at one stop, who touches whom; feed it the frames of the stop."""
        table = self._table
        return Engagement(table.rulebook.calls.engagement, table.roster, table.levels)

    def renew(self, state: State) -> None:
        """Go on from another state of the game, as after a verdict; the play that runs is lost."""
        self._state = state
        self._begin(None)

    @property
    def number(self) -> int:
        """Which play of the evening it is, counted from 1."""
        return self._play.stand.play

    @property
    def linemen(self) -> tuple[str, ...] | None:
        """The linemen of this play, as somebody said; None: their numbers count."""
        return self._linemen

    @property
    def over(self) -> bool:
        """Whether the play is counted and the power off: the next one may be set up."""
        return self._play.closed and not self._play.power

    def _next(self, said: PutInto | None) -> Outcome:
        """The play before is done with; the next one is about to begin."""
        out = self._kept(self._play.close())
        self._begin(said)
        return out

    def _line_up(self, said: LinedUp) -> None:
        """The play that is about to begin goes by these linemen; numbers count no more."""
        play, table = self._play, self._table
        if play.stand.period is not Period.SET or play.power:
            return
        players = tuple(
            replace(each, lineman=each.id in said.linemen)
            if each.team is play.stand.offense
            else each
            for each in self._roster
        )
        self._table = replace(table, roster=Roster(players))
        rules = table.rulebook.calls
        self._crew = Crew(rules, table.field, self._table.roster, table.levels)
        self._play = Play(self._table, self._crew, self._state, play.stand)
        self._play.board = play.board
        self._linemen = said.linemen

    def _begin(self, said: PutInto | None) -> None:
        if self._table.roster is not self._roster:
            table = self._table = replace(self._table, roster=self._roster)
            self._crew = Crew(table.rulebook.calls, table.field, table.roster, table.levels)
        self._linemen = None
        number, board = self._play.stand.play + 1, self._play.board
        self._play = Play(self._table, self._crew, self._state, self._beginning(number))
        self._play.board = board
        if said is not None:
            coaches.hear(self._play, 0, said)

    def _beginning(self, number: int) -> Stand:
        tries = self._table.rulebook.calls.stops.on_tries.value
        return beginning(self._state, stops_on_tries=tries, play=number)

    def _kept(self, out: Outcome) -> Outcome:
        """The state of the game follows its events."""
        for event in out.events:
            self._state = self._keeper.after(self._state, event)
        return out


def _names(said: Said) -> tuple[str, ...]:
    """The players whom a declaration names."""
    match said:
        case PutInto(carrier=name) | Named(carrier=name):
            named = [name]
        case Aimed():
            named = [said.receiver, said.passer]
        case Thrown():
            named = [said.to, None if isinstance(said.hit, Hit) else said.hit]
        case LinedUp(linemen=names):
            named = list(names)
        case HandedOff(to=name) | Pitched(to=name) | Lateraled(to=name):
            named = [name]
        case _:
            named = []
    return tuple(name for name in named if name is not None)
