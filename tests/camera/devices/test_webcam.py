"""A webcam gives the newest picture only, with its instant, and comes back after an unplug."""

import threading

import pytest

from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.devices.webcam import Webcam
from referee.camera.frame_source import CameraLost, FrameSource, NoFrame
from referee.core.errors import BadValue
from tests.camera.devices.fake import DEVICE, FakeDriver

SOON_S = 10.0  # never waited for: what is asked for is there


class Rig:
    """One socket with a plug in it."""

    def __init__(self, *drivers):
        self.drivers = list(drivers)
        self.plugged = [DEVICE]
        self.numbers = []
        self.now = 0

    def open(self, number):
        self.numbers.append(number)
        return self.drivers.pop(0)

    def clock(self):
        self.now += 1_000_000
        return self.now

    def webcam(self, exposure_ms=None):
        return Webcam(
            "C920",
            CameraRequest(640, 480, exposure_ms=exposure_ms),
            lister=lambda: tuple(self.plugged),
            opener=self.open,
            clock=self.clock,
            retry_s=0.0,
        )


@pytest.fixture
def closing():
    """Closes cameras whose driver waits for a picture."""
    opened = []
    yield lambda camera, driver: opened.append((camera, driver)) or camera
    for camera, driver in opened:
        camera._closing.set()
        driver.pull()
        camera.close()


def given(camera, number):
    """The pictures given until the one with this grey value."""
    seen = []
    while not seen or seen[-1] != number:
        seen.append(int(camera.newest(SOON_S).image[0, 0, 0]))
    return seen


def test_it_is_a_frame_source_that_says_what_it_really_gives(closing):
    driver = FakeDriver()
    camera = closing(Rig(driver).webcam(), driver)
    assert isinstance(camera, FrameSource)
    assert (camera.name, camera.size, camera.fps) == (DEVICE.name, (640, 480), 30.0)


def test_only_the_newest_picture_is_given(closing):
    driver = FakeDriver()
    camera = closing(Rig(driver).webcam(), driver)
    driver.show(10, 20, 30)
    assert driver.idle.wait(SOON_S)
    assert given(camera, 30) == [30]
    with pytest.raises(NoFrame, match="gave no picture in time"):
        camera.newest(0.0)


def test_pictures_are_passed_over_and_not_counted_as_lost(closing):
    driver = FakeDriver()
    camera = closing(Rig(driver).webcam(), driver)
    camera.every = 2
    sequences = []
    for pair in ((1, 2), (3, 4)):
        driver.show(*pair)
        assert driver.idle.wait(SOON_S)
        frame = camera.newest(SOON_S)
        sequences.append((int(frame.image[0, 0, 0]), frame.sequence))
    assert sequences == [(2, 0), (4, 1)]
    assert camera.fps == 15.0


def test_a_frame_carries_the_drivers_own_stamp_and_a_growing_number(closing):
    driver = FakeDriver(stamps=[0.5, 1.5])
    rig = Rig(driver)
    camera = closing(rig.webcam(), driver)
    driver.show(1)
    first = camera.newest(SOON_S)
    driver.show(2)
    second = camera.newest(SOON_S)
    assert (first.t_ns, second.t_ns) == (500_000, 1_500_000)
    assert (first.sequence, second.sequence) == (0, 1)
    assert camera.lag_ns == 500_000


def test_the_instant_is_the_middle_of_a_fixed_exposure(closing):
    driver = FakeDriver(stamps=[2000.0])
    rig = Rig(driver)
    rig.now = 2_000_500_000
    camera = closing(rig.webcam(exposure_ms=8.0), driver)
    driver.show(1)
    assert camera.newest(SOON_S).t_ns == 1_996_000_000


def test_after_an_unplug_the_same_camera_goes_on_under_another_number(closing):
    before, after = FakeDriver(), FakeDriver()
    rig = Rig(before, after)
    camera = closing(rig.webcam(), after)
    before.show(1)
    given(camera, 1)
    rig.plugged = [type(DEVICE)(5, DEVICE.name, DEVICE.key)]
    before.pull()
    after.show(2)
    assert given(camera, 2) == [2]
    assert rig.numbers == [2, 5]
    assert before.released


def test_while_it_is_gone_it_says_so_and_takes_no_other_camera(closing):
    driver, gone = FakeDriver(), threading.Event()
    rig = Rig(driver)
    camera = closing(rig.webcam(), driver)
    driver.show(1)
    given(camera, 1)

    def listed():
        gone.set()
        return (type(DEVICE)(0, DEVICE.name, "another one's key"),)

    camera._lister = listed
    driver.pull()
    assert gone.wait(SOON_S)
    with pytest.raises(NoFrame, match="plug it in again"):
        camera.newest(0.0)
    assert rig.numbers == [2]


def test_a_closed_camera_gives_nothing_more():
    driver = FakeDriver()
    camera = Rig(driver).webcam()
    camera._closing.set()
    driver.pull()
    camera.close()
    camera.close()
    with pytest.raises(CameraLost):
        camera.newest(0.0)
    assert driver.released


def test_a_camera_another_program_holds_is_said():
    driver = FakeDriver()
    driver.good = False
    with pytest.raises(BadValue, match="no other program uses"):
        Rig(driver).webcam()
    assert driver.released
