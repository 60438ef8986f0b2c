"""Pictures with what was seen in them: outlines, fronts, error ellipses, markers, hands, names."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F64
from referee.core.roster import Team
from referee.vision.sighting import FrameSightings, HandSighting, MarkerSighting, Sighting, Thing

BgrColour = tuple[int, int, int]

# Everybody tells blue and orange apart; a base without a team is violet.
COLOURS: dict[Team | None, BgrColour] = {
    Team.HOME: (240, 170, 60),
    Team.AWAY: (30, 150, 245),
    None: (225, 110, 190),
}
FRONT: BgrColour = (255, 255, 255)
HALO: BgrColour = (20, 20, 20)
FALLEN: BgrColour = (60, 60, 235)
HAND: BgrColour = (90, 220, 220)
MARKERS: dict[Thing, BgrColour] = {
    Thing.BALL_MAGNET: (40, 90, 160),
    Thing.FELT_BALL: (60, 110, 170),
    Thing.RED_MAGNET: (50, 50, 230),
    Thing.YELLOW_MAGNET: (60, 220, 250),
    Thing.GREEN_MAGNET: (80, 200, 60),
    Thing.ORANGE_PYLON: (30, 130, 255),
}
LIES = 0.5
SURE_FRONT = 0.9
BITS = 4  # of a pixel's parts that OpenCV draws
OF_95 = math.sqrt(-2.0 * math.log(0.05))  # 95 % of a plane's normal errors, in sigmas
# Ellipses are enlarged by the first of these that makes the usual one visible.
ENLARGED = (1, 2, 5, 10, 20, 50)
VISIBLE_PX = 4.0
LARGEST_PX = 50.0  # a larger one is drawn true to size: it is visible enough
RIM = ((-1.5, 0.0), (1.5, 0.0), (0.0, -1.5), (0.0, 1.5), (-1, -1), (1, 1), (-1, 1), (1, -1))
FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_sightings(
    image: Image, camera: CameraModel, seen: FrameSightings, names: Sequence[str] | None = None
) -> Image:
    """A copy of the frame with everything that was seen; ``names`` go beside the bases."""
    out = image.copy()
    size = max(1.0, image.shape[0] / 1080.0)
    enlarged = _enlargement(camera, seen.sightings)
    for hand in seen.hands:
        _hand(out, hand, size)
    for sighting in seen.sightings:
        _base(out, camera, sighting, enlarged, size)
    for marker in seen.markers:
        _marker(out, camera, marker, size)
    for sighting, name in zip(seen.sightings, names or [""] * len(seen.sightings), strict=True):
        _name(out, sighting, name, size)
    _legend(out, seen, enlarged, size)
    return out


def _base(out: Image, camera: CameraModel, s: Sighting, enlarged: int, size: float) -> None:
    """The rectangle round the base's top; its front edge is white and has a small arrow."""
    corners = np.array(s.corners_px)
    colour = COLOURS[s.team]
    fallen = s.fallen >= LIES
    _line(out, corners, FALLEN if fallen else colour, 2.0 * size, closed=True)
    if fallen:
        _line(out, corners[[0, 2]], FALLEN, 1.5 * size)
        _line(out, corners[[1, 3]], FALLEN, 1.5 * size)
        return
    front, back = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
    ahead = (front - back) * 0.22
    _line(out, corners[:2], FRONT, 3.0 * size)
    tip = np.array(
        [corners[0] * 0.65 + front * 0.35, front + ahead, corners[1] * 0.65 + front * 0.35]
    )
    if s.front >= SURE_FRONT:
        _line(out, tip, FRONT, 1.5 * size)
    ring = ellipse_px(camera, s, enlarged)
    if np.ptp(ring, axis=0).max() > LARGEST_PX * size:
        ring = ellipse_px(camera, s, 1.0)
    _line(out, ring, colour, 1.5 * size, closed=True)


def ellipse_px(camera: CameraModel, s: Sighting, enlarged: float) -> F64:
    """Outline of the area that holds the centre with 95 %, so many times enlarged."""
    top_mm = _top_mm(camera, s)
    values, vectors = np.linalg.eigh(np.array(s.covariance)[:2, :2])
    axes = OF_95 * enlarged * np.sqrt(np.maximum(values, 0.0))
    angle = np.linspace(0.0, 2.0 * math.pi, 41)[:-1]
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1) * axes @ vectors.T
    ring += (s.pose.x_mm, s.pose.y_mm)
    return camera.project(np.c_[ring, np.full(len(ring), top_mm)])


