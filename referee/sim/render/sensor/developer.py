"""The sensor at work on a picture of which only some tiles change from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.sim.look import SceneLook
from referee.sim.render.arrays import F32, U8
from referee.sim.render.sensor import grain
from referee.sim.render.sensor import sensor as eye
from referee.sim.render.sensor.exposure import expose, sharpen
from referee.sim.render.tiles import copy_tiles, fill_tiles

VIBRATION_PX = 0.45  # blur of a board at full power
VIBRATION_STEPS = 2


@dataclass(frozen=True)
class StillPicture:
    """The empty scene with its tones, before and after sharpening."""

    toned: F32
    clean: U8


class Developer:
    """Turns linear light into a noisy 8 bit picture. ``light`` is (3, rows, columns)."""

    def __init__(self, look: SceneLook, empty: F32, tiles: U8) -> None:
        camera, sensor = look.camera, look.sensor
        rows, columns = camera.height_px, camera.width_px
        self._look = look
        self._empty = empty
        self.light = empty.copy()
        self._gain = eye.gain_map(sensor, rows, columns)
        self._tones = eye.tone_table()
        self._noise = grain.noise_tile(rows, columns, look.seed)
        self._noise_curve = grain.noise_curve(sensor)
        self._everywhere = np.ones_like(tiles)
        self._stale = np.zeros_like(tiles)
        # All of them now: made when the power comes on, they would hold up the first frames of it.
        self._stills = [self._still(shake) for shake in range(VIBRATION_STEPS + 1)]
        self._shake = 0
        self._toned = self._stills[0].toned.copy()
        self._clean = self._stills[0].clean.copy()

    def empty_tiles(self, tiles: U8, before: U8, share: float) -> None:
        """Start tiles that are new since ``before`` with a share of the empty scene."""
        fill_tiles(tiles, before, self._empty, share, self.light)

    def picture(self, tiles: U8, new: U8, power_gain: float, t_ns: int) -> U8:
        """Develop tiles with ``new`` light, restore those left by all there is, add noise.

        ``tiles``: where there is anything but the empty scene; ``new`` are among them.
        """
        shake = round(min(max(power_gain, 0.0), 1.0) * VIBRATION_STEPS)
        still = self._stills[shake]
        fill_tiles(self._stale, tiles, self._empty, 1.0, self.light)
        if shake != self._shake:
            self._toned[:] = still.toned
            self._clean[:] = still.clean
            self._shake = shake
            new = tiles
        else:
            fill_tiles(self._stale, tiles, still.toned, 1.0, self._toned)
            copy_tiles(self._stale, tiles, still.clean, self._clean)
        self._expose(new, shake, self.light, self._toned, self._clean)
        self._stale[:] = tiles
        image = np.empty_like(self._clean)
        row, column = grain.frame_shift(self._look.seed, t_ns)
        grain.add_noise(self._clean, self._noise, row, column, self._noise_curve, image)
        return image

    def _still(self, shake: int) -> StillPicture:
        toned = np.zeros_like(self._empty)
        clean: U8 = np.zeros((*self._empty.shape[1:], 3), dtype=np.uint8)
        self._expose(self._everywhere, shake, self._empty, toned, clean)
        return StillPicture(toned, clean)

    def _expose(self, tiles: U8, shake: int, light: F32, toned: F32, clean: U8) -> None:
        sensor = self._look.sensor
        blur = float(np.hypot(sensor.blur_px, VIBRATION_PX * shake / VIBRATION_STEPS))
        expose(tiles, light, self._gain, eye.blur_weights(blur), self._tones, toned)
        sharpen(tiles, toned, sensor.sharpen, clean)
