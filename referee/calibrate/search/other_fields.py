"""Whether another field of the list fits, asked where the print does not confirm the named one.

Boards of one maker have the same lines in other proportions; seen from straight above, the edge of
one's metal may lie where the other has its sideline. What tells them apart is all that is printed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.calibrate.outcome import CalibrationRefused, UnusablePicture
from referee.calibrate.search.camera_search import MARGIN, CameraSearch
from referee.calibrate.search.rival_cameras import RivalCamera, corners_px
from referee.calibrate.search.search_refusals import ENOUGH_COVER
from referee.core.field.field_profile import FieldProfile
from referee.loaders.fields import field_names, load_field

AS_LARGE = 0.02  # by which a field in the same place may be larger, and be the same for all that
SAME_PLACE = 0.02  # of the field's length in the picture, between corners


class OtherField(UnusablePicture):
    """Raised where the picture is that of another field."""


@dataclass(frozen=True, slots=True, eq=False)
class OtherFieldFit:
    """Another field, how it fits best, and whether it would call other places by other numbers.

    ``there`` is whether its corners lie where those of the field named do. Then only size and print
    tell them apart, and whoever named the field knows its size better than the picture shows it.
    """

    field: FieldProfile
    rival: RivalCamera
    there: bool
    differs: bool

    def beats(self, best: RivalCamera) -> bool:
        """Whether it fits better; by a margin where both have the same proportions."""
        return self.differs and self.rival.score > best.score + (MARGIN if self.there else 0.0)


def known_fields(profile: FieldProfile) -> Iterator[FieldProfile]:
    """The fields of the list, without this one."""
    for name in field_names():
        if name != profile.name:
            yield load_field(name)


def check_other_fields(
    search: CameraSearch,
    best: RivalCamera,
    *,
    pointed: bool,
) -> None:
    """Raise `OtherField` if another field fits the picture as well, and gives other millimetres.

    ``pointed``: the coach has shown the corners, which only clear print can overrule.
    """
    if best.confirmed:
        return
    beaten = [other for other in _others(search, best) if other.beats(best)]
    if not beaten:
        return
    other = max(beaten, key=lambda o: o.rival.score)
    name, named = other.field.name, search.profile.name
    if other.rival.confirmed:
        raise OtherField(
            f"The picture looks like field {name} rather than field {named}: numerals and hash "
            f"marks are where field {name} has them.",
            f"Try --field {name}; a board that is in no list can be measured (referee calibrate "
            "field).",
        )
    if not pointed:
        raise OtherField(
            f"The picture looks like field {name} as much as like field {named}, and numerals and "
            "hash marks do not decide.",
            f"Try --field {name}, or give the field's four corners if it is {named}.",
        )


def with_other_named(
    refused: CalibrationRefused,
    search: CameraSearch,
    best: RivalCamera,
) -> CalibrationRefused:
    """The same refusal, with the name of the field that fits, if one clearly does."""
    if best.confirmed:
        return refused
    better = [
        other
        for other in _others(search, best)
        if other.beats(best)
        and other.rival.cover.score >= ENOUGH_COVER
        and other.rival.score > best.score + MARGIN
    ]
    if not better:
        return refused
    name = max(better, key=lambda o: o.rival.score).field.name
    return CalibrationRefused(
        f"{refused.reason} The picture looks like field {name} instead.", f"Try --field {name}."
    )


def _others(search: CameraSearch, best: RivalCamera) -> Iterator[OtherFieldFit]:
    """How every other field of the list fits, if it fits at all."""
    named = search.profile
    corners = corners_px(best, named)
    length = float(np.linalg.norm(corners[1] - corners[0]))
    for field in known_fields(named):
        rivals = search.for_field(field).by_lines(dark=best.rough.stroke.dark)
        if not rivals:
            continue
        theirs = corners_px(rivals[0], field)
        apart = min(float(np.abs(np.roll(theirs, k, axis=0) - corners).max()) for k in (0, 2))
        there = apart < SAME_PLACE * length
        larger = abs(math.log(field.goal_to_goal_mm / named.goal_to_goal_mm)) > AS_LARGE
        yield OtherFieldFit(field, rivals[0], there, larger or not there)
