"""The printed sheet: turf, lines, hashes, numerals, end zones, logo, and the wear on top of it.

Every line is centred on its position in the profile: yard lines, goal lines, sidelines, end lines,
hash marks (on their row). Numerals reach exactly from their outer to their inner edge.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.field import FieldProfile
from referee.sim.art.canvas import Canvas, blank_canvas
from referee.sim.art.lettering import STYLES, Style, text_polygons, text_width_mm
from referee.sim.art.logos import LEATHER, logo_layers
from referee.sim.art.mesh import FloatArray, Rgb
from referee.sim.art.wear import age, cloud, ink_hold
from referee.sim.look import FieldLook

BORDER_GAP_MM = 1.6
HASH_SHARE = 0.62  # thickness of a hash mark against a yard line
SMALL_PRINT = Style(0.55, 0.95)


def paint_board(
    profile: FieldProfile, look: FieldLook, px_per_mm: float
) -> tuple[npt.NDArray[np.uint8], float, float]:
    """The metal sheet as BGR bytes, with the board position of the picture's lower left corner.

    Row 0 is the far edge: the middle of pixel (c, r) of h rows lies at x0 + (c + 0.5) / px_per_mm
    and y0 + (h - r - 0.5) / px_per_mm.
    """
    rng = np.random.default_rng([look.seed, 7])
    canvas = blank_canvas(
        (profile.metal_left_x_mm, profile.metal_near_y_mm),
        (profile.metal_right_x_mm, profile.metal_far_y_mm),
        px_per_mm,
        _shade(look.turf, 0.82),
    )
    _turf(canvas, profile, look, rng)
    canvas.hold = ink_hold(canvas, rng, look.wear)
    _end_zones(canvas, profile, look)
    _border(canvas, profile, look)
    _logo(canvas, profile, look)
    _lines(canvas, profile, look)
    _hashes(canvas, profile, look)
    _numerals(canvas, profile, look)
    _small_print(canvas, profile, look)
    age(canvas, rng, look.wear)
    height_mm = canvas.size_px[1] / px_per_mm
    return canvas.picture(), canvas.x0_mm, canvas.y0_mm - height_mm


def _turf(canvas: Canvas, profile: FieldProfile, look: FieldLook, rng: np.random.Generator) -> None:
    """The green, mown in stripes of ten yards, with the printer's uneven ink."""
    end = (profile.right_end_line_x_mm, profile.width_mm)
    canvas.rectangle((profile.left_end_line_x_mm, 0.0), end, look.turf)
    if look.turf_stripe is not None:
        width = profile.x_mm(10.0 if look.seed % 2 else 5.0)
        for k in range(0, round(profile.goal_to_goal_mm / width), 2):
            low = (k * width, 0.0)
            canvas.rectangle(low, ((k + 1) * width, profile.width_mm), look.turf_stripe)
    blades = cloud(canvas, rng, 1.6, 2)
    canvas.light *= (0.92 + 0.16 * blades)[:, :, None]


def _end_zones(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
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
            _diagonals(canvas, (x0, x1), profile.width_mm, _shade(colour, 1.25))
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


def _border(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    """The pale band around the field, outside a narrow gap beyond sidelines and end lines."""
    left, right = profile.left_end_line_x_mm, profile.right_end_line_x_mm
    far = profile.width_mm
    room = min(
        left - profile.metal_left_x_mm,
        profile.metal_right_x_mm - right,
        -profile.metal_near_y_mm,
        profile.metal_far_y_mm - far,
    )
    start = look.line_width_mm / 2 + BORDER_GAP_MM
    end = min(room * 0.8, start + 9.0)
    if end <= start + 1.0:
        return
    canvas.rectangle((left - end, -end), (right + end, -start), look.border)
    canvas.rectangle((left - end, far + start), (right + end, far + end), look.border)
    canvas.rectangle((left - end, -start), (left - start, far + start), look.border)
    canvas.rectangle((right + start, -start), (right + end, far + start), look.border)


def _lines(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    """Yard lines and goal lines from sideline to sideline, then the lines around the field."""
    for yards in range(0, 101, profile.yard_line_every_yd):
        thick = look.line_width_mm * (1.5 if yards in {0, 100} else 1.0)
        x = profile.x_mm(yards)
        canvas.rectangle((x - thick / 2, 0.0), (x + thick / 2, profile.width_mm), look.line)
    half = look.line_width_mm / 2
    left, right = profile.left_end_line_x_mm, profile.right_end_line_x_mm
    for y in (0.0, profile.width_mm):
        canvas.rectangle((left - half, y - half), (right + half, y + half), look.line)
    for x in (left, right):
        canvas.rectangle((x - half, half), (x + half, profile.width_mm - half), look.line)


def _hashes(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    """A tick every yard: two rows in the field and one along each sideline."""
    half = look.line_width_mm * HASH_SHARE / 2
    long = profile.hash_length_mm
    start = look.line_width_mm / 2 + 1.0
    rows = [
        (profile.near_hash_y_mm - long / 2, profile.near_hash_y_mm + long / 2),
        (profile.far_hash_y_mm - long / 2, profile.far_hash_y_mm + long / 2),
        (start, start + long * 0.7),
        (profile.width_mm - start - long * 0.7, profile.width_mm - start),
    ]
    for yard in range(1, 100):
        if yard % profile.yard_line_every_yd == 0:
            continue
        x = profile.x_mm(yard)
        for low, high in rows:
            canvas.rectangle((x - half, low), (x + half, high), look.line)


def _numerals(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
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


def _logo(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    radius = min((profile.far_hash_y_mm - profile.near_hash_y_mm) * 0.42, profile.x_mm(8.5))
    middle = np.array([profile.x_mm(50.0), profile.width_mm / 2])
    for colour, shapes in logo_layers(look.centre_logo):
        canvas.polygons([middle + s * radius for s in shapes], colour)
    if look.seed % 5 == 2 and look.centre_logo:
        for yards in (25.0, 75.0):
            spot = np.array([profile.x_mm(yards), profile.width_mm / 2])
            for colour, shapes in logo_layers(look.centre_logo + 1):
                canvas.polygons([spot + s * radius * 0.45 for s in shapes], colour)


def _small_print(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
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


def _shade(colour: Rgb, factor: float) -> Rgb:
    r, g, b = (min(1.0, max(0.0, c * factor)) for c in colour)
    return r, g, b


def _contrast(colour: Rgb) -> Rgb:
    return (0.10, 0.10, 0.12) if sum(colour) > 1.5 else (0.92, 0.92, 0.90)
