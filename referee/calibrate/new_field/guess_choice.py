"""The choice between guesses of a field: each is fitted roughly, and the print decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.fit.registration import shifted_camera
from referee.calibrate.lines.ridges import Ridges
from referee.calibrate.lines.stroke_search import usual_stroke
from referee.calibrate.new_field.field_guess import FieldGuess
from referee.calibrate.new_field.joint_fit import JointFit, cover, fit_roughly, with_measures
from referee.calibrate.new_field.lines.board_strips import BoardStrips
from referee.calibrate.new_field.lines.field_ends import first_edge_mm, sideline_mm
from referee.calibrate.new_field.lines.line_points import LinePoints, points_through_camera
from referee.calibrate.new_field.lines.outer_lines import OuterLines
from referee.calibrate.new_field.plain_profile import plain_profile
from referee.calibrate.outcome import UnusablePicture
from referee.core.arrays import F32
from referee.core.field.field_profile import FIELD_LENGTH_YD, FieldProfile

TRIED = 6  # guesses at most
WORTH = 0.75  # of the best guess's score, for a guess to be tried
ENOUGH = 0.6  # of the yard lines
# Weights beside the share of the yard lines that is seen, which has 1.
NUMERALS_COUNT = 0.5
SIDES_COUNT = 0.5
ENDS_COUNT = 0.1
MARGIN = 0.05  # by which the best must beat the next that lies elsewhere
SAME_PX = 8.0  # along the field
NO_LINES = UnusablePicture(
    "No evenly spaced yard lines from goal line to goal line were found.",
    "Show the field's four corners (--clicks), take a picture with less glare, or measure with "
    "referee field new.",
)
TWO_WAYS = UnusablePicture(
    "The lines fit in more than one way.",
    "Show the field's four corners: --clicks, or --corners.",
)
NUMERAL_YD = (0.7, 2.5)  # beside the line on which a numeral stands
LEAST_NUMERAL_POINTS = 10.0  # of a numeral
CLEAR_NUMERALS = 1.3  # times the points at the fives
NUMERAL_ROWS = (0.03, 0.34)  # of the width, from each sideline, for numerals


@dataclass(frozen=True, slots=True, eq=False)
class FieldPicture:
    """A picture's brightness as shown and in proportion to light, and its points of lines."""

    grey: F32
    lit: F32
    ridges: Ridges
    dark: bool


def best_guess(
    picture: FieldPicture, guesses: Sequence[FieldGuess], goal_to_goal_mm: float, belief: LensBelief
) -> JointFit:
    """The guess that fits the print best; raises `UnusablePicture` if none fits, or two alike."""
    best = max((guess.score for guess in guesses), default=0.0)
    worth = [guess for guess in guesses if guess.score > WORTH * best][:TRIED]
    found: list[tuple[float, float, JointFit]] = []
    for guess in worth:
        rough = _read(picture, guess, goal_to_goal_mm, belief)
        if rough is None:
            continue
        share = cover(rough)
        if float(share[1:-3].mean()) < ENOUGH:
            continue
        seen = points_through_camera(picture.ridges, rough.registered.camera)
        beside = (
            SIDES_COUNT * float(share[-2:].mean())
            + ENDS_COUNT * float(share[[0, -3]].mean())
            + NUMERALS_COUNT * numerals_at_tens(seen, rough.profile)
        )
        found.append((float(share[1:-3].mean()), beside, rough))
    if not found:
        raise NO_LINES
    # Lines that are there all across a wide field are more than those of a narrow one.
    widest = max(rough.profile.width_mm for _, _, rough in found)
    rivals = [
        (lines * (1.0 + rough.profile.width_mm / widest) / 2 + beside, rough)
        for lines, beside, rough in found
    ]
    rivals.sort(key=lambda rival: -rival[0])
    score, first = rivals[0]
    for other, rough in rivals[1:]:
        if score - other < MARGIN and not _same_goals(first, rough):
            raise TWO_WAYS
    return first


def _read(
    picture: FieldPicture, guess: FieldGuess, goal_to_goal_mm: float, belief: LensBelief
) -> JointFit | None:
    """The guess's yard lines fitted, its outer lines found, and all fitted again."""
    profile = plain_profile(goal_to_goal_mm, guess.every_yd, guess.width_mm)
    stroke = usual_stroke(profile, dark=picture.dark)
    inner = fit_roughly(picture.lit, guess.camera, profile, stroke, belief, ends=False)
    if inner is None:
        return None
    camera, profile = inner.registered.camera, inner.profile
    board = BoardStrips(picture.grey, camera, profile, picture.dark)
    near, far = (sideline_mm(board, near=side) for side in (True, False))
    lines = OuterLines(picture.lit, camera, profile, stroke)
    found = {
        "left_end_zone_mm": _end_zone_mm(board, lines, left=True),
        "right_end_zone_mm": _end_zone_mm(board, lines, left=False),
        "width_mm": (profile.width_mm if far is None else far) - (near or 0.0),
    }
    read = with_measures(profile, {key: v for key, v in found.items() if v is not None})
    if read is None:
        return None
    camera = shifted_camera(camera, 0.0, near or 0.0)
    return fit_roughly(picture.lit, camera, read, stroke, belief, ends=True)


def _end_zone_mm(board: BoardStrips, lines: OuterLines, *, left: bool) -> float | None:
    """The depth in mm of an end zone, to its line or an edge before it; None without a line."""
    depth = lines.end_zone_mm(left=left)
    if depth is None:
        return None
    edge = first_edge_mm(board, depth, left=left)
    return depth if edge is None else edge


def _same_goals(one: JointFit, other: JointFit) -> bool:
    """Whether both put the goal lines at the same pixels along the field."""
    places = []
    for t in (one, other):
        x = np.array([0.0, t.profile.goal_to_goal_mm])
        y = np.full(2, min(one.profile.width_mm, other.profile.width_mm) / 2)
        places.append(t.registered.camera.project_flat(np.column_stack([x, y])))
    along = places[0][1] - places[0][0]
    apart = (places[1] - places[0]) @ (along / np.linalg.norm(along))
    return bool(np.abs(apart).max() < SAME_PX)


def numerals_at_tens(seen: LinePoints, profile: FieldProfile) -> float:
    """Share of tens with a numeral, less that of goal lines and fives; 0 if none can be told."""
    points = np.concatenate([seen.upright, seen.level])
    yards = points[:, 0] / profile.length_mm_per_yd
    aside = np.minimum(points[:, 1], profile.width_mm - points[:, 1]) / profile.width_mm
    inside = (aside > NUMERAL_ROWS[0]) & (aside < NUMERAL_ROWS[1])
    fives = np.round(yards / 5.0) * 5.0
    off = np.abs(yards - fives)
    near = inside & (off > NUMERAL_YD[0]) & (off < NUMERAL_YD[1])
    near &= (yards > 0.0) & (yards < FIELD_LENGTH_YD)  # end zones have letters
    count = np.array([(near & (fives == mark)).sum() for mark in range(0, 101, 5)], dtype=float)
    marks = np.arange(0, 101, 5)
    count[[0, -1]] *= 2.0
    goals, tens = marks % 100 == 0, (marks % 10 == 0) & (marks % 100 > 0)
    printed, blank = float(np.median(count[tens])), float(np.median(count[marks % 10 == 5]))
    if printed < LEAST_NUMERAL_POINTS or printed < CLEAR_NUMERALS * blank:
        return 0.0
    there = count > (printed + blank) / 2
    return float(there[tens].mean() - there[marks % 10 == 5].mean() - there[goals].mean() / 2)
