"""A printed lens sheet held in front of a camera: what it would see."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel
from referee.camera.charuco.lens_sheet import LensSheet, black_parts

Float = npt.NDArray[np.float64]
PX_PER_MM = 8
SOFT_PX = 0.6  # blur of the lens
NOISE = 2.0  # standard deviation of a pixel, of 255
WALL, PAPER, INK = 105.0, 222.0, 34.0


def held_camera(
    lens: CameraModel, centre_px: tuple[float, float], away_mm: float, turn: Float
) -> CameraModel:
    """The camera as the sheet sees it, held with its middle at a pixel, turned by a vector."""
    width, height = lens.width_px, lens.height_px
    across = (centre_px[0] - width / 2) / lens.fx_px * away_mm
    down = (centre_px[1] - height / 2) / lens.fy_px * away_mm
    rotation = cv2.Rodrigues(np.asarray(turn, dtype=float))[0]
    return CameraModel(
        width,
        height,
        lens.fx_px,
        lens.fy_px,
        lens.cx_px,
        lens.cy_px,
        lens.distortion,
        tuple((float(r[0]), float(r[1]), float(r[2])) for r in rotation),
        (across, down, away_mm),
    )


def wave_poses(
    lens: CameraModel, sheet: LensSheet, rng: np.random.Generator, count: int
) -> list[CameraModel]:
    """Places a person would hold it: near and far, all over the picture, tilted to all sides."""
    across = (sheet.columns * sheet.square_mm) * lens.fx_px / lens.width_px
    places = []
    for k in range(count):
        fill = rng.uniform(0.42, 0.75)
        lean = np.radians(rng.uniform(15.0, 38.0) if k % 3 else rng.uniform(0.0, 8.0))
        toward = rng.uniform(0.0, 2.0 * np.pi)
        turn = [lean * np.cos(toward), lean * np.sin(toward), rng.normal(0.0, 0.15)]
        free = (1.0 - 0.75 * fill) / 2.0
        middle = (
            lens.width_px * (0.5 + rng.uniform(-free, free)),
            lens.height_px * (0.5 + rng.uniform(-free, free)),
        )
        places.append(held_camera(lens, middle, across / fill, np.array(turn)))
    return places


def photograph(
    sheet: LensSheet, camera: CameraModel, rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """The picture (BGR) of the sheet lying in the plane z = 0 with its middle at the origin."""
    ys, xs = np.mgrid[0 : camera.height_px, 0 : camera.width_px].astype(float)
    mm = camera.to_plane(np.stack([xs, ys], axis=-1), 0.0)
    page = _page(sheet)
    # The sheet's corners are counted from the chessboard's; its middle is what is held.
    from_left = (mm[..., 0] + sheet.width_mm / 2) * PX_PER_MM - 0.5
    from_top = (mm[..., 1] + sheet.height_mm / 2) * PX_PER_MM - 0.5
    seen = cv2.remap(
        page,
        from_left.astype(np.float32),
        from_top.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=WALL,
    )
    grey = cv2.GaussianBlur(seen, (0, 0), SOFT_PX) + rng.normal(0.0, NOISE, seen.shape)
    return np.repeat(np.clip(np.rint(grey), 0, 255).astype(np.uint8)[..., None], 3, axis=2)


@cache
def _page(sheet: LensSheet) -> npt.NDArray[np.float32]:
    """The print, softened so that pixels of a camera fall on areas and not on points."""
    size = round(sheet.height_mm * PX_PER_MM), round(sheet.width_mm * PX_PER_MM)
    page = np.full(size, PAPER, dtype=np.float32)
    for left, top, width, height in black_parts(sheet):
        x0, y0, x1, y1 = (round(v * PX_PER_MM) for v in (left, top, left + width, top + height))
        page[y0:y1, x0:x1] = INK
    return np.asarray(cv2.GaussianBlur(page, (0, 0), 2.5), dtype=np.float32)
