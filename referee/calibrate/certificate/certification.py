"""Writes the certificate of a finished fit: errors by place, lines, flatness, grade, advice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from referee.calibrate.certificate.certificate import (
    CalibrationGrade,
    Certificate,
    LensReport,
    LineReport,
    grade_of,
)
from referee.calibrate.certificate.error_map import (
    CameraSpread,
    ErrorMap,
    camera_spread_of,
    error_map,
)
from referee.calibrate.certificate.field_in_view import words_of_outside
from referee.calibrate.certificate.flatness import Flatness, flatness_of, level_fit
from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.fit.registration import RegisteredCamera
from referee.calibrate.lines.printed_line import PrintedLine
from referee.calibrate.outcome import UnusablePicture
from referee.calibrate.search.print_evidence import Numerals
from referee.camera.calibration import Calibration
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.field.field_profile import FieldProfile
from referee.system_clock import clock_s

GAP_PX = 0.28  # sigma of a gap between two bases, as refinement measures it
READ = 0.06  # likeness by which numerals must read better one way round to be called read
# Printed lines are about 1 mm wide: in coarser pictures a line was taken for its neighbour.
COARSEST_MM_PER_PX = 1.2
# Beyond these there is an advice.
STEEP_DEG = 15.0  # tilt
COARSE_MM_PER_PX = 0.95
SOFT_PX = 1.6  # blur of the lines
DIM_SHARE = 0.5  # of a line that is seen
VAGUE_FOCAL = 0.05  # sigma of the focal length, as a share
DIP_MM = 0.5  # height of a bend that is told
ASTRAY_MM = 0.4  # of a line beside its place
HELD_OUT_MM = 1.0  # that a line may lie elsewhere when all others alone say where
BEND_SIGMAS = 2.0  # that a surface may lie beside what is told of it


def certify(
    fitted: RegisteredCamera,
    numerals: Numerals,
    calibration: Calibration,
    belief: LensBelief,
    pictures: int,
    start_s: float,
    sides_note: str | None = None,
) -> tuple[Calibration, Certificate]:
    """The calibration with its largest error filled in, and its certificate."""
    profile, top_mm = calibration.board, calibration.top_height_mm
    lines, sights = fitted.lines, fitted.samples.sights
    per_px = _mm_per_px_amid(fitted.camera, profile)
    spread = camera_spread_of(sights, fitted.fit, belief)
    camera = fitted.camera
    errors = error_map(camera, spread, profile, top_mm)
    where = (belief, profile, errors.x_mm, errors.y_mm)
    flat, _ = flatness_of(sights, fitted.fit, *where)
    if flat.clear and abs(flat.worst_mm) > DIP_MM:
        flat, level, fit = level_fit(sights, fitted.fit, *where)
        camera = fit.camera
        errors = error_map(camera, camera_spread_of(level, fit, belief), profile, top_mm)
        errors = _with_bend(errors, flat, camera)
    else:
        flat = replace(flat, clear=False)
    reports = tuple(_line_reports(fitted, lines, spread, per_px))
    grade = grade_of(errors.worst_mm)
    tilt = math.degrees(math.acos(min(1.0, -float(camera.rotation_matrix[2, 2]))))
    certificate = Certificate(
        grade=grade,
        errors=errors,
        gap_sigma=_gap_sigma(camera, errors),
        lines=reports,
        lens=LensReport(belief.source, camera.fx_px, math.sqrt(float(spread.covariance[0, 0]))),
        flatness=flat,
        tilt_deg=tilt,
        height_mm=float(camera.position_mm[2]),
        mm_per_px=per_px,
        blur_px=fitted.stroke.blur_px,
        pictures=pictures,
        seconds=0.0,
        advice=(),
        notes=(
            *words_of_outside(camera, lines, profile),
            *_notes(numerals, belief),
            *_held_out_words(reports),
            *([sides_note] if sides_note else []),
        ),
    )
    certificate = replace(
        certificate,
        advice=tuple(_advice(certificate)),
        seconds=clock_s() - start_s,
    )
    if grade is CalibrationGrade.REFUSED:
        raise UnusablePicture(
            f"The camera is known only to {errors.worst_mm:.1f} mm at the worst place of the "
            "field, which no call can rest on.",
            " ".join(certificate.advice) or "Show the whole field sharp and evenly lit.",
        )
    known = replace(calibration, camera=camera, error_mm=round(errors.worst_mm, 4))
    return known, certificate


def _with_bend(errors: ErrorMap, flat: Flatness, camera: CameraModel) -> ErrorMap:
    """The errors with those added that a bend of this height causes."""
    eye = camera.position_mm
    away = np.hypot(errors.x_mm[None, :] - eye[0], errors.y_mm[:, None] - eye[1])
    shifted = (np.abs(flat.height_mm) + BEND_SIGMAS * flat.spread_mm) * away / eye[2]
    return ErrorMap(errors.x_mm, errors.y_mm, np.hypot(errors.error_mm, shifted))


def _mm_per_px(camera: CameraModel, places: F64) -> F64:
    """The longer side in mm of a pixel on the board, at each place."""
    pixels = camera.project_flat(places)
    steps = [
        np.linalg.norm(camera.to_plane(pixels + s, 0.0) - camera.to_plane(pixels - s, 0.0), axis=1)
        for s in ((0.5, 0.0), (0.0, 0.5))
    ]
    return np.asarray(np.maximum(*steps))


def _mm_per_px_amid(camera: CameraModel, profile: FieldProfile) -> float:
    return float(_mm_per_px(camera, np.array([[profile.x_mm(50.0), profile.width_mm / 2]]))[0])


def check_pixels(camera: CameraModel, profile: FieldProfile) -> None:
    """Raise `UnusablePicture` if pixels are wider than printed lines."""
    per_px = _mm_per_px_amid(camera, profile)
    if per_px > COARSEST_MM_PER_PX:
        raise UnusablePicture(
            f"A pixel is {per_px:.2f} mm of the board: its lines cannot be told "
            "from what is printed beside them.",
            "Hang the camera lower, or set a larger picture.",
        )


def _gap_sigma(camera: CameraModel, errors: ErrorMap) -> ErrorMap:
    """The sigma in mm of a gap, by place. Both bases err together, so the pixel's size decides."""
    places = np.stack(np.meshgrid(errors.x_mm, errors.y_mm), axis=-1).reshape(-1, 2)
    sigma = GAP_PX * _mm_per_px(camera, places)
    return ErrorMap(errors.x_mm, errors.y_mm, sigma.reshape(errors.error_mm.shape))


