"""The simulated coach: sees the snapshots, moves the hands, and plays to the final whistle.

    coach = SimulatedCoach(night, BoardHands(board), FingerTaps(board, rng), seed=1)
    while not coach.over:
        coach.step()     # about ten times a second

It sees what a person in front of the screen and the board sees: the snapshots, whether its hands
are done, and the numbers on figures, at which it points with a finger. Never the physics' truth.
"""

from __future__ import annotations

import numpy as np

from referee.calls.play_name import PlayName
from referee.core.clock import S_NS, ns_from_s
from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose, apart_mm
from referee.game.state import GamePhase
from referee.night.commands import ClearFault, StopBoard
from referee.night.gate import CLEARED_BY_LOOKING, SWITCHED_OFF, PowerReasonKind
from referee.night.interface import NightInterface
from referee.night.phase import NightPhase
from referee.night.screen.snapshot import Snapshot
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure
from referee.sim.coach.board_hands import BoardHands
from referee.sim.coach.coach_context import CoachContext
from referee.sim.coach.command_sender import CommandSender
from referee.sim.coach.finger_taps import FingerTaps
from referee.sim.coach.line_up.substitutions import SUBSTITUTIONS_STREAM, Substitutions
from referee.sim.coach.name_corrections import NameCorrections
from referee.sim.coach.plays.between_plays import BetweenPlays
from referee.sim.coach.plays.stops import StopDecisions

# Bases roll on, and calls come a little after what they are about.
SETTLE_NS = ns_from_s(0.9)
# A play that came to nothing is given up after so long.
NOTHING_NS = 4 * S_NS
LOOKS_S = (0.7, 1.5)
LONGEST_S = 20.0
AGAIN_NS = 2 * S_NS
# A carrier that gets no farther than this in so long is jammed, and a person stops the board.
JAM_MM = 6.0
JAM_NS = 4 * S_NS
# A fault that does not go away is cleared again after so long.
CLEAR_AGAIN_NS = S_NS
# While one of these holds the coach has not seen yet that all is quiet.
NOT_QUIET = frozenset(
    {
        PowerReasonKind.PICTURES,
        PowerReasonKind.NOT_WATCHING,
        PowerReasonKind.SWITCH,
        PowerReasonKind.HANDS,
    }
)
_BETWEEN = frozenset({PlayStep.SET, PlayStep.DEAD})


