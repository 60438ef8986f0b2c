"""The watch says once what is wrong, corrects what is small, and never lets a snap pass unseen."""

import cv2
import numpy as np
import pytest

from referee.camera.watch.camera_notice import CameraNoticeKind
from referee.camera.watch.camera_watch import CameraWatch
from tests.camera.watch.painted import BOARD, CAMERA, NOW_NS, frame, most_px, picture, turned

REFERENCE = picture(seed=1)
EVERY_MS = 250
STILL = [picture(seed=100 + k) for k in range(4)]


@pytest.fixture
def watch():
    return CameraWatch(REFERENCE, CAMERA, BOARD)


def run(watch, images, late_ms=5, start_ms=0):
    """Every picture in turn, a quarter of a second apart; all that was said, with its time."""
    said = []
    for k, image in enumerate(images):
        t_ms = start_ms + k * EVERY_MS
        shot = frame(image, t_ms, k)
        report = watch.update(shot, shot.t_ns + late_ms * 1_000_000)
        said += [(t_ms, notice.kind) for notice in report.notices]
    return said, report


def test_nothing_is_said_of_a_camera_that_hangs_still(watch):
    said, report = run(watch, STILL)
    assert said == []
    assert report.ready


def test_between_looks_it_does_nothing(watch):
    watch.update(frame(STILL[0], 0), NOW_NS)
    assert watch.update(frame(STILL[1], 59), NOW_NS) is None
    assert watch.update(frame(STILL[1], 60), NOW_NS) is not None


@pytest.mark.parametrize("px", [1.0, 4.0])
def test_a_small_shift_is_corrected_within_two_seconds_and_play_goes_on(watch, px):
    camera = turned(px)
    said, report = run(watch, [STILL[0], *(picture(camera, seed=s) for s in range(4))])
    assert [kind for _, kind in said] == [CameraNoticeKind.CORRECTED]
    assert said[0][0] - EVERY_MS <= 2000
    assert most_px(report.camera, camera) < 0.15
    assert report.ready


@pytest.mark.parametrize("px", [25.0, 70.0])
def test_a_large_shift_stops_play_and_is_not_corrected(watch, px):
    camera = turned(px)
    said, report = run(watch, [STILL[0], *(picture(camera, seed=s) for s in range(4))])
    assert [kind for _, kind in said] == [CameraNoticeKind.MOVED]
    assert said[0][0] - EVERY_MS <= 2000
    assert report.camera is CAMERA
    assert not report.ready


def test_many_small_shifts_are_one_large_one(watch):
    said = []
    for step in range(1, 5):
        images = [
            picture(turned(1.8 * step), seed=step),
            picture(turned(1.8 * step), seed=9 + step),
        ]
        said += run(watch, images, start_ms=1000 * step)[0]
    assert [kind for _, kind in said] == [*[CameraNoticeKind.CORRECTED] * 3, CameraNoticeKind.MOVED]


def test_a_shift_seen_just_before_a_snap_holds_the_snap(watch):
    run(watch, STILL)
    report = watch.look(frame(picture(turned(1.5), seed=3), 2000), NOW_NS + 2_000_000_000)
    assert report.notices == ()
    assert not report.ready


def test_a_table_that_was_knocked_and_swings_back_moves_nothing(watch):
    images = [STILL[0], picture(turned(3.0), seed=1), picture(turned(-2.0), seed=2), *STILL[1:]]
    said, report = run(watch, images)
    assert said == []
    assert report.camera is CAMERA
    assert report.ready


def test_a_covered_lens_is_said_at_once_and_its_end_too(watch):
    dark = [
        np.random.default_rng(k).integers(0, 9, REFERENCE.shape).astype(np.uint8) for k in (1, 2)
    ]
    said, report = run(watch, [STILL[0], *dark, *STILL[1:]])
    assert said == [(250, CameraNoticeKind.BLOCKED), (750, CameraNoticeKind.WELL)]
    assert report.ready


