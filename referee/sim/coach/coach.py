"""The simulated coach: sees the desk, moves the hands, and plays a game to the final whistle.

    driver = Driver(desk, BoardHands(board), seed=1)
    while not driver.over:
        driver.step()     # about ten times a second

He sees what a person in front of the screen and the board sees, and never the physics' truth.
"""

from __future__ import annotations

import numpy as np

from referee.calls.play_name import PlayName
from referee.core.clock import S_NS, ns_from_s
from referee.core.errors import BadValue
from referee.game.state import GamePhase
from referee.night.commands import ClearAlarm, NamePlayers, StopBoard
from referee.night.interface import NightInterface
from referee.night.night import CLEAR_FIRST
from referee.night.phase import NightPhase
from referee.night.screen.snapshot import Snapshot
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure
from referee.sim.coach.board_hands import BoardHands
from referee.sim.coach.coach_context import CoachContext
from referee.sim.coach.command_sender import CommandSender
from referee.sim.coach.plays.between_plays import BetweenPlays
from referee.sim.coach.plays.stops import StopDecisions

# Bases roll on, and calls come a little after what they are about.
SETTLE_NS = ns_from_s(0.9)
# A play that came to nothing is given up after so long.
NOTHING_NS = 4 * S_NS
LOOKS_S = (0.7, 1.5)
LONGEST_S = 20.0
AGAIN_NS = 2 * S_NS
PLAYS_A_QUARTER = 25
_BETWEEN = frozenset({PlayStep.SET, PlayStep.DEAD})


class SimulatedCoach:
    """Plays both sides. ``introduces``: he says who stands where once the first line-up stands."""

    def __init__(
        self,
        desk: NightInterface,
        hands: BoardHands,
        seed: int = 0,
        *,
        plays_a_quarter: int = PLAYS_A_QUARTER,
        introduces: bool = False,
    ) -> None:
        if not 1 <= plays_a_quarter <= 500:
            raise BadValue("plays a quarter", plays_a_quarter, "1 to 500")
        self.wishes = CommandSender(desk)
        self.over = False
        self._desk, self._hands = desk, hands
        self._rng = np.random.default_rng([seed, 77])
        self._plays_a_quarter, self._introduced = plays_a_quarter, not introduces
        self._seat: CoachContext | None = None
        self._was_on = False
        self._on_ns = self._off_ns = self._asked_ns = 0
        self._entries = 0
        self._looks_s = LOOKS_S[1]

    @property
    def live(self) -> bool:
        """Whether a play is on, from the snap to its end."""
        return self._seat is not None and self._seat.live

    def step(self) -> None:
        """Look, and do the next thing if there is one."""
        about, at = self._desk.about, self._desk.snapshot
        if about is None or at is None or self.over:
            return
        if self._seat is None:
            self._seat = CoachContext(about, self._hands, self.wishes, self._rng)
            self._between = BetweenPlays(self._seat, self._plays_a_quarter)
            self._stops = StopDecisions(self._seat)
        self.over = at.state.stage is GamePhase.OVER
        if self.over or not self.wishes.answered(at):
            return
        if at.power:
            self._running(self._seat, at)
        else:
            self._still(self._seat, at)

    def _running(self, seat: CoachContext, at: Snapshot) -> None:
        """The board runs: look for whoever has the ball, and stop it for a pass in time."""
        now_ns = self._desk.now_ns
        if not self._was_on:
            self._was_on, self._on_ns = True, now_ns
            self._looks_s = float(self._rng.uniform(*LOOKS_S))
            if not seat.live:
                self._entries = len(at.entries)
            seat.live = True
            self._between.forget()
        self._see_carrier(seat, at)
        on_s = (now_ns - self._on_ns) / S_NS
        wanted = on_s >= (self._looks_s if self._looks(seat, at) else LONGEST_S)
        if wanted and now_ns - self._asked_ns >= AGAIN_NS and at.notice.pulse_ns is None:
            self._asked_ns = now_ns
            seat.wish(at, StopBoard())

    def _looks(self, seat: CoachContext, at: Snapshot) -> bool:
        """Whether the passer is to be stopped once he has looked: a pass is meant, or a read."""
        intent = seat.memory.intent
        if intent is None or not stop_is_free_choice(
            seat.about.rulebook.procedure, at.notice.period
        ):
            return False
        late = intent.passes or intent.play in (PlayName.DRAW, PlayName.DELAY, PlayName.READ_OPTION)
        return late and at.notice.period in (PlayStep.POCKET, PlayStep.READ, PlayStep.SCRAMBLE)

    def _still(self, seat: CoachContext, at: Snapshot) -> None:
        now_ns = self._desk.now_ns
        if self._was_on:
            self._was_on, self._off_ns = False, now_ns
            self._stops.begin()
        self._see_carrier(seat, at)
        if not self._hands.free or not self._hands.resting or now_ns - self._off_ns < SETTLE_NS:
            return
        if at.alarm or CLEAR_FIRST in at.reasons:
            seat.wish(at, ClearAlarm())
        elif self._introduced and self._minds_names(at) and seat.names(at):
            return
        elif at.moment is NightPhase.BROKEN_OFF:
            seat.ready(at)  # it goes on where it was: nobody may be turned, nothing is named
        elif at.notice.period not in _BETWEEN:
            self._stops.step(at)
        elif not self._still_open(seat, at):
            self._settled(seat, at)

    def _minds_names(self, at: Snapshot) -> bool:
        """Once a play is over, whoever lies or is not seen is put up again with everybody else."""
        return at.notice.period not in _BETWEEN or self._between.lined_up(at)

    def _still_open(self, seat: CoachContext, at: Snapshot) -> bool:
        """Whether what the play came to is still to be told; dice are rolled."""
        if at.notice.period is not PlayStep.DEAD or not seat.live:
            return False
        if seat.rolls(at):
            return True
        told = len(at.entries) > self._entries
        return not told and self._desk.now_ns - self._off_ns < NOTHING_NS

    def _settled(self, seat: CoachContext, at: Snapshot) -> None:
        seat.live = False
        line_up = seat.memory.line_up
        if not self._introduced and line_up is not None:
            self._introduced = True
            seat.wish(at, NamePlayers(self._hands.places()))
            return
        self._between.step(at)

    def _see_carrier(self, seat: CoachContext, at: Snapshot) -> None:
        carrier = at.notice.carrier
        if carrier is not None:
            pose = seat.scene(at).poses.get(carrier)
            seat.memory.last_carrier = pose or seat.memory.last_carrier


def stop_is_free_choice(procedure: Procedure, period: PlayStep) -> bool:
    """Whether the one who holds the switch may stop the board in a period when he likes."""
    if period not in procedure:
        return False
    return any(stop.at.value == "anywhere" for stop in procedure.row(period).stops)
