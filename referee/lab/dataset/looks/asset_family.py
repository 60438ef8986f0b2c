"""The assets of training and of the test domain, which training has never seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.sim.art.looks.palette import TURFS, UNIFORMS
from referee.sim.art.print.lettering import STYLES
from referee.sim.art.print.logos import LOGO_COUNT
from referee.sim.look import Stance

ValueRange = tuple[float, float]


@dataclass(frozen=True, slots=True)
class AssetFamily:
    """Assets that are used together. Indices point into the art's own tables.

    ``odd_colours`` and ``odd_moulds`` are shares of boards in any colour, and of figures put
    together from random limbs; ``gobo`` is the pattern a window throws.
    """

    turfs: tuple[int, ...]
    uniforms: tuple[int, ...]
    numeral_fonts: tuple[int, ...]
    logos: tuple[int, ...]
    stadiums: tuple[int, ...]
    stances: tuple[Stance, ...]
    gobo: int
    length_mm: ValueRange
    shape_of_front: ValueRange  # how much of the room for it a bevel or a bulge takes
    corner_mm: ValueRange
    odd_colours: float
    odd_moulds: float


FAMILIES: Mapping[str, AssetFamily] = {
    "training": AssetFamily(
        turfs=(0, 1, 2, 3, 4),
        uniforms=tuple(range(10)),
        numeral_fonts=tuple(range(len(STYLES) - 2)),
        logos=tuple(range(LOGO_COUNT - 1)),
        stadiums=(0, 1),
        stances=(Stance.THREE_POINT, Stance.BLOCKING, Stance.RUNNING, Stance.UPRIGHT),
        gobo=1,
        length_mm=(22.0, 33.0),
        shape_of_front=(0.05, 0.45),
        corner_mm=(0.4, 3.0),
        odd_colours=0.35,
        odd_moulds=0.45,
    ),
    "apart": AssetFamily(
        turfs=tuple(range(5, len(TURFS))),
        uniforms=tuple(range(10, len(UNIFORMS))),
        numeral_fonts=(len(STYLES) - 2, len(STYLES) - 1),
        logos=(LOGO_COUNT - 1, LOGO_COUNT),
        stadiums=(2,),
        stances=(Stance.TACKLING, Stance.REACHING),
        gobo=2,
        length_mm=(26.0, 29.0),
        shape_of_front=(0.5, 0.7),
        corner_mm=(3.2, 4.5),
        odd_colours=0.0,
        odd_moulds=0.0,
    ),
}
