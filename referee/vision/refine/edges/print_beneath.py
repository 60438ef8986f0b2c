"""What the empty board says of an edge: print that is seen as ever is no end of a base.

A white line beside a white base looks like its end. But where a base ends the picture differs from
the empty board on the base's side; an edge of the print on whose both sides the board looks as ever
says nothing of a base. And a base does not reach across a gap in which the board is seen bare.
`drawn_to_print` tells which outlines ended at such an edge, cheaply, for every base of a frame;
`heed_print` weighs what the strips of those few say.
"""

from __future__ import annotations

import math

import numpy as np

from referee.camera.compiled_camera import project
from referee.core.arrays import F32, F64, U8
from referee.core.compiler import compiled
from referee.vision.refine.edges.strips import FIRST_MM, OUTER, SAMPLES, STEP_MM
from referee.vision.refine.pose_fit import BIN_MM, BINS, LOWEST_MM

# Light on the board around a base, beside that on the plate: so many steps an octave, two octaves
# each way; fewer samples than this say nothing.
OCTAVE_STEPS = 32
FEWEST = 24
DARK = 4.0  # grey values on top, so that black over black is no ratio
# How far a sample may be from what is expected there, in grey values and as a share of it: of the
# board, of what differs along the strip (an edge may be drawn half a pixel elsewhere), and of the
# base, whose own colour varies more.
BOARD_GREY, BOARD_SHARE, EDGE_SHARE = 8.0, 0.06, 0.35
BASE_GREY, BASE_SHARE = 10.0, 0.12
FARTHEST = 3.0  # sigmas
# Print that changes by the first so many grey values across an outline is an edge of some weight,
# by the second one of full weight.
FAINT_EDGE, FULL_EDGE = 20.0, 50.0
# Samples on each side of it that say so, and those on the base's side that show board or base.
ASIDE, INSIDE = 2, (-2, 0)
# From this share of FARTHEST on the picture differs there.
DIFFERS = 0.6
LEAST = 0.03  # what such an edge still counts
DRAWN = 3  # so many strips of an outline at print: it was drawn to it
BARE_WEIGHT = 0.5  # of a sample that shows bare board, against an edge outside of it
MOST = 8.0  # a logarithm
AT_EDGE = int(-FIRST_MM / STEP_MM + 0.5)  # the sample that is nearest to the outline


@compiled
def drawn_to_print(
    plate: U8,
    known: U8,
    near: U8,
    shrink: int,
    cam: F64,
    poses: F64,
    rings: F64,
    heights_mm: F64,
    strips: F32,
    seen: U8,
    ways: F64,
) -> None:
    """Fill ``ways`` (bases, 2): outward, of length 1, of outlines that end where only print does.

    Zero for all others. ``strips`` are those of `read_strips`, read where the outlines are now, to
    a fraction of a mm.
    """
    points = rings.shape[1]
    ends, gains = np.empty((points, 4)), np.empty(3)
    empty = np.empty((3, SAMPLES))
    first, last = AT_EDGE + INSIDE[0] - 1, AT_EDGE + ASIDE + 1
    for b in range(poses.shape[0]):
        ways[b, :] = 0.0
        if not _beside_print(near, shrink, cam, poses[b], rings[b], heights_mm[b], ends):
            continue
        at_print = 0
        for k in range(points):
            at_print += seen[b, k] == 1 and _edge_grey(plate, known, ends[k]) > FAINT_EDGE
        if at_print < DRAWN or not _light(plate, known, ends, strips[b], seen[b], gains):
            continue
        at_print, out_x, out_y = 0, 0.0, 0.0
        c, s = math.cos(poses[b, 2]), math.sin(poses[b, 2])
        for k in range(points):
            if seen[b, k] == 0 or _edge_grey(plate, known, ends[k]) <= FAINT_EDGE:
                continue
            _empty_strip(plate, known, ends[k], gains, first, last, empty)
            if _weight(empty, strips[b, k], AT_EDGE) < 0.5:
                at_print += 1
                out_x += c * rings[b, k, 2] - s * rings[b, k, 3]
                out_y += s * rings[b, k, 2] + c * rings[b, k, 3]
        far = math.hypot(out_x, out_y)
        if at_print >= DRAWN and far > 0.5 * at_print:
            ways[b, 0], ways[b, 1] = out_x / far, out_y / far


