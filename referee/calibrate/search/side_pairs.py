"""The field's place across, once its yard lines are found: from long edges and hash marks.

Yard lines say all of the camera but how far the field is shifted along them. A pair of edges one
field's width apart, mirror images of each other, says that; of several, hash marks choose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from referee.calibrate.fit.registration import shifted_camera
from referee.calibrate.lines.hash_marks import HashRows
from referee.calibrate.lines.long_edges import GRID_MM, LongEdge, long_edges, view_across
from referee.calibrate.lines.printed_line import PrintedLine, PrintedLineKind
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, F64
from referee.core.field.field_profile import BoundaryPrint, FieldProfile

RUN_MM = 4.0  # between places along the field
FREE_MM = 1.5  # beside a yard line, that shows the line
BEYOND = 0.3  # of the width, how far off the field may have been put
WIDTH_OFF = 0.035  # of the width, by which a pair may be wider or narrower
SAME_MM = 3.0  # shifts nearer than this are one
END_MM = 2.0  # how far beside its place an end line may be drawn
BAND_MM = 14.0  # widest line or band that has a middle
LEAST_COVER = 0.6  # of the best pair's
BEHIND = 0.5  # the best pair in cover and hash marks, from which on a pair is no rival
KEPT = 2


@dataclass(frozen=True, slots=True)
class SidePair:
    """Two long edges, one at each side of the field: how far they are shifted and widened."""

    near: LongEdge
    far: LongEdge
    shift_mm: float
    excess_mm: float  # of each side, outward

    @property
    def steps(self) -> tuple[int, int]:
        """The steps of the near and the far edge."""
        return self.near.step, self.far.step

    @property
    def cover(self) -> float:
        """The share that was seen of the edge that was seen less."""
        return min(self.near.cover, self.far.cover)


def side_pairs(
    grey: F32, camera: CameraModel, profile: FieldProfile, beyond_mm: float
) -> list[SidePair]:
    """Every pair of long edges that may bound the field."""
    width = profile.width_mm
    places = np.arange(-beyond_mm, width + beyond_mm, GRID_MM)
    edges = long_edges(view_across(grey, camera, 1, between_lines(profile), places), places)
    found = []
    for near in edges:
        for far in edges:
            excess = (far.place_mm - near.place_mm - width) / 2
            if near.step == -far.step and abs(excess) < WIDTH_OFF * width / 2:
                shift = (near.place_mm + far.place_mm - width) / 2
                found.append(SidePair(near, far, shift, excess))
    return found


def between_lines(profile: FieldProfile) -> F64:
    """Places along the field that no yard line comes near to."""
    run = np.arange(RUN_MM, profile.goal_to_goal_mm, RUN_MM)
    step = profile.x_mm(float(profile.yard_line_every_yd))
    off = np.abs(run - np.round(run / step) * step)
    return np.asarray(run[off > profile.line_width_mm / 2 + FREE_MM])


def camera_between_sides(
    grey: F32, camera: CameraModel, profile: FieldProfile, lines: tuple[PrintedLine, ...]
) -> Iterator[tuple[CameraModel, tuple[PrintedLine, ...]]]:
    """The same camera with the field put between two edges, and lines as they are drawn there."""
    pairs = side_pairs(grey, camera, profile, BEYOND * profile.width_mm)
    if not pairs:
        return
    least = LEAST_COVER * max(pair.cover for pair in pairs)
    rows = HashRows(grey, camera, profile, BEYOND * profile.width_mm)
    pairs = [pair for pair in pairs if pair.cover >= least]
    score = {pair: pair.cover + rows.stand_out(pair.shift_mm) for pair in pairs}
    taken: list[float] = []
    for pair in sorted(pairs, key=lambda p: -score[p]):
        if score[pair] < max(score.values()) - BEHIND:
            return
        if len(taken) < KEPT and all(abs(pair.shift_mm - t) > SAME_MM for t in taken):
            taken.append(pair.shift_mm)
            moved = shifted_camera(camera, 0.0, pair.shift_mm)
            yield moved, _drawn(grey, moved, profile, lines, pair)


def _drawn(
    grey: F32,
    camera: CameraModel,
    profile: FieldProfile,
    lines: tuple[PrintedLine, ...],
    pair: SidePair,
) -> tuple[PrintedLine, ...]:
    """The lines with sidelines and end lines as edges where they are seen."""
    out = []
    for line in lines:
        if line.kind is PrintedLineKind.SIDE:
            edge = pair.near if line.outward < 0 else pair.far
            out.append(moved_line(line, edge.place_mm - pair.shift_mm, edge.step))
        elif line.kind is PrintedLineKind.END:
            seen = end_edge(grey, camera, profile, line, END_MM)
            out.append(line if seen is None else replace(line, step=seen[1]))
        else:
            out.append(line)
    return tuple(out)


def moved_line(line: PrintedLine, place_mm: float, step: int) -> PrintedLine:
    """The line at another place, as an edge or (step 0) as a bar."""
    (x0, y0), (x1, y1) = line.start_mm, line.end_mm
    ends = (
        ((place_mm, y0), (place_mm, y1)) if line.across == 0 else ((x0, place_mm), (x1, place_mm))
    )
    return replace(line, start_mm=ends[0], end_mm=ends[1], step=step)


def end_edge(
    grey: F32, camera: CameraModel, profile: FieldProfile, line: PrintedLine, reach_mm: float
) -> tuple[float, int] | None:
    """What is drawn nearest to an end line's place: a line's middle (0) or an edge.

    Whether it may be either is for the profile to say.
    """
    said = profile.end_line_is
    places = line.place_mm + np.arange(-2.0 * reach_mm, 2.0 * reach_mm, GRID_MM)
    run = np.arange(RUN_MM, profile.width_mm, RUN_MM)
    edges = long_edges(view_across(grey, camera, 0, run, places), places)
    seen = [] if said is BoundaryPrint.LINE else [(e.place_mm, e.step) for e in edges]
    if said in {BoundaryPrint.LINE, BoundaryPrint.UNKNOWN}:
        seen += [((a.place_mm + b.place_mm) / 2, 0) for a, b in bars(edges)]
    near = [s for s in seen if abs(s[0] - line.place_mm) < reach_mm]
    return min(near, key=lambda s: abs(s[0] - line.place_mm)) if near else None


def bars(edges: tuple[LongEdge, ...]) -> Iterator[tuple[LongEdge, LongEdge]]:
    """Pairs of edges between which it is bright: lines and bands."""
    for a, b in pairwise(edges):
        if a.step > 0 > b.step and b.place_mm - a.place_mm < BAND_MM:
            yield a, b
