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

from referee.calls.contact.engagement import Engagement
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame
from referee.calls.play_name import MissedThrow
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.game.fold import Fold
from referee.game.state import State
from referee.official.declarations import dispatch
from referee.official.declarations.types import (
    BallHandedOff,
    BallLateraled,
    BallPitched,
    Declaration,
    LinemenNamed,
    PassAimed,
    PassThrown,
    PlayMoved,
    PlayNamed,
)
from referee.official.notice import play_notice
from referee.official.outcome import OfficialOutcome, PlayNotice
from referee.official.play.driver import PlayDriver
from referee.official.play.power_run import GameSetup
from referee.official.play.state import PlayState, state_before_play
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook


class Official:
    """One game under one rulebook, from a state of it on."""

    def __init__(
        self,
        rulebook: Rulebook,
        field: FieldProfile,
        roster: Roster,
        state: State,
        levels: Thresholds | None = None,
    ) -> None:
        if state.team is None:
            raise BadValue("start.team", None, "the team that has the ball")
        self._table = GameSetup(rulebook, field, roster, levels or Thresholds())
        self._keeper = Fold(rulebook.game, field)
        self._crew = PlayJudge(rulebook.calls, field, roster, self._table.levels)
        self._state = state
        self._roster = roster
        self._linemen: tuple[str, ...] | None = None
        self._known = {player.id for player in roster}
        self._last: BoardFrame | None = None
        self._play = PlayDriver(self._table, self._crew, state, self._beginning(1))

    @property
    def state(self) -> State:
        """The game as far as plays are over."""
        return self._state

    @property
    def notice(self) -> PlayNotice:
        """Where the play stands, who holds the switch, what is asked, why there is no power."""
        play = self._play
        procedure = self._table.rulebook.procedure
        return play_notice(
            procedure, play.stand, power=play.power, off_ns=play.off_ns, pulse_ns=play.pulse_ns
        )

    def see(self, board: BoardFrame) -> OfficialOutcome:
        """Take in a frame. One that repeats the last changes nothing."""
        if self._last is not None:
            if board == self._last:
                return OfficialOutcome()
            if board.t_ns <= self._last.t_ns:
                allowed = f"later than the frame before ({self._last.t_ns})"
                raise BadValue("t_ns", board.t_ns, allowed)
        for seen in board.seen:
            if seen.player not in self._known:
                known = ", ".join(player.id for player in self._table.roster)
                raise BadValue("player", seen.player, f"one of {known}")
        self._last = board
        out = OfficialOutcome()
        if board.power and self.over:
            out += self._next(None)
        return out + self._kept(self._play.see(board))

    def hear(self, t_ns: int, said: Declaration) -> OfficialOutcome:
        """Take in what somebody said or did, between two frames."""
        for name in _names(said):
            if name not in self._known:
                known = ", ".join(player.id for player in self._table.roster)
                raise BadValue("player", name, f"one of {known}")
        if isinstance(said, PlayMoved) and self._begins(said):
            return self._next(said)
        if isinstance(said, LinemenNamed):
            self._line_up(said)
            return OfficialOutcome()
        return self._kept(dispatch.hear(self._play, t_ns, said))

    def _begins(self, said: PlayMoved) -> bool:
        """A new line-up begins a play; so does any other place in one once the last is over."""
        return said.period is PlayStep.SET or (said.period is not None and self.over)

    def close(self) -> OfficialOutcome:
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

    def _next(self, said: PlayMoved | None) -> OfficialOutcome:
        """The play before is done with; the next one is about to begin."""
        out = self._kept(self._play.close())
        self._begin(said)
        return out

    def _line_up(self, said: LinemenNamed) -> None:
        """The play that is about to begin goes by these linemen; numbers count no more."""
        play, table = self._play, self._table
        if play.stand.period is not PlayStep.SET or play.power:
            return
        players = tuple(
            replace(each, lineman=each.id in said.linemen)
            if each.team is play.stand.offense
            else each
            for each in self._roster
        )
        self._table = replace(table, roster=Roster(players))
        rules = table.rulebook.calls
        self._crew = PlayJudge(rules, table.field, self._table.roster, table.levels)
        self._play = PlayDriver(self._table, self._crew, self._state, play.stand)
        self._play.board = play.board
        self._linemen = said.linemen

    def _begin(self, said: PlayMoved | None) -> None:
        if self._table.roster is not self._roster:
            table = self._table = replace(self._table, roster=self._roster)
            self._crew = PlayJudge(table.rulebook.calls, table.field, table.roster, table.levels)
        self._linemen = None
        number, board = self._play.stand.play + 1, self._play.board
        self._play = PlayDriver(self._table, self._crew, self._state, self._beginning(number))
        self._play.board = board
        if said is not None:
            dispatch.hear(self._play, 0, said)

    def _beginning(self, number: int) -> PlayState:
        tries = self._table.rulebook.calls.stops.on_tries.value
        return state_before_play(self._state, stops_on_tries=tries, play=number)

    def _kept(self, out: OfficialOutcome) -> OfficialOutcome:
        """The state of the game follows its events."""
        for event in out.events:
            self._state = self._keeper.after(self._state, event)
        return out


def _names(said: Declaration) -> tuple[str, ...]:
    """The players whom a declaration names."""
    match said:
        case PlayMoved(carrier=name) | PlayNamed(carrier=name):
            named = [name]
        case PassAimed():
            named = [said.receiver, said.passer]
        case PassThrown():
            named = [said.to, None if isinstance(said.hit, MissedThrow) else said.hit]
        case LinemenNamed(linemen=names):
            named = list(names)
        case BallHandedOff(to=name) | BallPitched(to=name) | BallLateraled(to=name):
            named = [name]
        case _:
            named = []
    return tuple(name for name in named if name is not None)
