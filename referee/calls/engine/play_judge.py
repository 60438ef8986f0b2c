"""Judges a game frame by frame: all calls of one phase of a play together.

Feed it every frame in order. It answers with the calls that are made and whether the power has to
go off; a call may wait a few frames for another that may have come first, the power never does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import unknown_ball_call
from referee.calls.call_rules import CallRules
from referee.calls.contact.contact_tracker import OpponentContact
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.engine.active_detectors import (
    BALL_DETECTORS,
    CARRIER_DETECTORS,
    FALL_DETECTORS,
    ActiveDetectors,
)
from referee.calls.engine.hidden_first import HiddenFirst
from referee.calls.engine.lost_carrier import LostCarrier
from referee.calls.engine.play_end import PlayEnd, in_call_order
from referee.calls.engine.power_off import call_at_power_off
from referee.calls.engine.unseen_end import UnseenEnd
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import CARRIED, PhaseState, PlayPhase
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster


@dataclass(frozen=True, slots=True)
class FrameDecision:
    """The calls of a frame, and whether the power has to go off."""

    calls: tuple[Call, ...] = ()
    cut: bool = False


class PlayJudge:
    """Judges one game, phase by phase, under one rulebook."""

    def __init__(
        self,
        rules: CallRules,
        field: FieldProfile,
        roster: Roster,
        thresholds: Thresholds | None = None,
    ) -> None:
        self._context = JudgingContext.of(rules, field, roster, thresholds)
        self._detectors = ActiveDetectors(self._context)
        self._last: BoardFrame | None = None
        self._phase: _PhaseJudge | None = None

    def begin(self, state: PhaseState) -> tuple[Call, ...]:
        """Start a phase; return the calls that were still open in the phase before."""
        players = self._context.players
        for name in state.on_field:
            if name not in players:
                raise BadValue("on_field", name, f"one of {', '.join(players)}")
        if (carrier := state.carrier) is not None and players[carrier].team is not state.team:
            raise BadValue("carrier", carrier, f"a player of the {state.team.value} team")
        left = self.close()
        self._phase = _PhaseJudge(self._context, self._detectors, state)
        return left

    def update(self, frame: BoardFrame) -> FrameDecision:
        """Take in a frame. One that repeats the last changes nothing."""
        if self._phase is None:
            raise BadValue("phase", None, "a phase that has begun, before the first frame")
        if self._last is not None:
            if frame == self._last:
                return FrameDecision()
            if frame.t_ns <= self._last.t_ns:
                allowed = f"later than the frame before ({self._last.t_ns})"
                raise BadValue("t_ns", frame.t_ns, allowed)
        for seen in frame.seen:
            if seen.player not in self._context.players:
                raise BadValue("player", seen.player, f"one of {', '.join(self._context.players)}")
        if frame.power and self._last is not None and not self._last.power:
            self._detectors.counts.next_run()
        self._last = frame
        self._detectors.free.update(frame)
        self._detectors.trails.update(frame)
        return self._phase.update(frame)

    def close(self) -> tuple[Call, ...]:
        """End the phase; return the calls that waited, and flags for what stays open."""
        return () if self._phase is None else tuple(self._phase.over())


class _PhaseJudge:
    """One phase while it runs. A new power run within it starts afresh."""

    def __init__(
        self, context: JudgingContext, detectors: ActiveDetectors, state: PhaseState
    ) -> None:
        self._context, self._detectors, self._state = context, detectors, state
        self._end = PlayEnd(context, state)
        self._wake()
        self._ball = detectors.awake(BALL_DETECTORS, self._run)
        self._running = False
        self._live_ns = 0
        self._off_ns: int | None = None
        self._powered_ns: int | None = None
        self._unknown_called = False
        self._hidden: HiddenFirst | None = None
        self._unseen: UnseenEnd | None = None
        self._lost: LostCarrier | None = None
        if state.carrier is not None and state.phase in CARRIED:
            self._lost = LostCarrier(state.carrier, context.thresholds, state.play)

    def update(self, frame: BoardFrame) -> FrameDecision:
        """Take in a frame that has been checked."""
        decided = self._judged(frame)
        found = [] if self._lost is None else self._lost.found_again(frame)
        found += self._asked_late(frame)
        if self._hidden is not None:
            self._hidden.note(list(decided.calls))
            found += self._hidden.settled(frame.t_ns)
        return replace(decided, calls=(*decided.calls, *found)) if found else decided

    def _judged(self, frame: BoardFrame) -> FrameDecision:
        settling = self._end.over or self._end.waits or self._undecided
        live = self._live(frame)
        if not live and not settling:
            if self._running and self._powered_ns is not None:
                return self._just_off(frame, self._powered_ns)
            left = self.close() if self._running else []
            self._running = False
            return FrameDecision(tuple(left))
        if live and not self._running and not settling:
            self._wake()
            if self._lost is not None:
                self._lost.forget()
        if live and not self._running and self._carried:
            self._hidden = self._hidden if settling else HiddenFirst(self._run, frame.t_ns)
        self._running = live
        self._live_ns = frame.t_ns if live else self._live_ns
        made = self._unknown(frame) if live and not self._end.over else []
        found: list[Call] = []
        for detector in (*self._carried, *self._falls):
            calls = detector.update(frame)
            self._run.called += calls
            found += calls
        if self._hidden is not None:
            found = [self._hidden.with_doubts(call) for call in found]
        made += self._end.update(frame.t_ns, found, self._open_doubts)
        for detector in self._ball:
            made += detector.update(frame)
        cut = any(call.action is CallAction.CUT for call in made)
        return FrameDecision(tuple(made), cut or self._end.waits or self._undecided)

    def _just_off(self, frame: BoardFrame, powered_ns: int) -> FrameDecision:
        """Take in the first frame without power, which may show what happened before it."""
        self._running, self._powered_ns = False, None
        found = [call for detector in self._carried for call in detector.update(frame)]
        sure = self._context.thresholds.sure
        found = [call_at_power_off(call, powered_ns, frame.t_ns, sure) for call in found]
        made = self._end.update(frame.t_ns, found, self._open_doubts)
        return FrameDecision((*made, *self.close()), self._end.waits)

    def over(self) -> list[Call]:
        """End the phase: calls of what is still open, and of what was to be asked later."""
        return [*self.close(), *self._unseen_calls()]

    def close(self) -> list[Call]:
        """End the power run: calls of what is still open."""
        if self._ball:
            return [call for detector in self._ball for call in detector.close()]
        if self._end.over:
            return []
        if self._end.waits:
            return self._end.end_now()
        open_calls = [call for detector in self._carried for call in detector.close()]
        if self._hidden is not None and self._lost is not None:
            made = (*self._run.called, *open_calls)
            asked = {name for call in made if call.flagged for name in call.players}
            self._unseen = UnseenEnd(self._run, self._hidden.since_ns, self._live_ns, asked)
        self._hidden = None
        self._wake()
        return in_call_order(open_calls)

    def _asked_late(self, frame: BoardFrame) -> list[Call]:
        """Who may have ended the last run without being seen, once it is time to ask."""
        due = self._unseen is not None and (frame.power or self._unseen.due(frame.t_ns))
        return self._unseen_calls() if due else []

    def _unseen_calls(self) -> list[Call]:
        unseen, self._unseen = self._unseen, None
        return [] if unseen is None else unseen.calls()

    @property
    def _undecided(self) -> bool:
        """Whether a pass or fumble surely has a new carrier, but not yet which one was first."""
        return any(detector.waits for detector in self._ball)

    def _wake(self) -> None:
        """Start the detectors of a new power run."""
        self._run = self._detectors.run_of(self._state)
        self._carried = self._detectors.awake(CARRIER_DETECTORS, self._run)
        self._falls = self._detectors.awake(FALL_DETECTORS, self._run)

    def _live(self, frame: BoardFrame) -> bool:
        """Whether events count now: with power on, or while bases coast where a rule says so."""
        if frame.power:
            self._off_ns, self._powered_ns = None, frame.t_ns
            return True
        coasting_counts = self._context.rules.touch.coasting.value
        if self._off_ns is None:
            self._off_ns = frame.t_ns
            if coasting_counts:
                self._powered_ns = None
        coasting = frame.t_ns - self._off_ns <= self._context.thresholds.coast_ns
        return self._running and coasting and coasting_counts

    def _unknown(self, frame: BoardFrame) -> list[Call]:
        """The call that cuts the power because the carrier is not known or not seen; else None."""
        if self._lost is not None:
            return self._lost.update(frame, self._opponents)
        phase = self._state.phase
        if phase is PlayPhase.IN_THE_AIR and not self._ball:
            return self._once(frame, Doubt(DoubtKind.NOT_SAID, detail="where the ball lies"))
        return (
            self._once(frame, Doubt(DoubtKind.NOT_SAID, detail="who has the ball"))
            if phase in CARRIED
            else []
        )

    def _once(self, frame: BoardFrame, reason: Doubt) -> list[Call]:
        if self._unknown_called:
            return []
        self._unknown_called = True
        return [unknown_ball_call(frame, CallKind.CARRIER_UNKNOWN, reason, self._state.play)]

    @property
    def _opponents(self) -> list[OpponentContact]:
        """The opponents that the detectors of the carrier watch; none while nobody has the ball."""
        return self._run.contacts.opponents if self._carried else []

    def _open_doubts(self, t_ns: int) -> list[Doubt]:
        """Touches and crossings before an instant that are neither sure nor over."""
        detectors = (*self._falls, *self._carried)
        return [doubt for detector in detectors for doubt in detector.open_doubts(t_ns)]
