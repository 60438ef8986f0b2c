"""The same simulated night on a quick computer and on a slow one, frame for frame.

A small picture, the real eyes, the coach, the board in its process. The second night is the first
one with work added to every frame and every look, more and less of it from frame to frame. Nobody
waits for real time: the wall's clock is data.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from itertools import count

import pytest

from referee.loaders.rulebooks import load_rulebook
from referee.night.interface import ObservedFrame, StartProgress
from referee.night.screen.snapshot import Snapshot
from referee.night.start.assembly import assemble_night
from referee.night.start.plan import NightPlan
from referee.record.observation import Observation
from referee.sim.coach.table.simulated_table import SimulatedTable
from referee.sim.live.own_time import paced_board
from referee.sim.live.own_time.pace import Pace
from referee.sim.live.setup import SimSetup
from tests.sim.live.own_time.test_pace import Wall

SETUP = SimSetup(seed=1, width_px=480, height_px=270)
# The coach sets up, the eyes find the line-up and name it, the coach points at everybody.
# Until both teams stand and are named: a coach in a hurry needs ten seconds.
FRAMES = 345
# Bytes to hash: up to some 20 ms of work.
MOST_BYTES = 15_000_000


@dataclass(frozen=True)
class SeenFrame:
    """A frame with its picture's hash, what was seen in it, and the snapshot after it."""

    sequence: int
    t_ns: int
    picture: str
    seen: Observation
    snapshot: Snapshot | None

    @classmethod
    def of(cls, shot: ObservedFrame, snapshot: Snapshot | None) -> SeenFrame:
        frame = shot.frame
        picture = hashlib.sha256(frame.image.tobytes()).hexdigest()
        return cls(frame.sequence, frame.t_ns, picture, shot.observation, snapshot)


class Slow:
    """Slows whatever it stands before, now more, now less."""

    def __init__(self):
        self._numbers = count()

    def __call__(self, *_):
        share = hashlib.sha256(str(next(self._numbers)).encode()).digest()[0] / 255
        hashlib.sha256(bytes(int(share * MOST_BYTES)))


class SlowCamera:
    def __init__(self, camera, slow):
        self._camera, self._slow = camera, slow
        self.name, self.size, self.fps = camera.name, camera.size, camera.fps

    def newest(self, timeout_s):
        self._slow()
        return self._camera.newest(timeout_s)


class SlowTime:
    """Every look takes longer, and so does every answer."""

    def __init__(self, time, slow):
        self._time, self._slow = time, slow
        self.now_ns, self.speed = time.now_ns, time.speed

    def answered(self):
        self._slow()
        self._time.answered()

    def beside(self, work, name):
        def slowly(job):
            self._slow()
            return work(job)

        return self._time.beside(slowly, name)


class Desk:
    """The desk of a night whose frames are taken one by one."""

    doing = StartProgress("running", 1.0)

    def __init__(self, running):
        self._running, self.about = running, running.about

    @property
    def snapshot(self):
        return self._running.runner.snapshot

    @property
    def shot(self):
        return self._running.runner.shot

    @property
    def now_ns(self):
        return self._running.equipment.time.now_ns()

    def submit(self, command, reply=lambda _output: None):
        self._running.runner.submit(command, reply)


def frames_of(slow=None):
    """Every frame of a night from its beginning."""
    table = SimulatedTable(SETUP, coached=True)
    equipment = table.open(lambda _what, _share: None)
    if slow is not None:
        camera, time = SlowCamera(equipment.camera, slow), SlowTime(equipment.time, slow)
        equipment = replace(equipment, camera=camera, time=time)
    plan = NightPlan("efhl", load_rulebook("efhl"))
    quiet, troubles = (lambda *_: None), []
    running = assemble_night(plan, equipment, quiet, quiet, troubles.append)
    try:
        leave = table.begun(Desk(running), troubles.append)
        found, shot = [], None
        while len(found) < FRAMES:
            running.runner.step()
            if running.runner.shot is not shot:
                shot = running.runner.shot
                found.append(SeenFrame.of(shot, running.runner.snapshot))
        leave()
    finally:
        running.close()
    assert troubles == []
    return found


@pytest.fixture(scope="module")
def nights():
    """A night on this computer, and the same night with work added everywhere."""
    with pytest.MonkeyPatch.context() as patch:
        wall = Wall()
        patch.setattr(paced_board, "Pace", lambda: Pace(wall, wall.wait))
        return frames_of(), frames_of(Slow())


def told(snapshot):
    """A snapshot without the figures about this computer."""
    return None if snapshot is None else replace(snapshot, performance=None)


def test_pictures_and_what_is_seen_in_them_are_the_same(nights):
    for quick, slow in zip(*nights, strict=True):
        assert (quick.t_ns, quick.picture) == (slow.t_ns, slow.picture)
        assert quick.seen == slow.seen


def test_snapshots_are_the_same(nights):
    for quick, slow in zip(*nights, strict=True):
        assert told(quick.snapshot) == told(slow.snapshot)


def test_no_picture_is_left_out(nights):
    # The first one is what the camera is watched by: so small a picture was not calibrated with.
    for night in nights:
        assert [frame.sequence for frame in night] == list(range(2, FRAMES + 2))
        assert night[-1].snapshot.performance.dropped == 0


def test_the_night_has_got_somewhere(nights):
    """A line-up was found and named, and more than half of it is seen beside the coach's hands."""
    assert sum(bool(base.player) for base in nights[0][-1].seen.bases) > 11
