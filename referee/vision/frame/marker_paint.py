"""A second look at balls, magnets and pylons, at the picture's full resolution.

The detector sees that something small lies there better than it sees what. Here each paint that a
marker can have is measured in square millimetres of what differs from the board around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F64, I64, Bools
from referee.core.field.field_profile import FieldProfile
from referee.vision.appearance.board_light import light_at, shown_light
from referee.vision.sighting import MarkerSighting, Thing

HEIGHT_MM = 1.5  # of markers above the board
STEP_MM = 1.0  # so a place is a square millimetre
INNER_MM = 7.0  # radius of where its paint is
LACE_MM = 5.5  # radius of where laces are
RING_MM = 8.0  # radius from which on the board is seen
FAR_MM = 10.0  # half the side of what is looked at
RING_STEP = 3  # one place in three tells what the ring looks like
# Colours this near to each other are one: cube roots of light, and two differences relative to it.
ALIKE = np.array([0.08, 0.06, 0.06])
DARKEST = 0.002
BOARD_SHARE = 0.06  # of the ring: so much of one colour is print
MOST_AROUND = 0.25  # a paint that goes on around the marker is print, a base or a jersey
LACE_SATURATION = 0.35  # at most
LACE_VALUE = 0.5  # at least
PYLON_LIT = 0.35  # as much orange as this share of the brown makes it a pylon with a dark side
LACED = 0.3  # as much white as this share of the brown makes it the moulded ball
# Where blur mixes brown and white, both together are a ball.
FEW_BROWN_MM2 = 4.0  # of felt, at least
FEW_LACE_MM2 = 7.0  # of white, at least
MOST_LACE_MM2 = 40.0  # of white, at most
BALL_MM2 = 18.0  # of both together, at least
BLURRED = 0.5  # quality of such a ball
SURE = 0.75  # quality from which the picture is sure
SUREST = 0.9  # score that the picture alone gives
# Shares of the detector's lowest scores from which it is believed with the picture's word.
WITH_SURE = 0.2  # if the picture is sure
WITH_UNSURE = 0.4  # if it is not
ALONE = 0.5  # without it
MIRRORS = 3  # places for each marker
CORNER_MM = 30.0  # how far from a corner a pylon may stand


@dataclass(frozen=True, slots=True)
class MarkerPaint:
    """What a marker is painted with: hues in degrees, the least and greatest saturation and value.

    ``least_mm2`` of it must be there; ``usual_mm2`` is how much of it mostly is seen.
    """

    hue: tuple[float, float]
    saturation: tuple[float, float]
    value: tuple[float, float]
    least_mm2: float
    usual_mm2: float


# Brown is felt until laces are seen; a pylon in poor light is known by how pure its colour is.
PAINTS = {
    Thing.RED_MAGNET: (MarkerPaint((-14.0, 9.0), (0.5, 1.0), (0.15, 1.0), 18.0, 42.0),),
    Thing.ORANGE_PYLON: (
        MarkerPaint((9.0, 30.0), (0.5, 1.0), (0.45, 1.0), 22.0, 46.0),
        MarkerPaint((9.0, 30.0), (0.86, 1.0), (0.2, 0.45), 22.0, 46.0),
    ),
    Thing.YELLOW_MAGNET: (MarkerPaint((36.0, 62.0), (0.4, 1.0), (0.3, 1.0), 28.0, 55.0),),
    Thing.GREEN_MAGNET: (MarkerPaint((125.0, 172.0), (0.35, 1.0), (0.12, 1.0), 14.0, 42.0),),
    Thing.FELT_BALL: (MarkerPaint((-5.0, 36.0), (0.25, 0.86), (0.05, 0.47), 15.0, 28.0),),
}

_SIDE = np.arange(-FAR_MM, FAR_MM + STEP_MM / 2, STEP_MM)
_PLACES = np.stack([v.ravel() for v in np.meshgrid(_SIDE, _SIDE)], axis=1)
_FAR = np.hypot(*_PLACES.T)
_INNER = _FAR <= INNER_MM
_LACE = _FAR < LACE_MM
_RING = _FAR > RING_MM
_RING_PLACES = np.flatnonzero(_RING)[::RING_STEP]


@dataclass(frozen=True, slots=True)
class MarkerOpinion:
    """What the picture says it is; ``quality`` 1 is as much of its paint as there usually is."""

    kind: Thing
    quality: float


def confirmed_markers(
    image: Image,
    camera: CameraModel,
    claims: Sequence[MarkerSighting],
    least: Sequence[float],
    board: FieldProfile | None = None,
) -> tuple[MarkerSighting, ...]:
    """The claims that picture and detector make together, by the picture's names.

    ``least`` are the detector's lowest scores to be trusted without a second opinion. What lies on
    the ``board`` at the mirrored place as well is print.
    """
    kept: list[MarkerSighting] = []
    for claim, enough, opinion in zip(claims, least, opinions(image, camera, claims), strict=True):
        if opinion is None:
            if claim.score >= max(enough, ALONE):
                kept.append(claim)
            continue
        if claim.score >= enough * (WITH_SURE if opinion.quality > SURE else WITH_UNSURE):
            score = max(claim.score, SUREST * min(opinion.quality, 1.0))
            kept.append(replace(claim, kind=opinion.kind, score=score))
    if board is None:
        return tuple(kept)
    mirrored = [place for each in kept for place in _mirrored(each, board)]
    there = opinions(image, camera, mirrored)
    printed = [
        _is_same(each, there[MIRRORS * k : MIRRORS * (k + 1)]) and not _at_corner(each, board)
        for k, each in enumerate(kept)
    ]
    return tuple(each for each, print_ in zip(kept, printed, strict=True) if not print_)


def _mirrored(place: MarkerSighting, board: FieldProfile) -> tuple[MarkerSighting, ...]:
    """The places where a board's print repeats itself."""
    x_mm, y_mm = board.goal_to_goal_mm - place.x_mm, board.width_mm - place.y_mm
    turned = replace(place, x_mm=x_mm, y_mm=y_mm)
    return turned, replace(place, x_mm=x_mm), replace(place, y_mm=y_mm)


