"""Plays as short films, read back by FFmpeg."""

from __future__ import annotations

import av
import numpy as np
import pytest

from referee.camera.frame_source import Frame
from referee.core.errors import BadValue
from referee.record.export.clip_file import write_clip

GREEN, BLUE = (60, 90, 40), (200, 50, 20)


def frames(count=24, size=(180, 321)):
    """A blue square that goes right, 50 ms a picture; the width is odd."""
    for k in range(count):
        image = np.full((*size, 3), GREEN, np.uint8)
        image[60:120, 10 * k : 10 * k + 60] = BLUE
        yield Frame(7_000_000_000 + k * 50_000_000, image, k)


def read(path):
    with av.open(str(path)) as box:
        found = list(box.decode(video=0))
    times = [float(each.pts * each.time_base) for each in found]
    return times, [each.to_ndarray(format="bgr24") for each in found]


def test_a_film_has_every_picture_and_is_so_many_times_slower(tmp_path):
    assert write_clip(tmp_path / "play.mp4", frames(), slow=4.0) == 24
    times, pictures = read(tmp_path / "play.mp4")
    assert len(pictures) == 24
    assert times[-1] - times[0] == pytest.approx(23 * 0.2, abs=0.001)
    assert pictures[0].shape == (180, 320, 3)


def test_a_gif_is_small_and_keeps_the_colours(tmp_path):
    # Every second picture: they are 50 ms apart, a GIF shows one in 80 ms.
    assert write_clip(tmp_path / "play.gif", frames()) == 12
    times, pictures = read(tmp_path / "play.gif")
    assert times[-1] - times[0] == pytest.approx(1.1, abs=0.03)
    assert pictures[0][90, 40] == pytest.approx(BLUE, abs=12)
    assert pictures[0][20, 200] == pytest.approx(GREEN, abs=12)
    assert (tmp_path / "play.gif").read_bytes()[:6] == b"GIF89a"


def test_a_large_picture_becomes_640_px_wide_in_a_gif(tmp_path):
    write_clip(tmp_path / "play.gif", frames(2, (720, 1280)))
    assert read(tmp_path / "play.gif")[1][0].shape == (360, 640, 3)


@pytest.mark.parametrize(("name", "count"), [("play.mp4", 0), ("play.gif", 0), ("play.avi", 2)])
def test_without_pictures_or_with_another_ending_nothing_is_written(tmp_path, name, count):
    with pytest.raises(BadValue):
        write_clip(tmp_path / name, frames(count))
    assert list(tmp_path.iterdir()) == []
