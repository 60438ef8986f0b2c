"""The camera from points on lines: exact where it can be, honest where it cannot."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from referee.calibrate.certificate.error_map import camera_spread_of, error_map
from referee.calibrate.certificate.flatness import flatness_of, level_fit
from referee.calibrate.fit.camera_fit import LineSights, fit_camera
from referee.calibrate.fit.camera_parameters import usual_webcam
from referee.calibrate.lines.printed_line import printed_lines
from referee.camera.camera_model import CameraModel
from tests.calibrate.boards import LARGE, camera_over, error_mm

LINES = printed_lines(LARGE)
BELIEF = usual_webcam(1280, 720)
TRUTH = camera_over(LARGE)
HOLLOW_MM = np.array([LARGE.x_mm(12.5), LARGE.width_mm / 2])


def sights_of(
    camera: CameraModel,
    rng: np.random.Generator,
    *,
    sigma_px: float = 0.05,
    offset_px: float = 0.0,
    height_mm: float = 0.0,
) -> LineSights:
    """Points every 10 mm on every line as the camera sees them, with noise across the lines."""
    rows = [line.points_mm(10.0, 6.0) for line in LINES]
    flat = np.concatenate(rows)
    index = np.repeat(np.arange(len(LINES)), [len(r) for r in rows])
    points = np.column_stack([flat, np.zeros(len(flat))])
    lifted = points.copy()
    away = np.linalg.norm((flat - HOLLOW_MM) / 170.0, axis=1)
    lifted[:, 2] = height_mm * np.exp(-(away**2))
    along = np.array([1 - line.across for line in LINES])[index]
    step = np.zeros_like(points)
    step[np.arange(len(points)), along] = 0.5
    tangent = camera.project(points + step) - camera.project(points - step)
    across = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)
    across /= np.linalg.norm(across, axis=1)[:, None]
    beside = rng.normal(0.0, 1.0, len(LINES))[index] * offset_px
    noise = rng.normal(0.0, sigma_px, len(points)) + beside
    seen = camera.project(lifted) + noise[:, None] * across
    offsets = np.full(len(LINES), max(offset_px, 0.03))
    return LineSights(points, seen, across, np.full(len(points), sigma_px), index, offsets)


def near(camera: CameraModel) -> CameraModel:
    """The same camera, a centimetre and half a degree off."""
    turn = cv2.Rodrigues(np.radians([0.4, -0.5, 0.3]))[0] @ camera.rotation_matrix
    x, y, z = camera.translation_mm
    return replace(
        camera,
        rotation=tuple(tuple(float(v) for v in row) for row in turn),
        translation_mm=(x + 8.0, y - 6.0, z + 15.0),
        fx_px=camera.fx_px * 1.03,
        fy_px=camera.fy_px * 1.03,
    )


def test_exact_points_give_the_exact_field() -> None:
    sights = sights_of(TRUTH, np.random.default_rng(0), sigma_px=1e-3)
    fit = fit_camera(sights, near(TRUTH), BELIEF)
    assert error_mm(fit.camera, TRUTH, LARGE, 3.0) < 0.02


def test_outliers_do_not_pull() -> None:
    rng = np.random.default_rng(1)
    sights = sights_of(TRUTH, rng)
    wild = rng.random(len(sights)) < 0.15
    seen = sights.seen_px + np.where(wild, 4.0, 0.0)[:, None] * sights.across
    fit = fit_camera(replace(sights, seen_px=seen), near(TRUTH), BELIEF)
    assert error_mm(fit.camera, TRUTH, LARGE, 3.0) < 0.15
    assert fit.weight[wild].mean() < 0.05


def test_projection_agrees_with_opencv() -> None:
    points = sights_of(TRUTH, np.random.default_rng(0)).points_mm
    turn = cv2.Rodrigues(TRUTH.rotation_matrix)[0]
    theirs = cv2.projectPoints(
        points,
        turn,
        np.array(TRUTH.translation_mm),
        TRUTH.camera_matrix,
        np.array(TRUTH.distortion),
    )[0].reshape(-1, 2)
    assert np.abs(theirs - TRUTH.project(points)).max() < 1e-9


def covered(sights: LineSights) -> float:
    """The share of the field's places whose true error is no larger than the stated one."""
    fit = fit_camera(sights, near(TRUTH), BELIEF)
    errors = error_map(fit.camera, camera_spread_of(sights, fit, BELIEF), LARGE, 3.0)
    x, y = np.meshgrid(errors.x_mm, errors.y_mm)
    places = np.stack([x, y, np.full(x.shape, 3.0)], axis=-1)
    miss = fit.camera.to_plane(TRUTH.project(places), 3.0) - places[..., :2]
    return float((np.linalg.norm(miss, axis=-1) <= errors.error_mm).mean())


