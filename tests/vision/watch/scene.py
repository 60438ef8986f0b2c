"""A little board of coloured bases, painted in a moment, and a finder that knows their colours."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.camera.frame_source import Frame
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.vision.frame.finder import BaseCandidate, BoardDetections, diagonal_covariance

WIDTH, HEIGHT = 640, 360
PX_PER_MM = 1.9
TOP_MM = 3.0
ON_ITS_SIDE = rounded_rectangle("on its side", 24.0, 13.0, 1.0, TOP_MM)
SHAPE = rounded_rectangle("standard", 27.8, 20.6, 2.0, TOP_MM)
FINE = 4
TURF, HOME, AWAY, MARK = (60, 110, 60), (40, 40, 200), (210, 120, 40), (250, 250, 250)
MS = 1_000_000
CAMERA: CameraModel = overhead_camera(
    width_px=WIDTH,
    height_px=HEIGHT,
    target_mm=(160.0, 90.0),
    height_mm=1000.0,
    focal_px=PX_PER_MM * 1000.0,
)
PLAYERS = tuple(
    Player(f"{team.value[0].upper()}{n}", team, n, SHAPE) for team in Team for n in (1, 2, 3)
)
ROSTER = Roster(PLAYERS)
LINE_UP = {
    "H1": Pose(100.0, 50.0, 0.0),
    "H2": Pose(100.0, 90.0, 10.0),
    "H3": Pose(100.0, 130.0, 350.0),
    "A1": Pose(220.0, 50.0, 180.0),
    "A2": Pose(220.0, 90.0, 170.0),
    "A3": Pose(220.0, 130.0, 190.0),
}


def paint(
    places: Mapping[str, Pose],
    noise: int = 1,
    hidden: Sequence[Pose] = (),
    shape=SHAPE,
    lying: Sequence[str] = (),
):
    """The picture of players at these places; a dot marks the front; ``hidden`` is covered.

    Of players who are ``lying`` the side of the base is seen.
    """
    image = np.empty((HEIGHT * FINE, WIDTH * FINE, 3), np.uint8)
    image[:] = TURF
    for player_id, pose in places.items():
        colour = HOME if player_id.startswith("H") else AWAY
        fill(
            image,
            pose.to_board((ON_ITS_SIDE if player_id in lying else shape).outline_mm()),
            colour,
        )
        fill(image, pose.to_board(np.array([[11, 3], [11, -3], [6, -3], [6, 3]])), MARK)
    for pose in hidden:
        fill(image, pose.to_board(np.array([[40, 40], [40, -40], [-40, -40], [-40, 40]])), TURF)
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(noise).normal(0.0, 2.0, small.shape)
    return np.clip(small + grain, 0, 255).astype(np.uint8)


def fill(image, points_mm, colour):
    px = CAMERA.project(np.c_[points_mm, np.full(len(points_mm), TOP_MM)])
    fixed = np.round(((px + 0.5) * FINE - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(image, fixed, colour, cv2.LINE_AA, 4)


def frame(number, places, fps=30.0, **more):
    return Frame(round(number * 1e9 / fps), paint(places, number + 1, **more), number)


def find(image) -> BoardDetections:
    """Red and blue things, their front where the white dot is."""
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    vivid = (hsv[..., 1] > 130) & (hsv[..., 2] > 120)
    count, labels = cv2.connectedComponents(vivid.astype(np.uint8))
    found = []
    for label in range(1, count):
        points = np.argwhere(labels == label)[:, ::-1].astype(np.float32)
        if len(points) < 300:
            continue
        found.append(candidate(image, points))
    return BoardDetections(tuple(found), (), ())


def candidate(image, points):
    middle, sides, _ = cv2.minAreaRect(points)
    corners = CAMERA.to_plane(cv2.boxPoints((middle, sides, _)), TOP_MM)
    one, other = corners[1] - corners[0], corners[2] - corners[1]
    along, across = (one, other) if np.hypot(*one) > np.hypot(*other) else (other, one)
    centre = corners.mean(axis=0)
    unit = along / np.hypot(*along)
    ends = [centre + s * 8.5 * unit for s in (1, -1)]
    px = CAMERA.project(np.c_[np.array(ends), [TOP_MM, TOP_MM]]).round().astype(int)
    light = [int(image[y, x].min()) for x, y in px]
    ahead = unit if light[0] > light[1] else -unit
    heading = math.degrees(math.atan2(ahead[1], ahead[0]))
    return BaseCandidate(
        Pose(float(centre[0]), float(centre[1]), heading),
        float(np.hypot(*along)),
        float(np.hypot(*across)),
        score=0.9,
        front=0.9,
        fallen=0.0,
        covariance=diagonal_covariance(1.0, 0.1),
    )


def teams(image, poses, shapes):
    """By the colour in the middle."""
    out = []
    for pose in poses:
        x, y = CAMERA.project([pose.x_mm, pose.y_mm, TOP_MM]).round().astype(int)
        blue, _, red = (int(v) for v in image[y, x])
        out.append((Team.HOME if red > blue else Team.AWAY, 0.95))
    return out
