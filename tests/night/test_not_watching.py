"""Whatever makes the page say NOT WATCHING cuts a board that runs, before the lease is renewed."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

import referee.web
from referee.night.gate import (
    LOOK_STALE_NS,
    NO_LOOK,
    NO_PICTURE,
    OLDEST_NS,
    STALE_NS,
    PowerReasonKind,
    not_watching,
)
from referee.night.loop import HANGS, HUNG_NS
from referee.night.night import LEASE_NS
from referee.rulebooks.play_step import PlayStep
from referee.vision.watch.background_jobs import (
    STALLED_UNDER_POWER_S,
    BackgroundJobs,
)
from tests.calls.plays import film
from tests.night.driving import S, drive
from tests.night.test_loop import MS, Eyes, Power, Table, table
from tests.night.test_night import RUN_AND_TACKLE, night_of, put
from tests.night.test_robust import once
from tests.official.evenings import FAR, LINEMEN

# The play runs from 1.3 s on, and is over by itself at 2.6 s.
SOON_S = 1.4
FROM_S = 1.9
UNTIL_S = 2.4
SCRIPTS = Path(referee.web.__file__).parent / "static" / "play"


def since(value_s: float, before_s: float = 0.05):
    """An age in seconds: small until the trouble begins, then as old as it is."""
    return lambda at: value_s if at >= FROM_S else before_s


# --- The night, frame by frame ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("ages", "why"),
    [
        ({"frame_age": since((STALE_NS + MS) / S)}, NO_PICTURE),
        ({"frame_age": since(1.0)}, NO_PICTURE),
        ({"look_age": since((LOOK_STALE_NS + MS) / S)}, NO_LOOK),
        ({"look_age": since(2.9)}, NO_LOOK),
    ],
)
def test_an_age_that_is_shown_is_obeyed_with_the_very_frame_that_shows_it(ages, why):
    night = night_of()
    boards = film({**LINEMEN, **FAR, **RUN_AND_TACKLE}, UNTIL_S)
    got = drive(night, boards, put(PlayStep.AFTER_THE_LINE, "H22"), **ages)
    late = [(at, orders) for at, orders in got.orders if at >= FROM_S]
    at, first = late[0]
    assert (first.off, first.lease_ns) == (True, 0)
    assert at <= FROM_S + 0.034
    assert not_watching(why).sentence in first.says
    assert not any(orders.lease_ns for _, orders in late)
    assert night.interrupted


@pytest.mark.parametrize(
    "ages",
    [{"frame_age": since(STALE_NS / S)}, {"look_age": since(LOOK_STALE_NS / S)}],
)
def test_an_age_just_within_its_limit_does_not_disturb_a_play(ages):
    night = night_of()
    boards = film({**LINEMEN, **FAR, **RUN_AND_TACKLE}, UNTIL_S)
    got = drive(night, boards, put(PlayStep.AFTER_THE_LINE, "H22"), **ages)
    assert (len(got.on_s()), got.off_s()) == (1, [])


# --- The loop, with clock, camera, eyes and switch ----------------------------------------------


@dataclass
class HeardPower(Power):
    """Notes every order with its instant."""

    orders: list[tuple[int, str]] = field(default_factory=list)

    def on(self, lease_ns: int) -> None:
        self.orders.append((self.clock.ns, "on"))
        super().on(lease_ns)

    def off(self) -> None:
        self.orders.append((self.clock.ns, "off"))
        super().off()


def running(until_s: float = FROM_S) -> Table:
    """A play that runs; from here on every order to the switch is noted."""
    night = table()
    power = HeardPower(night.clock)
    night.power = night.runner._power = power
    night.until(until_s)
    assert power.relay.closed
    power.orders.clear()
    return night


def blind(snapshot) -> bool:
    """Whether the page says NOT WATCHING."""
    kinds = {reason.kind for reason in snapshot.reasons}
    return not snapshot.watching or PowerReasonKind.NOT_WATCHING in kinds


def steps_until_off(night, most_ms: int) -> int:
    """How long until "off" is ordered, in ms; no lease is renewed once NOT WATCHING is shown."""
    begun_ns = night.clock.ns
    while night.clock.ns <= begun_ns + most_ms * MS:
        renewed = len(night.power.orders)
        night.runner.step()
        night.runner._show(at_once=True)
        fresh = night.power.orders[renewed:]
        if blind(night.runner.snapshot):
            assert [what for _, what in fresh][:1] == ["off"]
            return (fresh[0][0] - begun_ns) // MS
        assert "off" not in [what for _, what in fresh]
    raise AssertionError(f"not off within {most_ms} ms")


class LateEyes(Eyes):
    """Eyes that take a while for each frame, or whose last look grows old."""

    def __init__(self, eyes, clock) -> None:
        self._eyes, self.clock = eyes, clock
        self.takes_ns, self.looked_ns = 0, None

    def see(self, frame, powered=None):
        watched = self._eyes.see(frame, powered)
        self.clock.ns += self.takes_ns
        return watched if self.looked_ns is None else replace(watched, looked_ns=self.looked_ns)


def test_frames_that_come_too_late_cut_though_they_come_one_after_the_other():
    night = running()
    eyes = night.runner._eyes = LateEyes(night.runner._eyes, night.clock)
    eyes.takes_ns = STALE_NS + 5 * MS
    assert steps_until_off(night, 300) <= 300
    assert not night.power.relay.closed


def test_a_look_for_hands_that_grows_old_cuts_when_it_is_a_second_old():
    night = running()
    eyes = night.runner._eyes = LateEyes(night.runner._eyes, night.clock)
    eyes.looked_ns = night.clock.ns - 600 * MS
    off_ms = steps_until_off(night, 600)
    assert 400 <= off_ms <= 450
    assert night.runner.snapshot.reasons[0] == not_watching(NO_LOOK)


def test_the_newest_frame_never_grows_older_than_its_limit_under_power():
    """The last one is late already, and then none comes."""
    night = running()
    taken_ns = night.camera.times_ns[night.camera.given]
    night.clock.ns = taken_ns + 190 * MS
    night.runner.step()
    assert night.power.relay.closed
    night.camera.frozen_ns = 0
    steps_until_off(night, 300)
    assert night.power.orders[-1][0] - taken_ns <= OLDEST_NS + 35 * MS
    assert not night.power.relay.closed


class StallingEyes(Eyes):
    """Eyes whose detector gets a job that it does not finish; looks count as fresh all the same."""

    def __init__(self, eyes, clock) -> None:
        self._eyes = eyes
        self.go, self._begun = threading.Event(), threading.Event()
        self._aside = BackgroundJobs(self._work, clock=lambda: clock.ns / S)
        self._aside.offer("quick")
        assert self._begun.wait(10.0)

    def _work(self, job):
        self._begun.set()
        self.go.wait(10.0)
        return job

    def see(self, frame, powered=None):
        self._aside.take(bool(powered))
        return self._eyes.see(frame, powered)

    def close(self):
        self.go.set()
        self._aside.close()


def test_a_detector_that_stalls_under_power_cuts_within_a_second():
    night = running(SOON_S)
    eyes = night.runner._eyes = StallingEyes(night.runner._eyes, night.clock)
    begun_ns = night.clock.ns
    while night.clock.ns - begun_ns <= STALLED_UNDER_POWER_S * S - 40 * MS:
        night.runner.step()
    assert night.power.relay.closed
    renewed = len(night.power.orders)
    while night.power.orders[-1][1] != "off":
        once(night.runner)
    eyes.close()
    assert "has not answered for 1.0 s" in night.runner.night.reasons[0].sentence
    assert [what for _, what in night.power.orders[renewed:]][-2:] == ["on", "off"]
    assert night.power.orders[-1][0] - begun_ns <= STALLED_UNDER_POWER_S * S + 40 * MS


def test_a_loop_that_has_hung_does_not_go_on_as_if_nothing_had_been():
    """The lease is long here, so that only the night's own decision can keep the power off."""
    night = running()
    night.power.relay.until_ns = night.clock.ns + 10 * S
    night.clock.ns += HUNG_NS + 50 * MS
    night.runner.look_after()
    assert [what for _, what in night.power.orders] == ["off"]
    night.camera.times_ns = [*range(night.clock.ns, night.clock.ns + S, 33 * MS)]
    night.camera.given = 0
    boards = night.runner._eyes._boards
    last = boards[max(boards)]
    boards |= {t_ns: replace(last, t_ns=t_ns) for t_ns in night.camera.times_ns}
    for _ in range(10):
        night.runner.step()
    assert "on" not in [what for _, what in night.power.orders]
    assert not_watching(HANGS).sentence in [w for orders in night.heard for w in orders.says]


# --- The pages, by their own clocks -------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "name", "least_ns"),
    [
        ("watch.js", "OLD_FRAME_MS", OLDEST_NS),
        ("watch.js", "OLD_NEWS_MS", HUNG_NS + LEASE_NS),
        ("overlay.js", "OLD_MS", OLDEST_NS),
    ],
)
def test_a_page_that_goes_by_its_own_clock_says_it_after_the_power_was_cut(script, name, least_ns):
    text = (SCRIPTS / script).read_text(encoding="utf-8")
    (found,) = re.findall(rf"^const {name} = (\d+);", text, re.MULTILINE)
    assert int(found) * MS > least_ns
