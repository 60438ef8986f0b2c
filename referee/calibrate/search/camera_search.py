"""The search for the camera: rivals are tried, and the print decides between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.fit.registration import (
    RegisteredCamera,
    register_closer,
    register_roughly,
    shifted_camera,
)
from referee.calibrate.lines.hash_marks import marks_in_place
from referee.calibrate.lines.printed_line import PrintedLine, printed_lines
from referee.calibrate.lines.ridges import Ridges, find_ridges
from referee.calibrate.lines.stroke_search import usual_stroke
from referee.calibrate.search.overhead_view import OverheadView, find_overhead_views
from referee.calibrate.search.pattern_match import camera_candidates
from referee.calibrate.search.print_evidence import line_cover_of, read_numerals
from referee.calibrate.search.rival_cameras import (
    RivalCamera,
    distinct_rivals,
    turned_about,
    turned_near,
)
from referee.calibrate.search.side_pairs import camera_between_sides
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32
from referee.core.field.field_profile import BoundaryPrint, FieldProfile

SearchStart = tuple[CameraModel, tuple[PrintedLine, ...]]

TRIED = 12  # candidates, of all that the view allows
FEWEST = 200  # points of lines, for a field to be looked for
WORTH = 0.6  # of the best score, for a candidate to be tried
# From which on a field that is turned about is not the same.
ENDS_APART_MM = 3.0  # difference of the end zones
ROWS_APART_MM = 6.0  # difference of the rows of numerals
LIT = 2.2  # brightness as the lens saw it, about, from what the file says
ENOUGH_COVER = 0.80  # of lines; else lines darker than the field are tried as well
# Of the worse sideline that must be seen as a line, or else edges are tried; by what is said of it.
ENOUGH_SIDES = {
    BoundaryPrint.LINE: 0.22,
    BoundaryPrint.UNKNOWN: 0.5,
    BoundaryPrint.INNER: 2.0,
    BoundaryPrint.OUTER: 2.0,
}
COUNTED_ANEW = 2  # rivals whose lines are counted anew, up to so many lines further
MARGIN = 0.08  # by which the best must beat the next reading
CLOSEST = 3  # rivals within it that are looked at more closely


@dataclass(frozen=True, eq=False)
class CameraSearch:
    """One picture and one field, and the rivals found for them."""

    grey: F32
    profile: FieldProfile
    belief: LensBelief
    _views: dict[bool, tuple[Ridges, list[OverheadView]]] = field(default_factory=dict)

    def for_field(self, profile: FieldProfile) -> CameraSearch:
        """The same picture, looked at for another field."""
        return replace(self, profile=profile)

    @cached_property
    def lit(self) -> F32:
        """Brightness in proportion to light: blur is even there."""
        return np.asarray(self.grey ** np.float32(LIT), dtype=np.float32)

    def bright(self, *, dark: bool) -> F32:
        """The picture in which lines are brighter than the field."""
        return np.asarray(1.0 - self.grey, dtype=np.float32) if dark else self.grey

    def automatic(self) -> list[RivalCamera]:
        """Rivals from the lines alone, best first."""
        rivals = self.by_lines(dark=False)
        if not rivals or rivals[0].cover.score < ENOUGH_COVER:
            rivals = sorted([*rivals, *self.by_lines(dark=True)], key=lambda r: -r.score)
        rivals = self._compared(self._counted_anew(self._with_edges(rivals)))
        return [self._right_way_round(rivals[0]), *rivals[1:]] if rivals else []

    def from_starts(self, starts: Sequence[CameraModel]) -> list[RivalCamera]:
        """Rivals that begin at cameras given, best first."""
        lines = printed_lines(self.profile)
        rivals = []
        for dark in (False, True):
            rivals += list(self._tried([(start, lines) for start in starts], dark=dark))
        return self._compared(self._with_edges(distinct_rivals(rivals, self.profile), anew=False))

    def _compared(self, rivals: list[RivalCamera]) -> list[RivalCamera]:
        """The rivals, with those that are nearly as good as the best measured more closely.

        Rough cameras of one reading may lie apart, and fall together only now.
        """
        close = [r for r in rivals if r.score > rivals[0].score - MARGIN][:CLOSEST]
        if len(close) < 2:
            return rivals
        closer = [self._judged(register_closer(self.lit, r.rough, self.belief)) for r in close]
        return distinct_rivals([*closer, *rivals[len(close) :]], self.profile)

    def _right_way_round(self, best: RivalCamera) -> RivalCamera:
        """The better way round of the best rival, on a field whose ends differ."""
        if not _ends_differ(self.profile):
            return best
        turned = turned_about(best.rough.camera, self.profile)
        dark = best.rough.stroke.dark
        edges = any(line.step for line in best.rough.lines)
        plain = [(turned, printed_lines(self.profile))]
        starts = self._edges_seen(turned, dark=dark) if edges else plain
        return max([best, *self._tried(starts, dark=dark)], key=lambda r: r.score)

    def _with_edges(self, rivals: list[RivalCamera], *, anew: bool = True) -> list[RivalCamera]:
        """Where sidelines are not found as lines: the same rivals with edges for them.

        ``anew``: what fits best is also tried with its yard lines counted from another one.
        """
        if not rivals or self._sides_are_lines(rivals[0]):
            return rivals
        found = [r for rival in rivals for r in self._as_edges(rival, 0.0)]
        best = sorted(found, key=lambda r: -r.score)[: COUNTED_ANEW if anew else 0]
        found += [r for b in best for x_mm in self._further() for r in self._as_edges(b, x_mm)]
        return distinct_rivals([*rivals, *found], self.profile)

    def _further(self) -> list[float]:
        """The shifts in mm along the field if its lines are counted from another one."""
        step = self.profile.x_mm(float(self.profile.yard_line_every_yd))
        return [step * k for k in range(-COUNTED_ANEW, COUNTED_ANEW + 1) if k]

    def _counted_anew(self, rivals: list[RivalCamera]) -> list[RivalCamera]:
        """The rivals; the best one, if not confirmed, is also tried five and ten yards further."""
        if not rivals or rivals[0].confirmed:
            return rivals
        rough = rivals[0].rough
        starts = [
            (shifted_camera(rough.camera, x_mm, 0.0), rough.lines) for x_mm in self._further()
        ]
        return distinct_rivals(
            [*rivals, *self._tried(starts, dark=rough.stroke.dark)], self.profile
        )

    def _sides_are_lines(self, best: RivalCamera) -> bool:
        least = ENOUGH_SIDES[self.profile.sideline_is]
        return best.cover.score >= ENOUGH_COVER and best.cover.sides >= least

    def _as_edges(self, rival: RivalCamera, x_mm: float) -> Iterator[RivalCamera]:
        dark = rival.rough.stroke.dark
        camera = shifted_camera(rival.rough.camera, x_mm, 0.0)
        return self._tried(self._edges_seen(camera, dark=dark), dark=dark)

    def _edges_seen(self, camera: CameraModel, *, dark: bool) -> list[SearchStart]:
        grey = self.bright(dark=dark)
        return list(camera_between_sides(grey, camera, self.profile, printed_lines(self.profile)))

    def by_lines(self, *, dark: bool) -> list[RivalCamera]:
        """Rivals whose sidelines are taken for lines, best first."""
        lines = printed_lines(self.profile)
        tried = self._tried([(c, lines) for c in self._starts(dark=dark)], dark=dark)
        return distinct_rivals(list(tried), self.profile)

    def _starts(self, *, dark: bool) -> list[CameraModel]:
        if dark not in self._views:
            ridges = find_ridges(self.grey, dark=dark)
            self._views[dark] = (
                ridges,
                find_overhead_views(ridges) if len(ridges.at_px) >= FEWEST else [],
            )
        ridges, views = self._views[dark]
        found = [c for v in views for c in camera_candidates(ridges, v, self.profile)]
        best = max((c.score for c in found), default=0.0)
        found = [c for c in found if c.score > WORTH * best]
        # Places along the field differ by five yards, those across it hardly: all of the first.
        found.sort(key=lambda c: (c.rank, -c.score))
        return [turned_near(c.camera, self.profile) for c in found[:TRIED]]

    def _tried(self, starts: Sequence[SearchStart], *, dark: bool) -> Iterator[RivalCamera]:
        stroke = usual_stroke(self.profile, dark=dark)
        for start, lines in starts:
            rough = register_roughly(self.lit, start, lines, stroke, self.belief)
            if rough is not None:
                yield self._judged(rough)

    def _judged(self, rough: RegisteredCamera) -> RivalCamera:
        cover = line_cover_of(rough.samples, rough.camera, rough.lines)
        numerals = read_numerals(self.grey, rough.camera, self.profile)
        grey = self.bright(dark=rough.stroke.dark)
        return RivalCamera(rough, cover, numerals, marks_in_place(grey, rough.camera, self.profile))


def _ends_differ(profile: FieldProfile) -> bool:
    """Whether half a turn puts lines or numerals where there were none."""
    near = (profile.near_numbers_outer_y_mm, profile.near_numbers_inner_y_mm)
    far = (profile.far_numbers_outer_y_mm, profile.far_numbers_inner_y_mm)
    ends = abs(profile.left_end_zone_mm - profile.right_end_zone_mm)
    rows = max(abs(profile.width_mm - b - a) for a, b in zip(near, far, strict=True))
    return ends > ENDS_APART_MM or rows > ROWS_APART_MM
