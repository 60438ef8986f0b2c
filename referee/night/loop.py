"""The loop of a night: newest frame, eyes, night, switch, record; one thread, no waiting.

The thread that takes a frame also orders the switch: nothing stands between them. The record and
the screens take what they are handed and work on it later. A second thread only checks whether
the first is alive; if both hang, the lease ends and the switch opens by itself.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from referee.calls.call import CallKind
from referee.calls.phase_state import PlayPhase
from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import CameraLost, Frame, FrameSource, NoFrame
from referee.camera.watch.camera_notice import CameraNoticeKind
from referee.camera.watch.camera_watch import CameraWatch
from referee.core.clock import MS_NS
from referee.core.errors import BadValue
from referee.core.geometry.marker import Marker
from referee.core.roster import Roster
from referee.night.command_handlers import BOARD_IS_RUNNING, handle_command
from referee.night.commands import (
    Command,
    Declare,
    NamePlayers,
    NamingCommand,
    RejectMagnet,
    SayWhoPlayed,
)
from referee.night.eyes.names_put_right import NamesPutRight
from referee.night.eyes.to_observation import observation_of_watched
from referee.night.failures import START_AGAIN, words_of
from referee.night.gate import NO_PICTURE, OLDEST_NS, not_watching
from referee.night.interface import ObservedFrame
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.magnets.field_magnets import FieldMagnets
from referee.night.night import Night
from referee.night.night_frame import NightFrame
from referee.night.night_output import NightOutput, SwitchStatus
from referee.night.safety.coach_switch import CoachSwitch
from referee.night.safety.power_history import PowerHistory
from referee.night.screen.performance_meter import PerformanceMeter
from referee.night.screen.snapshot import Snapshot
from referee.night.screen.snapshot_builder import snapshot_of
from referee.official.declarations.types import BallAtRest, PassAimed
from referee.power.switch import PowerLost, PowerRefused, PowerSwitch
from referee.record.board_frames import board_frame_of
from referee.record.observation import Observation
from referee.system_clock import clock_ns
from referee.vision.watch.watcher import WatchedFrame

# The loop waits so long for a frame.
WAIT_S = 0.03
# The second thread looks so often whether the first is alive.
GUARD_S = 0.05
# Nothing has come for so long: three frames of the slowest camera we take; the lease ends a little
# later.
BLIND_NS = 150 * MS_NS
# The thread that sees is given up after this long without a sign of life.
HUNG_NS = 300 * MS_NS
# Screens get a snapshot this often: 15 a second.
SNAPSHOT_NS = 66 * MS_NS
HANGS = "the referee did not look at the board for a moment."
TRIES_AGAIN = f"It tries again with every picture. If that does not help: {START_AGAIN}"

# While the ball is a marker on the board.
_BALL_LIES = frozenset({PlayPhase.IN_THE_AIR, PlayPhase.LOOSE})

logger = logging.getLogger(__name__)


class NightEyes(Protocol):
    """Finds the players in a frame: the watcher of `referee.vision`, or one of a test."""

    def see(self, frame: Frame, powered: bool | None = None) -> WatchedFrame:
        """Find the players of one frame."""


class SlowerCamera(Protocol):
    """Has the camera give fewer pictures; see `night.start.picture_rate`."""

    def __call__(self, now_ns: int, *, strained: bool, powered: bool) -> str:
        """Told of every frame; a sentence when fewer come from now on, else empty."""


def no_names(_naming: NamingCommand) -> NamesPutRight:
    """Eyes that know everybody from the start."""
    return NamesPutRight()


def no_marker(_marker: Marker | None) -> None:
    """Eyes that see every marker."""


class NightLoop:
    """Runs until it is closed. ``on_output`` is told everything that people should hear.

    ``on_failure`` is told in a sentence that the loop failed; its traceback is logged. ``clock`` is
    the time that the night goes by, ``spare`` tells the eyes to leave out what they can, or no
    longer to. ``stopwatch`` tells how long this computer takes (the same clock if left out),
    ``speed`` how quick the night's time passes, None where it is the system's. ``slower`` may have
    the camera give fewer pictures when the computer stays too busy.
    """

    def __init__(
        self,
        night: Night,
        roster: Roster,
        eyes: NightEyes,
        camera: FrameSource,
        power: PowerSwitch,
        keeping: RecordKeeper | None = None,
        camera_watch: CameraWatch | None = None,
        *,
        name: Callable[[NamingCommand], NamesPutRight] = no_names,
        moved: Callable[[CameraModel], None] = lambda _camera: None,
        laid: Callable[[Marker | None], None] = no_marker,
        spare: Callable[[bool], None] = lambda _spare: None,
        magnets: FieldMagnets | None = None,
        on_output: Callable[[NightOutput], None] = lambda _output: None,
        on_failure: Callable[[str], None] = lambda _sentence: None,
        clock: Callable[[], int] = clock_ns,
        stopwatch: Callable[[], int] | None = None,
        speed: Callable[[], float | None] = lambda: None,
        slower: SlowerCamera | None = None,
    ) -> None:
        self.night, self.roster = night, roster
        self._eyes, self._camera, self._power = eyes, camera, power
        self._keeping, self._camera_watch = keeping, camera_watch
        self._name, self._moved, self._laid, self._spare = name, moved, laid, spare
        self._on_output, self._on_failure, self._clock = on_output, on_failure, clock
        self._stopwatch, self._speed, self._slower = stopwatch or clock, speed, slower
        self._magnets = magnets
        self._wishes: queue.SimpleQueue[tuple[Command, Callable[[NightOutput], None]]]
        self._wishes = queue.SimpleQueue()
        self._history, self._rhythm = PowerHistory(), PerformanceMeter()
        self._trouble = ""
        self._watched: WatchedFrame | None = None
        self._count = 0
        self._ball_lies = False
        self._looked_ns: int | None = None
        # What the last look said of hands, and that with what the newest frame shows.
        self._hands = self._hands_now = False
        # When the newest frame came, and when it was taken.
        self._beat_ns = self._frame_ns = self._taken_ns = clock()
        self._snapshot_ns = 0
        self.snapshot: Snapshot | None = None
        self.shot: ObservedFrame | None = None
        self._open = True
        self._threads = [
            threading.Thread(target=task, name=name_, daemon=True)
            for task, name_ in ((self._run, "eyes"), (self._guard, "night guard"))
        ]

    def start(self) -> None:
        """Start both threads."""
        for thread in self._threads:
            thread.start()

    def submit(
        self, command: Command, reply: Callable[[NightOutput], None] = lambda _o: None
    ) -> None:
        """Submit a command; ``reply`` is called from the loop's thread."""
        self._wishes.put((command, reply))

    def close(self) -> None:
        """Power off, and end both threads; calling it twice is fine."""
        self._open = False
        for thread in self._threads:
            if thread.is_alive():
                thread.join(2.0)
        with contextlib.suppress(PowerLost):
            self._power.off()

    def _run(self) -> None:
        while self._open:
            try:
                self.step()
            except Exception as error:
                self._off_after(error)
                logger.exception("The loop that watches the board failed.")
                self._on_failure(f"The referee could not watch: {words_of(error)}. {TRIES_AGAIN}")
                time.sleep(WAIT_S)

    def _off_after(self, error: Exception) -> None:
        """Power off after any error, and say so."""
        try:
            self._without_frame(words_of(error), at_once=True)
        except Exception:
            logger.exception("The night could not be told that nobody watches.")
            with contextlib.suppress(PowerLost):
                self._power.off()

    def step(self) -> None:
        """One round: the commands, then the newest frame if there is one."""
        now_ns = self._clock()
        hung, self._beat_ns = now_ns - self._beat_ns >= HUNG_NS, now_ns
        if hung and self.night.power:
            # The second thread has said off: the night must not go on as if nothing had been.
            self._without_frame(HANGS, at_once=True)
        self._obey_all()
        try:
            frame = self._camera.newest(WAIT_S)
        except NoFrame:
            self._without_frame(NO_PICTURE)
            return
        except CameraLost as error:
            self._without_frame(str(error))
            time.sleep(WAIT_S)
            return
        self._with_frame(frame)

    def _with_frame(self, frame: Frame) -> None:
        arrived_ns = self._frame_ns = self._clock()
        self._taken_ns = frame.t_ns
        began_ns = self._stopwatch()
        self._rhythm.frame(frame.sequence, frame.t_ns, arrived_ns)
        switch = self._switch()
        powered = None if switch.by_hand else self._history.at(frame.t_ns)
        watched = self._watched = self._eyes.see(frame, powered)
        seen_ns = self._stopwatch()
        observation = observation_of_watched(watched, self.roster, frame.sequence).quantised()
        sight = self._sight(frame, watched, observation)
        output = self.night.update(sight, switch)
        self._act(output)
        self._forget_the_ball()
        done_ns = self._stopwatch()
        for stage, took_ns in (
            ("camera", arrived_ns - frame.t_ns),
            ("eyes", seen_ns - began_ns),
            ("rules", done_ns - seen_ns),
            ("frame to switch", done_ns - began_ns),
        ):
            self._rhythm.latencies.note(stage, took_ns)
        self.shot = ObservedFrame(frame, observation)
        self._keep(output)
        if self._keeping is not None:
            self._keeping.frame(frame, observation)
        self._read_magnets(watched)
        self._note_strain(frame, powered=switch.closed)
        self._show()

    def _note_strain(self, frame: Frame, *, powered: bool) -> None:
        """A computer that is too busy is told once, and eyes and pages give up what they can."""
        if self._speed() is not None:  # a table with a clock of its own waits
            return
        sentence = self._rhythm.strain.frame(frame.sequence, frame.t_ns, self._clock())
        if sentence:
            self._spare(self._rhythm.strain.strained)
            self._act(NightOutput().saying(sentence))
        if self._slower is None:
            return
        strained = self._rhythm.strain.strained
        if fewer := self._slower(self._clock(), strained=strained, powered=powered):
            self._act(NightOutput().saying(fewer))

    def _read_magnets(self, watched: WatchedFrame) -> None:
        """Read the magnets on the field and obey them as commands."""
        if self._magnets is None:
            return
        for output in self._magnets.update(watched, self._clock()):
            self._act(output)
            self._keep(output)

    def _sight(self, frame: Frame, watched: WatchedFrame, observation: Observation) -> NightFrame:
        now_ns = self._clock()
        if watched.looked_ns is not None:
            self._looked_ns = watched.looked_ns
            self._hands = bool(watched.hands)
        if self._camera_watch is not None:
            self._watch_camera(self._camera_watch, frame, now_ns)
        camera = self._trouble or watched.complaint or ""
        board = board_frame_of(observation)
        self._hands_now = self._hands or watched.reaching
        return NightFrame(
            board, self._hands_now, self._looked_ns, now_ns, camera, watched.line_up_awaited
        )

    def _watch_camera(self, watch: CameraWatch, frame: Frame, now_ns: int) -> None:
        report = watch.update(frame, now_ns)
        if report is None:
            return
        if any(notice.kind is CameraNoticeKind.CORRECTED for notice in report.notices):
            self._moved(report.camera)
        stops = [notice.text for notice in report.notices if notice.stops]
        self._trouble = "" if report.ready else (stops[0] if stops else self._trouble)
        if self._keeping is not None:
            self._keeping.camera(report.notices)

    def _without_frame(self, why: str, *, at_once: bool = False) -> None:
        now_ns = self._clock()
        blind = now_ns - self._frame_ns >= BLIND_NS or now_ns - self._taken_ns >= OLDEST_NS
        if at_once or blind:
            output = self.night.without_frame(now_ns, not_watching(why), self._switch())
            self._act(output)
            self._keep(output)
            self._show(watching=False)

    def _obey_all(self) -> None:
        while True:
            try:
                command, reply = self._wishes.get_nowait()
            except queue.Empty:
                return
            try:
                output = self._obey(command)
            except Exception as error:
                # Whoever gave the command waits for an answer.
                reply(NightOutput(refused=f"that went wrong: {words_of(error)}"))
                raise
            self._act(output)
            self._keep(output)
            if self._keeping is not None:
                self._keeping.command(self._clock(), command, output)
            reply(output)
            self._show(at_once=True)

    def _obey(self, command: Command) -> NightOutput:
        if isinstance(command, RejectMagnet) and self._magnets is not None:
            return self._magnets.not_meant(command.number, self._clock())
        if not isinstance(command, NamingCommand):
            output = handle_command(self.night, command, self._clock())
            self._tell_where_the_ball_lies(command, output)
            return output
        if self.night.power:
            return BOARD_IS_RUNNING
        try:
            if isinstance(command, SayWhoPlayed):
                return self._say_who_played(command)
            right = self._name(command)
        except BadValue as error:
            return NightOutput(refused=str(error))
        if isinstance(command, NamePlayers):
            self.night.accept_unseen(command.places_mm)
        return self.night.put_names_right(right, self._clock())

    def _say_who_played(self, said: SayWhoPlayed) -> NightOutput:
        """The answer to the question about a play: first it has to be open, then eyes go by it."""
        asked = self.night.played.asked_by(said, self.night.ledger.journal)
        right = NamesPutRight() if said.player is None else self._name(said)
        return self.night.say_who_played(asked, said, right, self._clock())

    def _tell_where_the_ball_lies(self, command: Command, output: NightOutput) -> None:
        """The eyes look for the ball where somebody has said that it lies."""
        refused = output.refused or any(c.kind is CallKind.NOT_ALLOWED for c in output.calls)
        if refused or not isinstance(command, Declare):
            return
        if isinstance(command.said, PassAimed | BallAtRest) and command.said.marker is not None:
            self._laid(command.said.marker)
            self._ball_lies = True

    def _forget_the_ball(self) -> None:
        """Once somebody has the ball, or the play is over, no marker stands for it any more."""
        if self._ball_lies and self.night.notice.phase not in _BALL_LIES:
            self._ball_lies = False
            self._laid(None)

    def _switch(self) -> SwitchStatus:
        try:
            state = self._power.state()
        except PowerLost as error:
            switch = SwitchStatus(False, 0, trouble=str(error))
        else:
            self._history.note(state.since_ns, closed=state.closed)
            by_hand = isinstance(self._power, CoachSwitch)
            switch = SwitchStatus(
                state.closed,
                state.since_ns,
                state.latched,
                by_hand=by_hand,
                by_person=state.by_person,
            )
        if self._keeping is not None:
            self._keeping.switch(self._clock(), switch)
        return switch

    def _act(self, output: NightOutput) -> None:
        """Carry out an answer: first the order to the switch, then the words for people."""
        try:
            if output.panic:
                self._power.panic()
            elif output.off:
                self._power.off()
            elif output.clear:
                self._power.clear()
            elif output.pulse_ns:
                self._power.pulse(output.pulse_ns)
            elif output.lease_ns:
                self._power.on(output.lease_ns)
        except (PowerLost, PowerRefused) as error:
            # The state says the same with the next frame, and the night goes by that.
            output = replace(output, refused=str(error))
        if output.says or output.whistle or output.refused or output.calls or output.entries:
            self._on_output(output)

    def _keep(self, output: NightOutput) -> None:
        if self._keeping is not None:
            self._keeping.output(self._clock(), output, self.night.ledger.shown)

    def _show(self, *, watching: bool = True, at_once: bool = False) -> None:
        now_ns = self._clock()
        if not at_once and now_ns - self._snapshot_ns < SNAPSHOT_NS:
            return
        self._snapshot_ns, self._count = now_ns, self._count + 1
        self.snapshot = snapshot_of(
            self.night,
            number=self._count,
            t_ns=now_ns,
            hands=self._hands_now,
            watching=watching,
            numbers=self._rhythm.numbers(now_ns, self._speed()),
            record="" if self._keeping is None else self._keeping.trouble,
            doubts=self._watched.roster.doubts if self._watched else (),
            magnets=self._magnets.newest if self._magnets else (),
        )

    def _guard(self) -> None:
        while self._open:
            time.sleep(GUARD_S)
            try:
                self.look_after()
            except Exception:
                logger.exception("The guard of the loop failed; it looks again.")

    def look_after(self) -> None:
        """Watch the loop from outside: one that hangs gets power off, and screens are told."""
        if self._clock() - self._beat_ns < HUNG_NS:
            return
        with contextlib.suppress(PowerLost):
            self._power.off()
        self._show(watching=False, at_once=True)
