"""The printed sheet: turf, lines, hashes, numerals, end zones, logo, and the wear on top of it.

Every line is centred on its position in the profile: yard lines, goal lines, sidelines, end lines,
hash marks (on their row); a frame may take the place of sidelines and end lines. Numerals reach
exactly from their outer to their inner edge.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.mesh import shade
from referee.sim.art.print.board_words import (
    paint_end_zones,
    paint_logo,
    paint_numerals,
    paint_small_print,
)
from referee.sim.art.print.canvas import Canvas, blank_canvas
from referee.sim.art.print.wear import age_print, ink_hold, smooth_noise
from referee.sim.look import Colour, FieldBorder, FieldLook

BORDER_GAP_MM = 1.6
BEYOND_MM = 400.0  # past any edge of the metal
# Inner and outer edge of a frame beyond the field, by its width.
FRAMES = {
    FieldBorder.BORDER: (0.0, 1.0),
    FieldBorder.BAND: (0.0, 1.0),
    FieldBorder.INSIDE: (-1.0, 0.0),
    FieldBorder.BROAD_LINE: (-0.5, 0.5),
}
HASH_SHARE = 0.62  # thickness of a hash mark against a yard line


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
        shade(look.turf, 0.82),
    )
    _turf(canvas, profile, look, rng)
    canvas.hold = ink_hold(canvas, rng, look.wear)
    paint_end_zones(canvas, profile, look)
    if look.frame is FieldBorder.LINE:
        _border(canvas, profile, look)
    elif look.frame is not FieldBorder.BORDER:
        _ring(canvas, profile, (0.0, BEYOND_MM), look.border)
    paint_logo(canvas, profile, look)
    _lines(canvas, profile, look)
    _hashes(canvas, profile, look)
    paint_numerals(canvas, profile, look)
    paint_small_print(canvas, profile, look)
    age_print(canvas, rng, look.wear)
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
    blades = smooth_noise(canvas, rng, 1.6, 2)
    canvas.light *= (0.92 + 0.16 * blades)[:, :, None]
    if look.grain is not None:
        x, y = canvas.places()
        canvas.light *= np.clip(look.grain.grain(x, y), 0.6, 1.5)[:, :, None]


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
    if end > start + 1.0:
        _ring(canvas, profile, (start, end), look.border)


def _ring(
    canvas: Canvas, profile: FieldProfile, reach_mm: tuple[float, float], colour: Colour
) -> None:
    """All around the field, between two distances beyond sidelines and end lines."""
    start, end = reach_mm
    left, right = profile.left_end_line_x_mm, profile.right_end_line_x_mm
    far = profile.width_mm
    canvas.rectangle((left - end, -end), (right + end, -start), colour)
    canvas.rectangle((left - end, far + start), (right + end, far + end), colour)
    canvas.rectangle((left - end, -start), (left - start, far + start), colour)
    canvas.rectangle((right + start, -start), (right + end, far + start), colour)


def _lines(canvas: Canvas, profile: FieldProfile, look: FieldLook) -> None:
    """Yard lines and goal lines from sideline to sideline, then the lines around the field."""
    for yards in range(0, 101, profile.yard_line_every_yd):
        thick = look.line_width_mm * (1.5 if yards in {0, 100} else 1.0)
        x = profile.x_mm(yards)
        canvas.rectangle((x - thick / 2, 0.0), (x + thick / 2, profile.width_mm), look.line)
    if look.frame is not FieldBorder.LINE:
        first, last = (share * look.frame_width_mm for share in FRAMES[look.frame])
        colour = look.border if look.frame is FieldBorder.BORDER else look.line
        _ring(canvas, profile, (first, last), colour)
        return
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
    within = -FRAMES[look.frame][0] * look.frame_width_mm if look.frame in FRAMES else 0.0
    start = max(look.line_width_mm / 2, within) + 1.0
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
