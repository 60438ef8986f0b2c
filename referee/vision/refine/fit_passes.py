"""Readings of many outlines in turn, each from where the last one led."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F32, F64, I64, U8
from referee.core.compiler import compiled
from referee.vision.refine.edges.edge_reader import EdgeReader
from referee.vision.refine.edges.outline_ring import POINTS
from referee.vision.refine.edges.strip_clues import CLUES, read_clues
from referee.vision.refine.edges.strips import EXTRAS, SAMPLES, read_neighbours, read_strips
from referee.vision.refine.fit_evidence import FIGURES, LEVER_MM, levels_of, weigh_fits
from referee.vision.refine.guess_table import GuessTable
from referee.vision.refine.pose_fit import BINS, fit_poses


@dataclass(frozen=True, slots=True)
class FitPass:
    """One reading: how far likelihoods are widened, step by step.

    A base that moved less than ``unless_still_mm`` in the pass before is left out.
    """

    widths_mm: F64
    unless_still_mm: float = 0.0


# First from afar, then close by.
FAR = FitPass(np.array([1.6, 1.2, 0.8, 0.6, 0.4, 0.4]))
MIDDLE = FitPass(np.array([1.0, 0.8, 0.6, 0.5, 0.4]))
CLOSE = FitPass(np.array([0.6, 0.4, 0.3, 0.3, 0.3]))
PASSES = (FAR, MIDDLE, CLOSE)
# From where a base was a frame ago.
FOLLOWING = (
    FitPass(np.array([0.8, 0.5, 0.4, 0.3, 0.3])),
    FitPass(np.array([0.5, 0.4, 0.3, 0.3]), 0.2),
)
# From beside an outline, to see what else is there.
BESIDE = (MIDDLE, CLOSE)


@dataclass
class FrameFit:
    """Everything known about a frame's bases after the last reading."""

    table: GuessTable
    poses: F64
    figures: F64
    covariances: F64
    contrasts: F32
    seen: U8
    says: F64


@dataclass
class _PassReadings:
    """What readings fill, a row for each base."""

    likelihoods: F32
    extras: F32
    seen: U8
    contrasts: F32
    moves: F64
    hessians: F64
    says: F64

    def put(self, who: I64, found: _PassReadings) -> None:
        """What was found for some bases."""
        for name in self.__dataclass_fields__:
            getattr(self, name)[who] = getattr(found, name)


def _empty(bases: int) -> _PassReadings:
    return _PassReadings(
        np.empty((bases, POINTS, BINS), dtype=np.float32),
        np.empty((bases, POINTS, EXTRAS), dtype=np.float32),
        np.empty((bases, POINTS), dtype=np.uint8),
        np.empty(bases, dtype=np.float32),
        np.empty((bases, 3)),
        np.empty((bases, 3, 3)),
        np.empty((bases, POINTS, 3)),
    )


def read_and_fit(
    image: U8,
    packed: F64,
    reader: EdgeReader,
    table: GuessTable,
    passes: tuple[FitPass, ...],
    alone: bool = False,
) -> FrameFit:
    """The poses that fit best, with the figures from which they are judged.

    ``alone``: every base as if there were no other.
    """
    poses = table.poses.copy()
    everybody = np.arange(len(poses))
    whole = _empty(len(poses))
    for number, each in enumerate(passes):
        who = everybody
        if number and each.unless_still_mm > 0.0:
            who = np.flatnonzero(_way(whole.moves) >= each.unless_still_mm)
            if len(who) == 0:
                break
        some = whole if len(who) == len(poses) else _empty(len(who))
        _read(image, packed, reader, table, poses, who, alone, each.widths_mm, some)
        if some is not whole:
            whole.put(who, some)
        poses[who] += some.moves
    figures, covariances = np.empty((len(poses), FIGURES)), np.empty((len(poses), 3, 3))
    weigh_fits(
        levels_of(whole.likelihoods),
        whole.says,
        whole.hessians,
        whole.moves,
        poses - table.poses,
        whole.contrasts,
        table.rings,
        poses,
        whole.extras,
        whole.seen,
        figures,
        covariances,
    )
    return FrameFit(table, poses, figures, covariances, whole.contrasts, whole.seen, whole.says)


def _way(moves: F64) -> F64:
    """Moves in mm, with the turn as the way of the outline."""
    return np.asarray(np.hypot(np.hypot(moves[:, 0], moves[:, 1]), LEVER_MM * moves[:, 2]))


def _read(
    image: U8,
    packed: F64,
    reader: EdgeReader,
    table: GuessTable,
    poses: F64,
    who: I64,
    alone: bool,
    widths_mm: F64,
    out: _PassReadings,
) -> None:
    """One reading of some bases from ``poses``."""
    clues = np.empty((len(who) * POINTS, CLUES), dtype=np.float32)
    _look_along(
        image,
        packed,
        who,
        poses,
        table.rings,
        table.heights_mm,
        table.reaches_mm,
        table.edges,
        table.firsts,
        table.radii_mm,
        alone,
        out.extras,
        out.seen,
        clues,
        out.contrasts,
    )
    out.likelihoods[:] = reader.likelihoods(clues)
    rings = table.rings if len(who) == len(poses) else table.rings[who]
    fit_poses(
        out.likelihoods, out.seen, rings, poses[who], widths_mm, out.moves, out.hessians, out.says
    )


@compiled
def _look_along(
    image: U8,
    packed: F64,
    who: I64,
    poses: F64,
    rings: F64,
    heights_mm: F64,
    reaches_mm: F64,
    edges: F64,
    firsts: I64,
    radii_mm: F64,
    alone: bool,
    extras: F32,
    seen: U8,
    clues: F32,
    contrasts: F32,
) -> None:
    """From the picture to the edge reader's clues, for some bases, in one compiled step."""
    n, points = who.shape[0], rings.shape[1]
    strips = np.empty((n, points, 3, SAMPLES), np.float32)
    colours = np.empty((n, 3), np.float32)
    read_strips(image, packed, poses[who], rings[who], heights_mm[who], strips, extras, seen)
    if not alone:
        read_neighbours(who, poses, rings, reaches_mm, edges, firsts, radii_mm, extras)
    read_clues(strips, extras, seen, clues, colours, contrasts)
