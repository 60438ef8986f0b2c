"""The calls of one play: what they are made by, what they lead to, what they come to in the end."""

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
from referee.official.declarations.context import DeclarationContext
from referee.official.declarations.handlers import answer_declaration
from referee.official.declarations.loose_ball import calls_after_last_try
from referee.official.outcome import OfficialOutcome
from referee.official.play.call_log import CallLog
from referee.official.play.game_events import events_of_play
from referee.official.play.phase_state import phase_state_of, return_start_of
from referee.official.play.power_run import GameSetup, PlayHistory, PowerRun
from referee.official.play.state import PlayState, state_at_stop
from referee.official.play.transitions import (
    Transition,
    TransitionContext,
    dead_without_next_step,
    transition_of,
)
from referee.rulebooks.play_step import PlayStep


class PlayCalls:
    """Keeps where a play stands in step with its calls. `play` has the frames and the power."""

    def __init__(self, table: GameSetup, crew: PlayJudge, state: State, stand: PlayState) -> None:
        self.table, self.stand, self.state = table, stand, state
        self.slate = CallLog(table.levels.wait_ns)
        self.closed = False
        self.board: BoardFrame | None = None
        self.situation: PhaseState | None = None
        self._crew = crew
        self._passing = PassPlay(table.book, stand.offense)
        self._on_field = tuple(sorted(player.id for player in table.roster))
        self._box: TackleBox | None = None
        self._stretch: PowerRun | None = None
        self._next: Transition | None = None

    @property
    def power(self) -> bool:
        """Whether the newest frame shows power."""
        return self.board is not None and self.board.power

    def close(self) -> OfficialOutcome:
        """Nothing more comes: what is open is called, what the play came to is told."""
        left = () if self.situation is None else self._crew.close()
        out = self.take(left) + OfficialOutcome(tuple(self.slate.due(None)))
        return out + OfficialOutcome(events=self._events(None))

    def begin(self) -> OfficialOutcome:
        """Make the calls go by how the play stands now."""
        situation = self._situation()
        if situation is not None and situation.thrown is not None:
            full = self._passing.aimed(situation, situation.thrown)
            situation = replace(situation, thrown=full)
        if situation is None or situation == self.situation:
            return OfficialOutcome()
        self.situation = situation
        return self.take(self._crew.begin(situation))

    def take(self, calls: Iterable[Call]) -> OfficialOutcome:
        """Calls that are made, and what they lead to."""
        out = OfficialOutcome()
        for told in calls:
            call = dead_without_next_step(self.table.rulebook.procedure, told)
            if self.slate.refused(call):
                continue
            out += OfficialOutcome((self.slate.make(call),)) + self._lead(call)
        return out

    def at_rest(self, t_ns: int) -> DeclarationContext:
        """What is known now, for a declaration."""
        situation = self._situation()
        ended, board = self.slate.ended, self.board
        return DeclarationContext(
            self.table, self._passing, board, situation, ended, t_ns, power=self.power
        )

    @property
    def _known(self) -> PlayHistory:
        return PlayHistory(self._box, return_start_of(self.stand, self.state))

    def _next_situation(self) -> PhaseState | None:
        """What the calls will go by once there is power."""
        coming = replace(self.stand, phase=self._phase_of(self.stand.period))
        return phase_state_of(coming, self.state, self._on_field, self._box)

    def _situation(self) -> PhaseState | None:
        return phase_state_of(self.stand, self.state, self._on_field, self._box)

    def _go_on(self, then: PlayStep) -> OfficialOutcome:
        """The play is another one from here on, under power: he runs with the ball."""
        same = then is self.stand.period
        phase = PlayPhase.RUN if same else self._phase_of(then)
        self.stand = replace(self.stand, last=self.stand.period, period=then, phase=phase)
        out = self.begin()
        if not same and self.situation is not None and self.board is not None:
            at_ns, seen = self.board.t_ns, self._known
            self._stretch = PowerRun(self.table, self.stand, self.situation, seen, at_ns, 0)
        return out

    def _phase_of(self, period: PlayStep) -> PlayPhase | None:
        return self.table.rulebook.procedure.row(period).phase or self.stand.phase

    def _lead(self, call: Call) -> OfficialOutcome:
        ended, slate, ground = (
            self.slate.ended,
            self.slate,
            TransitionContext(self.table, self.state),
        )
        again = ended is not None and call.episode == ended.episode
        if again and call.kind is CallKind.BROKEN_TACKLE:
            self.stand = slate.reopen() or self.stand
            return OfficialOutcome(restore=not self.power)
        if ended is not None and not again:
            return OfficialOutcome()
        stand = slate.before if again and slate.before is not None else self.stand
        found = transition_of(ground, stand, self.situation, call)
        if found is None:
            return OfficialOutcome()
        if found.then is PlayStep.DEAD:
            slate.end(call, stand)
            self.stand = replace(found.stand, period=PlayStep.DEAD, bare=False)
            self._next = None
            return OfficialOutcome()
        slate.reopen()
        self.stand = found.stand
        if found.at_once and found.then is not None:
            return self._go_on(found.then)
        return self._leads_to(found, off=not self.power)

    def _leads_to(self, found: Transition, *, off: bool) -> OfficialOutcome:
        """What comes next, at once if the power is off, else when it goes off."""
        self._next = None if off else found
        return self._at_stop(found.then) if off else OfficialOutcome()

    def _at_stop(self, then: PlayStep | None) -> OfficialOutcome:
        """The power is off; a play that was named before it was due may be due now."""
        procedure = self.table.rulebook.procedure
        tried = self.stand.period is PlayStep.RECOVERY
        self.stand = state_at_stop(procedure, self.stand, then)
        if tried and self.board is not None:
            self.stand = replace(self.stand, tries=self.stand.tries + 1)
            return self.take(calls_after_last_try(self.at_rest(self.board.t_ns), self.stand))
        if self.stand.last is PlayStep.SNAP and self.stand.shotgun:
            self.stand = replace(self.stand, dice=(RollKind.SNAP,), shotgun=False)
        meant = self.stand.meant
        plays = procedure.row(self.stand.last).plays or {}
        if meant is None or meant.play not in plays or self.board is None:
            return OfficialOutcome()
        answer = answer_declaration(
            self.at_rest(self.board.t_ns), replace(self.stand, meant=None), meant
        )
        self.stand = answer.stand
        return self.take(answer.calls)

    def _events(self, t_ns: int | None) -> tuple[Event, ...]:
        """Once nothing can change the play any more: what it means for the game."""
        ended = self.slate.ended
        if ended is None or self.closed or self.stand.dice:
            return ()
        if t_ns is not None and t_ns - ended.t_ns < self._settles_ns:
            return ()
        self.closed = True
        return events_of_play(final_calls(self.slate.made), self.stand, self.state)

    @property
    def _settles_ns(self) -> int:
        touch, levels = self.table.rulebook.calls.touch, self.table.levels
        falls_ns = ns_from_s(touch.falling_s.value) if touch.falling_breaks.value else 0
        return max(falls_ns, levels.coast_ns) + levels.wait_ns
