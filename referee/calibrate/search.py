"""Which of all cameras that might be is the one: rivals are tried, and the print decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.calibrate.evidence import Cover, Numerals, cover_of, read_numerals
from referee.calibrate.field_lines import FieldLine, corners_mm, field_lines
from referee.calibrate.match import candidates
from referee.calibrate.outcome import Unusable
from referee.calibrate.parameters import Belief
from referee.calibrate.rectify import find_views
from referee.calibrate.register import Registered, register_roughly
from referee.calibrate.ridges import Ridges, find_ridges
from referee.calibrate.stroke import usual_stroke
from referee.camera.model import CameraModel
from referee.core.field import FieldProfile

F32 = npt.NDArray[np.float32]

TRIED = 12
WORTH = 0.6  # of the best score, for a candidate to be tried
SAME_PX = 4.0  # cameras whose field corners are this near are one
NUMERALS_COUNT = 0.5  # how much numerals in place weigh against lines in place
ENDS_APART_MM, ROWS_APART_MM = 3.0, 6.0  # from which on a field is not the same turned about
LIT = 2.2  # brightness as the lens saw it, about, from what the file says
ENOUGH_COVER = 0.80  # of lines; else lines darker than the field are tried as well


@dataclass(frozen=True, slots=True, eq=False)
class Rival:
    """A camera that fits to some degree, and what speaks for it."""

    rough: Registered
    cover: Cover
    numerals: Numerals

    @property
    def score(self) -> float:
        """Lines in place, and numerals in place."""
        return self.cover.score + NUMERALS_COUNT * self.numerals.placed


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """Everything that stays the same while rivals are tried."""

    grey: F32
    profile: FieldProfile
    belief: Belief

    @property
    def lit(self) -> F32:
        """Brightness in proportion to light: blur is even there."""
        return np.asarray(self.grey ** np.float32(LIT), dtype=np.float32)

    def automatic(self) -> list[Rival]:
        """Rivals from the lines alone, best first."""
        rivals = self._by_lines(dark=False)
        if not rivals or rivals[0].cover.score < ENOUGH_COVER:
            rivals = sorted([*rivals, *self._by_lines(dark=True)], key=lambda r: -r.score)
        return [self._right_way_round(rivals[0]), *rivals[1:]] if rivals else []

    def from_starts(self, starts: Sequence[CameraModel]) -> list[Rival]:
        """Rivals that begin at cameras given, best first."""
        lit, lines = self.lit, field_lines(self.profile)
        rivals = []
        for dark in (False, True):
            rivals += list(self._tried(starts, lit, lines, dark=dark))
        return _different(rivals, self.profile)

    def _right_way_round(self, best: Rival) -> Rival:
        """On a field whose ends differ, the print says which way round it lies."""
        if not _ends_differ(self.profile):
            return best
        turned = turned_about(best.rough.camera, self.profile)
        dark = best.rough.stroke.dark
        other = list(self._tried([turned], self.lit, field_lines(self.profile), dark=dark))
        return max([best, *other], key=lambda r: r.score)

    def _by_lines(self, *, dark: bool) -> list[Rival]:
        ridges = find_ridges(self.grey, dark=dark)
        starts = self._starts(ridges)
        tried = self._tried(starts, self.lit, field_lines(self.profile), dark=dark)
        return _different(list(tried), self.profile)

    def _starts(self, ridges: Ridges) -> list[CameraModel]:
        if len(ridges.at_px) < 200:
            return []
        found = [c for v in find_views(ridges) for c in candidates(ridges, v, self.profile)]
        best = max((c.score for c in found), default=0.0)
        found = [c for c in found if c.score > WORTH * best]
        # Places along the field differ by five yards, those across it hardly: all of the first.
        found.sort(key=lambda c: (c.rank, -c.score))
        return [_turned_near(c.camera, self.profile) for c in found[:TRIED]]

    def _tried(
        self,
        starts: Sequence[CameraModel],
        lit: F32,
        lines: Sequence[FieldLine],
        *,
        dark: bool,
    ) -> Iterator[Rival]:
        stroke = usual_stroke(self.profile, dark=dark)
        for start in starts:
            rough = register_roughly(lit, start, lines, stroke, self.belief)
            if rough is not None:
                cover = cover_of(rough.samples, rough.camera, lines)
                numerals = read_numerals(self.grey, rough.camera, self.profile)
                yield Rival(rough, cover, numerals)


def _ends_differ(profile: FieldProfile) -> bool:
    """Whether half a turn puts lines or numerals where there were none."""
    near = (profile.near_numbers_outer_y_mm, profile.near_numbers_inner_y_mm)
    far = (profile.far_numbers_outer_y_mm, profile.far_numbers_inner_y_mm)
    ends = abs(profile.left_end_zone_mm - profile.right_end_zone_mm)
    rows = max(abs(profile.width_mm - b - a) for a, b in zip(near, far, strict=True))
    return ends > ENDS_APART_MM or rows > ROWS_APART_MM


def _turned_near(camera: CameraModel, profile: FieldProfile) -> CameraModel:
    """Of the two ways round, the one with the near sideline lower in the picture."""
    left_near, right_near, right_far, left_far = camera.project(_corners(profile))
    if left_near[1] + right_near[1] >= right_far[1] + left_far[1]:
        return camera
    return turned_about(camera, profile)


def turned_about(camera: CameraModel, profile: FieldProfile) -> CameraModel:
    """The same camera with the board called the other way round."""
    turn = camera.rotation_matrix
    middle = np.array([profile.goal_to_goal_mm, profile.width_mm, 0.0])
    move = np.asarray(camera.translation_mm) + turn @ middle
    about = turn @ np.diag([-1.0, -1.0, 1.0])
    return CameraModel(
        camera.width_px,
        camera.height_px,
        camera.fx_px,
        camera.fy_px,
        camera.cx_px,
        camera.cy_px,
        camera.distortion,
        tuple((float(r[0]), float(r[1]), float(r[2])) for r in about),
        (float(move[0]), float(move[1]), float(move[2])),
    )


def _corners(profile: FieldProfile) -> npt.NDArray[np.float64]:
    return np.column_stack([corners_mm(profile), np.zeros(4)])


def _different(rivals: list[Rival], profile: FieldProfile) -> list[Rival]:
    """The best of each group of rivals that ended at the same camera."""
    kept: list[Rival] = []
    for rival in sorted(rivals, key=lambda r: -r.score):
        here = rival.rough.camera.project(_corners(profile))
        if all(
            np.abs(other.rough.camera.project(_corners(profile)) - here).max() > SAME_PX
            for other in kept
        ):
            kept.append(rival)
    return kept


def nothing_found() -> Unusable:
    """No lines worth the name."""
    return Unusable(
        "No football field was found in the picture.",
        "The whole field should be in view, sharp and evenly lit; or give its four corners.",
    )
