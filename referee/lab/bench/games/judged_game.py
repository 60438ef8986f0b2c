"""Plays whole games in step and has every play judged by the physics' truth.

report = play_game(WholeGame("efhl", 100), print)
report.wrong, report.reviewed_plays, report.touches
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from referee.calls.call import Call
from referee.core.clock import S_NS
from referee.game.events import PlayEnded, Scored, SeriesBegan, TryFailed
from referee.game.state import State
from referee.lab.bench.games.ball_carries import BallCarries
from referee.lab.bench.games.game_judge import GameJudge
from referee.lab.bench.games.game_report import GameReport, PlayReport
from referee.lab.bench.games.tape import TapedBoard
from referee.night.commands import Declare, ReportReady, StopBoard
from referee.night.night_output import NightOutput
from referee.rulebooks.play_step import PlayStep
from referee.sim.coach.table.lockstep_night import (
    QUICK_PACE,
    EyesKind,
    GameStuck,
    LockstepNight,
    NightSetup,
)
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.simulated_board import SimulatedBoard

QUARTERS = 4
_ENDS = (PlayEnded, Scored, SeriesBegan, TryFailed)
_SAYS = (Declare, ReportReady, StopBoard)
TellPlay = Callable[[PlayReport], None]
# Seeds nothing was tuned on.
SEEDS = {"efhl": 7121, "hefl": 7222}
PLAYS = {"efhl": 100, "hefl": 60}


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game: its rulebook, and how many plays from scrimmage."""

    rulebook: str
    plays: int

    @property
    def words(self) -> str:
        """As a table says it."""
        return f"{self.rulebook.upper()}, {self.plays} plays, {EyesKind.MADE_UP} eyes"


def play_game(wanted: WholeGame, tell: TellPlay) -> GameReport:
    """The game, from kickoff to the final whistle."""
    a_quarter = max(1, -(-wanted.plays // QUARTERS))
    setup = NightSetup(wanted.rulebook, SEEDS[wanted.rulebook], a_quarter, pace=QUICK_PACE)
    return JudgedGame(setup, tell).play()


class JudgedGame:
    """One night, watched from beside."""

    def __init__(self, setup: NightSetup, tell: TellPlay) -> None:
        self._setup, self._tell = setup, tell
        self._board: TapedBoard | None = None
        self.night = LockstepNight(setup, board=self._taped)
        # The judge goes by the figures that are there, not by what an enrolment made of them.
        stage, rulebook = self.night.simulated, self.night.about.rulebook
        self._judge = GameJudge(rulebook, stage.profile, stage.roster)
        self._carries, self._calls = BallCarries(), list[Call]()
        self._fresh: tuple[Call, ...] = ()
        self._before: State = self.night.night.state
        self._live = False
        self._seen_entries = self._said = 0
        self._plays: list[PlayReport] = []
        self.night.listen(self._hear)

    def play(self) -> GameReport:
        """To the final whistle, or to where it gets no further."""
        began_s, stuck = time.perf_counter(), ""
        try:
            while not self.night.over:
                self.step()
        except GameStuck as error:
            stuck = str(error)
        return GameReport(
            self._setup.rulebook,
            self._setup.seed,
            tuple(self._plays),
            self.night.night.state,
            stuck,
            self.night.now_ns / S_NS,
            time.perf_counter() - began_s,
        )

    def step(self) -> None:
        """One frame."""
        self._fresh = ()
        self.night.step()
        night, t_ns = self.night.night, self.night.now_ns
        power = self.night.power.state().closed
        if power and not self._live:
            self._begin()
        if not self._live:
            return
        if power and night.notice.step is not PlayStep.DEAD:
            self._carries.see(t_ns, night.notice, night.notice.phase, self._fresh)
        else:
            self._carries.rolls_on(t_ns)
        entries = night.ledger.journal.entries[self._seen_entries :]
        if any(isinstance(entry.what, _ENDS) for entry in entries):
            self._end()

    def _taped(self, simulated: SimulatedBoard, fps: float) -> LockstepBoard:
        self._board = TapedBoard(simulated, fps)
        return self._board

    def _hear(self, orders: NightOutput) -> None:
        self._fresh += orders.calls
        self._calls += orders.calls

    def _begin(self) -> None:
        self._live = True
        self._carries, self._calls = BallCarries(), list(self._fresh)
        self._before = self.night.night.state
        self._seen_entries = len(self.night.night.ledger.journal.entries)
        self._said = len(self.night.driver.commands.diary)

    def _end(self) -> None:
        """The play is counted: judge it."""
        night, board = self.night.night, self._board
        if board is None:
            return
        self._live = False
        entries = night.ledger.journal.entries[self._seen_entries :]
        ended = next(e.what for e in entries if isinstance(e.what, _ENDS))
        flagged = [e for e in entries if getattr(e.what, "flagged", False)]
        found = self._judge.play(
            board.taken(), self._carries.found, self._calls, self._before, night.state
        )
        sent = [w for w in self.night.driver.commands.diary[self._said :] if w.live]
        how = getattr(ended, "how", type(ended).__name__)
        report = PlayReport(
            number=len(self._plays) + 1,
            words=self._before.words(self.night.about.field),
            ended=str(getattr(how, "value", how)),
            decisions=found.decisions,
            aside=found.aside,
            reviews=len(flagged),
            touches=sum(not isinstance(w.command, _SAYS) for w in sent),
            stops=sum(isinstance(w.command, StopBoard) for w in sent),
            book=found.book,
        )
        self._plays.append(report)
        self._tell(report)
