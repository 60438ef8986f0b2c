"""What is asked of a driver in its own units, and what is said when it does otherwise."""

import cv2
import pytest

from referee.camera.devices.camera_settings import CameraRequest, apply_request, refused_settings
from referee.core.errors import BadValue
from tests.camera.devices.fake import FakeDriver

FIXED = CameraRequest(1920, 1080, 30.0, exposure_ms=8.0, focus=25.0)


def test_an_obedient_driver_leaves_nothing_to_say():
    driver = FakeDriver()
    actual = apply_request(driver, FIXED)
    assert list(refused_settings(FIXED, actual)) == []
    assert (actual.width_px, actual.height_px, actual.fps) == (1920, 1080, 30.0)
    assert (actual.exposure_fixed, actual.exposure_ms) == (True, 8.0)
    assert (actual.focus_fixed, actual.focus) == (True, 25.0)


def test_v4l2_counts_exposure_in_tenths_of_a_millisecond():
    driver = FakeDriver()
    apply_request(driver, FIXED)
    assert driver.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == 80.0


@pytest.mark.parametrize("backend", [cv2.CAP_MSMF, cv2.CAP_DSHOW])
def test_windows_counts_exposure_in_powers_of_two_of_a_second(backend):
    driver = FakeDriver()
    driver.values[cv2.CAP_PROP_BACKEND] = float(backend)
    actual = apply_request(driver, CameraRequest(exposure_ms=1000.0 / 128.0))
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == pytest.approx(-7.0)
    assert actual.exposure_ms == pytest.approx(7.8125)


def test_a_camera_left_to_itself_is_not_touched():
    driver = FakeDriver()
    actual = apply_request(driver, CameraRequest())
    assert actual.exposure_fixed is False
    assert actual.exposure_ms == pytest.approx(15.7)
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == 157.0


@pytest.mark.parametrize(
    ("stubborn", "said"),
    [
        (cv2.CAP_PROP_FRAME_WIDTH, "1920 x 1080 was asked, it gives 640 x 1080"),
        (cv2.CAP_PROP_AUTO_EXPOSURE, "does not fix the exposure"),
        (cv2.CAP_PROP_EXPOSURE, "8 ms of exposure were asked, it takes 15.7 ms"),
        (cv2.CAP_PROP_FOCUS, "does not fix the focus"),
    ],
)
def test_every_wish_that_is_not_granted_is_said(stubborn, said):
    actual = apply_request(FakeDriver([stubborn]), FIXED)
    (sentence,) = refused_settings(FIXED, actual)
    assert said in sentence


def test_a_slower_rate_is_said():
    request = CameraRequest(fps=60.0)
    (sentence,) = refused_settings(request, apply_request(FakeDriver([cv2.CAP_PROP_FPS]), request))
    assert sentence == "60 pictures a second were asked, it means to give 30"


def test_a_backend_that_fixes_nothing_is_no_error():
    driver = FakeDriver()
    driver.values[cv2.CAP_PROP_BACKEND] = float(cv2.CAP_AVFOUNDATION)
    actual = apply_request(driver, FIXED)
    assert actual.exposure_fixed is None
    assert any("exposure" in sentence for sentence in refused_settings(FIXED, actual))


@pytest.mark.parametrize("wrong", [{"width_px": 20}, {"fps": 0.0}, {"exposure_ms": 5000.0}])
def test_a_nonsense_wish_is_refused(wrong):
    with pytest.raises(BadValue):
        CameraRequest(**wrong)
