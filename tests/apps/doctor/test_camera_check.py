"""The doctor says of a camera what is fine and what to change, a line each."""

from dataclasses import replace

import numpy as np
import pytest

from referee.apps.doctor.camera_check import CameraUnderTest, check_camera
from referee.apps.doctor.camera_sample import CameraSample, take_sample
from referee.apps.doctor.diagnosis import PartHealth
from referee.camera.devices.camera_settings import ActualSettings, CameraRequest
from referee.camera.frame_source import CameraLost, Frame, FrameSource, NoFrame
from referee.sim.live.devices import SimulatedCamera
from referee.sim.live.lockstep_board import LockstepBoard
from tests.sim.live.fake_stage import FakeStage, toy_camera

GOOD = CameraUnderTest(
    "C920",
    CameraRequest(exposure_ms=8.0, focus=20.0),
    ActualSettings("V4L2", 1920, 1080, 30.0, True, 8.0, True, 20.0),
    CameraSample(60, 1920, 1080, 29.9, 36.0, 41.0, 0.01, 220.0, 0.0),
    driver_stamps=True,
)
PARTS = ("camera", "resolution", "frame rate", "exposure", "light", "focus", "lag")


def lines(camera):
    return {f.part: f for f in check_camera(camera)}


def sampled(**changes):
    return replace(GOOD, sample=replace(GOOD.sample, **changes))


def actual(**changes):
    return replace(GOOD, actual=replace(GOOD.actual, **changes))


def test_a_good_camera_is_fine_in_every_line():
    found = lines(GOOD)
    assert tuple(found) == PARTS
    assert {f.state for f in found.values()} == {PartHealth.FINE}
    assert found["frame rate"].says == "29.9 pictures a second, longest wait 36 ms"
    assert found["lag"].values == {"lag_ms": 41.0}


@pytest.mark.parametrize(
    ("camera", "part", "state", "words"),
    [
        (sampled(width_px=640, height_px=480), "resolution", PartHealth.BROKEN, "Too coarse"),
        (sampled(width_px=1280, height_px=720), "resolution", PartHealth.CHANGE, "no such size"),
        (sampled(fps=14.8), "frame rate", PartHealth.BROKEN, "more light"),
        (sampled(fps=25.0), "frame rate", PartHealth.CHANGE, "30 were asked"),
        (sampled(longest_gap_ms=180.0), "frame rate", PartHealth.CHANGE, "stutter"),
        (sampled(repeated=0.5), "frame rate", PartHealth.CHANGE, "50% of them repeated"),
        (actual(exposure_fixed=False), "exposure", PartHealth.CHANGE, "does not fix the exposure"),
        (actual(exposure_ms=33.0), "exposure", PartHealth.CHANGE, "it takes 33 ms"),
        (actual(exposure_fixed=None), "exposure", PartHealth.CHANGE, "own program"),
        (replace(GOOD, actual=None), "exposure", PartHealth.CHANGE, "does not say"),
        (sampled(brightest=30.0), "light", PartHealth.CHANGE, "brighter lamp"),
        (sampled(burnt=0.3), "light", PartHealth.CHANGE, "30% of the picture"),
        (actual(focus_fixed=False), "focus", PartHealth.CHANGE, "hunts"),
        (sampled(lag_ms=150.0), "lag", PartHealth.CHANGE, "cut late"),
        (sampled(lag_ms=400.0), "lag", PartHealth.BROKEN, "Too late"),
        (replace(GOOD, driver_stamps=False), "lag", PartHealth.FINE, "not known"),
    ],
)
def test_each_trouble_changes_its_own_line_only(camera, part, state, words):
    found = lines(camera)
    assert found[part].state is state
    assert words in found[part].line()
    others = [f for name, f in found.items() if name not in {part, "exposure", "focus"}]
    assert {f.state for f in others} == {PartHealth.FINE}


def test_a_long_exposure_that_nobody_asked_for_is_named():
    camera = replace(actual(exposure_ms=30.0), request=CameraRequest())
    assert "smear" in lines(camera)["exposure"].line()


def test_a_camera_without_pictures_is_one_line():
    camera = replace(
        GOOD, sample=CameraSample(0, 0, 0, 0, 0, 0, 0, 0, 0, "it has been gone for 3 s")
    )
    (line,) = check_camera(camera)
    assert line.state is PartHealth.BROKEN
    assert "gone for 3 s" in line.says


class Film:
    """A source whose pictures come at told instants."""

    name, size, fps = "film", (64, 48), 25.0

    def __init__(self, times_ms, late_ms=30, error=None, still=False):
        self.times_ms, self.late_ms, self.error, self.still = list(times_ms), late_ms, error, still
        self.now_ns = 0
        self.count = 0

    def newest(self, timeout_s):
        if self.count == len(self.times_ms):
            raise self.error or NoFrame("gave no picture in time")
        t_ns = round(self.times_ms[self.count] * 1e6)
        self.now_ns = t_ns + self.late_ms * 1_000_000
        grey = 100 if self.still else 100 + self.count % 50
        self.count += 1
        return Frame(t_ns, np.full((48, 64, 3), grey, np.uint8), self.count)

    def close(self):
        pass


def test_a_sample_measures_rate_gap_and_lag():
    times = [40.0 * k for k in range(70)]
    times[30:] = [t + 100.0 for t in times[30:]]
    film = Film(times)
    assert isinstance(film, FrameSource)
    sample = take_sample(film, lambda: film.now_ns, frames=55)
    assert sample.count == 60
    assert (sample.width_px, sample.height_px) == (64, 48)
    assert sample.fps == pytest.approx(1000.0 * 54 / (54 * 40.0 + 100.0))
    assert sample.longest_gap_ms == pytest.approx(140.0)
    assert sample.lag_ms == pytest.approx(30.0)
    assert (sample.burnt, sample.repeated) == (0.0, 0.0)


def test_the_simulated_camera_is_a_camera_like_any_other():
    board = LockstepBoard(FakeStage(toy_camera()), fps=25.0)
    sample = take_sample(SimulatedCamera(board), lambda: board.now_ns, frames=10)
    assert (sample.width_px, sample.height_px) == SimulatedCamera(board).size
    assert sample.fps == pytest.approx(board.fps, rel=0.01)
    assert sample.lost is None


def test_a_repeated_picture_is_counted():
    film = Film([40.0 * k for k in range(20)], still=True)
    assert take_sample(film, lambda: film.now_ns, frames=15).repeated == 1.0


def test_a_camera_that_goes_away_at_once_gives_its_reason():
    film = Film([0.0, 40.0], error=CameraLost("it was closed"))
    assert take_sample(film, lambda: film.now_ns).lost == "it was closed"


def test_a_slow_camera_does_not_hold_the_doctor():
    film = Film([1000.0 * k for k in range(60)])
    sample = take_sample(film, lambda: film.now_ns)
    assert sample.count < 10
    assert sample.fps == pytest.approx(1.0)
