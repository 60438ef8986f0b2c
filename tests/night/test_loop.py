"""Once round the loop: a frame in, the switch told, the record kept; and when no frame comes."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

import numpy as np
import pytest

from referee.camera.frame_source import CameraLost, Frame, NoFrame
from referee.camera.watch.camera_notice import CameraNotice
from referee.camera.watch.camera_notice import CameraNoticeKind as Trouble
from referee.camera.watch.camera_watch import WatchReport
from referee.core.geometry.marker import Marker
from referee.core.roster import Team
from referee.game.events import NamesCorrected
from referee.night import loop as runner_module
from referee.night.command_handlers import handle_command
from referee.night.commands import Declare, NamePlayers, ReportReady, SayWhoPlayed
from referee.night.eyes.names_put_right import NamesPutRight
from referee.night.eyes.to_observation import observation_of_watched
from referee.night.gate import HANDS_ABOVE_BOARD
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.loop import BLIND_NS, HUNG_NS, NightLoop
from referee.night.night_frame import NightFrame
from referee.night.night_output import NightOutput, SwitchStatus
from referee.official.declarations.types import BallAtRest, PlayMoved
from referee.power.leased_relay import LeasedRelay
from referee.power.switch import PowerCause, PowerLost
from referee.record.board_frames import board_frame_of
from referee.record.game.database import open_to_read
from referee.record.game.frame_rows import observations
from referee.record.game.game_store import GameStore, journal_in
from referee.rulebooks.play_step import PlayStep
from referee.vision.roster.roster_frame import RosterFrame, SeenPlayer
from referee.vision.sighting import HandSighting, Sighting
from referee.vision.watch.watcher import WatchedFrame
from tests.calls.plays import film
from tests.night.test_night import RUN_AND_TACKLE, night_of
from tests.official.evenings import FAR, LINEMEN, ROSTER

MS = 1_000_000
S = 1_000_000_000
FRAME = np.zeros((4, 4, 3), np.uint8)
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@dataclass
class Clock:
    """Time passes when it is told to."""

    ns: int = 0

    def __call__(self) -> int:
        return self.ns


@dataclass
class Camera:
    """Gives the frames of a film at their instants; ``gone`` and ``frozen`` from a time on."""

    clock: Clock
    times_ns: list[int]
    gone_ns: int = 2**62
    frozen_ns: int = 2**62
    given: int = 0
    name: str = "film"
    size: tuple[int, int] = (4, 4)
    fps: float = 30.0

    def newest(self, timeout_s: float) -> Frame:
        if self.given >= len(self.times_ns):
            self.clock.ns += round(timeout_s * S)
            raise NoFrame("none")
        t_ns = self.times_ns[self.given]
        if t_ns >= self.gone_ns:
            self.clock.ns += round(timeout_s * S)
            raise CameraLost("the cable is out")
        if t_ns >= self.frozen_ns:
            self.clock.ns += round(timeout_s * S)
            raise NoFrame("none")
        self.given += 1
        self.clock.ns = max(self.clock.ns, t_ns + 5 * MS)
        return Frame(t_ns, FRAME, self.given)

    def close(self) -> None:
        pass


@dataclass
class Power:
    """A leased switch on the same clock; ``lost`` makes it unreachable."""

    clock: Clock
    relay: LeasedRelay = field(default_factory=LeasedRelay)
    lost: bool = False

    def _reach(self) -> LeasedRelay:
        if self.lost:
            raise PowerLost("no link to the power switch")
        self.relay.pass_time(self.clock.ns)
        return self.relay

    def on(self, lease_ns: int) -> None:
        self._reach().on(self.clock.ns, lease_ns)

    def off(self) -> None:
        self._reach().off(self.clock.ns)

    def pulse(self, duration_ns: int) -> None:
        self._reach().pulse(self.clock.ns, duration_ns)

    def panic(self) -> None:
        self._reach().panic(self.clock.ns)

    def clear(self) -> None:
        self._reach().clear(self.clock.ns)

    def state(self):
        return self._reach().state(self.clock.ns)


def nobody(_t_ns):
    """No hand is there."""
    return False


class Eyes:
    """Sees what the film shows."""

    def __init__(self, boards, hands=nobody, reaching=nobody) -> None:
        self._boards = {board.t_ns: board for board in boards}
        self._hands, self._reaching = hands, reaching

    def see(self, frame: Frame, powered: bool | None = None) -> WatchedFrame:
        board = self._boards[frame.t_ns]
        seen = tuple(_seen(board.find(p.id), frame.t_ns) for p in ROSTER)
        hands = (HandSighting((0, 0, 1, 1), 0.9),) if self._hands(frame.t_ns) else ()
        roster = RosterFrame(frame.t_ns, seen, (), ())
        reaching = self._reaching(frame.t_ns)
        return WatchedFrame(
            frame.t_ns, bool(powered), roster, (), (), hands, (), frame.t_ns, reaching=reaching
        )


def _seen(found, t_ns):
    if found is None:
        return None
    m = found.measured
    sighting = Sighting(
        t_ns, m.pose, m.covariance, 27.8, 20.6, Team.HOME, 1.0, found.fallen, 1.0, 0.9, CORNERS
    )
    name = (0.6, "H75") if found.player == "H22" else (1.0, "")
    return SeenPlayer(found.player, sighting, m.pose, False, 1.0, False, *name)


@dataclass
class Table:
    """A whole night on a table: everything a test looks at."""

    runner: NightLoop
    clock: Clock
    power: Power
    camera: Camera
    heard: list

    def until(self, seconds: float) -> None:
        while self.clock.ns < seconds * S:
            self.runner.step()


def nothing(_t_ns):
    return False


def table(
    seconds=5.0,
    store=None,
    hands=nothing,
    step=PlayStep.AFTER_THE_LINE,
    reaching=nothing,
    **clocks,
) -> Table:
    boards = list(film({**LINEMEN, **FAR, **RUN_AND_TACKLE}, seconds))
    clock = Clock()
    camera = Camera(clock, [board.t_ns for board in boards])
    power, heard = Power(clock), []
    night = night_of()
    runner = NightLoop(
        night,
        ROSTER,
        Eyes(boards, hands, reaching),
        camera,
        power,
        store and RecordKeeper(store, 0),
        on_output=heard.append,
        clock=clock,
        **clocks,
    )
    runner.submit(Declare(PlayMoved(step=step, carrier="H22")))
    runner.submit(ReportReady())
    return Table(runner, clock, power, camera, heard)


def test_a_play_from_set_to_the_tackle():
    night = table()
    night.until(2.4)
    assert night.power.relay.closed
    night.until(4.5)
    assert not night.power.relay.closed
    assert night.power.relay.cause is PowerCause.ASKED_OFF
    said = [words for orders in night.heard for words in orders.says]
    assert said[0] == "Tackle on Reds 22 by Blues 50."
    shot = night.runner.snapshot
    assert (shot.state.down, shot.power, shot.watching) == (2, False, True)
    assert shot.performance.fps == pytest.approx(30.0, abs=1.0)


def test_every_frame_is_told_to_whoever_may_slow_the_camera():
    told = []

    def slower(_now_ns, *, strained, powered):
        told.append((strained, powered))
        return "Fewer pictures from now on." if len(told) == 1 else ""

    night = table(slower=slower)
    night.until(2.4)
    assert told[0] == (False, False)
    assert told[-1] == (False, True)  # the board runs
    said = [words for orders in night.heard for words in orders.says]
    assert said.count("Fewer pictures from now on.") == 1


@pytest.mark.parametrize(
    ("player", "told", "written"), [("H75", True, True), ("H22", True, False), (None, False, False)]
)
def test_the_answer_about_a_play_goes_to_the_eyes_and_into_the_journal(player, told, written):
    heard, answers = [], []

    def name(said):
        heard.append(said)
        return NamesPutRight()

    night = table(name=name)
    night.until(4.5)
    asked = night.runner.snapshot.who_played
    assert (asked.shown, asked.other) == ("H22", "H75")
    said = SayWhoPlayed(asked.number, "H22", player)
    for _ in range(2):  # the second one comes too late
        night.runner.submit(said, answers.append)
    night.runner.step()
    assert heard == [said] * told
    assert [type(entry.what) for entry in answers[0].entries] == [NamesCorrected] * written
    assert "still open" in answers[1].refused
    assert night.runner.snapshot.who_played is None


def test_how_quick_this_computer_is_is_told_by_the_stopwatch_and_ages_by_the_nights_clock():
    looks = count()
    night = table(stopwatch=lambda: next(looks) * 7 * MS, speed=lambda: 0.6)
    night.until(0.5)
    told = night.runner.snapshot.performance
    medians = {stage: spread.median_ms for stage, spread in told.stages.items()}
    # The camera of the film brings a frame after 5 ms; the stopwatch is looked at three times.
    assert medians == {"camera": 5.0, "eyes": 7.0, "rules": 7.0, "frame to switch": 14.0}
    assert told.speed == 0.6


def test_a_night_by_the_systems_clock_has_no_speed():
    night = table()
    night.until(0.5)
    assert night.runner.snapshot.performance.speed is None


class Watch:
    """A watch over the camera that says one thing at its first look."""

    def __init__(self, kind, text, *, ready):
        self._report = WatchReport("corrected", 1.0, 1.0, ready, (CameraNotice(0, kind, text),))

    def update(self, frame, now_ns):
        report, self._report = self._report, None
        return report


def test_a_camera_that_moved_a_little_is_handed_to_the_eyes():
    night, moved = table(), []
    night.runner._camera_watch = Watch(Trouble.CORRECTED, "moved by 1.0 px", ready=True)
    night.runner._moved = moved.append
    night.until(0.2)
    assert moved == ["corrected"]


def test_a_wish_that_breaks_something_is_answered_all_the_same():
    night, answers = table(), []

    def breaks(_naming):
        raise ZeroDivisionError

    night.runner._name = breaks
    night.runner.submit(NamePlayers({}), answers.append)
    with pytest.raises(ZeroDivisionError):
        night.runner.step()
    assert [orders.refused for orders in answers] == [
        "that went wrong: an error in the program (ZeroDivisionError)"
    ]
    night.until(2.4)
    assert night.power.relay.closed  # the night goes on


def broken_eyes(_frame, _powered=None):
    raise KeyError("H12")


def in_rounds(night, monkeypatch, rounds, task):
    """So many rounds of one of the loop's threads, here and now: no pause takes any time."""
    left = [rounds]

    def pause(_seconds):
        left[0] -= 1
        night.runner._open = left[0] > 0

    monkeypatch.setattr(runner_module.time, "sleep", pause)
    task()