def test_stated_errors_cover_the_true_ones() -> None:
    shares = [
        covered(sights_of(TRUTH, np.random.default_rng(seed), offset_px=0.08)) for seed in range(12)
    ]
    assert np.mean(shares) >= 0.93


def test_stated_errors_cover_the_true_ones_when_lines_lie_farther_off_than_was_believed() -> None:
    shares = []
    for seed in range(12):
        sights = sights_of(TRUTH, np.random.default_rng(seed), offset_px=0.15)
        # Believed is a fifth of that: what the lines left out of a fit show must make up for it.
        believed = np.full(len(LINES), 0.03)
        shares.append(covered(replace(sights, offset_px=believed)))
    assert np.mean(shares) >= 0.93


def test_straight_above_the_distance_stays_unknown_and_is_said_to() -> None:
    level = camera_over(LARGE, tilt_deg=0.3)
    leaning = camera_over(LARGE, tilt_deg=12.0)
    vague, exact = (
        camera_spread_of(s, fit_camera(s, c, BELIEF), BELIEF).covariance[0, 0] ** 0.5
        for c in (level, leaning)
        for s in [sights_of(c, np.random.default_rng(2), offset_px=0.05)]
    )
    assert vague > 0.08
    assert exact < 0.05


GRID_X = np.linspace(LARGE.left_end_line_x_mm, LARGE.right_end_line_x_mm, 17)
GRID_Y = np.linspace(0.0, LARGE.width_mm, 9)


def test_a_dip_is_found_where_it_is() -> None:
    bent = sights_of(TRUTH, np.random.default_rng(5), height_mm=-2.5)
    flat, level, fit = level_fit(
        bent, fit_camera(bent, TRUTH, BELIEF), BELIEF, LARGE, GRID_X, GRID_Y
    )
    assert flat.clear
    # Column 3 of the grid is where the hollow is. A smooth surface cannot follow it to the bottom,
    # and the camera takes a part of it.
    inner = flat.height_mm[4, 1:12]
    assert int(np.argmin(inner)) + 1 in {1, 2, 3, 4}
    assert -2.5 < inner.min() < -0.8
    # Where a flat board would show them, lines lie nearer to the camera's than where they were.
    before, after = (np.abs(s.misses_px(fit.camera)).mean() for s in (bent, level))
    assert after < 0.6 * before


def test_a_deep_dip_does_not_lead_the_camera_astray() -> None:
    # Millimetres of height move a place by less than themselves: no camera may be off by more.
    for height_mm in (-2.5, -4.0):
        bent = sights_of(TRUTH, np.random.default_rng(0), height_mm=height_mm, offset_px=0.05)
        start = fit_camera(bent, TRUTH, BELIEF)
        _, _, fit = level_fit(bent, start, BELIEF, LARGE, GRID_X, GRID_Y)
        assert error_mm(fit.camera, TRUTH, LARGE, 3.0) < abs(height_mm)


def test_a_flat_board_is_called_flat() -> None:
    sights = sights_of(TRUTH, np.random.default_rng(6))
    fit = fit_camera(sights, TRUTH, BELIEF)
    flat, _ = flatness_of(sights, fit, BELIEF, LARGE, GRID_X, GRID_Y)
    assert not flat.clear
    assert abs(flat.worst_mm) < 0.5
