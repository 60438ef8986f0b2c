"""Coast after the cut: known motion comes out, and the film of a stop is taken as it should be."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.power.coast import coast_in, coast_of, film_stop
from referee.power.switch import PowerCause, PowerState
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.lockstep_board import LockstepBoard
from tests.power.fakes.camera import StoppingBoard
from tests.sim.live.fake_stage import COAST_NS, FakeStage, toy_camera

MS = 1_000_000
TIMES_NS = np.arange(0, 1000 * MS, 20 * MS)
OFF_NS = 210 * MS


def slowing(start, way_mm, last_ms):
    """Runs at constant speed until off, then slows down evenly and stands after ``last_ms``."""
    t = np.clip((TIMES_NS - OFF_NS) / MS / last_ms, -10.0, 1.0)
    after = way_mm * (1 - np.clip(1 - t, 0, 1) ** 2)
    before = np.minimum(t, 0.0) * 2 * way_mm
    return start + np.where(t < 0, before, after)[:, None] * np.array([0.6, 0.8])


def filmed(*tracks, noise_mm=0.0, shuffle=True):
    rng = np.random.default_rng(7)
    places = []
    for rows in zip(*tracks, strict=True):
        order = rng.permutation(len(rows)) if shuffle else range(len(rows))
        places.append(np.array([rows[i] for i in order]) + rng.normal(0, noise_mm, (len(rows), 2)))
    return places


@pytest.mark.parametrize("noise_mm", [0.0, 0.03])
def test_distance_and_time_of_a_known_stop_come_out(noise_mm):
    two = filmed(slowing((100, 100), 2.0, 100), slowing((200, 100), 4.0, 160), noise_mm=noise_mm)
    coast = coast_in(TIMES_NS, two, OFF_NS)
    # Between two frames the way to rest is taken as straight, which cuts the curve by up to 0.2 mm.
    assert coast.farthest_mm == pytest.approx(4.0, abs=0.25)
    assert coast.median_mm == pytest.approx(3.0, abs=0.25)
    # The last 0.25 mm of 4 mm take a quarter of the 160 ms and go unseen.
    assert coast.last_motion_ms == pytest.approx(160 * 0.75, abs=coast.within_ms + 10)
    assert coast.bases == 2


def test_what_stands_all_the_time_has_no_coast():
    still = np.repeat([[50.0, 60.0]], len(TIMES_NS), axis=0)
    coast = coast_in(TIMES_NS, filmed(still), OFF_NS)
    assert (coast.last_motion_ms, coast.farthest_mm) == (0.0, 0.0)


def test_a_base_that_is_not_seen_in_every_frame_is_left_out():
    places = filmed(slowing((100, 100), 2.0, 100), slowing((300, 100), 9.0, 200), shuffle=False)
    places[20] = places[20][:1]
    assert coast_in(TIMES_NS, places, OFF_NS).bases == 1


def test_a_film_without_bases_is_refused():
    with pytest.raises(BadValue, match="without bases that stop"):
        coast_in(TIMES_NS, [np.empty((0, 2))] * len(TIMES_NS), OFF_NS)


def test_a_film_that_ends_before_the_cut_is_refused():
    with pytest.raises(BadValue, match="without bases that stop"):
        coast_in(TIMES_NS, filmed(slowing((0, 0), 1.0, 50)), int(TIMES_NS[-1]) + 1)


def test_a_film_of_a_stop_shows_its_coast():
    board = StoppingBoard(speed_mm_s=30.0, coast_ms=120.0)
    frames, off_ns = film_stop(board, board)
    coast = coast_of(frames, off_ns, board.places)
    # Even slowing down from 30 mm/s in 120 ms is 1.8 mm.
    assert coast.farthest_mm == pytest.approx(1.8, abs=0.15)
    assert coast.last_motion_ms == pytest.approx(120 * (1 - (0.25 / 1.8) ** 0.5), abs=30)


def test_a_board_that_does_not_obey_is_not_measured():
    board = StoppingBoard(speed_mm_s=30.0, coast_ms=120.0)
    board.state = lambda: PowerState(True, PowerCause.ASKED_ON, 0, None, 0)
    with pytest.raises(BadValue, match="on after it was switched off"):
        film_stop(board, board)


class Watched:
    """The simulated camera's frames, with where every base truly stood in each."""

    def __init__(self, board):
        self.board, self.camera, self.at = board, SimulatedCamera(board), {}

    def newest(self, timeout_s):
        frame = self.camera.newest(timeout_s)
        pieces = self.board.simulated.state().pieces
        self.at[frame.sequence] = np.array([(p.pose.x_mm, p.pose.y_mm) for p in pieces])
        return frame


def test_the_simulated_switch_and_camera_show_the_coast_that_the_board_has():
    board = LockstepBoard(FakeStage(toy_camera()), fps=60.0)
    watched = Watched(board)
    frames, off_ns = film_stop(SimulatedPower(board), watched)
    coast = coast_of(frames, off_ns, lambda frame: watched.at[frame.sequence])
    assert coast.last_motion_ms == pytest.approx(COAST_NS / MS, abs=2 * coast.within_ms)
    assert coast.farthest_mm == pytest.approx(5.0, abs=0.3)  # 100 mm/s for 50 ms