class SimulatedCoach:
    """Plays both sides. ``introduces``: it names the players once the first line-up stands."""

    def __init__(
        self,
        desk: NightInterface,
        hands: BoardHands,
        taps: FingerTaps,
        seed: int = 0,
        *,
        plays_a_quarter: int | None = None,
        introduces: bool = False,
    ) -> None:
        if plays_a_quarter is not None and not 1 <= plays_a_quarter <= 500:
            raise BadValue("plays a quarter", plays_a_quarter, "1 to 500")
        self.commands = CommandSender(desk)
        self.over = False
        self._desk, self._hands, self._taps = desk, hands, taps
        self._rng = np.random.default_rng([seed, 77])
        self._substitutions_rng = np.random.default_rng([seed, SUBSTITUTIONS_STREAM])
        self._plays_a_quarter, self._introduces = plays_a_quarter, introduces
        self._context: CoachContext | None = None
        self._was_on = False
        self._on_ns = self._off_ns = self._asked_ns = 0
        self._cleared_ns = -CLEAR_AGAIN_NS
        self._quiet_ns: int | None = None
        # Where the ball was when it last got on, and when that was.
        self._jam: Pose | None = None
        self._jam_ns = 0
        self._entries = 0
        self._looks_s = LOOKS_S[1]

    @property
    def live(self) -> bool:
        """Whether a play is on, from the snap to its end."""
        return self._context is not None and self._context.live

    def step(self) -> None:
        """Look, and do the next thing if there is one."""
        about, at = self._desk.about, self._desk.snapshot
        if about is None or at is None or self.over:
            return
        if self._context is None:
            self._context = CoachContext(
                about,
                self._hands,
                self._taps,
                self.commands,
                self._rng,
                Substitutions(about.roster, self._substitutions_rng),
            )
            self._names = NameCorrections(self._context, introduced=not self._introduces)
            self._between = BetweenPlays(self._context, self._plays_a_quarter)
            self._stops = StopDecisions(self._context)
        self.over = at.state.phase is GamePhase.OVER
        if self.over or not self.commands.answered(at):
            return
        if at.power:
            self._running(self._context, at)
        else:
            self._still(self._context, at)

    def _running(self, context: CoachContext, at: Snapshot) -> None:
        """The board runs: look for whoever has the ball, and stop it for a pass in time."""
        now_ns = self._desk.now_ns
        if not self._was_on:
            self._was_on, self._on_ns = True, now_ns
            self._looks_s = float(self._rng.uniform(*LOOKS_S))
            if not context.live:
                self._entries = len(at.entries)
            context.live = True
            self._between.forget()
        self._see_carrier(context, at)
        on_s = (now_ns - self._on_ns) / S_NS
        jammed = self._jammed(context, at)
        wanted = jammed or on_s >= (self._looks_s if self._looks(context, at) else LONGEST_S)
        if wanted and now_ns - self._asked_ns >= AGAIN_NS and at.notice.pulse_ns is None:
            self._asked_ns = now_ns
            context.submit(at, StopBoard())

    def _jammed(self, context: CoachContext, at: Snapshot) -> bool:
        """Whether the ball has got no farther for a while, so that nothing comes of shaking on."""
        here = context.memory.last_carrier
        now_ns = self._desk.now_ns
        moved = here is None or self._jam is None or apart_mm(here, self._jam) > JAM_MM
        if moved or at.notice.carrier is None:
            self._jam, self._jam_ns = here, now_ns
        return now_ns - max(self._jam_ns, self._on_ns) >= JAM_NS

    def _looks(self, context: CoachContext, at: Snapshot) -> bool:
        """Whether to stop the board after the passer's look: a pass is meant, or a read."""
        intent = context.memory.intent
        if intent is None or not stop_is_free_choice(
            context.about.rulebook.procedure, at.notice.step
        ):
            return False
        late = intent.passes or intent.play in (PlayName.DRAW, PlayName.DELAY, PlayName.READ_OPTION)
        return late and at.notice.step in (PlayStep.POCKET, PlayStep.READ, PlayStep.SCRAMBLE)

    def _still(self, context: CoachContext, at: Snapshot) -> None:
        now_ns = self._desk.now_ns
        if self._was_on:
            self._was_on, self._off_ns = False, now_ns
            self._stops.begin()
        self._see_carrier(context, at)
        waits = self._waits_for_clear(at)
        if not self._hands.free or not self._hands.resting or now_ns - self._off_ns < SETTLE_NS:
            self._names.stir(at.t_ns)
            return
        if waits:
            self._clear(context, at)
        elif self._names.introduced and self._minds_names(at) and self._names.step(at):
            return
        elif at.phase is NightPhase.BROKEN_OFF:
            self._goes_on(context, at)
        elif at.notice.step not in _BETWEEN:
            self._stops.step(at)
        elif not self._still_open(context, at):
            self._settled(context, at)

    def _waits_for_clear(self, at: Snapshot) -> bool:
        """Whether somebody has to look and clear; the coach looks for how long all is quiet."""
        kinds = {reason.kind for reason in at.reasons}
        waits = bool(at.alarm) or bool(kinds & CLEARED_BY_LOOKING)
        if not waits or kinds & NOT_QUIET:
            self._quiet_ns = None
        elif self._quiet_ns is None:
            self._quiet_ns = self._desk.now_ns
        return waits

    def _clear(self, context: CoachContext, at: Snapshot) -> None:
        """Do what the page asks of a person. What a person switched off is left to a person."""
        now_ns = self._desk.now_ns
        looked = self._quiet_ns is not None and now_ns - self._quiet_ns >= SETTLE_NS
        if SWITCHED_OFF in at.reasons or not looked:
            return
        if now_ns - self._cleared_ns >= CLEAR_AGAIN_NS:
            self._cleared_ns = now_ns
            context.submit(at, ClearFault())

    def _goes_on(self, context: CoachContext, at: Snapshot) -> None:
        """Do with a play that was broken off what the page says: go on, or take its first offer."""
        broken = at.broken_off
        if at.offers and broken is not None and not broken.goes_on:
            self._between.forget()
            context.submit(at, at.offers[0].command)
        else:
            context.ready(at)  # where it was: nobody may be turned, nothing is named

    def _minds_names(self, at: Snapshot) -> bool:
        """Once a play is over, whoever lies or is not seen is put up again with everybody else."""
        return at.notice.step not in _BETWEEN or self._between.lined_up(at)

    def _still_open(self, context: CoachContext, at: Snapshot) -> bool:
        """Whether what the play came to is still to be told; dice are rolled."""
        if at.notice.step is not PlayStep.DEAD or not context.live:
            return False
        if context.rolls(at):
            return True
        told = len(at.entries) > self._entries
        return not told and self._desk.now_ns - self._off_ns < NOTHING_NS

    def _settled(self, context: CoachContext, at: Snapshot) -> None:
        context.live = False
        line_up = context.memory.line_up
        if not self._names.introduced and line_up is not None:
            self._names.introduce(at)
            return
        if not self._between.lined_up(at) and self._names.say_who_played(at):
            return
        self._between.step(at)

    def _see_carrier(self, context: CoachContext, at: Snapshot) -> None:
        carrier = at.notice.carrier
        if carrier is not None:
            pose = context.scene(at).poses.get(carrier)
            context.memory.last_carrier = pose or context.memory.last_carrier


def stop_is_free_choice(procedure: Procedure, step: PlayStep) -> bool:
    """Whether the holder of the switch may stop the board at any time in a step."""
    if step not in procedure:
        return False
    return any(stop.at.value == "anywhere" for stop in procedure.row(step).stops)
