"""The bases of a team, measured: most are of one mould, a few are others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BasePart, BaseShape
from referee.loaders.bases import base_names, find_base
from referee.loaders.teams_file import OwnBase
from referee.vision.enroll.catalogue_moulds import catalogue_moulds
from referee.vision.enroll.line_up_figures import LineUpFigure, plain_shape_of
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.measured_shape import MeasuredShape, measure_shape
from referee.vision.refine.refiner import Refiner

ODD_MM = 1.2  # a base that is so much longer or wider than its team's is of another mould
ODD_SIGMAS = 3.0
# One base says that it is of another mould only when it is measured so well, as a sigma in mm:
# figure and shadow hide edges.
EXACT_MM = 0.35
ALIKE_MM = 1.4  # two odd bases, each measured alone, that may be of one mould
SUSPECT_MM = 1.6  # off the common size by the detector's eye: worth measuring alone
AGREE_SHARE = 0.6  # of the detector's distance from the common size, at most
SURE = 0.9
CATALOGUE_MM = 0.45
# A base of the catalogue fits as well as what was measured: probabilities of the refiner.
AS_WELL = 0.05
# An outline that fits no better than this is not the base's: a probability of the refiner.
MISFIT = 0.7
# A base of the catalogue fits where the common outline does not: a probability of the refiner.
FITS = 0.8
# A base of the catalogue that is this near in size to one measured alone is tried on it, in mm.
TRIED_MM = 2.0
USUAL_MM = ((22.0, 34.0), (15.0, 26.0))  # of length and width; others are worth a second look


@dataclass(frozen=True, slots=True)
class BaseMould:
    """A base as it was measured, and what it will be called in the team file."""

    base: str | OwnBase
    length_mm: float
    width_mm: float
    sigma_mm: float

    @property
    def odd(self) -> bool:
        """Whether its size is not one that bases usually have."""
        return any(
            not low <= v <= high
            for v, (low, high) in zip((self.length_mm, self.width_mm), USUAL_MM, strict=True)
        )


def moulds_of(
    image: Image, camera: CameraModel, figures: Sequence[LineUpFigure], top_mm: float
) -> list[BaseMould]:
    """The mould of each figure's base; those that are alike share one."""
    refiner = Refiner(camera)
    guesses = [PoseGuess(plain_shape_of(f.length_mm, f.width_mm, top_mm), f.pose) for f in figures]
    common = measure_shape(image, camera, guesses, refiner)
    others: dict[int, MeasuredShape] = {}
    known: dict[int, BaseMould] = {}
    for k in _suspects(image, refiner, guesses, common):
        try:
            alone = measure_shape(image, camera, [guesses[k]], refiner)
        except BadValue:  # its outline cannot be seen: nothing speaks against the team's
            continue
        if _clearly_other(image, refiner, guesses[k], alone, common):
            others[k] = alone
        elif found := _of_catalogue(image, refiner, guesses[k], alone, common):
            known[k] = found
    usual = [k for k in range(len(figures)) if k not in others and k not in known]
    if (others or known) and usual:
        common = measure_shape(image, camera, [guesses[k] for k in usual], refiner)
    out = dict.fromkeys(usual, _known_mould(image, refiner, [guesses[k] for k in usual], common))
    out |= known
    for group in _groups(others):
        shared = others[group[0]]
        if len(group) > 1:
            shared = measure_shape(image, camera, [guesses[k] for k in group], refiner)
        theirs = [guesses[k] for k in group]
        out |= dict.fromkeys(group, _known_mould(image, refiner, theirs, shared))
    return _by_catalogue(image, refiner, guesses, [out[k] for k in range(len(guesses))])


def _known_mould(
    image: Image, refiner: Refiner, guesses: Sequence[PoseGuess], measured: MeasuredShape
) -> BaseMould:
    """The mould by its measures, or the base of the catalogue that fits as well.

    Bases are bought: against a board of their own colour, with few pixels, an outline is measured
    a few millimetres too small. What fits no better than that is not believed against one that is
    known.
    """
    made = _mould(measured)
    if isinstance(made.base, str) or not guesses:
        return made
    own = _mean_fit(image, refiner, guesses, measured.shape)
    fits = {n: _mean_fit(image, refiner, guesses, find_base(n).shape) for n in base_names()}
    best = max(fits, key=lambda name: fits[name])
    if own >= MISFIT and fits[best] < own - AS_WELL:
        return made
    shape = find_base(best).shape
    return BaseMould(best, shape.length_mm, shape.width_mm, CATALOGUE_MM)


def _mean_fit(
    image: Image, refiner: Refiner, guesses: Sequence[PoseGuess], shape: BaseShape
) -> float:
    """How likely bases have this outline, on average."""
    found = refiner.refine(image, [PoseGuess(shape, guess.pose) for guess in guesses])
    return fmean(base.right for base in found.bases)


