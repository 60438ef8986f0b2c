"""What a webcam does to light: lens, exposure, tone curve, sharpening, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numba import njit

from referee.core.errors import BadValue
from referee.sim.look import Sensor
from referee.sim.render.arrays import F32, I8, U8
from referee.sim.render.tiles import TILE

TONES = 16384
TONE_TOP = 2.0  # linear value at the end of the tone table
SHOULDER = 0.72  # linear value from which highlights are rolled off
CONTRAST = 0.12
NOISE_UNIT = 28.0  # standard deviation of the noise tile
NOISE_EDGE = 64
STEEPEST = 2.6  # webcams smooth dark noise away: the tone curve amplifies it no further


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


def gain_map(sensor: Sensor, rows: int, columns: int) -> F32:
    """(3, rows, columns): exposure gain, white balance and vignetting."""
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    r2 = (x - (columns - 1) / 2) ** 2 + (y - (rows - 1) / 2) ** 2
    r2 /= ((columns - 1) / 2) ** 2 + ((rows - 1) / 2) ** 2
    fall = 1.0 - sensor.vignetting * r2 * (0.6 + 0.4 * r2)
    balance = np.asarray(sensor.white_balance[::-1], dtype=np.float32) * sensor.gain
    return np.ascontiguousarray(balance[:, None, None] * fall[None].astype(np.float32))


@njit(cache=True, nogil=True, fastmath=True)
def expose(  # noqa: PLR0912 - one loop nest compiles to one fast loop
    tiles: U8, scene: F32, gain: F32, across: F32, tones: F32, toned: F32
) -> None:
    """Lens blur, gain and tone curve of the marked tiles, ``scene`` to ``toned``."""
    rows, columns = scene.shape[1], scene.shape[2]
    scratch = np.empty((TILE + 4, TILE), dtype=np.float32)
    sums = np.empty(TILE, dtype=np.float32)
    scale = np.float32((TONES - 1) / TONE_TOP)
    for tr in range(tiles.shape[0]):
        for tc in range(tiles.shape[1]):
            if tiles[tr, tc] == 0:
                continue
            r0, c0 = tr * TILE, tc * TILE
            high, wide = min(TILE, rows - r0), min(TILE, columns - c0)
            inside = c0 >= 2 and c0 + TILE + 2 <= columns
            for b in range(3):
                for r in range(high + 4):
                    rr = min(max(r0 + r - 2, 0), rows - 1)
                    if inside:
                        for c in range(TILE):
                            scratch[r, c] = (
                                across[0] * (scene[b, rr, c0 + c - 2] + scene[b, rr, c0 + c + 2])
                                + across[1] * (scene[b, rr, c0 + c - 1] + scene[b, rr, c0 + c + 1])
                                + across[2] * scene[b, rr, c0 + c]
                            )
                    else:
                        for c in range(wide):
                            total = np.float32(0.0)
                            for k in range(5):
                                cc = min(max(c0 + c + k - 2, 0), columns - 1)
                                total += across[k] * scene[b, rr, cc]
                            scratch[r, c] = total
                for r in range(high):
                    for c in range(wide):
                        sums[c] = (
                            across[0] * (scratch[r, c] + scratch[r + 4, c])
                            + across[1] * (scratch[r + 1, c] + scratch[r + 3, c])
                            + across[2] * scratch[r + 2, c]
                        ) * gain[b, r0 + r, c0 + c]
                    for c in range(wide):
                        at = int(sums[c] * scale + np.float32(0.5))
                        toned[b, r0 + r, c0 + c] = tones[min(max(at, 0), TONES - 1)]


@njit(cache=True, nogil=True, fastmath=True)
def sharpen(tiles: U8, toned: F32, amount: float, out: U8) -> None:
    """Edges with the halo that webcams give them, ``toned`` to 8 bit BGR."""
    rows, columns = toned.shape[1], toned.shape[2]
    own, side = np.float32(1.0 + amount), np.float32(0.25 * amount)
    line = np.empty((3, TILE), dtype=np.float32)
    for tr in range(tiles.shape[0]):
        for tc in range(tiles.shape[1]):
            if tiles[tr, tc] == 0:
                continue
            c0 = tc * TILE
            wide = min(TILE, columns - c0)
            inside = c0 >= 1 and c0 + TILE + 1 <= columns
            for r in range(tr * TILE, min(rows, tr * TILE + TILE)):
                above, below = max(r - 1, 0), min(r + 1, rows - 1)
                for b in range(3):
                    if inside:
                        for c in range(TILE):
                            line[b, c] = own * toned[b, r, c0 + c] - side * (
                                toned[b, above, c0 + c]
                                + toned[b, below, c0 + c]
                                + toned[b, r, c0 + c - 1]
                                + toned[b, r, c0 + c + 1]
                            )
                    else:
                        for c in range(wide):
                            left, right = max(c0 + c - 1, 0), min(c0 + c + 1, columns - 1)
                            line[b, c] = own * toned[b, r, c0 + c] - side * (
                                toned[b, above, c0 + c]
                                + toned[b, below, c0 + c]
                                + toned[b, r, left]
                                + toned[b, r, right]
                            )
                for c in range(wide):
                    for b in range(3):
                        v = min(
                            max(line[b, c] + np.float32(0.5), np.float32(0.0)), np.float32(255.0)
                        )
                        out[r, c0 + c, b] = np.uint8(v)


def noise_tile(rows: int, columns: int, seed: int) -> I8:
    """Noise larger than the picture, mostly brightness, a little smeared as after denoising."""
    rng = np.random.default_rng([seed, 11])
    shape = (rows + NOISE_EDGE, columns + NOISE_EDGE)
    grey: F32 = np.asarray(
        cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (3, 3), 0.55)
    )
    coarse = rng.standard_normal((shape[0] // 2 + 1, shape[1] // 2 + 1, 3), dtype=np.float32)
    tint = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    mixed = grey[..., None] / grey.std() + 0.45 * tint / tint.std()
    return np.clip(np.rint(mixed / mixed.std() * NOISE_UNIT), -127, 127).astype(np.int8)


def noise_curve(sensor: Sensor) -> F32:
    """A parabola of the picture's value: noise in picture values, times 4096 / NOISE_UNIT."""
    table = tone_table().astype(float)
    linear = np.linspace(0.0, TONE_TOP, TONES)
    values = np.arange(256.0)
    light = np.interp(values, table, linear)
    slope = np.minimum(np.interp(light, linear, np.gradient(table, linear)), STEEPEST * 255.0)
    sigma = slope * np.sqrt(
        sensor.read_noise**2 + sensor.shot_noise**2 * light * max(sensor.gain, 0.1)
    )
    curve = np.polynomial.polynomial.polyfit(values, sigma, 2)
    return np.asarray(curve * 4096.0 / NOISE_UNIT, dtype=np.float32)


