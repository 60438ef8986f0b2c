"""The official: drives the calls of a game play by play, and answers every frame and declaration.

    official = Official(load_rulebook("hefl"), load_field("620"), roster, state)
    outcome = official.hear(t_ns, SwitchUsed(on=True))
    outcome = official.see(board)     # once for every frame, in order
    if outcome.cut: ...               # power off now

It knows no clock: time is what frames and declarations say. It never blocks, and a frame costs
what the calls cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from referee.calls.contact.engagement import Engagement
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame
from referee.calls.passing.stick_arc import StickArc
from referee.calls.play_name import MissedThrow
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.renaming import renamed
from referee.core.roster import Roster
from referee.game.events import FoulCalled, FoulRolled
from referee.game.fold import Fold
from referee.game.state import State
from referee.official.declarations import dispatch
from referee.official.declarations.types import (
    BallHandedOff,
    BallLateraled,
    BallPitched,
    Declaration,
    KickNamed,
    LinemenNamed,
    PassAimed,
    PassThrown,
    PlayMoved,
    PlayNamed,
)
from referee.official.game_setup import GameSetup
from referee.official.kicks.kick_notice import kick_notice
from referee.official.notice import play_notice
from referee.official.outcome import OfficialOutcome, PlayNotice
from referee.official.play.driver import PlayDriver
from referee.official.play.state import PlayState, state_before_play
from referee.official.play.status import PlayStatus
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook


class Official:
    """The referee of one game: it begins at a state of the game and calls play after play."""

    def __init__(
        self,
        rulebook: Rulebook,
        field: FieldProfile,
        roster: Roster,
        state: State,
        thresholds: Thresholds | None = None,
    ) -> None:
        if state.team is None:
            raise BadValue("start.team", None, "the team that has the ball")
        self._setup = GameSetup(rulebook, field, roster, thresholds or Thresholds())
        self._fold = Fold(rulebook.game, field)
        self._judge = _judge_of(self._setup)
        self._state = state
        self._roster = roster
        self._linemen: tuple[str, ...] | None = None
        self._known = {player.id for player in roster}
        self._last: BoardFrame | None = None
        self._play = PlayDriver(self._setup, self._judge, state, self._beginning(1))

    @property
    def state(self) -> State:
        """The state of the game after the last play that was counted."""
        return self._state

    @property
    def notice(self) -> PlayNotice:
        """The play now: its step, who holds the switch, open questions, reasons against power."""
        play, calls = self._play, self._play.calls
        procedure = self._setup.rulebook.procedure
        return play_notice(
            procedure,
            calls.state,
            power=calls.power,
            off_ns=play.off_ns,
            pulse_ns=play.pulse_ns,
            kicks=kick_notice(self._setup, self._state, calls.state, power=calls.power),
        )

    def see(self, board: BoardFrame) -> OfficialOutcome:
        """Take in a frame; return its calls and orders. A repeated frame changes nothing."""
        if self._last is not None:
            if board == self._last:
                return OfficialOutcome()
            if board.t_ns <= self._last.t_ns:
                allowed = f"later than the frame before ({self._last.t_ns})"
                raise BadValue("t_ns", board.t_ns, allowed)
        self._check_known(seen.player for seen in board.seen)
        self._last = board
        out = OfficialOutcome()
        if board.power and self.over:
            out += self._next(None)
        return out + self._kept(self._play.update(board))

    def hear(self, t_ns: int, said: Declaration) -> OfficialOutcome:
        """Take in a declaration, which somebody made between two frames; return what follows."""
        self._check_known(_names(said))
        if isinstance(said, PlayMoved) and self._begins(said):
            return self._next(said)
        if isinstance(said, LinemenNamed):
            self._line_up(said)
            return OfficialOutcome()
        return self._kept(dispatch.hear(self._play, t_ns, said))

    def _check_known(self, players: Iterable[str]) -> None:
        for player in players:
            if player not in self._known:
                known = ", ".join(each.id for each in self._roster)
                raise BadValue("player", player, f"one of {known}")

    def _begins(self, said: PlayMoved) -> bool:
        """Whether a declaration begins a new play."""
        return said.step is PlayStep.SET or (said.step is not None and self.over)

    def close(self) -> OfficialOutcome:
        """End the last play: return the calls that are still open, and count the play by them."""
        return self._kept(self._play.calls.close())

    def stick_arc(self) -> StickArc | None:
        """Which stick is due for the pass to the receiver who was named, and where it may lie.

        None: no receiver is named, the board runs, or the rulebook measures nothing.
        """
        calls, procedure = self._play.calls, self._setup.rulebook.procedure
        target, passer = calls.state.passing.target, calls.state.carrier
        known = calls.state.step in procedure and not calls.state.phase_only
        if calls.power or not known or PlayStep.IN_THE_AIR not in procedure:
            return None
        if target is None or target.receiver is None or passer is None or calls.board is None:
            return None
        state = calls.phase_state_with_power()
        return None if state is None else calls.pass_play.arc(state, passer, target.receiver)

    def engagement(self) -> Engagement:
        """A tracker of who touches whom at one stop; the caller feeds it that stop's frames."""
        setup = self._setup
        return Engagement(setup.rulebook.calls.engagement, setup.roster, setup.thresholds)

    def renew(self, state: State) -> None:
        """Continue from another state of the game, as after a ruling. The running play is lost."""
        self._state = state
        self._begin(None)

    def note_foul(self, called: FoulCalled | FoulRolled) -> None:
        """A foul has been called; the play goes on as it is."""
        self._state = self._fold.after(self._state, called)

    def rename(self, names: Mapping[str, str]) -> None:
        """Players have turned out to be others, the board at rest: the ball stays with its base.

        What was called in this play, and who has the ball, goes by the right names from now on.
        Of a carrier who turns out to be an opponent it is not known any more who has the ball.
        """
        calls, players = self._play.calls, self._setup.roster
        calls.state = renamed(calls.state, names)
        phase, carrier = calls.phase_state_with_power(), calls.state.carrier
        if phase is not None and carrier and players.player(carrier).team is not phase.team:
            calls.state = replace(calls.state, carrier=None)
        calls.log.rename(names)

    @property
    def number(self) -> int:
        """Which play of the evening it is, counted from 1."""
        return self._play.calls.state.play

    @property
    def status(self) -> PlayStatus:
        """Where the play is, by the table of `play.status`."""
        return self._play.calls.status

    @property
    def linemen(self) -> tuple[str, ...] | None:
        """The linemen of this play, as somebody said; None: their numbers count."""
        return self._linemen

    @property
    def over(self) -> bool:
        """Whether the play is counted and the power off: the next one may be set up."""
        return self.status is PlayStatus.COUNTED and not self._play.calls.power

    def _next(self, said: PlayMoved | None) -> OfficialOutcome:
        """Finish the last play and prepare the next one."""
        out = self._kept(self._play.calls.close())
        self._begin(said)
        return out

    def _line_up(self, said: LinemenNamed) -> None:
        """Set the linemen of the play that is about to begin; jersey numbers no longer decide."""
        calls = self._play.calls
        if calls.state.step is not PlayStep.SET or calls.power:
            return
        players = tuple(
            replace(each, lineman=each.id in said.linemen)
            if each.team is calls.state.offense
            else each
            for each in self._roster
        )
        self._setup = replace(self._setup, roster=Roster(players))
        self._judge = _judge_of(self._setup)
        self._drive(calls.state)
        self._linemen = said.linemen

    def _begin(self, said: PlayMoved | None) -> None:
        if self._setup.roster is not self._roster:
            self._setup = replace(self._setup, roster=self._roster)
            self._judge = _judge_of(self._setup)
        self._linemen = None
        self._drive(self._beginning(self.number + 1))
        if said is not None:
            dispatch.hear(self._play, 0, said)

    def _drive(self, state: PlayState) -> None:
        """Continue a play in a given state, on the board as it was last seen."""
        before = self._play.calls
        self._play = PlayDriver(self._setup, self._judge, self._state, state)
        # Who played last plays on, until somebody else is seen.
        self._play.calls.board, self._play.calls.on_field = before.board, before.on_field

    def _beginning(self, number: int) -> PlayState:
        tries = self._setup.rulebook.calls.stops.on_tries.value
        return state_before_play(self._state, stops_on_tries=tries, play=number)

    def _kept(self, out: OfficialOutcome) -> OfficialOutcome:
        """Apply the events of an outcome, and what follows of itself, to the state of the game."""
        for event in out.events:
            self._state = self._fold.after(self._state, event)
        if not out.events:
            return out
        self._state, follows = self._fold.with_what_follows(self._state)
        return replace(out, events=(*out.events, *follows))


def _judge_of(setup: GameSetup) -> PlayJudge:
    return PlayJudge(setup.rulebook.calls, setup.field, setup.roster, setup.thresholds)


def _names(said: Declaration) -> tuple[str, ...]:
    """The players whom a declaration names."""
    match said:
        case PlayMoved(carrier=name) | PlayNamed(carrier=name):
            named = [name]
        case KickNamed():
            named = [said.kicker, said.returner]
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
