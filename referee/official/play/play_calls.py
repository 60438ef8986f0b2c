"""The calls of one play: which detectors make them, what follows, and the play's events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.calls.call import Call, CallKind, final_calls
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame
from referee.calls.passing.pass_play import PassPlay
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.play_name import RollKind
from referee.calls.tackle_box import TackleBox
from referee.core.clock import ns_from_s
from referee.game.events import Event
from referee.game.state import State
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.handlers import answer_declaration
from referee.official.declarations.loose_ball import calls_after_last_try
from referee.official.game_setup import GameSetup, PlayHistory
from referee.official.kicks.board_calls import kick_calls
from referee.official.kicks.coming_down import come_down
from referee.official.kicks.stages import next_stage
from referee.official.outcome import OfficialOutcome
from referee.official.play.call_log import CallLog
from referee.official.play.game_events import events_of_play, note_of_call
from referee.official.play.on_field import OnField
from referee.official.play.phase_state import phase_state_of, return_start_of
from referee.official.play.power_run import PowerRun
from referee.official.play.state import PlayState, state_at_stop
from referee.official.play.status import PlayEvent, PlayStatus, status_after
from referee.official.play.transition import Transition
from referee.official.play.transitions import (
    TransitionContext,
    dead_without_next_step,
    transition_of,
)
from referee.rulebooks.play_step import PlayStep


class PlayCalls:
    """Keeps the state of a play in step with its calls; `PlayDriver` has the frames and the power.

    ``next_step`` is what comes once the power is off, ``interrupted_ns`` since when the run waits.
    """

    def __init__(self, setup: GameSetup, judge: PlayJudge, game: State, state: PlayState) -> None:
        self.setup, self.game, self.state, self.judge = setup, game, state, judge
        self.status = PlayStatus.BEFORE_SNAP
        self.log = CallLog(setup.thresholds.wait_ns)
        self.board: BoardFrame | None = None
        self.phase_state: PhaseState | None = None
        self.pass_play = PassPlay(setup.judging, state.offense)
        self.box: TackleBox | None = None
        self.run: PowerRun | None = None
        self.next_step: Transition | None = None
        self.interrupted_ns: int | None = None
        self._rests_ns = 0
        self.on_field = OnField(setup.roster)

    @property
    def power(self) -> bool:
        """Whether the newest frame shows power."""
        return self.board is not None and self.board.power

    @property
    def history(self) -> PlayHistory:
        """What was seen of the play so far."""
        return PlayHistory(self.box, return_start_of(self.state, self.game, self.setup.field))

    def happens(self, event: PlayEvent) -> None:
        """Move the play along its table of states by an event."""
        self.status = status_after(self.status, event)

    def close(self) -> OfficialOutcome:
        """End the play: return the calls that are still open, and the play's events."""
        left = () if self.phase_state is None else self.judge.close()
        out = self.take(left) + OfficialOutcome(tuple(self.log.due(None)))
        return out + OfficialOutcome(events=self.events(None))

    def begin(self) -> OfficialOutcome:
        """Start the detectors that belong to the play's state."""
        phase_state = self._phase_state(self.state)
        if phase_state is not None and phase_state.thrown is not None:
            full = self.pass_play.aimed(phase_state, phase_state.thrown)
            phase_state = replace(phase_state, thrown=full)
        if phase_state is None or phase_state == self.phase_state:
            return OfficialOutcome()
        self.phase_state = phase_state
        return self.take(self.judge.begin(phase_state))

    def take(self, calls: Iterable[Call]) -> OfficialOutcome:
        """Add calls and apply what follows from each."""
        out = OfficialOutcome()
        for told in calls:
            for call in self._as_called(told):
                if not self.log.refused(call):
                    out += OfficialOutcome((self.log.make(call),)) + self._lead(call)
        return out

    def _as_called(self, told: Call) -> tuple[Call, ...]:
        """A call as the rulebook has it, with what follows from it at once."""
        if self.state.step is not PlayStep.KICKED_BALL:
            told = dead_without_next_step(self.setup.rulebook.procedure, told)
        return kick_calls(self.setup, self.game, self.state, self.board, told)

    def context(self, t_ns: int) -> DeclarationContext:
        """What a declaration is answered with: the setup and everything seen so far."""
        return DeclarationContext(
            self.setup,
            self.game,
            self.pass_play,
            self.board,
            self._phase_state(self.state),
            self.log.ended,
            t_ns,
            power=self.power,
        )

    def phase_state_with_power(self) -> PhaseState | None:
        """The state that the calls will go by once power is on."""
        return self._phase_state(replace(self.state, phase=self._phase_of(self.state.step)))

    def lead_to(self, found: Transition, *, off: bool) -> OfficialOutcome:
        """Go to the next step: now if the power is off, else when it goes off."""
        if off:
            return self.stop(found.then)
        self.next_step = found
        self.happens(PlayEvent.NEXT_STEP)
        return OfficialOutcome()

    def stop(self, then: PlayStep | None) -> OfficialOutcome:
        """Take in that power is off; a play that was named early may be due now."""
        procedure = self.setup.rulebook.procedure
        ran = self.state.step
        tried = ran in (PlayStep.RECOVERY, PlayStep.KICKED_BALL)
        self.next_step = self.interrupted_ns = None
        self.state = state_at_stop(procedure, self.state, then)
        if not self.state.phase_only:
            self.happens(PlayEvent.STOPPED)
        if tried and self.board is not None:
            loose = self.state.loose
            self.state = replace(self.state, loose=replace(loose, tries=loose.tries + 1))
        if ran is PlayStep.RECOVERY and self.board is not None:
            return self.take(calls_after_last_try(self.context(self.board.t_ns), self.state))
        stage = None if self.state.kicking is None else self.state.kicking.stage
        if stage is not None and stage.run is ran and self.board is not None:
            self._rests_ns = self.board.t_ns + self.setup.thresholds.coast_ns
            return self._kick_on(next_stage(self.context(self.board.t_ns), self.state))
        if self.state.last is PlayStep.SNAP and self.state.shotgun:
            self.state = replace(self.state, dice=(RollKind.SNAP,), shotgun=False)
        return self.take_named()

    def take_named(self) -> OfficialOutcome:
        """A play that was named early may be due now; one that ends it waits for open dice."""
        named = self.state.play_to_come
        plays = self.setup.rulebook.procedure.row(self.state.last).plays or {}
        play = None if named is None else named.play
        if named is None or play is None or play not in plays or self.board is None:
            return OfficialOutcome()
        if self.state.dice and plays[play] is PlayStep.DEAD:
            return OfficialOutcome()
        due = replace(self.state, play_to_come=None)
        answer = answer_declaration(self.context(self.board.t_ns), due, named)
        self.state = answer.state
        return self.take(answer.calls) + self.counted(answer.event)

    def counted(self, event: Event | None) -> OfficialOutcome:
        """A play that a word has ended is counted at once; None: none has.

        Of a kick the journal keeps what the dice and the board have shown.
        """
        if event is None:
            return OfficialOutcome()
        self.happens(PlayEvent.COUNTED)
        kept = final_calls(self.log.made) if self.state.kicking is not None else []
        return OfficialOutcome(events=(event, *(note_of_call(call) for call in kept)))

    def kick_comes_down(self, t_ns: int) -> OfficialOutcome:
        """Look who is where a kick comes down, once the bases have come to rest."""
        kicking = self.state.kicking
        if kicking is None or not kicking.comes_down or self.power or t_ns < self._rests_ns:
            return OfficialOutcome()
        return self._kick_on(come_down(self.context(t_ns), self.state))

    def _kick_on(self, found: DeclarationResult) -> OfficialOutcome:
        self.state = found.state
        return self.take(found.calls) + self.counted(found.event)

    def go_on(self, then: PlayStep) -> OfficialOutcome:
        """Begin another step without a stop, as when a receiver runs on with the ball."""
        same = then is self.state.step
        phase = PlayPhase.RUN if same else self._phase_of(then)
        self.state = replace(self.state, last=self.state.step, step=then, phase=phase)
        out = self.begin()
        if not same and self.phase_state is not None and self.board is not None:
            at_ns = self.board.t_ns
            self.run = PowerRun(self.setup, self.state, self.phase_state, self.history, at_ns, 0)
        return out

    def events(self, t_ns: int | None) -> tuple[Event, ...]:
        """The events for the game, once nothing can change the play any more."""
        ended = self.log.ended
        if ended is None or self.status is PlayStatus.COUNTED or self.state.dice:
            return ()
        if t_ns is not None and t_ns - ended.t_ns < self._settles_ns:
            return ()
        self.happens(PlayEvent.COUNTED)
        fouls = self.setup.rulebook.game.fouls
        return events_of_play(final_calls(self.log.made), self.state, self.game, fouls)

    def _phase_state(self, state: PlayState) -> PhaseState | None:
        on_field = self.on_field.names(state.involved)
        return phase_state_of(state, self.game, on_field, self.box)

    def _phase_of(self, step: PlayStep) -> PlayPhase | None:
        return self.setup.rulebook.procedure.row(step).phase or self.state.phase

    def _lead(self, call: Call) -> OfficialOutcome:
        log, ended = self.log, self.log.ended
        again = ended is not None and call.episode == ended.episode
        if again and call.kind is CallKind.BROKEN_TACKLE:
            self.state = self._reopen() or self.state
            return OfficialOutcome(restore=not self.power)
        if ended is not None and not again:
            return OfficialOutcome()
        state = log.before if again and log.before is not None else self.state
        found = transition_of(
            TransitionContext(self.setup, self.game, self.board), state, self.phase_state, call
        )
        if found is None:
            return OfficialOutcome()
        if found.then is PlayStep.DEAD:
            log.end(call, state)
            self.state = replace(found.state, step=PlayStep.DEAD, phase_only=False)
            self.next_step = None
            self.happens(PlayEvent.ENDED)
            return OfficialOutcome()
        self._reopen()
        self.state = found.state
        if found.at_once and found.then is not None:
            return self.go_on(found.then)
        return self.lead_to(found, off=not self.power)

    def _reopen(self) -> PlayState | None:
        """The play's state before its end, which is taken back; None: it had not ended."""
        before = self.log.reopen()
        if before is None:
            return None
        if before.phase_only:
            self.happens(PlayEvent.MOVED_TO_PHASE)
            return before
        self.happens(PlayEvent.REOPENED)
        if self.interrupted_ns is not None:
            self.happens(PlayEvent.INTERRUPTED)
        elif not self.power:
            self.happens(PlayEvent.POWER_OFF)
        return before

    @property
    def _settles_ns(self) -> int:
        touch, thresholds = self.setup.rulebook.calls.touch, self.setup.thresholds
        falls_ns = ns_from_s(touch.falling_s.value) if touch.falling_breaks.value else 0
        return max(falls_ns, thresholds.coast_ns) + thresholds.wait_ns
