"""From a rough camera to an exact one: lines are looked for in ever narrower strips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.calibrate.fit.camera_fit import ROUGHLY_ENOUGH, CameraFit, LineSights, fit_camera
from referee.calibrate.fit.camera_parameters import ALL, POSE_AND_BEND, LensBelief
from referee.calibrate.lines.line_samples import LineSamples, LineStroke, measure_lines
from referee.calibrate.lines.printed_line import OUTER, PrintedLine, PrintedLineKind
from referee.calibrate.lines.stroke_search import find_stroke
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, I64

WIDTH_PX = 1920.0  # at which the reaches below are meant
ROUGH = ((16.0, 14.0), (10.0, 14.0), (5.0, 14.0))  # reach in px, step in mm
FINE = ((5.0, 8.0), (3.0, 8.0))
CLOSER = ((10.0, 10.0), (5.0, 10.0), (3.0, 10.0))
LAST = (2.5, 3.0)
FEWEST = 60  # points, for a rough fit
SEEN = 0.35  # of a line, for it to have a say
STRAY_PX = 0.4  # lines that lie farther beside the others than this have none
SIDE_STRAY_PX = 2.5  # but for sidelines: a width measured with a ruler may be half a mm off
# Outer lines stand beside a border that draws them, goal lines beside the paint of an end zone.
OFFSET_PX = {
    PrintedLineKind.SIDE: 0.18,
    PrintedLineKind.END: 0.18,
    PrintedLineKind.GOAL: 0.12,
    PrintedLineKind.YARD: 0.03,
}
FAR_OFF = 2.0  # sigmas of its kind from which on a line speaks less
EDGE_OFFSET_PX = 0.25  # an edge looks moved where one of its sides is too bright for the camera
PRINT_MM = 0.03  # by which a printed line may miss its place
PIECE_MM = 90.0  # what disturbs a line disturbs this much of it at once
FEWEST_IN_PIECE = 5.0  # points of a piece, for its scatter to count
HONEST_ROUNDS = 3  # of widening sigmas and fitting again


@dataclass(frozen=True, slots=True, eq=False)
class RegisteredCamera:
    """A camera, the sights it rests on, the fit, and which lines were looked for and how."""

    camera: CameraModel
    samples: LineSamples
    fit: CameraFit
    stroke: LineStroke
    lines: tuple[PrintedLine, ...]


def register_roughly(
    grey: F32,
    start: CameraModel,
    lines: Sequence[PrintedLine],
    stroke: LineStroke,
    belief: LensBelief,
) -> RegisteredCamera | None:
    """The fit of pose and bend from few points; None when there are hardly any lines."""
    share = max(start.width_px, start.height_px) / WIDTH_PX
    camera, last = start, None
    for reach, step in ROUGH:
        samples = measure_lines(
            grey, camera, lines, stroke, reach_px=max(3.0, reach * share), step_mm=step, exact=False
        )
        if len(samples.sights) < FEWEST:
            return None
        try:
            fit = fit_camera(samples.sights, camera, belief, POSE_AND_BEND, ROUGHLY_ENOUGH)
        except np.linalg.LinAlgError:
            return None
        camera = fit.camera
        if not 50.0 < camera.position_mm[2] < 20_000.0:
            return None
        last = RegisteredCamera(camera, samples, fit, stroke, tuple(lines))
    return last


def register_closer(grey: F32, rough: RegisteredCamera, belief: LensBelief) -> RegisteredCamera:
    """The rough camera fitted again with its whole lens, so that far lines fit too."""
    share = max(rough.camera.width_px, rough.camera.height_px) / WIDTH_PX
    found = rough
    for reach, step in CLOSER:
        samples = measure_lines(
            grey,
            found.camera,
            rough.lines,
            rough.stroke,
            reach_px=max(3.0, reach * share),
            step_mm=step,
            exact=False,
        )
        if len(samples.sights) < FEWEST:
            return rough
        fit = fit_camera(samples.sights, found.camera, belief, ALL, ROUGHLY_ENOUGH)
        found = replace(found, camera=fit.camera, samples=samples, fit=fit)
    return found


def register_exactly(
    grey: F32,
    rough: RegisteredCamera,
    lines: Sequence[PrintedLine],
    belief: LensBelief,
    side_sigma_mm: float = 0.0,
    *,
    close_by: bool = False,
) -> RegisteredCamera:
    """The fit of the whole camera, from points all along the lines.

    ``side_sigma_mm`` is by how much sidelines may be drawn beside their places; ``close_by``, lines
    are looked for only where they should be.
    """
    share = max(rough.camera.width_px, rough.camera.height_px) / WIDTH_PX
    camera, stroke = rough.camera, rough.stroke
    for reach, step in FINE[-1:] if close_by else FINE:
        samples = measure_lines(
            grey, camera, lines, stroke, reach_px=max(2.5, reach * share), step_mm=step
        )
        camera = fit_camera(samples.sights, camera, belief, ALL).camera
    stroke = find_stroke(grey, camera, lines, stroke)
    samples = measure_lines(grey, camera, lines, stroke, reach_px=LAST[0], step_mm=LAST[1])
    samples = _trusted(samples, camera, lines, side_sigma_mm)
    fit = fit_camera(samples.sights, camera, belief, ALL)
    samples = measure_lines(grey, fit.camera, lines, stroke, reach_px=LAST[0], step_mm=LAST[1])
    samples = _trusted(samples, fit.camera, lines, side_sigma_mm)
    fit = fit_camera(samples.sights, fit.camera, belief, ALL)
    for _ in range(HONEST_ROUNDS):
        samples = replace(samples, sights=widened_sigmas(samples.sights, fit, lines))
        fit = fit_camera(samples.sights, fit.camera, belief, ALL)
    return RegisteredCamera(fit.camera, samples, fit, stroke, tuple(lines))


def sides_left_free(
    fitted: RegisteredCamera, belief: LensBelief, sigma_mm: float
) -> RegisteredCamera:
    """The same points, but sidelines may lie anywhere: the other lines tell the camera.

    Where the field lies across is left to the sidelines: it is put midway between them.
    """
    side = np.array([line.kind is PrintedLineKind.SIDE for line in fitted.lines])
    sights = fitted.samples.sights
    free = np.where(side, sigma_mm / fitted.camera.mm_per_px, sights.offset_px)
    samples = replace(fitted.samples, sights=replace(sights, offset_px=free))
    fit = fit_camera(samples.sights, fitted.camera, belief, ALL)
    middle_px = float(fit.offsets_px[side].mean())
    camera = shifted_camera(fit.camera, 0.0, middle_px * fit.camera.mm_per_px)
    offsets = fit.offsets_px - np.where(side, middle_px, 0.0)
    fit = replace(fit, camera=camera, offsets_px=offsets)
    return replace(fitted, camera=camera, samples=samples, fit=fit)


def _trusted(
    samples: LineSamples, camera: CameraModel, lines: Sequence[PrintedLine], side_sigma_mm: float
) -> LineSamples:
    """The samples without lines that are hardly seen or that lie far beside all others."""
    sights = samples.sights
    tried = np.bincount(samples.line, minlength=len(lines))
    seen = np.bincount(sights.line, minlength=len(lines)) / np.maximum(tried, 1)
    miss = sights.misses_px(camera)
    middle = np.array(
        [
            np.median(miss[sights.line == k]) if (sights.line == k).any() else 0.0
            for k in range(len(lines))
        ]
    )
    usual = max(STRAY_PX / 3.0, 1.4826 * float(np.median(np.abs(middle))))
    side = np.array([line.kind is PrintedLineKind.SIDE for line in lines])
    side_px = side_sigma_mm / camera.mm_per_px
    stray = np.where(side, max(SIDE_STRAY_PX, 3.0 * side_px), 3.0 * usual)
    good = (seen >= SEEN) & (np.abs(middle) <= stray)
    aside = np.array([_offset_px(line) for line in lines])
    offsets = np.hypot(aside, PRINT_MM / camera.mm_per_px)
    offsets = np.hypot(offsets, np.where(side, side_px, 0.0))
    kept = replace(sights.only(good[sights.line]), offset_px=offsets)
    found = samples.found.copy()
    found[found] = good[sights.line]
    return replace(samples, sights=kept, found=found)


def _offset_px(line: PrintedLine) -> float:
    if line.step:
        return EDGE_OFFSET_PX
    return OFFSET_PX[line.kind]


def widened_sigmas(sights: LineSights, fit: CameraFit, lines: Sequence[PrintedLine]) -> LineSights:
    """Sigmas widened until pieces of lines, and whole lines, scatter as much as they say."""
    miss = (sights.misses_px(fit.camera) - fit.offsets_px[sights.line]) / sights.sigma_px
    piece = pieces(sights, lines)
    weight = np.bincount(piece, weights=fit.weight)
    total = np.bincount(piece, weights=fit.weight * miss)
    full = weight > FEWEST_IN_PIECE
    if not full.any():
        return sights
    wider = float(np.sqrt(np.median(total[full] ** 2 / weight[full]) / 0.455))
    seen = np.bincount(sights.line, minlength=len(lines)) > 0
    aside = np.abs(fit.offsets_px)
    offsets = sights.offset_px.copy()
    for kinds in (OUTER, (PrintedLineKind.GOAL,), (PrintedLineKind.YARD,)):
        group = np.array([line.kind in kinds for line in lines]) & seen
        if not group.any():
            continue
        # Lines that lie farther beside their places than was believed: so may all of their kind.
        usual = 1.4826 * float(np.median(aside[group]))
        offsets[group] = np.maximum(offsets[group], usual)
        far = group & (aside > FAR_OFF * offsets)
        offsets[far] = aside[far]
    return replace(sights, sigma_px=sights.sigma_px * max(1.0, wider), offset_px=offsets)


def pieces(sights: LineSights, lines: Sequence[PrintedLine]) -> I64:
    """A number for every stretch of every line."""
    along = np.array([1 - line.across for line in lines])[sights.line]
    run = sights.points_mm[np.arange(len(sights)), along]
    stretch = np.floor((run - run.min(initial=0.0)) / PIECE_MM).astype(np.int64)
    return np.asarray(sights.line * (int(stretch.max(initial=0)) + 1) + stretch)


def shifted_camera(camera: CameraModel, x_mm: float, y_mm: float) -> CameraModel:
    """The camera for which the field lies that many mm farther to the right and across."""
    move = np.asarray(camera.translation_mm) + camera.rotation_matrix @ (x_mm, y_mm, 0.0)
    return camera.with_motion(camera.rotation_matrix, move)