def test_an_error_nobody_expected_cuts_the_power_and_is_told_and_logged(monkeypatch, caplog):
    night, told = table(), []
    night.until(1.9)
    night.runner._eyes.see, night.runner._on_failure = broken_eyes, told.append
    in_rounds(night, monkeypatch, 1, night.runner._run)
    assert not night.power.relay.closed
    reasons = night.runner.snapshot.reasons
    assert reasons[0].sentence == "NOT WATCHING: an error in the program (KeyError)"
    assert [words.partition(".")[0] for words in told] == [
        "The referee could not watch: an error in the program (KeyError)"
    ]
    (record,) = caplog.records
    assert record.exc_info[1].args == ("H12",)


def test_the_power_is_cut_even_if_nobody_can_be_told_why(monkeypatch, caplog):
    night = table()
    night.until(1.9)
    assert night.power.relay.closed
    night.runner._eyes.see = broken_eyes

    def also_broken(*_args):
        raise ValueError("and this")

    monkeypatch.setattr(night.runner.night, "without_frame", also_broken)
    in_rounds(night, monkeypatch, 1, night.runner._run)
    assert not night.power.relay.closed
    assert [record.exc_info[0] for record in caplog.records] == [ValueError, KeyError]


def test_the_guard_of_the_loop_looks_again_after_an_error(monkeypatch, caplog):
    night, looks = table(), []

    def fails():
        looks.append(len(looks))
        raise KeyError("H12")

    monkeypatch.setattr(night.runner, "look_after", fails)
    in_rounds(night, monkeypatch, 3, night.runner._guard)
    assert len(looks) == 3
    assert [record.exc_info[0] for record in caplog.records] == [KeyError] * 3


