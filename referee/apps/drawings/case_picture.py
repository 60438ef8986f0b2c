"""A case as a true-scale picture: the field, every way, and where each base is at one instant."""

from __future__ import annotations

import math

from referee.apps.drawings.field_picture import draw_print
from referee.calls.frame import LIES
from referee.cases.case import Case, Keyframe
from referee.cases.case_frames import markers_at, pose_at
from referee.core.geometry.marker import Marker
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Team
from referee.loaders.formats.vector_picture import VectorPicture

_INK, _SCRIMMAGE, _TO_GAIN = "#222222", "#2f6fe0", "#ffd84d"
_TEAMS = {Team.HOME: ("#f4f4f0", "#1d3f8f"), Team.AWAY: ("#ffe3d8", "#a3261b")}
_LYING, _BALL = "#9a9a9a", "#8a5a2b"


def draw_case(case: Case, at_s: float | None = None) -> VectorPicture:
    """The play at an instant, by itself the end: ways thin, keyframes outlined, the ball brown."""
    field = case.field
    letter = (field.metal_right_x_mm - field.metal_left_x_mm) / 105.0
    picture = VectorPicture(
        field.metal_left_x_mm - 2 * letter,
        field.metal_near_y_mm - 5 * letter,
        field.metal_right_x_mm + 2 * letter,
        field.metal_far_y_mm + 5 * letter,
    )
    draw_print(picture, field)
    for x_mm, ink in ((case.start.x_mm, _SCRIMMAGE), (case.start.to_gain_x_mm, _TO_GAIN)):
        if x_mm is not None:
            picture.line([(x_mm, 0.0), (x_mm, field.width_mm)], ink, 2 * field.line_width_mm)
    end_s = case.camera.seconds if at_s is None else at_s
    for player in case.roster:
        _draw_way(picture, player, case.moves.keys[player.id])
    for player in case.roster:
        fall = case.moves.fallen.get(player.id)
        lies = fall is not None and fall.fallen(end_s) >= LIES
        _draw_player(picture, player, pose_at(case.moves.keys[player.id], end_s), lies=lies)
    for marker in markers_at(case, end_s):
        picture.polygon(_circle(marker), _BALL, _INK, 0.8)
    top = field.metal_far_y_mm + 2 * letter
    picture.words(field.metal_left_x_mm, top, case.title, 1.5 * letter, _INK, "start")
    wanted = ", ".join(each.kind.value for each in case.wanted) or "no call"
    line = f"{case.rulebook.name}, {end_s:.2f} s; wanted: {wanted}"
    low = field.metal_near_y_mm - 3.5 * letter
    picture.words(field.metal_left_x_mm, low, line, 1.5 * letter, _INK, "start")
    return picture


def _circle(marker: Marker) -> list[tuple[float, float]]:
    turns = [math.radians(degree) for degree in range(0, 360, 15)]
    x_mm, y_mm, r_mm = marker.x_mm, marker.y_mm, marker.radius_mm
    return [(x_mm + r_mm * math.cos(turn), y_mm + r_mm * math.sin(turn)) for turn in turns]


def _draw_way(picture: VectorPicture, player: Player, keys: tuple[Keyframe, ...]) -> None:
    _, ink = _TEAMS[player.team]
    for key in keys[:-1]:
        picture.polygon(key.pose.to_board(player.base.outline_mm()), None, ink, 0.6)
    if len(keys) > 1:
        picture.line([(key.pose.x_mm, key.pose.y_mm) for key in keys], ink, 0.8)


def _draw_player(picture: VectorPicture, player: Player, pose: Pose, *, lies: bool) -> None:
    fill, ink = _TEAMS[player.team]
    shape = player.base
    picture.polygon(pose.to_board(shape.outline_mm()), _LYING if lies else fill, ink, 0.8)
    corners = pose.to_board(shape.corners_mm[:2])
    picture.line(corners, ink, 2.2)
    size = shape.width_mm / 3
    picture.words(pose.x_mm, pose.y_mm - size / 2, player.id, size, ink)
