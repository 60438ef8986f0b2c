"""Fields that are in no list, under leaning cameras, measured from a picture and one length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.calibrate.lines.printed_line import corners_mm
from referee.calibrate.new_field.measure_sigmas import INSIDE
from referee.calibrate.new_field.measured_field import measure_field
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.camera.camera_model import CameraModel
from referee.core.field.field_profile import FieldProfile
from referee.lab.bench.calibrate_cases.rendered_views import TOP_MM, leaning_look
from referee.lab.bench.report import Row
from referee.lab.pictures.crowds import random_crowd, random_roster
from referee.loaders.fields import load_field
from referee.sim.art.looks.standard_look import random_look
from referee.sim.render import LIVE, Renderer

SEED = 7_810_000  # nothing was chosen with these boards
BOARDS = ("620", "500", "scale-64x30")
CLICK_PX = 5.0  # how exactly people click
HELPED = "with four clicks"
FOUND, HONEST, WRONG = 90.0, 95.0, 3.0


@dataclass(frozen=True, slots=True)
class UnknownFieldOutcome:
    """One board: refused or not, whether clicks helped, errors and stated errors by measure."""

    number: int
    tilt_deg: float
    reason: str | None
    after_clicks: str | None
    off_mm: dict[str, float]
    stated_mm: dict[str, float]
    certified: bool = False
    covered: float = 0.0


def measure_unknown(number: int) -> UnknownFieldOutcome:
    """A field drawn anew, with figures on it; every second picture stands on its head."""
    rng = np.random.default_rng([SEED, number])
    true = _varied(load_field(BOARDS[number % len(BOARDS)]), rng)
    roster = random_roster(rng)
    look = leaning_look(random_look(true, roster, rng), true, number)
    crowd = replace(random_crowd(true, roster, rng), power_gain=0.0)
    picture = Renderer(true, look, LIVE).render(crowd).image
    camera = look.camera
    tilt = float(np.degrees(np.arccos(min(1.0, -camera.rotation_matrix[2, 2]))))
    if number % 2:
        picture = np.ascontiguousarray(picture[::-1, ::-1])
        true = _turned(true)
    found = measure_field([picture], true.goal_to_goal_mm, "unknown", top_height_mm=TOP_MM)
    reason = str(found) if isinstance(found, CalibrationRefused) else None
    after = None
    if isinstance(found, CalibrationRefused):
        corners = camera.project(np.column_stack([corners_mm(true), np.zeros(4)]))
        if number % 2:
            size = np.array([camera.width_px, camera.height_px]) - 1
            corners = size - np.roll(corners, 2, axis=0)
        clicked = corners + rng.uniform(-CLICK_PX, CLICK_PX, (4, 2))
        found = measure_field(
            [picture],
            true.goal_to_goal_mm,
            "unknown",
            top_height_mm=TOP_MM,
            corners_px=[(float(x), float(y)) for x, y in clicked],
        )
        after = str(found) if isinstance(found, CalibrationRefused) else None
    if isinstance(found, CalibrationRefused):
        return UnknownFieldOutcome(number, tilt, reason, after, {}, {})
    off = {key: getattr(found.profile, key) - getattr(true, key) for key in found.sigma_mm}
    stated = {key: INSIDE * sigma for key, sigma in found.sigma_mm.items()}
    covered = _covered(found.solved, camera, true) if not number % 2 else -1.0
    certified = isinstance(found.solved, CalibrationSolved)
    return UnknownFieldOutcome(number, tilt, reason, after, off, stated, certified, covered)


def unknown_rows(boards: Sequence[UnknownFieldOutcome]) -> Iterator[Row]:
    """How many are measured, how far off, and whether what is stated holds."""
    count = len(boards)
    alone = [b for b in boards if b.reason is None]
    measured = [b for b in boards if b.off_mm]
    share = 100.0 * len(alone) / count
    yield Row(f"unknown field: measured by itself ({count})", share, "%", FOUND, "higher")
    share = 100.0 * len(measured) / count
    yield Row(f"unknown field: the same or {HELPED}", share, "%", FOUND, "higher")
    if not measured:
        return
    width = [abs(b.off_mm["width_mm"]) for b in measured]
    yield Row("unknown field: width off, median", float(np.median(width)), "mm")
    yield Row("unknown field: width off, worst", max(width), "mm")
    stated = [b.stated_mm["width_mm"] for b in measured]
    yield Row("unknown field: width, stated error, median", float(np.median(stated)), "mm")
    places = np.array([abs(v) for b in measured for k, v in b.off_mm.items() if k != "width_mm"])
    yield Row("unknown field: other measures off, median", float(np.median(places)), "mm")
    ratio = np.array([abs(b.off_mm[key]) / b.stated_mm[key] for b in measured for key in b.off_mm])
    inside = 100.0 * float((ratio <= 1.0).mean())
    yield Row("unknown field: stated error covers the true one", inside, "%", HONEST, "higher")
    yield Row(
        "unknown field: measures wrong without knowing", float((ratio > WRONG).sum()), "", 0.0
    )
    share = 100.0 * sum(b.certified for b in measured) / len(measured)
    yield Row("unknown field: exact enough for a calibration at once", share, "%")
    covered = [b.covered for b in measured if b.certified and b.covered >= 0.0]
    if covered:
        places_in = 100.0 * float(np.mean(covered))
        yield Row("unknown field: certificate covers", places_in, "% of places", HONEST, "higher")


def _covered(
    solved: CalibrationSolved | CalibrationRefused, truth: CameraModel, true: FieldProfile
) -> float:
    """Share of places where the certificate's error is larger than the true one."""
    if isinstance(solved, CalibrationRefused):
        return -1.0
    errors, camera = solved.certificate.errors, solved.calibration.camera
    x, y = np.meshgrid(errors.x_mm, np.minimum(errors.y_mm, true.width_mm))
    places = np.stack([x, y, np.full(x.shape, TOP_MM)], axis=-1)
    off = camera.to_plane(truth.project(places), TOP_MM) - places[..., :2]
    return float((np.linalg.norm(off, axis=-1) <= errors.error_mm).mean())


