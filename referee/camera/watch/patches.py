"""Small pieces of the print found again in a new picture, to hundredths of a pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import njit

from referee.core.arrays import F32, F64, I64, U8

SIDE = 21  # pixels of a patch, both ways
REACH = 5  # pixels around a patch in which it is followed
ROUNDS = 12  # steps of the search, at most
STILL_PX = 0.01  # a step this small ends the search
LEAST_NORM = 1e-3  # grey values: a plain patch is not divided by zero


@dataclass(frozen=True)
class Patches:
    """Patches of one picture, of mean 0 and length 1, and how they change when they are moved.

    ``corners_px`` are their top-left pixels as column and row. ``inverse`` takes what a move
    changes to the move itself; ``weight`` says how well each direction of a move is seen.
    """

    corners_px: I64
    values: F32
    across: F32
    down: F32
    inverse: F32
    weight: F32
    mean: F32
    norm: F32
    slope: F32

    @property
    def centres_px(self) -> F64:
        """Their middles, (n, 2) in pixels."""
        return np.asarray(self.corners_px + (SIDE - 1) / 2, dtype=float)


@dataclass(frozen=True)
class FollowedPatches:
    """Where the patches went: shift, likeness (1 is the same), and mean, norm and slope now."""

    shift_px: F32
    alike: F32
    mean: F32
    norm: F32
    slope: F32


def cut_patches(image: U8, corners_px: I64) -> Patches:
    """The patches of a picture at these corners, which lie inside it by the reach."""
    count = len(corners_px)
    values = np.empty((count, SIDE, SIDE), dtype=np.float32)
    across, down = np.empty_like(values), np.empty_like(values)
    mean, norm, slope = (np.empty(count, dtype=np.float32) for _ in range(3))
    inverse, weight = (np.empty((count, 2, 2), dtype=np.float32) for _ in range(2))
    buffer = np.empty((SIDE + 2 * REACH, SIDE + 2 * REACH), dtype=np.float32)
    for k, (left, top) in enumerate(corners_px):
        _soft(image, left - REACH, top - REACH, buffer)
        middle = buffer[REACH:-REACH, REACH:-REACH]
        mean[k] = middle.mean()
        norm[k] = max(float(np.linalg.norm(middle - mean[k])), LEAST_NORM)
        unit = (middle - mean[k]) / norm[k]
        gx = (
            buffer[REACH:-REACH, REACH + 1 : 1 - REACH]
            - buffer[REACH:-REACH, REACH - 1 : -REACH - 1]
        )
        gy = (
            buffer[REACH + 1 : 1 - REACH, REACH:-REACH]
            - buffer[REACH - 1 : -REACH - 1, REACH:-REACH]
        )
        slope[k] = np.sqrt(float((gx**2).sum() + (gy**2).sum())) / norm[k]
        moves = [_free(g / (2.0 * norm[k]), unit) for g in (gx, gy)]
        weight[k] = [[float((a * b).sum()) for b in moves] for a in moves]
        inverse[k] = np.linalg.pinv(weight[k].astype(float))
        values[k], across[k], down[k] = unit, *moves
    return Patches(corners_px, values, across, down, inverse, weight, mean, norm, slope)


def follow_patches(patches: Patches, image: U8, guess_px: npt.ArrayLike) -> FollowedPatches:
    """Find the patches again, starting from guessed shifts; what left the picture is not alike."""
    count = len(patches.values)
    found = FollowedPatches(
        np.array(guess_px, dtype=np.float32).reshape(count, 2),
        *(np.zeros(count, dtype=np.float32) for _ in range(4)),
    )
    _follow_all(
        image,
        patches.corners_px,
        patches.values,
        patches.across,
        patches.down,
        patches.inverse,
        found.shift_px,
        found.alike,
        found.mean,
        found.norm,
        found.slope,
    )
    return found


def _free(move: F32, unit: F32) -> F32:
    """Without what a change of brightness or contrast would do as well."""
    flat = move - move.mean()
    return np.asarray(flat - unit * float((flat * unit).sum()), dtype=np.float32)


@njit(cache=True, nogil=True)
def _soft(image, left, top, out):  # type: ignore[no-untyped-def]
    """Grey values (blue + 2 green + red) / 4, softened by 1 2 1 both ways against noise."""
    rows, columns = out.shape
    line = np.empty((rows + 2, columns), dtype=np.float32)
    for y in range(rows + 2):
        row = image[top - 1 + y]
        before = np.float32(row[left - 1, 0]) + 2 * np.float32(row[left - 1, 1]) + row[left - 1, 2]
        here = np.float32(row[left, 0]) + 2 * np.float32(row[left, 1]) + row[left, 2]
        for x in range(columns):
            c = left + x + 1
            after = np.float32(row[c, 0]) + 2 * np.float32(row[c, 1]) + row[c, 2]
            line[y, x] = before + 2 * here + after
            before, here = here, after
    for y in range(rows):
        for x in range(columns):
            out[y, x] = (line[y, x] + 2 * line[y + 1, x] + line[y + 2, x]) / 64


@njit(cache=True, nogil=True)
def _follow_all(  # type: ignore[no-untyped-def]
    image, corners, values, across, down, inverse, shift, alike, mean, norm, slope
):
    side, wide = SIDE, SIDE + 2 * REACH
    buffer = np.empty((wide, wide), dtype=np.float32)
    now = np.empty((side, side), dtype=np.float32)
    for k in range(len(values)):
        step_x, step_y = round(shift[k, 0]), round(shift[k, 1])
        left, top = corners[k, 0] + step_x - REACH, corners[k, 1] + step_y - REACH
        if left < 1 or top < 1 or left + wide >= image.shape[1] or top + wide >= image.shape[0]:
            continue
        _soft(image, left, top, buffer)
        dx, dy = shift[k, 0] - step_x, shift[k, 1] - step_y
        for _ in range(ROUNDS):
            if abs(dx) > REACH - 1 or abs(dy) > REACH - 1:
                alike[k] = 0.0
                break
            alike[k], mean[k], norm[k] = _sample(buffer, dx, dy, values[k], now)
            bx, by = np.float32(0), np.float32(0)
            for y in range(side):
                for x in range(side):
                    off = now[y, x] - values[k, y, x]
                    bx += across[k, y, x] * off
                    by += down[k, y, x] * off
            move_x = inverse[k, 0, 0] * bx + inverse[k, 0, 1] * by
            move_y = inverse[k, 1, 0] * bx + inverse[k, 1, 1] * by
            dx, dy = dx - move_x, dy - move_y
            if abs(move_x) < STILL_PX and abs(move_y) < STILL_PX:
                break
        shift[k, 0], shift[k, 1] = step_x + dx, step_y + dy
        total = np.float32(0)
        for y in range(1, side - 1):
            for x in range(1, side - 1):
                total += (now[y, x + 1] - now[y, x - 1]) ** 2 + (now[y + 1, x] - now[y - 1, x]) ** 2
        slope[k] = np.sqrt(total)


@njit(cache=True, nogil=True, fastmath=True)
def _sample(buffer, dx, dy, wanted, now):  # type: ignore[no-untyped-def]
    """The piece at a shift, of mean 0 and length 1, and how alike it is; its mean and norm."""
    side = SIDE
    low_x, low_y = int(np.floor(dx)), int(np.floor(dy))
    u, v = np.float32(dx - low_x), np.float32(dy - low_y)
    a, b, c, d = (1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v
    total = np.float32(0)
    for y in range(side):
        upper, lower = buffer[REACH + low_y + y], buffer[REACH + low_y + y + 1]
        for x in range(side):
            at = REACH + low_x + x
            value = a * upper[at] + b * upper[at + 1] + c * lower[at] + d * lower[at + 1]
            now[y, x] = value
            total += value
    mean = total / (side * side)
    square, product = np.float32(0), np.float32(0)
    for y in range(side):
        for x in range(side):
            value = now[y, x] - mean
            now[y, x] = value
            square += value * value
            product += value * wanted[y, x]
    norm = max(np.sqrt(square), np.float32(LEAST_NORM))
    for y in range(side):
        for x in range(side):
            now[y, x] /= norm
    return product / norm, mean, norm
