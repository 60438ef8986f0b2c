"""Where an unknown field ends: the first step of brightness beyond its turf, and its end zones.

Hash marks reach close to a sideline and a border begins close behind it, so points of thin lines do
not tell it. Brightness along the whole field does: it rises at the sideline's inner edge.
"""

from __future__ import annotations

import numpy as np

from referee.calibrate.new_field.lines.board_strips import STEP_PX, BoardStrips
from referee.core.arrays import F64

STATIONS = 160  # places along a line at which brightness is read
SIDE_YD = (-2.5, 4.0)  # around where the ends of the yard lines were first seen
OFF_LINE_YD = 0.7  # from a yard line, that a station keeps
BEFORE_PX = 8.0  # a step rises above the darkest place within so many pixels before it
STEP = 0.40  # of the yard lines' contrast
ALONG = 30.0  # percentile along a line: what covers or wears away less than that is gone
FAINTEST = 0.02  # of brightness, for a yard line
END_YD = 7.5  # from which on behind a goal line an end zone may end
CORNERS = (0.02, 0.10)  # of the width, from each sideline: letters do not reach there
EDGE = 0.35  # of the yard lines' contrast
EDGE_PX = 1.25  # half the width of an edge


def sideline_mm(board: BoardStrips, *, near: bool) -> float | None:
    """The y in mm of a sideline's middle; None if no step is found."""
    profile, yard = board.profile, board.profile.length_mm_per_yd
    yards, every = np.linspace(1.0, 99.0, STATIONS), profile.yard_line_every_yd
    x = yards[np.abs(yards - np.round(yards / every) * every) > OFF_LINE_YD] * yard
    out = board.places(SIDE_YD[0] * yard, SIDE_YD[1] * yard)
    start, sign = (0.0, -1.0) if near else (profile.width_mm, 1.0)
    pieces = board.bright(x[:, None], start + sign * out[None, :])
    contrast, wide = board.yard_lines(ALONG)
    if contrast < FAINTEST:
        return None
    found = _first_step(out, np.percentile(pieces, ALONG, axis=0), STEP * contrast)
    return None if found is None else start + sign * (found + wide / 2)


def _first_step(places: F64, bright: F64, least: float) -> float | None:
    """The place half way up the first step of at least that height; None if there is none."""
    before = round(BEFORE_PX / STEP_PX)
    padded = np.pad(bright, (before, 0), mode="edge")
    ground = np.lib.stride_tricks.sliding_window_view(padded, before + 1).min(axis=1)
    high = np.flatnonzero(bright - ground > least)
    if not len(high):
        return None
    k = int(high[0])
    while k + 1 < len(bright) and bright[k + 1] > bright[k]:
        k += 1
    half = (bright[k] + ground[k]) / 2
    while k > 0 and bright[k] > half:
        k -= 1
    return float(places[k])


def first_edge_mm(board: BoardStrips, depth_mm: float, *, left: bool) -> float | None:
    """The depth in mm of the first edge inside ``depth_mm``; None if there is none."""
    profile, yard = board.profile, board.profile.length_mm_per_yd
    goal, sign = (0.0, -1.0) if left else (profile.goal_to_goal_mm, 1.0)
    share = np.linspace(*CORNERS, STATIONS // 4)
    y = np.concatenate([share, 1.0 - share]) * profile.width_mm
    contrast, wide = board.yard_lines(ALONG)
    reach = round(EDGE_PX / STEP_PX)
    out = board.places(END_YD * yard, depth_mm - wide / 2 - 2.0 * EDGE_PX * board.camera.mm_per_px)
    if len(out) <= 2 * reach or contrast < FAINTEST:
        return None
    bright = np.median(board.bright(goal + sign * out[None, :], y[:, None]), axis=0)
    edges = np.flatnonzero(np.abs(bright[2 * reach :] - bright[: -2 * reach]) > EDGE * contrast)
    return float(out[edges[0] + reach]) if len(edges) else None