def _varied(field: FieldProfile, rng: np.random.Generator) -> FieldProfile:
    """A board of the same length and otherwise of its own."""
    yard, width = field.length_mm_per_yd, field.width_mm * float(rng.uniform(0.88, 1.12))
    left, right = (float(v) for v in yard * rng.uniform(8.5, 11.0, 2))
    border = yard * rng.uniform(1.5, 4.0, 4)
    hashes, outer, high = (float(rng.uniform(*r)) for r in ((0.3, 0.45), (0.09, 0.2), (0.05, 0.07)))
    return replace(
        field,
        name="unknown",
        width_mm=width,
        left_end_zone_mm=left,
        right_end_zone_mm=right,
        near_hash_y_mm=hashes * width,
        far_hash_y_mm=(1.0 - hashes) * width,
        near_numbers_outer_y_mm=outer * width,
        near_numbers_inner_y_mm=(outer + high) * width,
        far_numbers_inner_y_mm=(1.0 - outer - high) * width,
        far_numbers_outer_y_mm=(1.0 - outer) * width,
        metal_left_x_mm=-left - float(border[0]),
        metal_right_x_mm=field.goal_to_goal_mm + right + float(border[1]),
        metal_near_y_mm=-float(border[2]),
        metal_far_y_mm=width + float(border[3]),
        yard_line_every_yd=5 if rng.random() < 0.8 else 10,
    )


def _turned(field: FieldProfile) -> FieldProfile:
    """The same field called from the other side."""
    length = field.goal_to_goal_mm
    return replace(
        field,
        left_end_zone_mm=field.right_end_zone_mm,
        right_end_zone_mm=field.left_end_zone_mm,
        metal_left_x_mm=length - field.metal_right_x_mm,
        metal_right_x_mm=length - field.metal_left_x_mm,
    )
