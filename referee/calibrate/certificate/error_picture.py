"""The certificate as a picture: errors in colours over the field, its lines, and a few words."""

from __future__ import annotations

from textwrap import wrap

import cv2
import numpy as np

from referee.calibrate.certificate.certificate import THRESHOLDS_MM, Certificate
from referee.calibrate.certificate.error_map import ErrorMap
from referee.calibrate.lines.printed_line import printed_lines
from referee.calibrate.outcome import CalibrationSolved
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, F64, U8, Bools

WIDTH_PX = 1280
BAR_PX = 210
LINE_CHARS = 170
MOST_LINES = 7
COVER = 0.42  # of the picture by the colours of the map
# Blue to red over yellow, told apart by those who do not see green from red.
COLOURS = np.array([(150, 90, 30), (190, 170, 60), (90, 220, 240), (30, 110, 235), (20, 20, 170)])
BEND_STEP_MM = 0.5  # between two lines of equal height
STOPS_MM = np.array([0.0, 0.25, 0.5, 1.0, 2.0])
# Blue, green, red.
SEEN = (255, 255, 255)
DIM = (60, 60, 255)
INK = (35, 35, 35)
PAPER = (248, 248, 246)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_certificate(solved: CalibrationSolved) -> U8:
    """The picture with the map over it, and what it means below."""
    certificate, camera = solved.certificate, solved.calibration.camera
    share = WIDTH_PX / solved.picture.shape[1]
    size = (WIDTH_PX, round(solved.picture.shape[0] * share))
    shown = np.asarray(cv2.resize(solved.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    camera = camera.scaled(shown.shape[1], shown.shape[0])
    _paint_map(shown, certificate, camera)
    _draw_lines(shown, solved, camera)
    if certificate.flatness.clear:
        _draw_bend(shown, certificate, camera)
    below = _words(certificate)
    return np.asarray(np.concatenate([shown, below]), dtype=np.uint8)


def colour_of(error_mm: F64) -> F64:
    """Blue-green-red of errors in mm."""
    return np.stack([np.interp(error_mm, STOPS_MM, COLOURS[:, k]) for k in range(3)], axis=-1)


def _paint_map(shown: U8, certificate: Certificate, camera: CameraModel) -> None:
    """Every pixel of the field in the colour of its error."""
    errors = certificate.errors
    size = (shown.shape[1], shown.shape[0])
    places, values = _by_pixel(shown, errors, errors.error_mm, camera)
    paint = cv2.resize(colour_of(values.astype(float)).astype(np.float32), size)
    alpha = cv2.resize(_inside(places, errors).astype(np.float32), size)[:, :, None] * COVER
    shown[:] = np.clip(shown * (1.0 - alpha) + paint * alpha, 0, 255).astype(np.uint8)


def _by_pixel(shown: U8, errors: ErrorMap, values: F64, camera: CameraModel) -> tuple[F64, F32]:
    """For every fourth pixel, the place that it shows and a map's value there."""
    step = 4
    columns, rows = np.meshgrid(
        np.arange(0, shown.shape[1], step), np.arange(0, shown.shape[0], step)
    )
    places = camera.to_plane(np.stack([columns, rows], axis=-1).astype(float), 0.0)
    at_x = np.interp(places[..., 0], errors.x_mm, np.arange(len(errors.x_mm)))
    at_y = np.interp(places[..., 1], errors.y_mm, np.arange(len(errors.y_mm)))
    found = cv2.remap(
        values.astype(np.float32),
        at_x.astype(np.float32),
        at_y.astype(np.float32),
        cv2.INTER_LINEAR,
    )
    return places, np.asarray(found, dtype=np.float32)


def _inside(places: F64, errors: ErrorMap) -> Bools:
    """Whether each place lies on the field."""
    x, y = places[..., 0], places[..., 1]
    along = (x >= errors.x_mm[0]) & (x <= errors.x_mm[-1])
    return np.asarray(along & (y >= errors.y_mm[0]) & (y <= errors.y_mm[-1]))


def _draw_bend(shown: U8, certificate: Certificate, camera: CameraModel) -> None:
    """Lines of equal height around dips and bulges, each with its height."""
    flat, errors = certificate.flatness, certificate.errors
    places, heights = _by_pixel(shown, errors, flat.height_mm, camera)
    high = cv2.resize(np.where(_inside(places, errors), heights, 0.0), shown.shape[1::-1])
    for level in np.arange(BEND_STEP_MM, float(np.abs(high).max()), BEND_STEP_MM):
        for sign in (-1.0, 1.0):
            beyond = (sign * high > level).astype(np.uint8)
            rings, _ = cv2.findContours(beyond, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            for ring in rings:
                cv2.polylines(shown, [ring], True, INK, 1, cv2.LINE_AA)
                x, y = (int(v) for v in ring[0, 0])
                text = f"{sign * level:+.1f} mm"
                cv2.putText(shown, text, (x, y + 12), FONT, 0.4, INK, 1, cv2.LINE_AA)


def _draw_lines(shown: U8, solved: CalibrationSolved, camera: CameraModel) -> None:
    """Lines as they should be: white where they were seen, red where they were hardly seen."""
    reports = {line.name: line for line in solved.certificate.lines}
    for line in printed_lines(solved.calibration.board):
        points = line.points_mm(10.0, 0.0)
        at = camera.project_flat(points)
        colour = SEEN if reports[line.name].seen >= 0.5 else DIM
        cv2.polylines(shown, [np.round(at * 16).astype(np.int32)], False, colour, 1, cv2.LINE_AA, 4)


def _words(certificate: Certificate) -> U8:
    """Grade, figures, a scale of colours and the first advice."""
    paper = np.full((BAR_PX, WIDTH_PX, 3), PAPER, dtype=np.uint8)
    limits = ", ".join(f"{v.value} {mm:g}" for v, mm in THRESHOLDS_MM.items())
    lens = certificate.lens
    errors = certificate.errors
    first = (
        f"median {errors.median_mm:.2f} mm, worst {errors.worst_mm:.2f} mm  (95 of 100 places are "
        f"better than said; worst allowed, mm: {limits})"
    )
    second = (
        f"camera {certificate.height_mm:.0f} mm up, tilt {certificate.tilt_deg:.1f} deg, "
        f"{certificate.mm_per_px:.2f} mm per pixel; lens from {lens.source}, focal length +- "
        f"{100 * lens.focal_sigma:.1f} %"
    )
    cv2.putText(paper, certificate.grade.value.upper(), (20, 52), FONT, 1.4, INK, 3, cv2.LINE_AA)
    words = [
        line for text in (first, second, *certificate.advice) for line in wrap(text, LINE_CHARS)
    ]
    for k, text in enumerate(words[:MOST_LINES]):
        cv2.putText(paper, text, (20, 80 + 20 * k), FONT, 0.45, INK, 1, cv2.LINE_AA)
    scale = np.linspace(0.0, float(STOPS_MM[-1]), 400)
    paper[20:40, 820:1220] = colour_of(scale)[None].astype(np.uint8)
    for mm in STOPS_MM:
        x = 820 + round(400 * float(mm / STOPS_MM[-1]))
        cv2.putText(paper, f"{mm:g}", (x - 8, 56), FONT, 0.4, INK, 1, cv2.LINE_AA)
    cv2.putText(paper, "mm", (1230, 36), FONT, 0.45, INK, 1, cv2.LINE_AA)
    return paper
