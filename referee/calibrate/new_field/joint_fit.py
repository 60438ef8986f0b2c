"""The camera and the unknown measures of a field, solved together from the same lines.

A line whose place is not known may lie anywhere beside the place that the profile has for it: its
offset is open. It still says how the camera turns and bends; and its offset is the measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.calibrate.fit.camera_fit import CameraFit, LineSights, fit_camera
from referee.calibrate.fit.camera_parameters import ALL, POSE, LensBelief
from referee.calibrate.fit.registration import FEWEST, RegisteredCamera, register_exactly
from referee.calibrate.lines.line_samples import LineSamples, LineStroke, measure_lines
from referee.calibrate.lines.printed_line import OUTER, PrintedLine, PrintedLineKind, printed_lines
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, F64
from referee.core.field.field_profile import FieldProfile

WIDTH_PX = 1920.0  # at which the reaches below are meant
ROUGH = ((14.0, 14.0), (8.0, 14.0), (5.0, 14.0))  # reach in px, step in mm
FINE = ((5.0, 8.0), (3.0, 8.0))
OPEN_PX = 100.0  # sigma of the offset of a line whose place is not known
OUTER_PX = 0.25  # by which a border may draw an outer line aside
DOUBT = 1.5  # times its sigma that a point counts: what bends lines bends all of them alike
OUTER_DOUBT = 4.5  # the same for outer lines
FREE = (0, 3, *POSE)  # a wrong focal length slants the sidelines of a leaning view
HINT_PX = 6.0  # sigma of a point that may belong to another line
EXACT_ROUNDS = 3
SETTLED_MM = 0.005  # change of the width that ends the rounds
CLOSE_PX = 1.5  # beside its place, that a point of a line may lie


@dataclass(frozen=True, slots=True, eq=False)
class JointFit:
    """A profile, and the camera that was fitted together with it."""

    profile: FieldProfile
    registered: RegisteredCamera


def fit_roughly(
    grey: F32,
    start: CameraModel,
    profile: FieldProfile,
    stroke: LineStroke,
    belief: LensBelief,
    ends: bool,
) -> JointFit | None:
    """The fit of pose, bend and width, with ``ends`` also of end zones; None for few lines."""
    camera, last = start, None
    for reach, step in ROUGH:
        found = _step(grey, camera, profile, stroke, reach, step, exact=False)
        keep = found.sights if ends else _of_yard_lines(found.sights, printed_lines(profile))
        if len(keep) < FEWEST:
            return None
        try:
            fit = fit_camera(opened(keep, profile), camera, belief, FREE)
        except np.linalg.LinAlgError:
            return None
        camera = fit.camera
        if not 50.0 < camera.position_mm[2] < 20_000.0:
            return None
        seen = replace(found, sights=keep)
        lines = printed_lines(profile)
        last = JointFit(profile, RegisteredCamera(camera, seen, fit, stroke, lines))
        moved = _moved(profile, keep, fit)
        if moved is None:
            return None
        profile = moved
    return last and replace(last, profile=profile)


def fit_jointly(grey: F32, rough: JointFit, belief: LensBelief, ruled: bool) -> JointFit:
    """The fit of the camera and of all open measures; ``ruled``: the width is known."""
    camera, profile, stroke = rough.registered.camera, rough.profile, rough.registered.stroke
    for reach, step in FINE:
        found = _step(grey, camera, profile, stroke, reach, step, exact=True)
        fit = fit_camera(opened(found.sights, profile, ruled), camera, belief, ALL)
        camera, profile = fit.camera, _moved(profile, found.sights, fit, ruled) or profile
    fitted = replace(rough.registered, camera=camera)
    for _ in range(EXACT_ROUNDS):
        # The widths of lines are found anew each time, from what the profile says of them.
        fitted = register_exactly(
            grey, replace(fitted, stroke=stroke), printed_lines(profile), belief
        )
        sights = doubted(opened(fitted.samples.sights, profile, ruled), profile)
        fit = fit_camera(sights, fitted.camera, belief, ALL)
        after = _moved(profile, sights, fit, ruled) or profile
        samples = replace(fitted.samples, sights=_put(sights, after))
        fitted = replace(fitted, camera=fit.camera, samples=samples, fit=fit)
        change = abs(after.width_mm - profile.width_mm)
        profile = after
        if change < SETTLED_MM:
            break
    fit = fit_camera(fitted.samples.sights, fitted.camera, belief, ALL)
    return JointFit(profile, replace(fitted, camera=fit.camera, fit=fit))


def opened(sights: LineSights, profile: FieldProfile, ruled: bool = False) -> LineSights:
    """The same sights, with a wide offset for each line whose place is not known."""
    lines = printed_lines(profile)
    outer = np.array([line.kind in OUTER for line in lines])
    offsets = np.where(outer, np.maximum(sights.offset_px, OUTER_PX), sights.offset_px)
    for k, _ in _unknown(lines, ruled):
        offsets[k] = OPEN_PX
    return replace(sights, offset_px=offsets)


def doubted(sights: LineSights, profile: FieldProfile) -> LineSights:
    """The same sights with larger sigmas, above all of outer lines, which their borders disturb."""
    lines = printed_lines(profile)
    outer = np.array([line.kind in OUTER for line in lines])
    return replace(
        sights, sigma_px=np.where(outer[sights.line], OUTER_DOUBT, DOUBT) * sights.sigma_px
    )


def cover(together: JointFit) -> F64:
    """The share of each line that was found where its own offset puts it."""
    samples, fit = together.registered.samples, together.registered.fit
    sights = samples.sights
    left = sights.misses_px(fit.camera) - fit.offsets_px[sights.line]
    lines = len(printed_lines(together.profile))
    good = np.bincount(sights.line, weights=np.abs(left) < CLOSE_PX, minlength=lines)
    tried = np.bincount(samples.line, minlength=lines)
    return np.where(tried > 0, good / np.maximum(tried, 1), 0.0)


def _step(
    grey: F32,
    camera: CameraModel,
    profile: FieldProfile,
    stroke: LineStroke,
    reach: float,
    step: float,
    exact: bool,
) -> LineSamples:
    share = max(camera.width_px, camera.height_px) / WIDTH_PX
    return measure_lines(
        grey,
        camera,
        printed_lines(profile),
        stroke,
        reach_px=max(2.5, reach * share),
        step_mm=step,
        exact=exact,
    )


def _unknown(lines: Sequence[PrintedLine], ruled: bool) -> list[tuple[int, str]]:
    """The index of each line whose place is not known, and the measure that it gives."""
    far = max(k for k, line in enumerate(lines) if line.kind is PrintedLineKind.SIDE)
    left, right = (k for k, line in enumerate(lines) if line.kind is PrintedLineKind.END)
    ends = [(left, "left_end_zone_mm"), (right, "right_end_zone_mm")]
    return ends if ruled else [(far, "width_mm"), *ends]


def _moved(
    profile: FieldProfile, sights: LineSights, fit: CameraFit, ruled: bool = False
) -> FieldProfile | None:
    """The profile with its unknown lines where they were seen; None if that is no field."""
    changes: dict[str, float] = {}
    for k, key in _unknown(printed_lines(profile), ruled):
        mine = sights.line == k
        if not mine.any():
            continue
        shift = float(fit.offsets_px[k]) / _px_per_mm(sights.only(mine), fit.camera, profile, k)
        changes[key] = getattr(profile, key) + (-shift if key == "left_end_zone_mm" else shift)
    return with_measures(profile, changes)


def with_measures(profile: FieldProfile, changes: dict[str, float]) -> FieldProfile | None:
    """The profile with these measures, rows scaled with the width; None if it is not valid."""
    share = changes.get("width_mm", profile.width_mm) / profile.width_mm
    across = {
        key: getattr(profile, key) * share
        for key in (
            "near_hash_y_mm",
            "far_hash_y_mm",
            "near_numbers_outer_y_mm",
            "near_numbers_inner_y_mm",
            "far_numbers_inner_y_mm",
            "far_numbers_outer_y_mm",
        )
    }
    wider = changes.get("width_mm", profile.width_mm) - profile.width_mm
    left = changes.get("left_end_zone_mm", profile.left_end_zone_mm) - profile.left_end_zone_mm
    right = changes.get("right_end_zone_mm", profile.right_end_zone_mm) - profile.right_end_zone_mm
    metal = {
        "metal_far_y_mm": profile.metal_far_y_mm + wider,
        "metal_left_x_mm": profile.metal_left_x_mm - left,
        "metal_right_x_mm": profile.metal_right_x_mm + right,
    }
    try:
        return replace(profile, **{**across, **metal, **changes})
    except ValueError:
        return None


def _px_per_mm(sights: LineSights, camera: CameraModel, profile: FieldProfile, k: int) -> float:
    half = np.zeros(3)
    half[printed_lines(profile)[k].across] = 0.5
    move = camera.project(sights.points_mm + half) - camera.project(sights.points_mm - half)
    return float((move * sights.across).sum(axis=1).mean())


def _put(sights: LineSights, profile: FieldProfile) -> LineSights:
    """The sights with their points moved to the lines' places in the profile."""
    lines = printed_lines(profile)
    points = sights.points_mm.copy()
    across = np.array([line.across for line in lines])[sights.line]
    points[np.arange(len(points)), across] = np.array([line.place_mm for line in lines])[
        sights.line
    ]
    return replace(sights, points_mm=points)


def _of_yard_lines(sights: LineSights, lines: Sequence[PrintedLine]) -> LineSights:
    """The sights without end lines; sidelines count little: each may be a border."""
    end = np.array([line.kind is PrintedLineKind.END for line in lines])[sights.line]
    side = np.array([line.kind is PrintedLineKind.SIDE for line in lines])[sights.line]
    return replace(sights, sigma_px=np.where(side, HINT_PX, sights.sigma_px)).only(~end)
