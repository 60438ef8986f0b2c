"""Video keeps every picture and its instant; judged by PyAV and by OpenCV."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.camera.frame_source import Frame
from referee.core.errors import BadValue
from referee.record.video import Codec, VideoSettings, VideoWriter, read_video

START_NS = 7_000_000_000
UNEVEN_MS = [0, 33, 70, 100, 141, 166]
WIDTH, HEIGHT = 96, 64


def picture(number):
    """A bar that grows with the frame's number."""
    image = np.full((HEIGHT, WIDTH, 3), 40, np.uint8)
    image[:, : 12 * (number + 1)] = (30, 200, 220)
    return image


def frames():
    for number, ms in enumerate(UNEVEN_MS):
        image = picture(number)
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
        yield Frame(START_NS + ms * 1_000_000, image, number, data)


def written(path, codec):
    with VideoWriter(path, VideoSettings(WIDTH, HEIGHT, 30.0, codec)) as video:
        for frame in frames():
            video.write(frame)
    return path


def bar_px(image):
    return int((image[HEIGHT // 2, :, 1] > 120).sum())


@pytest.mark.parametrize("codec", Codec)
def test_every_frame_comes_back_at_its_own_instant(tmp_path, codec):
    read = list(read_video(written(tmp_path / "v.mp4", codec)))
    assert [bar_px(f.image) for f in read] == [12 * (n + 1) for n in range(len(UNEVEN_MS))]
    assert [round(f.t_ns / 1e6) for f in read] == UNEVEN_MS


@pytest.mark.parametrize("codec", Codec)
def test_opencv_sees_the_same_frames_at_the_same_instants(tmp_path, codec):
    video = cv2.VideoCapture(str(written(tmp_path / "v.mp4", codec)))
    seen = []
    while (step := video.read())[0]:
        seen.append((bar_px(step[1]), round(video.get(cv2.CAP_PROP_POS_MSEC))))
    assert seen == [(12 * (n + 1), ms) for n, ms in enumerate(UNEVEN_MS)]


def test_mjpeg_keeps_the_camera_s_bytes_unchanged(tmp_path):
    read = read_video(written(tmp_path / "v.mp4", Codec.MJPEG))
    assert [f.jpeg for f in read] == [f.jpeg for f in frames()]


def test_time_that_stands_still_is_refused(tmp_path):
    frame = next(frames())
    with VideoWriter(tmp_path / "v.mp4", VideoSettings(WIDTH, HEIGHT, 30.0)) as video:
        video.write(frame)
        with pytest.raises(BadValue, match="t_ns"):
            video.write(frame)


def test_a_size_h264_cannot_hold_is_refused():
    with pytest.raises(BadValue, match="97x64"):
        VideoSettings(97, 64, 30.0)