def _is_same(place: MarkerSighting, mirrored: Sequence[MarkerOpinion | None]) -> bool:
    return any(other is not None and other.kind is place.kind for other in mirrored)


def _at_corner(place: MarkerSighting, board: FieldProfile) -> bool:
    """Pylons stand where goal lines and end lines meet the sidelines: they repeat as print does."""
    x = (0.0, board.goal_to_goal_mm, board.left_end_line_x_mm, board.right_end_line_x_mm)
    return place.kind is Thing.ORANGE_PYLON and (
        min(abs(place.x_mm - line) for line in x) < CORNER_MM
        and min(abs(place.y_mm), abs(place.y_mm - board.width_mm)) < CORNER_MM
    )


def opinions(
    image: Image, camera: CameraModel, places: Sequence[MarkerSighting]
) -> list[MarkerOpinion | None]:
    """What lies at each of these places, or None if it looks like no marker."""
    if not places:
        return []
    middles = np.array([[p.x_mm, p.y_mm] for p in places])
    points = (middles[:, None] + _PLACES).reshape(-1, 2)
    light = light_at(image, camera, np.c_[points, np.full(len(points), HEIGHT_MM)])
    return [_opinion(each) for each in np.nan_to_num(light).reshape(len(places), -1, 3)]


def _opinion(light: F64) -> MarkerOpinion | None:
    hue, saturation, value = shown_hsv(light)
    own = unlike_around(light, _INNER, _RING_PLACES)
    best: MarkerOpinion | None = None
    brown = orange = 0.0
    for kind, paints in PAINTS.items():
        there = painted(hue, saturation, value, paints)
        amount = float((there & own).sum())
        if kind is Thing.ORANGE_PYLON:
            orange = amount
        if kind is Thing.FELT_BALL:
            brown = amount
        if amount < paints[0].least_mm2 or (there & _RING).sum() > MOST_AROUND * amount:
            continue
        if best is None or amount / paints[0].usual_mm2 > best.quality:
            best = MarkerOpinion(kind, amount / paints[0].usual_mm2)
    whitish = white(saturation, value)
    lace = float((whitish & own & _LACE).sum())
    pylon = PAINTS[Thing.ORANGE_PYLON][0]
    if orange > PYLON_LIT * brown and orange + brown >= pylon.least_mm2:
        shaded = (orange + brown) / pylon.usual_mm2  # its dark side is brown
        if best is None or best.kind is Thing.FELT_BALL:
            return MarkerOpinion(Thing.ORANGE_PYLON, shaded)
    if best is not None:
        # On white print the felt's own blurred rim is whitish.
        enough = (LACED + float(whitish[_RING].mean())) * brown
        laced = best.kind is Thing.FELT_BALL and lace >= enough
        return replace(best, kind=Thing.BALL_MAGNET) if laced else best
    both = brown >= FEW_BROWN_MM2 and FEW_LACE_MM2 <= lace <= MOST_LACE_MM2
    return MarkerOpinion(Thing.BALL_MAGNET, BLURRED) if both and brown + lace >= BALL_MM2 else None


def shown_hsv(light: F64) -> tuple[F64, F64, F64]:
    """Hue from -180 to 180 degrees, saturation and value of each place."""
    shown = shown_light(light).astype(np.float32)
    hsv = cv2.cvtColor(shown[None], cv2.COLOR_BGR2HSV)[0].astype(float)
    return (hsv[:, 0] + 180.0) % 360.0 - 180.0, hsv[:, 1], hsv[:, 2]


def painted(hue: F64, saturation: F64, value: F64, paints: Sequence[MarkerPaint]) -> Bools:
    """Which places show one of these paints."""
    out = np.zeros(len(hue), dtype=bool)
    for paint in paints:
        out |= (
            _within(hue, paint.hue)
            & _within(saturation, paint.saturation)
            & _within(value, paint.value)
        )
    return out


def white(saturation: F64, value: F64) -> Bools:
    """Which places are as white as laces."""
    return np.asarray((saturation < LACE_SATURATION) & (value > LACE_VALUE))


def unlike_around(light: F64, inner: Bools, ring: I64) -> Bools:
    """Places in the middle whose colour is rare in the ring around them."""
    roots = np.cbrt(light + DARKEST)
    level = roots.mean(axis=1)
    red_green = (roots[:, 2] - roots[:, 1]) / (level + 0.1)
    yellow_blue = ((roots[:, 2] + roots[:, 1]) / 2.0 - roots[:, 0]) / (level + 0.1)
    looks = np.stack([level, red_green, yellow_blue], axis=1) / ALIKE
    far = ((looks[inner][:, None] - looks[ring][None]) ** 2).sum(axis=2)
    out = np.zeros(len(light), dtype=bool)
    out[inner] = (far < 1.0).mean(axis=1) <= BOARD_SHARE
    return out


def _within(values: F64, limits: tuple[float, float]) -> Bools:
    return np.asarray((values >= limits[0]) & (values <= limits[1]))