def test_a_camera_that_moved_far_keeps_the_power_off_and_says_why():
    night = table()
    night.runner._camera_watch = Watch(Trouble.MOVED, "The camera has moved.", ready=False)
    night.until(1.9)
    assert not night.power.relay.closed
    assert "The camera has moved." in [why.sentence for why in night.runner.snapshot.reasons]


@pytest.mark.parametrize("fault", ["gone_ns", "frozen_ns"])
def test_a_camera_that_fails_cuts_the_power_and_says_so(fault):
    night = table()
    night.until(1.9)
    assert night.power.relay.closed
    setattr(night.camera, fault, night.clock.ns)
    night.until(2.4)
    relay = night.power.relay
    assert not relay.closed
    assert relay.since_ns - night.camera.times_ns[night.camera.given - 1] <= 300 * MS
    assert not night.runner.snapshot.watching
    assert "NOT WATCHING" in night.runner.snapshot.reasons[0].sentence


def test_a_switch_that_is_lost_stops_the_play_and_is_told():
    night = table()
    night.until(1.9)
    night.power.lost = True
    night.until(2.2)
    assert not night.runner.snapshot.power
    assert any("no link" in words for orders in night.heard for words in orders.says)


def test_a_hand_cuts_within_a_frame():
    night = table(hands=lambda t_ns: t_ns >= 1.95 * S)
    night.until(1.9)
    assert night.power.relay.closed
    night.until(2.0)
    assert not night.power.relay.closed


