"""Where the outer lines of an unknown field are, once its yard lines are known.

Every few millimetres outward a line is tried, and what is found of it, piece by piece, is counted
by its place. Letters make bars too, but none from one side of the field to the other; a border or a
rim makes longer ones, but farther out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.calibrate.lines.line_samples import LineStroke, measure_lines
from referee.calibrate.lines.printed_line import PrintedLine, PrintedLineKind
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32
from referee.core.field.field_profile import FieldProfile

DEEP_YD = (7.5, 12.5)  # of an end zone
REACH_PX = 5.0  # beside each line that is tried
APART_PX = 6.0  # between two lines that are tried
STEP_MM = 9.0  # between pieces of a line
HALF_PX = 1.2  # pieces of one line lie this near to its place
LEAST_PX = 0.25  # between places that are tried
ENOUGH = 0.35  # of the pieces, for a line
SHARE = 0.65  # of the fullest place's
MARGIN = 0.03  # of the line's length, at its ends


@dataclass(frozen=True, slots=True, eq=False)
class OuterLines:
    """Reads the outer lines of one picture; ``grey`` is brightness as the lens saw it."""

    grey: F32
    camera: CameraModel
    profile: FieldProfile
    stroke: LineStroke

    def end_zone_mm(self, *, left: bool) -> float | None:
        """The depth in mm of an end zone; None if no line is found at its end."""
        yard, far = self.profile.length_mm_per_yd, self.profile.width_mm
        goal, sign = (0.0, -1.0) if left else (self.profile.goal_to_goal_mm, 1.0)
        low, high = MARGIN * far, (1.0 - MARGIN) * far

        def line(depth: float) -> PrintedLine:
            x = goal + sign * depth
            return PrintedLine("an end line", PrintedLineKind.END, (x, low), (x, high))

        found = self._first(line, DEEP_YD[0] * yard, DEEP_YD[1] * yard)
        return None if found is None else abs(found - goal)

    def _first(self, line, low: float, high: float) -> float | None:  # type: ignore[no-untyped-def]
        """The innermost place at which enough pieces of a line lie, in mm across it."""
        per_px = self.camera.mm_per_px
        outward = np.arange(low, high + APART_PX * per_px, APART_PX * per_px)
        places, stations, count = [], [], 1
        for out in outward:
            one = line(float(out))
            seen = measure_lines(
                self.grey, self.camera, [one], self.stroke, reach_px=REACH_PX, step_mm=STEP_MM
            )
            at = self.camera.to_plane(seen.sights.seen_px, 0.0)
            places.append(at[:, one.across])
            stations.append(np.round(seen.sights.points_mm[:, 1 - one.across] / STEP_MM))
            count = max(count, len(seen.line))
        place, station = np.concatenate(places), np.concatenate(stations)
        if not len(place):
            return None
        inner, outer = line(low).place_mm, line(high).place_mm
        steps = max(2, round(abs(outer - inner) / (LEAST_PX * per_px)))
        tried = np.linspace(inner, outer, steps)
        near = np.abs(place[None, :] - tried[:, None]) < HALF_PX * per_px
        filled = np.array([len(np.unique(station[row])) for row in near]) / count
        if filled.max() < ENOUGH:
            return None
        good = filled >= max(ENOUGH, SHARE * float(filled.max()))
        first = int(np.argmax(good))
        last = first + int(np.argmin(np.append(good[first:], False)))
        best = first + int(np.argmax(filled[first:last]))
        return float(np.median(place[near[best]]))
