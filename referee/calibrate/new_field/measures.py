"""The measures of a field whose camera is solved: what was read, what guessed, how sure it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.lines.printed_line import PrintedLineKind
from referee.calibrate.new_field.guess_choice import FieldPicture
from referee.calibrate.new_field.joint_fit import JointFit, cover
from referee.calibrate.new_field.lines.board_strips import BoardStrips
from referee.calibrate.new_field.lines.line_points import LinePoints, points_through_camera
from referee.calibrate.new_field.lines.mark_rows import hash_row, numeral_row
from referee.calibrate.new_field.measure_sigmas import lean_sigma_mm, measure_sigmas
from referee.calibrate.outcome import UnusablePicture
from referee.core.arrays import F64
from referee.core.errors import BadValue
from referee.core.field.field_profile import BoundaryPrint, FieldProfile

RULER_MM = 0.3  # sigma of a width measured with a ruler
SEEN = 0.5  # of an end line, for its place to be read from it
UNSEEN_YD = 0.6  # sigma of an end line that is hardly seen
HASH_MM = 0.3  # sigma of a row of hash marks
NUMERALS_MM = 1.0  # sigma of an edge of a row of numerals
ALIKE_MM = 2.0  # in height are the numerals of both sides
METAL = "edges of the metal (measure them, they are not print)"
EDGE_BIN_MM = 0.5  # of the histogram in which points of an edge pile up
NEAREST_YD = 0.5  # beyond an outer line, that the metal's edge may lie
FARTHEST_YD = 3.0  # the same at most
USUAL_BORDER_YD = 2.0
LONG_EDGE = 0.15  # of the most that lies at one place


def read_measures(
    seen: FieldPicture, together: JointFit, belief: LensBelief, ruled: bool
) -> tuple[FieldProfile, tuple[str, ...], dict[str, float]]:
    """The profile with all other measures, what of them is guessed, and sigmas in mm."""
    fitted, profile = together.registered, together.profile
    sigmas, guessed = measure_sigmas(together, belief), []
    sigmas["width_mm"] = (
        RULER_MM
        if ruled
        else float(np.hypot(sigmas["width_mm"], lean_sigma_mm(together, belief, ruled)))
    )
    share = cover(together)
    seen_ends = min(float(share[0]), float(share[-3])) >= SEEN
    for which, index in (("left", 0), ("right", -3)):
        if share[index] < SEEN:
            guessed.append(f"{which} end line (hardly seen)")
            sigmas[f"{which}_end_zone_mm"] = UNSEEN_YD * profile.length_mm_per_yd
    board = BoardStrips(seen.grey, fitted.camera, profile, seen.dark)
    far, lengths, heights = profile.width_mm, [], []
    changes: dict[str, Any] = {}
    for side, is_far in (("near", False), ("far", True)):
        hashes, numbers = hash_row(board, far=is_far), numeral_row(board, far=is_far)
        if not hashes.read:
            guessed.append("hash marks (taken as 20 yards from the sidelines)")
        if not numbers.read:
            guessed.append("numerals (taken as on most boards)")
        lengths.append(hashes.inner_mm - hashes.outer_mm)
        heights.append(numbers.inner_mm - numbers.outer_mm)
        rows = {
            f"{side}_hash_y_mm": (hashes.middle_mm, HASH_MM, hashes.read),
            f"{side}_numbers_outer_y_mm": (numbers.outer_mm, NUMERALS_MM, numbers.read),
            f"{side}_numbers_inner_y_mm": (numbers.inner_mm, NUMERALS_MM, numbers.read),
        }
        for key, (aside, own, read) in rows.items():
            changes[key] = round(far - aside if is_far else aside, 2)
            if read:
                sigmas[key] = float(np.hypot(sigmas["width_mm"] * changes[key] / far, own))
    if abs(heights[0] - heights[1]) > ALIKE_MM:
        guessed.append("numerals (hardly read)")
        for key in [key for key in sigmas if "numbers" in key]:
            del sigmas[key]
    width = fitted.stroke.width_mm[PrintedLineKind.YARD]
    changes |= metal_edges(points_through_camera(seen.ridges, fitted.camera), profile)
    changes |= {
        "hash_length_mm": round(float(np.clip(np.mean(lengths), 0.5, 40.0)), 2),
        "sideline_is": BoundaryPrint.LINE,
        "end_line_is": BoundaryPrint.LINE if seen_ends else BoundaryPrint.UNKNOWN,
        "line_width_mm": round(float(np.clip(width, 0.3, 6.0)), 2),
        "width_mm": round(far, 2),
        "left_end_zone_mm": round(profile.left_end_zone_mm, 2),
        "right_end_zone_mm": round(profile.right_end_zone_mm, 2),
    }
    try:
        measured = replace(profile, **changes)
    except BadValue as error:
        raise UnusablePicture(
            f"The lines do not make up a field: {error}.",
            "Show the field's four corners (--clicks), or measure with referee field new.",
        ) from None
    return measured, (*dict.fromkeys(guessed), METAL), sigmas


def metal_edges(seen: LinePoints, profile: FieldProfile) -> dict[str, float]:
    """The four edges in mm, as a profile calls them: seen, or the usual border."""
    yard = profile.length_mm_per_yd
    upright, level = seen.upright[:, 0], seen.level[:, 1]
    ends = {
        "metal_left_x_mm": (upright, seen.upright_weight, profile.left_end_line_x_mm, -1.0),
        "metal_right_x_mm": (upright, seen.upright_weight, profile.right_end_line_x_mm, 1.0),
        "metal_near_y_mm": (level, seen.level_weight, 0.0, -1.0),
        "metal_far_y_mm": (level, seen.level_weight, profile.width_mm, 1.0),
    }
    return {key: round(_metal_edge_mm(*about, yard), 2) for key, about in ends.items()}


def _metal_edge_mm(places: F64, weight: F64, line: float, sign: float, yard: float) -> float:
    away = sign * (places - line)
    bins = np.arange(-20.0 * yard, FARTHEST_YD * yard, EDGE_BIN_MM)
    heap = np.histogram(away, bins, weights=weight)[0]
    piled = np.convolve(heap, np.ones(3), "same")
    middle = (bins[:-1] + bins[1:]) / 2
    beyond = (middle > NEAREST_YD * yard) & (piled > LONG_EDGE * max(float(piled.max()), 1e-9))
    return line + sign * (float(middle[beyond].max()) if beyond.any() else USUAL_BORDER_YD * yard)