def _by_catalogue(
    image: Image, refiner: Refiner, guesses: Sequence[PoseGuess], moulds: Sequence[BaseMould]
) -> list[BaseMould]:
    """The same moulds; of bases of the catalogue, the one whose outline explains the edges best."""
    bought = [k for k, mould in enumerate(moulds) if isinstance(mould.base, str)]
    found = catalogue_moulds(image, refiner, [guesses[k] for k in bought])
    out = list(moulds)
    for k, name in zip(bought, found, strict=True):
        if name != moulds[k].base:
            shape = find_base(name).shape
            out[k] = BaseMould(name, shape.length_mm, shape.width_mm, CATALOGUE_MM)
    return out


def _suspects(
    image: Image, refiner: Refiner, guesses: Sequence[PoseGuess], common: MeasuredShape
) -> list[int]:
    """Bases of which the detector saw another size, or on which the common outline misfits."""
    return [
        k
        for k, guess in enumerate(guesses)
        if _off(guess.shape, common) > SUSPECT_MM
        or _fit(image, refiner, guess, common.shape) < MISFIT
    ]


def _fit(image: Image, refiner: Refiner, guess: PoseGuess, shape: BaseShape) -> float:
    """How likely a base has this outline."""
    return refiner.refine(image, [PoseGuess(shape, guess.pose)]).bases[0].right


def _of_catalogue(
    image: Image, refiner: Refiner, guess: PoseGuess, alone: MeasuredShape, common: MeasuredShape
) -> BaseMould | None:
    """The base of the catalogue that fits where the common outline does not, if one does."""
    if _fit(image, refiner, guess, common.shape) >= MISFIT:
        return None
    near = [name for name in base_names() if _off(find_base(name).shape, alone) <= TRIED_MM]
    fits = {name: _fit(image, refiner, guess, find_base(name).shape) for name in near}
    best = max(fits, key=lambda name: fits[name], default=None)
    if best is None or fits[best] < FITS:
        return None
    shape = find_base(best).shape
    return BaseMould(best, shape.length_mm, shape.width_mm, CATALOGUE_MM)


def _clearly_other(
    image: Image, refiner: Refiner, guess: PoseGuess, alone: MeasuredShape, common: MeasuredShape
) -> bool:
    """Whether a base is of another mould: far from the common size, and seen so in two ways.

    A single base is measured badly where its figure or its shadow hides its edges.
    """
    if alone.sigma_mm > EXACT_MM or _off(alone.shape, common) < max(
        ODD_MM, ODD_SIGMAS * alone.sigma_mm
    ):
        return False
    if _off(guess.shape, alone) > AGREE_SHARE * _off(guess.shape, common):
        return False
    own, shared = (_fit(image, refiner, guess, each.shape) for each in (alone, common))
    return own >= max(SURE, shared)


def _off(shape: BaseShape, measured: MeasuredShape) -> float:
    return max(abs(shape.length_mm - measured.length_mm), abs(shape.width_mm - measured.width_mm))


def _groups(measured: Mapping[int, MeasuredShape]) -> list[list[int]]:
    """Those that may be of one mould, together."""
    out: list[list[int]] = []
    for k, shape in sorted(measured.items(), key=lambda row: row[1].length_mm):
        near = [g for g in out if _off(shape.shape, measured[g[0]]) <= ALIKE_MM]
        if near:
            near[0].append(k)
        else:
            out.append([k])
    return out


def _mould(measured: MeasuredShape) -> BaseMould:
    """The mould by its name in the catalogue where one fits, else by its own measures."""
    shape = measured.shape
    form = _form(len(shape.skeleton_mm))
    for name in base_names():
        kind = find_base(name)
        known = kind.shape
        near = max(abs(known.length_mm - shape.length_mm), abs(known.width_mm - shape.width_mm))
        if kind.outline == form and near <= CATALOGUE_MM + measured.sigma_mm:
            return BaseMould(name, known.length_mm, known.width_mm, measured.sigma_mm)
    front = None
    if form != "rounded rectangle":
        corner = max(y for x, y in shape.skeleton_mm) + shape.radius_mm
        reach = max(x for x, _ in shape.skeleton_mm)
        beside = max(
            x
            for (x, y), part in zip(shape.skeleton_mm, shape.vertex_parts, strict=True)
            if part is BasePart.FRONT_LEFT and y + shape.radius_mm > corner - 1e-6
        )
        front = round(reach - beside, 1)
    own = OwnBase(
        round(shape.length_mm, 1),
        round(shape.width_mm, 1),
        round(shape.radius_mm, 1),
        round(shape.height_mm, 2),
        form,
        front,
    )
    return BaseMould(own, shape.length_mm, shape.width_mm, measured.sigma_mm)


def _form(corners: int) -> str:
    return {4: "rounded rectangle", 6: "bevelled front"}.get(corners, "round front")