def test_a_hand_that_no_look_has_shown_yet_cuts_and_says_so():
    night = table(reaching=lambda t_ns: t_ns >= 1.95 * S)
    night.until(1.9)
    assert night.power.relay.closed
    night.until(2.0)
    assert not night.power.relay.closed
    assert night.runner.snapshot.hands
    assert HANDS_ABOVE_BOARD in night.runner.snapshot.reasons


def test_what_is_recorded_judges_the_same(tmp_path):
    with GameStore.new(tmp_path / "game", {}) as store:
        night = table(store=store)
        for entry in night.runner.night.ledger.journal.entries:
            store.entry(entry)
        night.until(4.9)
        assert store.flush()
    reader = open_to_read(tmp_path / "game")
    assert journal_in(reader, "game") == night.runner.night.ledger.journal
    kept = list(observations(reader))
    assert len(kept) == night.camera.given
    again = night_of()
    handle_command(again, Declare(PlayMoved(step=PlayStep.AFTER_THE_LINE, carrier="H22")), 0)
    calls = []
    for seen in kept:
        board = board_frame_of(seen)
        closed = SwitchStatus(board.power, 0)
        calls += again.update(NightFrame(board, False, board.t_ns, board.t_ns), closed).calls
    assert calls == [shown.call for shown in night.runner.night.ledger.shown]


def test_a_loop_that_hangs_is_seen_by_its_guard():
    night = table()
    night.until(1.9)
    night.clock.ns += HUNG_NS + 50 * MS
    night.runner.look_after()
    assert not night.power.relay.closed
    assert not night.runner.snapshot.watching


def test_the_lease_ends_before_anybody_has_to_notice():
    night = table()
    night.until(1.9)
    night.clock.ns += 260 * MS
    assert not night.power.state().closed
    assert BLIND_NS < 260 * MS


def test_an_observation_is_what_is_judged():
    night = table()
    night.until(0.5)
    board = night.runner.night.board
    frame = Frame(board.t_ns, FRAME, 1)
    watched = night.runner._eyes.see(frame, False)
    written = observation_of_watched(watched, ROSTER, 1).quantised()
    assert board_frame_of(written).seen == board.seen
    assert written.quantised() == written


def test_the_eyes_are_told_where_the_ball_lies_and_when_no_marker_stands_for_it():
    told = []
    night = table(laid=told.append)
    marker = Marker(300.0, 100.0, 4.5, 3.0)
    night.runner._tell_where_the_ball_lies(Declare(BallAtRest(marker)), NightOutput())
    assert told == [marker]
    night.until(0.2)  # a runner has the ball
    assert told == [marker, None]


def test_a_ball_that_is_refused_is_not_looked_for():
    told = []
    night = table(laid=told.append)
    refused = NightOutput(refused="not now")
    night.runner._tell_where_the_ball_lies(Declare(BallAtRest(Marker(300.0, 100.0, 4.5))), refused)
    assert told == []