@compiled
def heed_print(
    plate: U8,
    known: U8,
    cam: F64,
    poses: F64,
    rings: F64,
    heights_mm: F64,
    strips: F32,
    colours: F32,
    seen: U8,
    likelihoods: F32,
) -> None:
    """Weigh ``likelihoods`` (bases, points, BINS) by what of each strip is the board as ever.

    ``strips`` and the own ``colours`` are those of `read_strips` and `read_clues`.
    """
    points = rings.shape[1]
    ends, gains = np.empty((points, 4)), np.empty(3)
    empty = np.empty((3, SAMPLES))
    for b in range(poses.shape[0]):
        _strip_ends(cam, poses[b], rings[b], heights_mm[b], ends)
        if not _light(plate, known, ends, strips[b], seen[b], gains):
            continue
        for k in range(points):
            if seen[b, k] == 1:
                _empty_strip(plate, known, ends[k], gains, 0, SAMPLES, empty)
                _weigh(empty, strips[b, k], colours[b], likelihoods[b, k])


@compiled
def _strip_ends(cam: F64, pose: F64, ring: F64, height_mm: float, ends: F64) -> None:
    """Where each strip begins, and its step, in pixels."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    last_mm = FIRST_MM + STEP_MM * (SAMPLES - 1)
    for k in range(ring.shape[0]):
        nx, ny = c * ring[k, 2] - s * ring[k, 3], s * ring[k, 2] + c * ring[k, 3]
        x = pose[0] + c * ring[k, 0] - s * ring[k, 1]
        y = pose[1] + s * ring[k, 0] + c * ring[k, 1]
        u0, v0, _ = project(cam, x + FIRST_MM * nx, y + FIRST_MM * ny, height_mm)
        u1, v1, _ = project(cam, x + last_mm * nx, y + last_mm * ny, height_mm)
        ends[k, 0], ends[k, 1] = u0, v0
        ends[k, 2], ends[k, 3] = (u1 - u0) / (SAMPLES - 1), (v1 - v0) / (SAMPLES - 1)


@compiled
def _beside_print(
    near: U8, shrink: int, cam: F64, pose: F64, ring: F64, height_mm: float, ends: F64
) -> bool:
    """Where the strips of a base are; False, and nothing, if no print has an edge about there."""
    rows, columns = near.shape
    c, s = math.cos(pose[2]), math.sin(pose[2])
    some = 0
    for k in range(0, ring.shape[0], 2):
        x = pose[0] + c * ring[k, 0] - s * ring[k, 1]
        y = pose[1] + s * ring[k, 0] + c * ring[k, 1]
        u, v, _ = project(cam, x, y, height_mm)
        row, column = int(v) // shrink, int(u) // shrink
        some += 0 <= row < rows and 0 <= column < columns and near[row, column] == 1
    if 2 * some < DRAWN:
        return False
    _strip_ends(cam, pose, ring, height_mm, ends)
    return True


@compiled
def _edge_grey(plate: U8, known: U8, end: F64) -> float:
    """By how much the print changes across an outline; 0 where it is not known."""
    inner, outer = AT_EDGE - ASIDE, AT_EDGE + ASIDE
    column, row = int(end[0] + inner * end[2] + 0.5), int(end[1] + inner * end[3] + 0.5)
    column2, row2 = int(end[0] + outer * end[2] + 0.5), int(end[1] + outer * end[3] + 0.5)
    if known[row, column] == 0 or known[row2, column2] == 0:
        return 0.0
    most = 0.0
    for channel in range(3):
        was, is_ = float(plate[row, column, channel]), float(plate[row2, column2, channel])
        most = max(most, abs(is_ - was))
    return most


@compiled
def _light(plate: U8, known: U8, ends: F64, strips: F32, seen: U8, gains: F64) -> bool:
    """By how much the board around a base is brighter than its plate, colour by colour."""
    steps = 4 * OCTAVE_STEPS
    counts = np.zeros((3, steps), np.int64)
    number = 0
    for k in range(ends.shape[0]):
        if seen[k] == 0:
            continue
        for j in range(OUTER[0], OUTER[1], 4):
            column, row = int(ends[k, 0] + j * ends[k, 2]), int(ends[k, 1] + j * ends[k, 3])
            if known[row, column] == 0:
                continue
            number += 1
            for channel in range(3):
                ratio = (strips[k, channel, j] + DARK) / (plate[row, column, channel] + DARK)
                at = int((math.log2(ratio) + 2.0) * OCTAVE_STEPS)
                counts[channel, min(max(at, 0), steps - 1)] += 1
    if number < FEWEST:
        return False
    for channel in range(3):
        below, step = 0, 0
        while 2 * (below + counts[channel, step]) < number:
            below += counts[channel, step]
            step += 1
        gains[channel] = 2.0 ** ((step + 0.5) / OCTAVE_STEPS - 2.0)
    return True


@compiled
def _empty_strip(
    plate: U8, known: U8, end: F64, gains: F64, first: int, last: int, empty: F64
) -> None:
    """What samples of a strip would show of the empty board now; below zero: nobody knows."""
    for j in range(first, last):
        u, v = end[0] + j * end[2], end[1] + j * end[3]
        left, top = int(u), int(v)
        if known[top, left] == 0:
            empty[0, j] = -1.0
            continue
        p, q = u - left, v - top
        for channel in range(3):
            upper = plate[top, left, channel] * (1.0 - p) + plate[top, left + 1, channel] * p
            lower = (
                plate[top + 1, left, channel] * (1.0 - p) + plate[top + 1, left + 1, channel] * p
            )
            value = upper * (1.0 - q) + lower * q
            empty[channel, j] = max((value + DARK) * gains[channel] - DARK, 0.0)


@compiled
def _off_board(empty: F64, strip: F32, j: int) -> float:
    """How far a sample is from what the empty board shows there, in sigmas."""
    most = 0.0
    for channel in range(3):
        was = empty[channel, j]
        differs = 0.5 * abs(empty[channel, j + 1] - empty[channel, j - 1])
        limit = BOARD_GREY + BOARD_SHARE * was + EDGE_SHARE * differs
        most = max(most, abs(strip[channel, j] - was) / limit)
    return min(most, FARTHEST)


@compiled
def _weight(empty: F64, strip: F32, j: int) -> float:
    """What an edge at a sample counts: little if print has one there that is seen as ever."""
    inner, outer = max(j - ASIDE, 0), min(j + ASIDE, SAMPLES - 1)
    first, last = max(j + INSIDE[0], 1), max(j + INSIDE[1], 2)
    if empty[0, inner] < 0.0 or empty[0, outer] < 0.0:
        return 1.0
    edge = 0.0
    for channel in range(3):
        edge = max(edge, abs(empty[channel, outer] - empty[channel, inner]))
    edge = min(max((edge - FAINT_EDGE) / (FULL_EDGE - FAINT_EDGE), 0.0), 1.0)
    if edge == 0.0:
        return 1.0
    off = 0.0
    for i in range(first, last):
        if empty[0, i - 1] < 0.0 or empty[0, i] < 0.0 or empty[0, i + 1] < 0.0:
            return 1.0
        off += _off_board(empty, strip, i) / FARTHEST
    there = min(off / (last - first) / DIFFERS, 1.0)
    return 1.0 - edge * (1.0 - max(there * there, LEAST))


@compiled
def _weigh(empty: F64, strip: F32, colour: F32, likelihood: F32) -> None:
    """Weigh what one strip says of where its edge is."""
    bare = np.zeros(SAMPLES + 1)  # summed from inside to each sample's inner end
    weights = np.ones(SAMPLES + 1)
    for j in range(SAMPLES):
        said = 0.0
        inside = 0 < j < SAMPLES - 1 and min(empty[0, j - 1], empty[0, j + 1]) >= 0.0
        if inside and empty[0, j] >= 0.0:
            board, base = _off_board(empty, strip, j), 0.0
            for channel in range(3):
                limit = BASE_GREY + BASE_SHARE * colour[channel]
                base = max(base, abs(strip[channel, j] - colour[channel]) / limit)
            base = min(base, FARTHEST)
            said = min(0.5 * BARE_WEIGHT * (board * board - base * base), 0.0)
        bare[j + 1] = bare[j] + said
        weights[j] = _weight(empty, strip, j)
    total = 0.0
    for i in range(BINS):
        place = (LOWEST_MM + i * BIN_MM - FIRST_MM) / STEP_MM
        low = int(place)
        share = place - low
        weight = weights[low] + share * (weights[low + 1] - weights[low])
        low = int(place + 0.5)
        share = place + 0.5 - low
        against = bare[low] + share * (bare[low + 1] - bare[low])
        likelihood[i] *= weight * math.exp(max(against, -MOST))
        total += likelihood[i]
    for i in range(BINS):
        likelihood[i] /= total
