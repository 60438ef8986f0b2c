"""Videos of any kind: pictures at their own instants, or one sentence that says what is wrong."""

from __future__ import annotations

import wave
from fractions import Fraction

import av
import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.record.video_file import VideoFile

WIDTH, HEIGHT = 64, 48
UNEVEN_MS = (0, 20, 70, 100, 230)


def picture(number):
    """A bar at the left that grows with the frame's number."""
    image = np.full((HEIGHT, WIDTH, 3), 30, np.uint8)
    image[:, : 8 * (number + 1)] = 220
    return image


def film(path, codec="libx264", pixels="yuv420p", times_ms=UNEVEN_MS, box=None):
    with av.open(str(path), "w", format=box) as out:
        stream = out.add_stream(codec, rate=30)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, pixels
        stream.codec_context.time_base = stream.time_base = Fraction(1, 1000)
        if codec == "libx264":
            stream.codec_context.options = {"bf": "0", "crf": "8"}
        for number, at_ms in enumerate(times_ms):
            shown = av.VideoFrame.from_ndarray(picture(number % 7), format="bgr24")
            shown.pts, shown.time_base = at_ms, Fraction(1, 1000)
            out.mux(stream.encode(shown.reformat(format=pixels)))
        out.mux(stream.encode(None))
    return path


def read(path):
    with VideoFile(path) as opened:
        return list(opened), opened.notes


def bar_px(image):
    return int((image[HEIGHT // 2, :, 1] > 120).sum())


@pytest.mark.parametrize(
    ("codec", "pixels", "name"),
    [
        ("libx264", "yuv420p", "v.mp4"),
        ("libx264", "yuv422p", "v.mkv"),
        ("libx264", "yuv444p", "v.mov"),
        ("libx264", "yuv420p10le", "v.mp4"),
        ("mjpeg", "yuvj422p", "v.mkv"),
        ("ffv1", "bgr0", "v.mkv"),
    ],
)
def test_whatever_the_format_pictures_come_at_their_own_instants(tmp_path, codec, pixels, name):
    frames, notes = read(film(tmp_path / name, codec, pixels))
    assert [round(f.t_ns / 1e6) for f in frames] == list(UNEVEN_MS)
    assert [bar_px(f.image) for f in frames] == [8 * (n + 1) for n in range(len(UNEVEN_MS))]
    assert notes == []


def test_times_count_from_the_first_picture(tmp_path):
    frames, _ = read(film(tmp_path / "v.mkv", times_ms=(500, 540, 600)))
    assert [round(f.t_ns / 1e6) for f in frames] == [0, 40, 100]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_picture_that_was_filmed_sideways_stands_upright(tmp_path, quarters):
    """A display matrix as phones write it, judged by where the bright bar ends up."""
    path = film(tmp_path / "v.mp4")
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4 + 40
    cos, sin = {1: (0, 1), 2: (-1, 0), 3: (0, -1)}[quarters]
    matrix = [cos << 16, sin << 16, 0, (-sin) << 16, cos << 16, 0, 0, 0, 1 << 30]
    data[at : at + 36] = b"".join(v.to_bytes(4, "big", signed=True) for v in matrix)
    path.write_bytes(data)
    frames, _ = read(path)
    # The matrix turns clockwise; the left edge goes up, right, down.
    edge = {1: np.s_[0, :], 2: np.s_[:, -1], 3: np.s_[-1, :]}[quarters]
    assert frames[0].image[edge].mean() > 180
    assert frames[0].image.mean() < 90


def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes(tmp_path):
    path = film(tmp_path / "v.mkv", "mjpeg", "yuvj420p", times_ms=range(0, 2000, 20))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    frames, _ = read(path)
    assert 20 < len(frames) < 80


def test_an_mp4_that_was_cut_off_before_its_index_is_refused(tmp_path):
    path = film(tmp_path / "v.mp4")
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(BadValue, match="the video is not a video, or cut off before its index"):
        VideoFile(path)


def test_sound_alone_is_no_video(tmp_path):
    path = tmp_path / "v.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(16000))
    with pytest.raises(BadValue, match="the video is without moving pictures"):
        VideoFile(path)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "is empty"), (b"this is no video at all" * 50, "is not a video"), (None, "is missing")],
)
def test_what_is_no_video_is_refused_with_a_sentence(tmp_path, content, sentence):
    path = tmp_path / "v.mp4"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadValue, match=sentence):
        VideoFile(path)


def test_a_folder_is_no_video(tmp_path):
    with pytest.raises(BadValue, match="is a folder"):
        VideoFile(tmp_path)
