"""How many pictures a second are looked at: what the camera gives and the eyes can take."""

from __future__ import annotations

import pytest

from referee.camera.frame_source import Frame, NoFrame
from referee.core.clock import MS_NS, S_NS
from referee.night.start.picture_rate import (
    PATIENCE_NS,
    PictureRate,
    chosen_rate,
    delivered_fps,
)

SIZE = (1920, 1080)


class Camera:
    """Stamps its pictures as if it gave so many a second; ``misses`` are never given."""

    name, size, every = "film", SIZE, 1

    def __init__(self, fps, misses=(), ends=10**9):
        self.fps, self.misses, self.ends = fps, set(misses), ends
        self.count = 0

    def newest(self, _timeout_s):
        self.count += 1
        while self.count in self.misses:
            self.count += 1
        if self.count > self.ends:
            raise NoFrame("nothing came")
        return Frame(round(self.count * S_NS / self.fps), None, self.count)

    def close(self):
        pass


def at_once():
    return 0


@pytest.mark.parametrize("fps", [12.0, 30.0, 60.0])
def test_what_a_camera_gives_is_told_by_its_stamps(fps):
    assert delivered_fps(Camera(fps), at_once) == pytest.approx(fps)


def test_a_picture_that_we_missed_was_given_all_the_same():
    assert delivered_fps(Camera(30.0, misses=range(10, 20)), at_once) == pytest.approx(30.0)


def test_a_camera_that_gives_nothing_has_no_rate():
    assert delivered_fps(Camera(30.0, ends=1), at_once) == 0.0


def test_the_sample_takes_two_seconds_at_most():
    now = iter(range(0, 100 * S_NS, S_NS))
    camera = Camera(30.0)
    delivered_fps(camera, lambda: next(now))
    assert camera.count <= 2


# The eyes may take 0.6 of the time between two pictures: 10 ms at 60 a second, 20 ms at 30.
CHOSEN = {
    "quick eyes take all": (60.0, 9, 1, 60.0, ""),
    "slower eyes take every second": (60.0, 15, 2, 30.0, ""),
    "eyes at their limit take one of three": (60.0, 29, 3, 20.0, ""),
    "eyes that are too slow are told": (60.0, 40, 3, 20.0, "This computer is too slow for 20"),
    "thirty are never halved": (30.0, 25, 1, 30.0, "This computer is too slow for 30"),
    "thirty are fine": (30.0, 19, 1, 30.0, ""),
    "a camera in the dark": (12.0, 9, 1, 12.0, "The camera is too slow: it gives 12"),
}


@pytest.mark.parametrize(
    ("delivered", "eyes_ms", "every", "fps", "trouble"), CHOSEN.values(), ids=CHOSEN.keys()
)
def test_the_most_that_the_eyes_can_take_is_chosen(delivered, eyes_ms, every, fps, trouble):
    rate = chosen_rate(delivered, eyes_ms * MS_NS, SIZE)
    assert (rate.every, rate.fps) == (every, fps)
    assert rate.trouble.startswith(trouble)
    assert bool(rate.trouble) is bool(trouble)
    assert "1920 x 1080" in rate.words


def slowed(rate, seconds, *, powered=False, strained=True):
    """What is said within so many seconds of frames."""
    step = PATIENCE_NS // 10
    times = range(0, round(seconds * S_NS), step)
    said = [rate.frame(t_ns, strained=strained, powered=powered) for t_ns in times]
    return [words for words in said if words]


def test_a_computer_that_stays_too_busy_looks_at_fewer_and_says_so():
    camera = Camera(60.0)
    (said,) = slowed(PictureRate(camera, 60.0), 6)
    assert camera.every == 2
    assert said == (
        "This computer is too slow for 60 pictures a second: from now on 30 are looked at."
    )


def test_it_is_slowed_as_far_as_is_safe_and_no_farther():
    camera = Camera(60.0)
    assert len(slowed(PictureRate(camera, 60.0), 60)) == 2
    assert camera.every == 3


@pytest.mark.parametrize("how", [{"powered": True}, {"strained": False}, {"seconds": 3}], ids=str)
def test_nothing_changes_under_power_without_need_or_at_once(how):
    camera = Camera(60.0)
    assert slowed(PictureRate(camera, 60.0), **{"seconds": 60, **how}) == []
    assert camera.every == 1


def test_thirty_a_second_are_not_slowed():
    camera = Camera(30.0)
    assert slowed(PictureRate(camera, 30.0), 60) == []
    assert camera.every == 1
