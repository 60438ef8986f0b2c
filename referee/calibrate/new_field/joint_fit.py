"""The camera and the measures that nobody knows, solved together from the same lines.

A line whose place is not known may lie anywhere beside the place that the profile has for it: its
offset is open. It still says how the camera turns and bends; and its offset is the measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.calibrate.fit.camera_fit import CameraFit, LineSights, fit_camera
from referee.calibrate.fit.camera_parameters import ALL, POSE, LensBelief
from referee.calibrate.fit.registration import FEWEST, RegisteredCamera, register_exactly
from referee.calibrate.lines.line_samples import LineSamples, LineStroke, measure_lines
from referee.calibrate.lines.printed_line import PrintedLine, PrintedLineKind, printed_lines
from referee.camera.camera_model import CameraModel
from referee.core.field.field_profile import FieldProfile

F64 = npt.NDArray[np.float64]
F32 = npt.NDArray[np.float32]

WIDTH_PX = 1920.0  # at which the reaches below are meant
ROUGH = ((14.0, 14.0), (8.0, 14.0), (5.0, 14.0))  # reach in px, step in mm
FINE = ((5.0, 8.0), (3.0, 8.0))
OPEN_PX = 100.0
OUTER_PX = 0.25  # by which a border may draw an outer line aside
DOUBT, OUTER_DOUBT = 1.5, 4.5  # what bends lines bends all of them alike
FREE = (0, 3, *POSE)  # a wrong focal length slants the sidelines of a leaning view
HINT_PX = 6.0  # sigma of a point that may belong to another line
EXACT_ROUNDS = 3
SETTLED_MM = 0.005
CLOSE_PX = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class JointFit:
    """A camera, the profile that goes with it, and what both rest on."""

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
    """Pose and bend, the width, and with ``ends`` the end zones; None if there are few lines."""
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
    """Everything that the evidence supports; ``ruled`` says that the width is known."""
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
    """The same sights, the places of unknown lines left open."""
    lines = printed_lines(profile)
    outer = np.array([line.kind in {PrintedLineKind.SIDE, PrintedLineKind.END} for line in lines])
    offsets = np.where(outer, np.maximum(sights.offset_px, OUTER_PX), sights.offset_px)
    for k, _ in _unknown(lines, ruled):
        offsets[k] = OPEN_PX
    return replace(sights, offset_px=offsets)


def doubted(sights: LineSights, profile: FieldProfile) -> LineSights:
    """Less sure than they seem; outer lines count less: what lies beside bends them."""
    lines = printed_lines(profile)
    outer = np.array([line.kind in {PrintedLineKind.SIDE, PrintedLineKind.END} for line in lines])
    return replace(
        sights, sigma_px=np.where(outer[sights.line], OUTER_DOUBT, DOUBT) * sights.sigma_px
    )


def cover(together: JointFit) -> F64:
    """Of each line, the share that was found where its own offset puts it."""
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
    """Which lines have no known place, and the measure that each of them tells."""
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
    """The profile with other measures; all across it goes along with the width."""
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
    """Points of lines at the places that the profile now has for them."""
    lines = printed_lines(profile)
    points = sights.points_mm.copy()
    across = np.array([line.across for line in lines])[sights.line]
    points[np.arange(len(points)), across] = np.array([line.place_mm for line in lines])[
        sights.line
    ]
    return replace(sights, points_mm=points)


def _of_yard_lines(sights: LineSights, lines: Sequence[PrintedLine]) -> LineSights:
    """Without end lines; sidelines only say about where the field is: a border may stand in."""
    end = np.array([line.kind is PrintedLineKind.END for line in lines])[sights.line]
    side = np.array([line.kind is PrintedLineKind.SIDE for line in lines])[sights.line]
    return replace(sights, sigma_px=np.where(side, HINT_PX, sights.sigma_px)).only(~end)
