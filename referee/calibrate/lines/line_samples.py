"""Where printed lines run in the picture, to a fraction of a pixel, near where they should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.calibrate.fit.camera_fit import USUAL_OFFSET_PX, LineSights
from referee.calibrate.lines.bar_fit import BarFits, fit_bars
from referee.calibrate.lines.edge_fit import fit_edges, strongest_steps
from referee.calibrate.lines.printed_line import PrintedLine, PrintedLineKind
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, F64, I64, Bools

STEP_PX = 0.5  # between samples across a line
TAPS_MM = (-1.6, -0.8, 0.0, 0.8, 1.6)  # along a line: their mean is less noisy than one
END_MM = 6.0  # ends of lines meet other lines
FLANK_PX = 1.5  # of ground on each side, for a first guess
ROOM_PX = 3.0  # beside the line that its fit may look at
WEAK = 0.015  # a line must stand out by this much brightness on both sides
CLEAR = 0.45  # and by this share of what is usual: half a line beside a pale ground leans
DARKEST = 0.05  # brightness below which contrast is no share of it
FLOOR_PX = 0.03  # sigma of the best place
ROUGH_PX = 0.4  # sigma of a place that is a first guess
FAR_COST = 0.01  # of brightness, by which a line one pixel farther off must be clearer


@dataclass(frozen=True, slots=True)
class LineStroke:
    """How lines are drawn: their widths by kind, how soft edges are, whether they are dark."""

    width_mm: dict[PrintedLineKind, float]
    blur_px: float
    dark: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LineSamples:
    """Every place that was looked at, found or not."""

    sights: LineSights  # of the found ones
    found: Bools  # (m,), of all in the picture
    line: I64  # (m,)
    bars: BarFits  # of all


def measure_lines(
    grey: F32,
    camera: CameraModel,
    lines: Sequence[PrintedLine],
    stroke: LineStroke,
    *,
    reach_px: float,
    step_mm: float,
    exact: bool = True,
) -> LineSamples:
    """Look across every line, every ``step_mm`` along it, as far off as ``reach_px``.

    Not ``exact``, places are good to half a pixel and found much faster.
    """
    points, line = _places(lines, step_mm)
    across = np.array([lines[k].across for k in line])
    at, unit, tangent, scale = _directions(camera, points, across)
    widths = np.array([stroke.width_mm[lines[k].kind] for k in line]) * scale
    inside = _inside(camera, at, reach_px + ROOM_PX)
    points, line, at, unit = points[inside], line[inside], at[inside], unit[inside]
    tangent, widths = tangent[inside], np.maximum(widths[inside], 0.9)
    half = reach_px + ROOM_PX + float(widths.max(initial=1.0)) / 2
    offsets = np.arange(-half, half + STEP_PX / 2, STEP_PX)
    profiles = _profiles(grey, at, unit, tangent, offsets)
    if stroke.dark:
        profiles = 1.0 - profiles
    step = np.array([float(one.step) for one in lines])[line]
    bars = _measured(profiles, offsets, widths, step, stroke.blur_px, reach_px, exact=exact)
    found = (
        (bars.contrast > WEAK)
        & (_clearness(bars) > CLEAR * _usual_clearness(bars, line, lines))
        & (np.abs(bars.place) < reach_px)
        & (bars.rest < 0.25 * bars.contrast + 0.01)
    )
    sigma = np.hypot(bars.sigma, FLOOR_PX)
    offsets = np.full(len(lines), USUAL_OFFSET_PX)
    sights = LineSights(points, at + bars.place[:, None] * unit, unit, sigma, line, offsets)
    return LineSamples(sights.only(found), found, line, bars)


def _measured(
    profiles: F64,
    offsets: F64,
    widths: F64,
    step: F64,
    blur_px: float,
    reach_px: float,
    *,
    exact: bool,
) -> BarFits:
    """Bars where ``step`` is 0, and edges elsewhere, each with the fit that is made for it."""
    out = BarFits(*(np.zeros(len(profiles)) for _ in range(5)))
    for edge in (False, True):
        mine = np.nonzero((step != 0.0) == edge)[0]
        if not len(mine):
            continue
        part, wide, sign = profiles[mine], widths[mine], step[mine]
        if edge:
            guess, contrast = strongest_steps(part, offsets, sign, reach_px)
        else:
            guess, contrast = _strongest(part, offsets, wide, reach_px)
        if not exact:
            bright = part[np.arange(len(part)), np.searchsorted(offsets, guess)]
            blank = np.zeros(len(part))
            found = BarFits(guess, blank + ROUGH_PX, contrast, blank, bright)
        elif edge:
            found = fit_edges(part, offsets, guess, sign, blur_px, ROOM_PX)
        else:
            found = fit_bars(part, offsets, guess, wide, blur_px, ROOM_PX)
        for name in ("place", "sigma", "contrast", "rest", "bright"):
            getattr(out, name)[mine] = getattr(found, name)
    return out


def _clearness(bars: BarFits) -> F64:
    """Contrast by brightness, which is the same in light and in shadow."""
    return np.asarray(bars.contrast / np.maximum(bars.bright, DARKEST))


def _usual_clearness(bars: BarFits, line: I64, lines: Sequence[PrintedLine]) -> F64:
    """The usual clearness of each sample's line: that of yard lines, or an edge's own."""
    clear, seen = _clearness(bars), bars.contrast > WEAK
    yard = np.array([one.kind is PrintedLineKind.YARD for one in lines])[line]
    usual = np.full(len(lines), float(np.median(clear[yard & seen])) if (yard & seen).any() else 0)
    for k, one in enumerate(lines):
        mine = seen & (line == k)
        if one.step and mine.any():
            usual[k] = float(np.median(clear[mine]))
    return np.asarray(usual[line])


def _places(lines: Sequence[PrintedLine], step_mm: float) -> tuple[F64, I64]:
    rows = [line.points_mm(step_mm, END_MM) for line in lines]
    flat = np.concatenate(rows)
    index = np.repeat(np.arange(len(lines)), [len(r) for r in rows])
    return np.column_stack([flat, np.zeros(len(flat))]), index


def _directions(camera: CameraModel, points: F64, across: I64) -> tuple[F64, F64, F64, F64]:
    """Pixel, unit vector across the line, pixels of one mm along it, pixels per mm across."""
    at = camera.project(points)
    side, along = np.zeros_like(points), np.zeros_like(points)
    rows = np.arange(len(points))
    side[rows, across] = 0.5
    along[rows, 1 - across] = 0.5
    tangent = camera.project(points + along) - camera.project(points - along)
    move = camera.project(points + side) - camera.project(points - side)
    unit = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)
    unit /= np.linalg.norm(unit, axis=1)[:, None]
    scale = (unit * move).sum(axis=1)
    unit *= np.sign(scale)[:, None]
    return at, unit, tangent, np.abs(scale)


def _inside(camera: CameraModel, at: F64, margin: float) -> Bools:
    low, high = margin, np.array([camera.width_px, camera.height_px]) - 1 - margin
    return np.asarray(((at >= low) & (at <= high)).all(axis=1))


def _profiles(grey: F32, at: F64, unit: F64, tangent: F64, offsets: F64) -> F64:
    """Brightness across the line at each place, the mean of a few places beside it."""
    total = np.zeros((len(at), len(offsets)), dtype=np.float32)
    if not len(at):  # OpenCV refuses to do nothing
        return total.astype(float)
    for tap in TAPS_MM:
        middle = at + tap * tangent
        x = middle[:, :1] + offsets * unit[:, :1]
        y = middle[:, 1:] + offsets * unit[:, 1:]
        total += cv2.remap(grey, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
    return total.astype(float) / len(TAPS_MM)


def _strongest(profiles: F64, offsets: F64, widths: F64, reach_px: float) -> tuple[F64, F64]:
    """Where a bar of about the right width is brighter than both its sides, and by how much."""
    count = profiles.shape[1]
    run = np.concatenate([np.zeros((len(profiles), 1)), np.cumsum(profiles, axis=1)], axis=1)
    places = np.abs(offsets) <= reach_px
    middle = np.nonzero(places)[0]
    rows = np.arange(len(profiles))[:, None]
    half = np.maximum(np.round(widths / 2 / STEP_PX), 1).astype(np.int64)[:, None]
    flank = round(FLANK_PX / STEP_PX)

    def mean(low: I64, high: I64) -> F64:
        a, b = np.clip(low, 0, count), np.clip(high, 0, count)
        return np.asarray((run[rows, b] - run[rows, a]) / np.maximum(b - a, 1))

    core = mean(middle - half + 1, middle + half)
    left = mean(middle - half - flank, middle - half)
    right = mean(middle + half + 1, middle + half + flank + 1)
    clear = core - np.maximum(left, right) - FAR_COST * np.abs(offsets[middle]) / max(reach_px, 1.0)
    best = np.argmax(clear, axis=1)
    return offsets[middle[best]], clear[rows[:, 0], best]
