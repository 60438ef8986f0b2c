"""The crew: all calls of one phase of a play together.

Feed it every frame in order. It answers with the calls that are made and whether the power has to
go off; a call may wait a few frames for another that may have come first, the power never does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import ENDS_PLAY, Call, CallAction, CallKind
from referee.calls.call_rules import CallRules
from referee.calls.contact.contact_tracker import ContactTracker
from referee.calls.engine.active_detectors import ActiveDetectors
from referee.calls.engine.lost_carrier import LostCarrier, unknown_ball_call
from referee.calls.engine.play_end import PlayEnd, in_call_order
from referee.calls.engine.power_off import call_at_power_off
from referee.calls.frame import BoardFrame
from referee.calls.passing.catch_result import JudgingContext
from referee.calls.phase_state import CARRIED, PhaseState, PlayPhase
from referee.calls.tackle.sack import Sacks
from referee.calls.tackle.tackle import Tackles
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster


@dataclass(frozen=True, slots=True)
class FrameDecision:
    """What a frame led to."""

    calls: tuple[Call, ...] = ()
    cut: bool = False


class PlayJudge:
    """Judges one game, phase by phase, under one rulebook."""

    def __init__(
        self,
        rules: CallRules,
        field: FieldProfile,
        roster: Roster,
        levels: Thresholds | None = None,
    ) -> None:
        self._rules, self._field = rules, field
        self._levels = levels or Thresholds()
        self._players = {player.id: player for player in roster}
        self._last: BoardFrame | None = None
        self._phase: _PhaseJudge | None = None
        self.awake = ActiveDetectors(JudgingContext(rules, field, self._players, self._levels))

    def begin(self, situation: PhaseState) -> tuple[Call, ...]:
        """Start a phase; returns what was still open of the one before."""
        for name in situation.on_field:
            if name not in self._players:
                raise BadValue("on_field", name, f"one of {', '.join(self._players)}")
        if (carrier := situation.carrier) is not None:
            team = self._players[carrier].team
            if team is not situation.team:
                raise BadValue("carrier", carrier, f"a player of the {situation.team.value} team")
        left = self.close()
        self._phase = _PhaseJudge(self, situation)
        return left

    def see(self, board: BoardFrame) -> FrameDecision:
        """Take in a frame. One that repeats the last changes nothing."""
        if self._phase is None:
            raise BadValue("situation", None, "a phase that has begun, before the first frame")
        if self._last is not None:
            if board == self._last:
                return FrameDecision()
            if board.t_ns <= self._last.t_ns:
                allowed = f"later than the frame before ({self._last.t_ns})"
                raise BadValue("t_ns", board.t_ns, allowed)
        for seen in board.seen:
            if seen.player not in self._players:
                raise BadValue("player", seen.player, f"one of {', '.join(self._players)}")
        self._last = board
        return self._phase.see(board)

    def close(self) -> tuple[Call, ...]:
        """End the phase: what waited is called, what is open and worth a flag is flagged."""
        return () if self._phase is None else tuple(self._phase.close())

    def whistle_of(self, situation: PhaseState) -> PlayEnd:
        """The whistle of a phase."""
        return PlayEnd(self._rules, self._field, self._levels, situation)

    @property
    def levels(self) -> Thresholds:
        """How sure a call has to be."""
        return self._levels

    @property
    def coasting_counts(self) -> bool:
        """Whether what bases do while they roll out still counts."""
        return self._rules.touch.coasting.value


class _PhaseJudge:
    """One phase while it runs. A new run of the board within it starts afresh."""

    def __init__(self, crew: PlayJudge, situation: PhaseState) -> None:
        self._crew, self._situation = crew, situation
        self._whistle = crew.whistle_of(situation)
        self._parts = crew.awake.parts(situation)
        self._fall = crew.awake.fall(situation)
        self._flight = crew.awake.flight(situation)
        self._loose = crew.awake.loose(situation)
        self._running = False
        self._off_ns: int | None = None
        self._powered_ns: int | None = None
        self._said = False
        carried = situation.carrier if situation.phase in CARRIED else None
        play = situation.play
        self._unseen = None if carried is None else LostCarrier(carried, crew.levels, play)

    def see(self, board: BoardFrame) -> FrameDecision:
        """Take in a frame that has been checked."""
        heard = self._judged(board)
        again = [] if self._unseen is None else self._unseen.again(board)
        return replace(heard, calls=(*heard.calls, *again)) if again else heard

    def _judged(self, board: BoardFrame) -> FrameDecision:
        flies = self._undecided
        settling = self._whistle.over or self._whistle.waits or flies
        live = self._live(board)
        if not live and not settling:
            if self._running and self._powered_ns is not None:
                return self._just_off(board, self._powered_ns)
            left = self.close() if self._running else []
            self._running = False
            return FrameDecision(tuple(left))
        if live and not self._running and not settling:
            self._wake()
            if self._unseen is not None:
                self._unseen.forget()
        self._running = live
        made = self._unknown(board) if live and not self._whistle.over else []
        found = [call for part in self._parts for call in part.see(board)]
        if self._fall is not None:
            found += self._fall.see(board, found)
        found = [self._with_hidden(board, call) for call in found]
        made += self._whistle.hear(board.t_ns, found, self._open_doubts)
        if self._flight is not None:
            made += self._flight.see(board)
        if self._loose is not None:
            made += self._loose.see(board)
        cut = any(call.action is CallAction.CUT for call in made)
        cut = cut or self._whistle.waits or self._undecided
        return FrameDecision(tuple(made), cut)

    def _just_off(self, board: BoardFrame, powered_ns: int) -> FrameDecision:
        """The first frame that no longer counts: it may show what happened while it did."""
        self._running, self._powered_ns = False, None
        found = [call for part in self._parts for call in part.see(board)]
        found = [call_at_power_off(call, powered_ns) for call in found]
        made = self._whistle.hear(board.t_ns, found, self._open_doubts)
        return FrameDecision((*made, *self.close()), self._whistle.waits)

    def close(self) -> list[Call]:
        """End the phase."""
        if self._flight is not None:
            return self._flight.close()
        if self._loose is not None:
            left = self._loose.close()
            self._loose = self._crew.awake.loose(self._situation)
            return left
        if self._whistle.over:
            return []
        if self._whistle.waits:
            return self._whistle.blow()
        open_calls = in_call_order([call for part in self._parts for call in part.close()])
        self._wake()
        return open_calls

    @property
    def _undecided(self) -> bool:
        """Whether somebody surely has the ball of a pass or a fumble, and it is open who first."""
        watched = (self._flight, self._loose)
        return any(each is not None and each.waits for each in watched)

    def _wake(self) -> None:
        """A new run of the board: its calls begin afresh."""
        self._parts = self._crew.awake.parts(self._situation)
        self._fall = self._crew.awake.fall(self._situation)

    def _live(self, board: BoardFrame) -> bool:
        """Whether what happens counts: with power on, or coasting where the rulebook says so."""
        if board.power:
            self._off_ns, self._powered_ns = None, board.t_ns
            return True
        if self._off_ns is None:
            self._off_ns = board.t_ns
            if self._crew.coasting_counts:
                self._powered_ns = None
        coasting = board.t_ns - self._off_ns <= self._crew.levels.coast_ns
        return self._running and coasting and self._crew.coasting_counts

    def _unknown(self, board: BoardFrame) -> list[Call]:
        """Nobody knows who has the ball, or he is out of sight: power off, nothing is guessed."""
        if self._unseen is not None:
            return self._unseen.see(board, (hit for hits in self._hits for hit in hits.each))
        phase = self._situation.phase
        if phase is PlayPhase.IN_THE_AIR and self._flight is None:
            return self._once(board, "nobody said where the ball lies")
        return self._once(board, "nobody said who has the ball") if phase in CARRIED else []

    def _once(self, board: BoardFrame, reason: str) -> list[Call]:
        if self._said:
            return []
        self._said = True
        return [
            unknown_ball_call(board, CallKind.CARRIER_UNKNOWN, (), reason, self._situation.play)
        ]

    @property
    def _hits(self) -> list[ContactTracker]:
        return [part.hits for part in self._parts if isinstance(part, Tackles | Sacks)]

    def _with_hidden(self, board: BoardFrame, call: Call) -> Call:
        """Whoever may have been there first without being seen makes an end one to look at."""
        if call.kind not in ENDS_PLAY:
            return call
        names = (
            name
            for hits in self._hits
            for name in hits.hidden(board.t_ns)
            if name not in call.players
        )
        reasons = (f"{name} was not seen and may have been there first" for name in names)
        return replace(call, flag=tuple(dict.fromkeys((*call.flag, *reasons))))

    def _open_doubts(self, t_ns: int) -> list[str]:
        """Touches and crossings before an instant that are neither sure nor over."""
        fell = [] if self._fall is None else self._fall.open_doubts(t_ns)
        return [*fell, *(each for part in self._parts for each in part.open_doubts(t_ns))]
