"""Plays whole games in step and has every play judged by the physics' truth.

report = play_game(WholeGame("efhl", 100), print)
report.wrong, report.reviewed_plays, report.touches
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.calls.call import Call, final_calls
from referee.core.clock import S_NS
from referee.game.events import PlayEnded, Scored, SeriesBegan, TryFailed
from referee.game.state import State
from referee.lab.bench.games.ball_carries import BallCarries, BallCarry
from referee.lab.bench.games.body_match import BodyMatch, match_bodies
from referee.lab.bench.games.game_judge import GameJudge
from referee.lab.bench.games.game_report import GameReport, PlayReport
from referee.lab.bench.games.name_track import NameTrack
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
OpenBoard = Callable[[SimulatedBoard, float], LockstepBoard]
OpenNight = Callable[[NightSetup, OpenBoard], LockstepNight]
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
    """One night, watched from beside, and judged body by body whatever the names.

    ``match`` is whom each name of the newest frame that shows anybody stands on, ``live`` whether a
    play is on, ``made`` the calls of the play, or of the last one, by the referee's names.
    """

    def __init__(
        self, setup: NightSetup, tell: TellPlay, open_night: OpenNight = LockstepNight
    ) -> None:
        self._setup, self._tell = setup, tell
        self._board: TapedBoard | None = None
        self.night = open_night(setup, self._taped)
        # The judge goes by the figures that are there, not by what an enrolment made of them.
        simulated, rulebook = self.night.simulated, self.night.about.rulebook
        self._judge = GameJudge(rulebook, simulated.profile, simulated.roster)
        self._carries, self.made = BallCarries(), list[Call]()
        self._fresh: tuple[Call, ...] = ()
        self._before: State = self.night.night.state
        self.match, self.names = BodyMatch({}), NameTrack()
        self._matched_ns = -1
        self.live = False
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
        self._match_names()
        night, t_ns = self.night.night, self.night.now_ns
        power = self.night.power.state().closed
        if power and not self.live:
            self._begin()
        if not self.live:
            return
        if power and night.notice.step is not PlayStep.DEAD:
            self._carries.see(t_ns, night.notice, night.notice.phase, self._fresh)
        else:
            self._carries.rolls_on(t_ns)
        entries = night.ledger.journal.entries[self._seen_entries :]
        if any(isinstance(entry.what, _ENDS) for entry in entries):
            self._end()

    @property
    def carries(self) -> list[BallCarry]:
        """Who had the ball in this play so far, by the referee's names."""
        return self._carries.found

    @property
    def plays(self) -> list[PlayReport]:
        """The plays so far."""
        return self._plays

    @property
    def touched(self) -> int:
        """How many figures hands have touched so that they are seen."""
        return 0 if self._board is None else self._board.touched

    def _match_names(self) -> None:
        """Whom the names of the newest frame stand on."""
        board, taped = self.night.night.board, self._board
        if board is None or taped is None or not board.seen or board.t_ns == self._matched_ns:
            return
        self._matched_ns = board.t_ns
        named = {s.player: (s.measured.pose.x_mm, s.measured.pose.y_mm) for s in board.seen}
        self.match = match_bodies(named, taped.places_at(board.t_ns))
        self.names.update(board.t_ns, self.match, resting=not board.power)

    def _taped(self, simulated: SimulatedBoard, fps: float) -> LockstepBoard:
        self._board = TapedBoard(simulated, fps)
        return self._board

    def _hear(self, orders: NightOutput) -> None:
        self._fresh += orders.calls
        self.made += orders.calls

    def _begin(self) -> None:
        self.live = True
        self._carries, self.made = BallCarries(), list(self._fresh)
        self.names.forget_before()
        self._before = self.night.night.state
        self._seen_entries = len(self.night.night.ledger.journal.entries)
        self._said = len(self.night.driver.commands.diary)

    def _end(self) -> None:
        """The play is counted: judge it."""
        night, board = self.night.night, self._board
        if board is None:
            return
        self.live = False
        entries = night.ledger.journal.entries[self._seen_entries :]
        ended = next(e.what for e in entries if isinstance(e.what, _ENDS))
        flagged = [e for e in entries if getattr(e.what, "flagged", False)]
        carries, calls = self.names.carries(self.carries), self.names.calls(self.made)
        found = self._judge.play(board.taken(), carries, calls, self._before, night.state)
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
            book_flagged=found.book_flagged,
            score=found.score,
            reasons=reasons_of(calls),
        )
        self._plays.append(report)
        self._tell(report)


def reasons_of(calls: Sequence[Call]) -> tuple[str, ...]:
    """For which kinds of doubts the calls that stand are flagged, each once."""
    kinds = (doubt.kind.name for call in final_calls(list(calls)) for doubt in call.flag)
    return tuple(sorted(set(kinds)))