@njit(cache=True, nogil=True)
def add_noise(clean: U8, noise: I8, row0: int, column0: int, curve: F32, out: U8) -> None:
    """``clean`` plus noise whose strength follows the picture's value."""
    rows, columns = clean.shape[0], clean.shape[1]
    a, b = np.int32(curve[0]), np.int32(curve[1] * 256.0)
    q = np.int32(curve[2] * 65536.0)
    flat_clean = clean.reshape(rows, columns * 3)
    flat_noise = noise.reshape(noise.shape[0], noise.shape[1] * 3)
    flat_out = out.reshape(rows, columns * 3)
    for r in range(rows):
        source, grain, target = flat_clean[r], flat_noise[r + row0, column0 * 3 :], flat_out[r]
        for c in range(columns * 3):
            v = np.int32(source[c])
            strength = max(a + ((v * b) >> 8) + ((v * v * q) >> 16), np.int32(0))
            value = v + ((np.int32(grain[c]) * strength + np.int32(2048)) >> 12)
            target[c] = np.uint8(min(max(value, np.int32(0)), np.int32(255)))


def encode_jpeg(image: U8, quality: int) -> bytes:
    """One MJPEG frame."""
    fine, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    if not fine:
        raise BadValue("image", image.shape, "a picture that OpenCV can encode")
    return data.tobytes()


def decode_jpeg(data: bytes) -> U8:
    """The picture of one MJPEG frame."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)


def frame_shift(seed: int, t_ns: int) -> tuple[int, int]:
    """Where in the noise tile a frame begins: from the seed and the time alone."""
    mixed = (t_ns * 0x9E3779B97F4A7C15 + seed * 0xC2B2AE3D27D4EB4F) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 31)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return (mixed >> 20) % NOISE_EDGE, (mixed >> 40) % NOISE_EDGE
