"""Stands beside a judged game and notes what it cost: names, corrections, power lost for eyes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind, final_calls
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import PlayPhase
from referee.core.clock import S_NS
from referee.lab.bench.evening.evening_play import (
    BodyFaults,
    CoachWork,
    EveningPlay,
    KeptDecision,
    NameCount,
)
from referee.lab.bench.evening.line_up_truth import JudgedFouls, judged_fouls, true_faults
from referee.lab.bench.evening.newcomers import Newcomers
from referee.lab.bench.evening.own_names import OwnNames, ShownNames
from referee.lab.bench.games.body_match import BodyMatch
from referee.lab.bench.games.game_report import PlayReport
from referee.lab.bench.games.judged_game import JudgedGame, OpenNight
from referee.night.commands import (
    AnswerNameDoubt,
    ClearAlarm,
    Command,
    CorrectRole,
    Declare,
    NamePlayers,
    SayWhoPlayed,
    SwapPlayers,
)
from referee.night.night_output import NightOutput
from referee.official.declarations.types import (
    BallHandedOff,
    BallLateraled,
    BallPitched,
    PlayMoved,
    PlayNamed,
)
from referee.sim.coach.command_sender import SentCommand
from referee.sim.coach.table.lockstep_night import NightSetup

TellEveningPlay = Callable[[EveningPlay], None]
UNKNOWN_BREAK = "the power went off, and nobody said why"
_CORRECTIONS = (NamePlayers, SwapPlayers, AnswerNameDoubt, CorrectRole)


class PlayWatch:
    """One judged game; ``step`` is one frame, and each play is told once it is judged."""

    def __init__(self, setup: NightSetup, open_night: OpenNight, tell: TellEveningPlay) -> None:
        self.game = JudgedGame(setup, self._judged, open_night)
        self.night = self.game.night
        self._tell = tell
        self._report: PlayReport | None = None
        self._said = self._touched = self._asked = 0
        self._last, self._newcomers = BodyMatch({}), Newcomers()
        self._last_board: BoardFrame | None = None
        self._ever_on = self._power = self._live = self._broken = False
        self._why = ""
        self._began_ns, self._began_s = self.night.now_ns, time.perf_counter()
        self._forget()
        self.night.listen(self._hear)

    @property
    def over(self) -> bool:
        """Whether the final whistle has blown."""
        return self.night.over

    def step(self) -> None:
        """One frame, and what is to be noted of it."""
        self._why = ""
        self.game.step()
        self._note_coach()
        self._own.frame(self.game.match)
        self._note_power()
        if self.game.live and not self._live:
            self._snap()
        self._live = self.game.live
        self._last, self._last_board = self.game.match, self.night.night.board
        report, self._report = self._report, None
        if report is not None:
            self._tell(self._play(report))
            self._forget()

    def close(self) -> None:
        """The eyes stop looking."""
        self.night.close()

    def _forget(self) -> None:
        """What follows belongs to the next play."""
        self._coach = CoachWork()
        self._faults, self._fouls = BodyFaults(), JudgedFouls()
        self._whistle, self._own = NameCount(), OwnNames()
        self._off: tuple[str, ...] = ()
        self._meant: frozenset[str] = frozenset()

    def _judged(self, report: PlayReport) -> None:
        self._report = report

    def _hear(self, output: NightOutput) -> None:
        if output.off and output.says:
            self._why = output.says[-1]

    def _note_coach(self) -> None:
        """What the coach said since the last frame."""
        diary = self.night.driver.commands.diary
        fresh, self._said = diary[self._said :], len(diary)
        for sent in fresh:
            self._coach_said(sent)
        asked = self.night.night.who_played
        if asked is not None and asked.number != self._asked:
            self._asked = asked.number
            self._coach = replace(self._coach, asked=self._coach.asked + 1)
        touched = self.game.touched
        if touched > self._touched:
            self._correct(0, live=self.game.live, count=touched - self._touched)
            more = self._coach.touched + touched - self._touched
            self._coach = replace(self._coach, touched=more)
            self._touched = touched

    def _coach_said(self, sent: SentCommand) -> None:
        command = sent.command
        if isinstance(command, ClearAlarm):
            self._coach = replace(self._coach, alarms=self._coach.alarms + 1)
        elif isinstance(command, Declare):
            self._meant |= declared_carriers(command)
        elif isinstance(command, NamePlayers) and not self._ever_on and not self._coach.cards:
            taps = self._coach.taps + figures_named(command)
            self._coach = replace(self._coach, cards=1, taps=taps)
        elif isinstance(command, _CORRECTIONS):
            self._correct(figures_named(command), live=sent.live)
        elif isinstance(command, SayWhoPlayed) and command.corrects:
            self._coach = with_play_corrected(self._coach)

    def _correct(self, taps: int, *, live: bool, count: int = 1) -> None:
        """The coach corrects: what the names were before that is what the referee knew itself."""
        self._own.corrected(ShownNames.of(self._last, self._last_board))
        coach = self._coach
        self._coach = replace(
            coach,
            taps=coach.taps + taps,
            live=coach.live + (count if live else 0),
            between=coach.between + (0 if live else count),
        )

    def _note_power(self) -> None:
        """The whistle, and the power that went off for what is no part of play."""
        power = self.night.power.state().closed
        if self._power and not power:
            shown = ShownNames.of(self.game.match, self.night.night.board)
            self._whistle = shown.count
            self._own.whistle(shown)
        broken = self.night.night.interrupted
        if broken and not self._broken:
            self._off += (self._why or UNKNOWN_BREAK,)
        self._power, self._broken = power, broken
        self._ever_on = self._ever_on or power

    def _snap(self) -> None:
        """The power comes on: names against bases, and the line-up against the true one."""
        match, night = self.game.match, self.night
        self._newcomers.snap(night.board.places)
        team = {player.id: player.team for player in night.about.roster}
        self._faults = BodyFaults(
            shared=len(match.shared),
            nowhere=len(match.nowhere),
            unnamed=len(match.unnamed),
            wrong_side=sum(team[name] is not team[who] for name, who in match.true_of.items()),
        )
        if night.night.notice.phase is PlayPhase.RETURN:
            return
        about, state, named = night.about, night.night.state, night.night.notice.kicks.now
        faults = true_faults(
            night.simulated.state(),
            state,
            about.roster,
            about.field,
            about.rulebook.calls,
            about.rulebook.kicks.lined_up_for(state.phase, named),
        )
        self._fouls = judged_fouls(self.game.names.calls(self.game.made), faults)

    def _play(self, report: PlayReport) -> EveningPlay:
        game, now_ns, now_s = self.game, self.night.now_ns, time.perf_counter()
        calls = final_calls(list(game.made))
        out_of_sight = [c for c in calls if _cut_unseen(c)]
        play = EveningPlay(
            number=report.number,
            words=report.words,
            ended=report.ended,
            board_s=round((now_ns - self._began_ns) / S_NS, 3),
            wall_s=round(now_s - self._began_s, 1),
            decisions=tuple(KeptDecision.of(d) for d in report.decisions),
            aside=report.aside,
            reviews=report.reviews,
            reasons=report.reasons,
            broken_off=(*self._off, *(d.kind.name for c in out_of_sight for d in c.flag[:1])),
            book="" if report.book_flagged else report.book,
            score=report.wrong_score,
            fouls=self._fouls.called,
            false_fouls=self._fouls.false,
            missed_fouls=self._fouls.missed,
            names=self._whistle,
            own_names=self._own.count,
            bodies=replace(self._faults, jumps=game.names.jumps, carriers=self._mistaken()),
            coach=replace(self._coach, stops=report.stops),
            calls=tuple(call.kind.value for call in calls),
            newcomers=self._newcomers.count(self._own),
        )
        self._began_ns, self._began_s = now_ns, now_s
        return play

    def _mistaken(self) -> tuple[str, ...]:
        """Carriers whom the coach named, and whose name stood on another figure."""
        found = []
        for carry in self.game.carries:
            name = carry.carrier
            if name is None or name not in self._meant:
                continue
            figure = self.game.names.true_of(name, carry.began_ns)
            if figure != name:
                found.append(f"{name} is truly {figure}")
        return tuple(dict.fromkeys(found))


def with_play_corrected(coach: CoachWork) -> CoachWork:
    """The answer to a question about a play was another name: a correction with one tap.

    It is about the line-up of that play, so it says nothing of how well the next one is named.
    """
    return replace(coach, between=coach.between + 1, taps=coach.taps + 1)


def figures_named(command: Command) -> int:
    """How many figures a person points at for a command."""
    match command:
        case NamePlayers(places_mm=places):
            return len(places)
        case AnswerNameDoubt(standing=standing):
            return len(standing)
        case SwapPlayers():
            return 2
        case _:
            return 1


def declared_carriers(command: Declare) -> frozenset[str]:
    """Whom a declaration gives the ball to."""
    match command.said:
        case PlayMoved(carrier=name) | PlayNamed(carrier=name):
            return frozenset() if name is None else frozenset({name})
        case BallHandedOff(to=name) | BallPitched(to=name) | BallLateraled(to=name):
            return frozenset({name})
        case _:
            return frozenset()


def _cut_unseen(call: Call) -> bool:
    return call.kind is CallKind.NOT_SEEN and call.action is CallAction.CUT
