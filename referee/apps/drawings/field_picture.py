"""A field profile as a true-scale drawing: the print, and every measured place by its key."""

from __future__ import annotations

from referee.core.field.areas import areas_of
from referee.core.field.field_lines import FieldLineKind, field_lines, numerals
from referee.core.field.field_profile import FIELD_LENGTH_YD, FieldProfile
from referee.loaders.formats.vector_picture import VectorPicture

_METAL, _GRASS, _END_ZONE = "#4d6b52", "#2f7a3d", "#28663a"
_WHITE, _INK, _ORIGIN = "#ffffff", "#222222", "#ffd84d"
_X_KEYS = (
    ("metal_left_x_mm", lambda f: f.metal_left_x_mm),
    ("left_end_zone_mm from the goal line", lambda f: f.left_end_line_x_mm),
    ("0: left goal line", lambda _: 0.0),
    ("goal_to_goal_mm", lambda f: f.goal_to_goal_mm),
    ("right_end_zone_mm from the goal line", lambda f: f.right_end_line_x_mm),
    ("metal_right_x_mm", lambda f: f.metal_right_x_mm),
)
_Y_KEYS = (
    "metal_near_y_mm",
    "near_numbers_outer_y_mm",
    "near_numbers_inner_y_mm",
    "near_hash_y_mm",
    "far_hash_y_mm",
    "far_numbers_inner_y_mm",
    "far_numbers_outer_y_mm",
    "width_mm",
    "metal_far_y_mm",
)


def draw_field(field: FieldProfile) -> VectorPicture:
    """The whole metal with its print, the origin, and the places a person measures."""
    letter = (field.metal_right_x_mm - field.metal_left_x_mm) / 105.0
    picture = VectorPicture(
        field.metal_left_x_mm - 4 * letter,
        field.metal_near_y_mm - 13 * letter,
        field.metal_right_x_mm + 37 * letter,
        field.metal_far_y_mm + 7 * letter,
    )
    draw_print(picture, field)
    _draw_origin(picture, letter)
    _draw_places_along(picture, field, letter)
    _draw_places_across(picture, field, letter)
    scales = (
        f"{field.title}: a yard is {field.length_mm_per_yd:.2f} mm along the field, "
        f"{field.width_mm_per_yd:.2f} mm across it"
    )
    top = field.metal_far_y_mm + 3 * letter
    picture.words(field.metal_left_x_mm, top, scales, 1.4 * letter, _INK, "start")
    return picture


def draw_print(picture: VectorPicture, field: FieldProfile) -> None:
    """What is on the metal, without words."""
    left, right = field.left_end_line_x_mm, field.right_end_line_x_mm
    areas = areas_of(field)
    picture.polygon(areas.metal.corners_mm, _METAL)
    picture.polygon(areas.in_bounds.corners_mm, _END_ZONE)
    picture.polygon(areas.field_of_play.corners_mm, _GRASS)
    for line in field_lines(field):
        if line.along_field and line.kind is FieldLineKind.SIDELINE:
            ends = [(left, line.place_mm), (right, line.place_mm)]
            picture.line(ends, _WHITE, field.line_width_mm)
        elif not line.along_field:
            ends = [(line.place_mm, 0.0), (line.place_mm, field.width_mm)]
            picture.line(ends, _WHITE, field.line_width_mm)
    half = field.hash_length_mm / 2
    for yards in range(1, int(FIELD_LENGTH_YD)):
        x = field.x_mm(yards)
        for y in (field.near_hash_y_mm, field.far_hash_y_mm):
            picture.line([(x, y - half), (x, y + half)], _WHITE, field.line_width_mm * 0.7)
    rows = (
        (field.near_numbers_outer_y_mm, field.near_numbers_inner_y_mm),
        (field.far_numbers_inner_y_mm, field.far_numbers_outer_y_mm),
    )
    for low, high in rows:
        beside = field.line_width_mm
        for x, text in numerals(field):
            picture.words(x - beside, low, text[:-1], high - low, _WHITE, "end")
            picture.words(x + beside, low, text[-1], high - low, _WHITE, "start")


def _draw_origin(picture: VectorPicture, letter: float) -> None:
    length = 9 * letter
    for dx, dy, name in ((1.0, 0.0, "x"), (0.0, 1.0, "y")):
        tip, wing = length, 0.8 * letter
        picture.line([(0.0, 0.0), (dx * tip, dy * tip)], _ORIGIN, 0.35 * letter)
        across = (-dy * wing, dx * wing)
        head = [
            (dx * (tip + 2 * wing), dy * (tip + 2 * wing)),
            (dx * tip + across[0], dy * tip + across[1]),
            (dx * tip - across[0], dy * tip - across[1]),
        ]
        picture.polygon(head, _ORIGIN)
        at = (dx * (tip + 3.4 * wing) + dy * letter, dy * (tip + 1.6 * wing) + dx * 0.7 * letter)
        picture.words(*at, name, 1.8 * letter, _ORIGIN)
    picture.polygon(_diamond(0.9 * letter), _ORIGIN, _INK, 0.15 * letter)


def _draw_places_along(picture: VectorPicture, field: FieldProfile, letter: float) -> None:
    """Below the metal, each label a row lower toward the edge, so no line runs through a label."""
    half = len(_X_KEYS) // 2
    for i, (key, place) in enumerate(_X_KEYS):
        x, first = place(field), i < half
        row = half - (i if first else len(_X_KEYS) - 1 - i)
        y = field.metal_near_y_mm - (3.4 * row + 0.6) * letter
        picture.line([(x, y), (x, field.metal_near_y_mm - 0.6 * letter)], _INK, 0.12 * letter)
        label = key if key.startswith("0") else f"{x:.1f}  {key}"
        side, anchor = (letter, "start") if first else (-letter, "end")
        picture.words(x + side, y, label, 1.2 * letter, _INK, anchor)


def _draw_places_across(picture: VectorPicture, field: FieldProfile, letter: float) -> None:
    """Right of the metal; labels closer than a line of text are moved apart."""
    edge, last = field.metal_right_x_mm, -1e9
    places = [(0.0, "0: near sideline"), *((float(getattr(field, k)), k) for k in _Y_KEYS)]
    for y, key in sorted(places):
        text_y = max(y - 0.6 * letter, last + 2.2 * letter)
        last = text_y
        bend = [(edge + 0.6 * letter, y), (edge + 2 * letter, y)]
        picture.line([*bend, (edge + 3.4 * letter, text_y + 0.6 * letter)], _INK, 0.12 * letter)
        label = key if key.startswith("0") else f"{y:.1f}  {key}"
        picture.words(edge + 4 * letter, text_y, label, 1.2 * letter, _INK, "start")


def _diamond(size: float) -> list[tuple[float, float]]:
    return [(size, 0.0), (0.0, size), (-size, 0.0), (0.0, -size)]