def test_hands_that_cover_everything_are_given_a_while(watch):
    grain = np.random.default_rng(1)
    hands = [
        cv2.resize(grain.integers(60, 200, (90, 160, 3)).astype(np.uint8), (1280, 720))
        for _ in range(9)
    ]
    said, report = run(watch, [STILL[0], *hands])
    assert said == [(1500, CameraNoticeKind.UNSEEN)]
    assert not report.ready


def test_a_lost_focus_is_said(watch):
    soft = [cv2.GaussianBlur(image, (0, 0), 2.2) for image in STILL]
    said, report = run(watch, soft)
    assert said == [(0, CameraNoticeKind.FOCUS)]
    assert most_px(report.camera, CAMERA) < 0.2


@pytest.mark.parametrize("light", [0.45, 1.9])
def test_another_exposure_is_said_and_is_no_motion(watch, light):
    reference = picture(seed=1, light=0.5)
    watch = CameraWatch(reference, CAMERA, BOARD)
    said, report = run(watch, [picture(seed=s, light=0.5 * light) for s in range(3)])
    assert said == [(0, CameraNoticeKind.LIGHT)]
    assert report.ready


def clocked(image, k):
    """The same picture with the camera's own clock written into it."""
    shown = image.copy()
    cv2.putText(shown, f"02:05:{k:02d}.{k * 37 % 100:02d}", (24, 40), 0, 1.0, (255, 255, 255), 2)
    return shown


# How many of them were new, and what comes as the k-th picture.
OLD_PICTURES = {
    "one": (1, lambda _k: STILL[0]),
    "a ring of two": (2, lambda k: STILL[k % 2]),
    "a ring of three": (3, lambda k: STILL[k % 3]),
    "a ring of four": (4, lambda k: STILL[k % 4]),
    "one with a running clock": (1, lambda k: clocked(STILL[0], k)),
    "a ring with a running clock": (3, lambda k: clocked(STILL[k % 3], k)),
}


@pytest.mark.parametrize(("new", "picture_of"), OLD_PICTURES.values(), ids=OLD_PICTURES.keys())
@pytest.mark.parametrize("fps", [5, 8, 10, 15, 30, 60, 120])
def test_old_pictures_are_said_within_a_fifth_of_a_second_at_any_rate(watch, fps, new, picture_of):
    said = []
    for k in range(new + fps // 2 + 2):
        shot = frame(picture_of(k), round(1000 * k / fps), k)
        report = watch.update(shot, shot.t_ns)
        said += [(shot.t_ns, n.kind) for n in report.notices] if report else []
    last_new_ns = NOW_NS + round(1000 * (new - 1) / fps) * 1_000_000
    assert [kind for _, kind in said] == [CameraNoticeKind.FROZEN]
    assert 0 < said[0][0] - last_new_ns <= 200_000_000


def test_pictures_handed_out_twice_are_not_frozen(watch):
    for k in range(60):
        if k % 2 == 0:
            image = picture(seed=1000 + k)
        shot = frame(image, 33 * k, k)
        report = watch.update(shot, shot.t_ns)
        assert report is None or report.notices == ()


def test_a_camera_that_sees_only_one_figure_move_is_not_frozen(watch):
    """The sensor's noise is new in every picture, wherever nothing moves."""
    for k in range(30):
        image = picture(seed=2000 + k)
        image[300:330, 400 + 4 * k : 430 + 4 * k] = 128
        shot = frame(image, 33 * k, k)
        report = watch.update(shot, shot.t_ns)
        assert report is None or report.notices == ()


def test_late_pictures_are_said(watch):
    said, report = run(watch, STILL, late_ms=400)
    assert said == [(0, CameraNoticeKind.LATE)]
    assert not report.ready


def test_no_picture_at_all_is_said_once(watch):
    run(watch, STILL[:1])
    assert watch.silence(NOW_NS + 200_000_000) == ()
    (notice,) = watch.silence(NOW_NS + 400_000_000)
    assert notice.kind is CameraNoticeKind.LATE
    assert notice.stops
    assert watch.silence(NOW_NS + 900_000_000) == ()
    said, _ = run(watch, STILL[1:2], start_ms=1000)
    assert said == [(1000, CameraNoticeKind.WELL)]
