"""From roughly right to right: what is measured closer, and lines that lie beside their places."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.calibrate.fit.camera_fit import fit_camera
from referee.calibrate.fit.registration import register_closer, register_roughly, widened_sigmas
from referee.calibrate.lines.printed_line import PrintedLineKind, corners_mm
from referee.calibrate.lines.ridges import grey_of
from referee.calibrate.lines.stroke_search import usual_stroke
from referee.calibrate.search.camera_search import LIT
from referee.camera.camera_model import CameraModel
from tests.calibrate.boards import LARGE, camera_over, error_mm, photograph
from tests.calibrate.fit.test_camera_fit import BELIEF, LINES, TRUTH, near, sights_of

GOAL = next(k for k, line in enumerate(LINES) if line.kind is PrintedLineKind.GOAL)
CORNERS = np.column_stack([corners_mm(LARGE), np.zeros(4)])


def off_px(camera: CameraModel, truth: CameraModel) -> float:
    """At the field's corners."""
    return float(np.abs(camera.project(CORNERS) - truth.project(CORNERS)).max())


def test_closer_a_wrong_focal_length_is_put_right() -> None:
    truth = camera_over(LARGE, tilt_deg=12.0)
    lit = (grey_of(photograph(LARGE, truth)) ** LIT).astype(np.float32)
    x, y, z = truth.translation_mm
    longer = replace(
        truth, fx_px=1.2 * truth.fx_px, fy_px=1.2 * truth.fy_px, translation_mm=(x, y, 1.2 * z)
    )
    rough = register_roughly(lit, longer, LINES, usual_stroke(LARGE, dark=False), BELIEF)
    assert rough is not None
    closer = register_closer(lit, rough, BELIEF)
    assert off_px(closer.camera, truth) < 1.0 < off_px(rough.camera, truth)


def test_one_goal_line_beside_its_place_speaks_for_itself_alone() -> None:
    sights = sights_of(TRUTH, np.random.default_rng(4))
    beside = 0.6 * (sights.line == GOAL)[:, None] * sights.across
    sights = replace(sights, seen_px=sights.seen_px + beside)
    fit = fit_camera(sights, near(TRUTH), BELIEF)
    first_mm = error_mm(fit.camera, TRUTH, LARGE, 3.0)
    for _ in range(3):
        sights = widened_sigmas(sights, fit, LINES)
        fit = fit_camera(sights, fit.camera, BELIEF)
    assert sights.offset_px[GOAL] > 0.4
    yard = [k for k, line in enumerate(LINES) if line.kind is PrintedLineKind.YARD]
    assert sights.offset_px[yard].max() < 0.1
    assert error_mm(fit.camera, TRUTH, LARGE, 3.0) < first_mm
