"""What other cameras and other rooms do to a picture: things over edges, blur, tones, noise."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

F64 = npt.NDArray[np.float64]
U8 = npt.NDArray[np.uint8]

COVERED_SHARE = 0.45  # of bases that get something over their edge
BITS = 4  # of a pixel's fraction in OpenCV's drawing


def spoiled_picture(image: U8, corners_px: F64, rng: np.random.Generator) -> U8:
    """The picture as another camera might have taken it on a worse day."""
    image = image.copy()
    for corners in corners_px:
        if rng.random() < COVERED_SHARE:
            _cover(image, corners, rng)
    if rng.random() < 0.35:
        image = _glare(image, rng)
    if rng.random() < 0.4:
        image = _u8(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.4))))
    if rng.random() < 0.25:
        image = _shaken(image, rng)
    image = _u8(cv2.LUT(image, _tones(rng)[None]))
    if rng.random() < 0.15:
        image = _u8(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
    if rng.random() < 0.2:
        image = _sharpened(image, float(rng.uniform(0.3, 1.2)))
    if rng.random() < 0.5:
        level = float(rng.uniform(0.5, 8.0))
        noise = rng.standard_normal(image.shape, dtype=np.float32) * np.float32(level)
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        quality = int(rng.integers(40, 90))
        encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        image = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.ascontiguousarray(image)


def _cover(image: U8, corners: F64, rng: np.random.Generator) -> None:
    """A patch of anything, or a patch of shadow or light, on some part of an outline."""
    share = rng.random()
    a, b = corners[rng.integers(4)], corners[rng.integers(4)]
    at = a + (b - a) * share + rng.normal(0.0, 6.0, 2)
    size = float(np.exp(rng.uniform(np.log(3.0), np.log(16.0))))
    if rng.random() < 0.3:
        left, top = (max(0, int(v)) for v in at - size)
        right, bottom = (max(0, int(v)) for v in at + size)
        patch = image[top:bottom, left:right]
        patch[:] = np.clip(patch * rng.uniform(0.5, 1.4), 0, 255)
        return
    count = int(rng.integers(3, 8))
    angle = np.sort(rng.uniform(0.0, 2.0 * np.pi, count))
    reach = size * rng.uniform(0.5, 1.2, count)
    rim = at + np.stack([np.cos(angle), np.sin(angle)], axis=1) * reach[:, None]
    colour = tuple(int(v) for v in rng.integers(0, 256, 3))
    if rng.random() < 0.3:  # something that looks like what lies beside the base
        row, column = (int(v) for v in np.clip(at[::-1] + 20.0, 0, np.array(image.shape[:2]) - 1))
        colour = tuple(int(v) for v in image[row, column])
    points = np.rint(rim * (1 << BITS)).astype(np.int32)
    cv2.fillPoly(image, [points], colour, cv2.LINE_AA, BITS)


def _glare(image: U8, rng: np.random.Generator) -> U8:
    """Soft spots where a lamp mirrors in the print and burns out what lies under it."""
    rows, columns = image.shape[:2]
    small = np.zeros((rows // 8 + 1, columns // 8 + 1), dtype=np.float32)
    for _ in range(int(rng.integers(1, 5))):
        at = (int(rng.integers(small.shape[1])), int(rng.integers(small.shape[0])))
        size = (int(rng.integers(3, 22)), int(rng.integers(3, 12)))
        turn = float(rng.uniform(0.0, 180.0))
        cv2.ellipse(small, at, size, turn, 0.0, 360.0, float(rng.uniform(40.0, 240.0)), -1)
    soft = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(1.0, 5.0)))
    light = cv2.resize(soft, (columns, rows), interpolation=cv2.INTER_LINEAR)
    return np.clip(image + light[:, :, None], 0, 255).astype(np.uint8)


def _shaken(image: U8, rng: np.random.Generator) -> U8:
    """Everything drawn out in one direction, as by a camera on a shaking table."""
    length = float(rng.uniform(1.0, 4.0))
    angle = float(rng.uniform(0.0, np.pi))
    half = 4
    kernel = np.zeros((2 * half + 1, 2 * half + 1), dtype=np.float32)
    for t in np.linspace(-length / 2, length / 2, 33):
        x, y = half + t * np.cos(angle), half + t * np.sin(angle)
        left, top = int(x), int(y)
        p, q = x - left, y - top
        kernel[top : top + 2, left : left + 2] += np.outer([1.0 - q, q], [1.0 - p, p])
    return _u8(cv2.filter2D(image, -1, kernel / kernel.sum()))


def _sharpened(image: U8, share: float) -> U8:
    soft = cv2.GaussianBlur(image, (0, 0), 1.2)
    return _u8(cv2.addWeighted(image, 1.0 + share, soft, -share, 0.0))


def _tones(rng: np.random.Generator) -> U8:
    """(256, 3): another exposure and gamma, often another one in each channel."""
    x = np.arange(256) / 255.0
    channels = 3 if rng.random() < 0.4 else 1
    curves = [
        rng.uniform(0.35, 1.3) * x ** np.exp(rng.normal(0.0, 0.3)) + rng.uniform(-0.04, 0.08)
        for _ in range(channels)
    ]
    table = np.stack(curves * (3 // channels), axis=1)
    return np.asarray(np.clip(table, 0.0, 1.0) * 255.0).astype(np.uint8)


def _u8(image: npt.NDArray[np.generic] | cv2.typing.MatLike) -> U8:
    return np.asarray(image, dtype=np.uint8)