def _top_mm(camera: CameraModel, s: Sighting) -> float:
    """The height at which the sighting's corners enclose its pose."""
    middle = np.array(s.corners_px).mean(axis=0)
    low, high = (camera.to_plane(middle, z) for z in (0.0, 10.0))
    slope = high - low
    wanted = np.array([s.pose.x_mm, s.pose.y_mm]) - low
    square = float(slope @ slope)
    return float(np.clip(10.0 * (wanted @ slope) / square, 0.0, 20.0)) if square > 1e-6 else 3.0


def _enlargement(camera: CameraModel, sightings: Sequence[Sighting]) -> int:
    """How many times ellipses are drawn enlarged, so that the usual one can be seen."""
    upright = [s for s in sightings if s.fallen < LIES]
    if not upright:
        return 1
    widths = [float(np.ptp(ellipse_px(camera, s, 1.0), axis=0).max()) / 2 for s in upright]
    usual = float(np.median(widths))
    return next((k for k in ENLARGED if k * usual >= VISIBLE_PX), ENLARGED[-1])


def _marker(out: Image, camera: CameraModel, m: MarkerSighting, size: float) -> None:
    x, y = camera.project([m.x_mm, m.y_mm, 1.5])
    radius = 9.0 * size
    for colour, width in ((HALO, 4.0), (MARKERS[m.kind], 2.0)):
        centre = round(x * 2**BITS), round(y * 2**BITS)
        cv2.circle(
            out, centre, round(radius * 2**BITS), colour, round(width * size), cv2.LINE_AA, BITS
        )
    _text(out, m.kind.value, (x + radius + 3, y + 4 * size), MARKERS[m.kind], size)


def _hand(out: Image, hand: HandSighting, size: float) -> None:
    left, top, right, bottom = hand.box_px
    box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    _line(out, box, HAND, 1.5 * size, closed=True)
    _text(out, "hand", (left + 4, top + 16 * size), HAND, size)


def _name(out: Image, s: Sighting, name: str, size: float) -> None:
    """Beside the base, on the side where its back is, so that it hides no contact."""
    if not name:
        return
    corners = np.array(s.corners_px)
    middle = corners.mean(axis=0)
    away = corners[2:].mean(axis=0) - middle
    at = middle + away * 1.6
    width = cv2.getTextSize(name, FONT, 0.45 * size, 1)[0][0]
    _text(out, name, (at[0] - width / 2, at[1] + 5 * size), COLOURS[s.team], size)


def _legend(out: Image, seen: FrameSightings, enlarged: int, size: float) -> None:
    """What is drawn, in the corner where a board hardly reaches."""
    bases = f"{len(seen.sightings)} bases, {len(seen.markers)} markers, {len(seen.hands)} hands"
    times = f", {enlarged} x enlarged (the largest true to size)" if enlarged > 1 else ""
    ellipses = f"ellipses: 95 % of the centre{times}"
    text = f"{bases}   white edge: front   {ellipses}"
    height = round(24 * size)
    strip = out[-height:]
    strip[:] = (strip * 0.35).astype(np.uint8)
    _text(out, text, (10 * size, out.shape[0] - 7 * size), FRONT, size)


def _line(out: Image, points: F64, colour: BgrColour, width: float, closed: bool = False) -> None:
    """A line with a dark rim, to be seen on any board."""
    fixed = np.round(points * 2**BITS).astype(np.int32)
    rim = round(width) + 2
    cv2.polylines(out, [fixed], closed, HALO, rim, cv2.LINE_AA, BITS)
    cv2.polylines(out, [fixed], closed, colour, max(1, round(width)), cv2.LINE_AA, BITS)


def _text(out: Image, text: str, at: tuple[float, float], colour: BgrColour, size: float) -> None:
    """Words with a dark rim; a thicker rim-coloured text would be wider than the text itself."""
    scale, width = 0.45 * size, max(1, round(size))
    for across, down in RIM:
        place = round(at[0] + across * size), round(at[1] + down * size)
        cv2.putText(out, text, place, FONT, scale, HALO, width, cv2.LINE_AA)
    cv2.putText(out, text, (round(at[0]), round(at[1])), FONT, scale, colour, width, cv2.LINE_AA)
