"""What a webcam does to light: lens, exposure, tone curve, sharpening, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from referee.core.errors import BadValue
from referee.sim.look import SensorLook
from referee.sim.render.arrays import F32, U8

TONES = 16384
TONE_TOP = 2.0  # linear value at the end of the tone table
SHOULDER = 0.72  # linear value from which highlights are rolled off
CONTRAST = 0.12


def tone_table() -> F32:
    """Linear light to picture values 0..255: a soft shoulder, the sRGB curve, some contrast."""
    x = np.linspace(0.0, TONE_TOP, TONES)
    room = 1.0 - SHOULDER
    bent = np.where(x > SHOULDER, SHOULDER + room * np.tanh((x - SHOULDER) / room), x)
    y = np.where(
        bent <= 0.0031308, 12.92 * bent, 1.055 * np.maximum(bent, 1e-9) ** (1 / 2.4) - 0.055
    )
    s_curve = y * y * (3.0 - 2.0 * y)
    return np.asarray(255.0 * ((1.0 - CONTRAST) * y + CONTRAST * s_curve), dtype=np.float32)


def blur_weights(sigma_px: float) -> F32:
    """Five weights of a Gaussian."""
    if not 0.0 <= sigma_px <= 3.0:
        raise BadValue("blur_px", sigma_px, "0 to 3 px")
    if sigma_px < 0.05:
        return np.array([0.0, 0.0, 1.0, 0.0, 0.0], dtype=np.float32)
    k = np.arange(-2, 3)
    w = np.exp(-0.5 * (k / min(sigma_px, 1.3)) ** 2)
    return np.asarray(w / w.sum(), dtype=np.float32)


def gain_map(sensor: SensorLook, rows: int, columns: int) -> F32:
    """(3, rows, columns): exposure gain, white balance and vignetting."""
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    r2 = (x - (columns - 1) / 2) ** 2 + (y - (rows - 1) / 2) ** 2
    r2 /= ((columns - 1) / 2) ** 2 + ((rows - 1) / 2) ** 2
    fall = 1.0 - sensor.vignetting * r2 * (0.6 + 0.4 * r2)
    balance = np.asarray(sensor.white_balance[::-1], dtype=np.float32) * sensor.gain
    return np.ascontiguousarray(balance[:, None, None] * fall[None].astype(np.float32))


def encode_jpeg(image: U8, quality: int) -> bytes:
    """One MJPEG frame."""
    fine, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    if not fine:
        raise BadValue("image", image.shape, "a picture that OpenCV can encode")
    return data.tobytes()


def decode_jpeg(data: bytes) -> U8:
    """The picture of one MJPEG frame."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)
