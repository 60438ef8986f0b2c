"""What is written and drawn on a board: end zones, numerals, the logo at midfield, small print."""

from __future__ import annotations

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.mesh import FloatArray, Rgb, shade
from referee.sim.art.print.canvas import Canvas
from referee.sim.art.print.lettering import STYLES, LetterStyle, text_polygons, text_width_mm
from referee.sim.art.print.logos import LEATHER, logo_layers
from referee.sim.look import FieldLook

SMALL_PRINT = LetterStyle(0.55, 0.95)


def paint_end_zones(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    """Coloured ends with the team's name, read from midfield."""
    ends = (
        (profile.left_end_line_x_mm, 0.0, look.left_end_zone, look.left_text, 90.0),
        (
            profile.goal_to_goal_mm,
            profile.right_end_line_x_mm,
            look.right_end_zone,
            look.right_text,
            -90.0,
        ),
    )
    style = STYLES[(look.numeral_font + look.seed) % (len(STYLES) - 1)]
    for x0, x1, colour, text, heading in ends:
        canvas.rectangle((x0, 0.0), (x1, profile.width_mm), colour)
        if look.seed % 3 == 1:
            _diagonals(canvas, (x0, x1), profile.width_mm, shade(colour, 1.25))
        placed = text_polygons(
            text,
            style,
            ((x0 + x1) / 2, profile.width_mm / 2),
            (x1 - x0) * 0.58,
            heading,
            profile.width_mm * 0.86,
        )
        canvas.polygons(placed.outline, _contrast(look.line))
        canvas.polygons(placed.ink, look.line)


def _diagonals(canvas: Canvas, x_range: tuple[float, float], width_mm: float, colour: Rgb) -> None:
    """Slanted stripes across an end zone."""
    x0, x1 = x_range
    run = x1 - x0
    pitch = run * 0.55
    for k in range(-2, int(width_mm / pitch) + 1):
        y = k * pitch
        stripe = np.array(
            [[x0, y], [x1, y + run], [x1, y + run + pitch * 0.4], [x0, y + pitch * 0.4]]
        )
        canvas.polygons([_between(stripe, 0.0, width_mm)], colour, 0.55)


def _between(shape: FloatArray, low_y: float, high_y: float) -> FloatArray:
    """A slanted stripe cut off at two heights."""
    for level, keep in ((low_y, 1.0), (high_y, -1.0)):
        rows: list[FloatArray] = []
        for a, b in zip(shape, np.roll(shape, -1, axis=0), strict=True):
            da, db = keep * (a[1] - level), keep * (b[1] - level)
            if da >= 0.0:
                rows.append(a)
            if da * db < 0.0:
                rows.append(a + (b - a) * (da / (da - db)))
        shape = np.array(rows) if rows else np.full((1, 2), (shape[0, 0], level))
    return shape


def paint_numerals(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    """10 to 50 and back, feet toward the nearer sideline, astride their line."""
    style = STYLES[look.numeral_font % len(STYLES)]
    arrows = look.seed % 4 != 3
    sides = (
        (profile.near_numbers_outer_y_mm, profile.near_numbers_inner_y_mm, 0.0),
        (profile.far_numbers_outer_y_mm, profile.far_numbers_inner_y_mm, 180.0),
    )
    room = profile.x_mm(7.4)
    for outer, inner, heading in sides:
        middle_y, height = (outer + inner) / 2, abs(inner - outer)
        facing = 1.0 if heading == 0.0 else -1.0
        for yards in range(10, 91, 10):
            x = profile.x_mm(yards)
            text = str(min(yards, 100 - yards))
            gap = look.line_width_mm / 2 + height * 0.10
            digit_room = room / 2 - gap
            for digit, side in zip(text, (-1.0, 1.0), strict=True):
                half = text_width_mm(digit, style, height, digit_room) / 2
                place = (x + side * facing * (gap + half), middle_y)
                glyph = text_polygons(digit, style, place, height, heading, digit_room)
                canvas.polygons(glyph.outline, _contrast(look.line))
                canvas.polygons(glyph.ink, look.line)
            if arrows and yards != 50:
                _arrow(canvas, profile, look, yards, middle_y, height)


def _arrow(
    canvas: Canvas,
    profile: FieldProfile,
    look: FieldLook,
    yards: int,
    y_mm: float,
    height_mm: float,
) -> None:
    """A small triangle beside the numeral that points to the nearer goal line."""
    toward = -1.0 if yards < 50 else 1.0
    x = profile.x_mm(yards) + toward * profile.x_mm(4.15)
    size = height_mm * 0.16
    shape = np.array([[x, y_mm + size], [x + toward * size * 1.7, y_mm], [x, y_mm - size]])
    canvas.polygons([shape], look.line)


def paint_logo(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    """The picture at midfield, on some boards smaller ones at both 25 yard lines too."""
    radius = min((profile.far_hash_y_mm - profile.near_hash_y_mm) * 0.42, profile.x_mm(8.5))
    middle = np.array([profile.x_mm(50.0), profile.width_mm / 2])
    for colour, shapes in logo_layers(look.centre_logo):
        canvas.polygons([middle + s * radius for s in shapes], colour)
    if look.seed % 5 == 2 and look.centre_logo:
        for yards in (25.0, 75.0):
            spot = np.array([profile.x_mm(yards), profile.width_mm / 2])
            for colour, shapes in logo_layers(look.centre_logo + 1):
                canvas.polygons([spot + s * radius * 0.45 for s in shapes], colour)


def paint_small_print(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    """A maker's line in the border and kicking tees on the field."""
    y = profile.metal_near_y_mm * 0.42
    for text, yards in (("ELECTRIC FOOTBALL", 12.0), ("OFFICIAL GAME BOARD - MADE FOR PLAY", 84.0)):
        placed = text_polygons(text, SMALL_PRINT, (profile.x_mm(yards), y), 2.6)
        canvas.polygons(placed.ink, look.border, 0.9)
    for yards in (2.0, 98.0):
        tick: FloatArray = np.array([profile.x_mm(yards), profile.width_mm / 2])
        half = profile.hash_length_mm / 2
        canvas.rectangle(
            (tick[0] - look.line_width_mm / 2, tick[1] - half),
            (tick[0] + look.line_width_mm / 2, tick[1] + half),
            look.line,
        )
    if look.seed % 2:
        for yards in (35.0, 65.0):
            spot = np.array([profile.x_mm(yards), profile.width_mm / 2])
            angles = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
            ring = np.stack([np.cos(angles) * 3.4, np.sin(angles) * 2.0], axis=1)
            canvas.polygons([spot + ring], LEATHER)


def _contrast(colour: Rgb) -> Rgb:
    return (0.10, 0.10, 0.12) if sum(colour) > 1.5 else (0.92, 0.92, 0.90)