def _line_reports(
    fitted: RegisteredCamera, lines: Sequence[PrintedLine], spread: CameraSpread, per_px: float
) -> Iterator[LineReport]:
    samples = fitted.samples
    tried = np.bincount(samples.line, minlength=len(lines))
    sights = samples.sights
    miss = sights.misses_px(fitted.camera)
    for k, line in enumerate(lines):
        mine = sights.line == k
        held = float(spread.held_out_px[k]) * per_px
        seen = float(mine.sum()) / max(int(tried[k]), 1)
        weight = fitted.fit.weight[mine]
        if not mine.any() or weight.sum() < 1e-6:
            yield LineReport(line.name, seen, None, None, None)
            continue
        mean = float((miss[mine] * weight).sum() / weight.sum())
        rms = math.sqrt(float((miss[mine] ** 2 * weight).sum() / weight.sum()))
        yield LineReport(line.name, seen, rms, mean * per_px, held if math.isfinite(held) else None)


def _notes(numerals: Numerals, belief: LensBelief) -> Iterator[str]:
    yield "Near is the sideline that is lower in the picture, unless corners said otherwise."
    if abs(numerals.reads) < READ:
        yield "The numerals could not be read, so a mirrored picture would not have been noticed."
    if belief.source == "field":
        yield "The lens was solved from the field's lines alone."
    else:
        yield f"The lens is that of {belief.source}, adjusted to the field's lines."


def _held_out_words(lines: Sequence[LineReport]) -> Iterator[str]:
    """A word for each line that only its own picture puts in its place."""
    for line in lines:
        off_mm = line.held_out_mm
        if off_mm is not None and abs(off_mm) > HELD_OUT_MM:
            yield (
                f"Without {line.name} the other lines would put it {abs(off_mm):.1f} mm beside its"
                " place: there the calibration rests on this line alone. Lay a ruler there and"
                " compare it with the field file."
            )


def _advice(certificate: Certificate) -> Iterator[str]:
    """Sentences that say what makes the calibration better, the most useful first."""
    vague = certificate.lens.focal_sigma > VAGUE_FOCAL
    if vague and certificate.grade is not CalibrationGrade.GOLD:
        yield (
            "How far away the camera is can hardly be told from straight above: measure the lens "
            "once with a printed sheet (referee calibrate sheet), or lean the camera by 8 degrees."
        )
    if certificate.tilt_deg > STEEP_DEG:
        yield f"The camera leans by {certificate.tilt_deg:.0f} degrees: lower the tilt."
    if certificate.mm_per_px > COARSE_MM_PER_PX:
        yield (
            f"A pixel is {certificate.mm_per_px:.2f} mm: hang the camera lower or set a larger "
            "picture."
        )
    if certificate.blur_px > SOFT_PX:
        yield "The lines are soft: focus the camera, or light the board better."
    dim = [line.name for line in certificate.lines if line.seen < DIM_SHARE]
    if dim:
        yield (
            f"Hardly seen: {_listed(dim)}; covered, shining, or as pale as what lies beside. "
            "Clear the board and move the lamp."
        )
    astray = [
        line.name
        for line in certificate.lines
        if line.mean_mm is not None and abs(line.mean_mm) > ASTRAY_MM and line.seen >= DIM_SHARE
    ]
    if astray:
        yield f"Not where the field file says: {_listed(astray)}. Measure them again."
    if certificate.flatness.clear:
        height = certificate.flatness.worst_mm
        word = "dips" if height < 0.0 else "bulges"
        yield f"The board {word} by {abs(height):.1f} mm: put something under it, or flatten it."


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
