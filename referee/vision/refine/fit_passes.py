"""Readings of many outlines in turn, each from where the last one led."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F32, F64, I64, U8, Bools
from referee.core.compiler import compiled
from referee.vision.plate.printed_edges import PrintedEdges
from referee.vision.refine.edges.edge_reader import EdgeReader
from referee.vision.refine.edges.outline_ring import POINTS
from referee.vision.refine.edges.print_beneath import drawn_to_print, heed_print
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
# Once more for what was drawn to print, from so much further in.
BESIDE_PRINT, BACK_MM = (FAR, CLOSE), 2.0
# A fit that leads back to nearly the same place leaves the first one as it is.
LEAST_MOVED_MM = 0.8
# From beside an outline, to see what else is there.
BESIDE = (MIDDLE, CLOSE)


# Which fits are right rather than not, by their figures.
BelievedFits = Callable[[F64], Bools]


def nobody_asked(figures: F64) -> Bools:
    """Every fit is believed."""
    return np.ones(len(figures), dtype=bool)


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
    strips: F32
    colours: F32

    def put(self, who: I64, found: _PassReadings) -> None:
        """What was found for some bases."""
        for name in self.__dataclass_fields__:
            getattr(self, name)[who] = getattr(found, name)

    def only(self, good: Bools) -> _PassReadings:
        """The rows of some bases."""
        return _PassReadings(*(getattr(self, name)[good] for name in self.__dataclass_fields__))


def _empty(bases: int) -> _PassReadings:
    return _PassReadings(
        np.empty((bases, POINTS, BINS), dtype=np.float32),
        np.empty((bases, POINTS, EXTRAS), dtype=np.float32),
        np.empty((bases, POINTS), dtype=np.uint8),
        np.empty(bases, dtype=np.float32),
        np.empty((bases, 3)),
        np.empty((bases, 3, 3)),
        np.empty((bases, POINTS, 3)),
        np.empty((bases, POINTS, 3, SAMPLES), dtype=np.float32),
        np.empty((bases, 3), dtype=np.float32),
    )


def read_and_fit(
    image: U8,
    packed: F64,
    reader: EdgeReader,
    table: GuessTable,
    passes: tuple[FitPass, ...],
    alone: bool = False,
    printed: PrintedEdges | None = None,
    believed: BelievedFits = nobody_asked,
) -> FrameFit:
    """The poses that fit best, with the figures from which they are judged.

    ``alone``: every base as if there were no other. ``printed``: what is known of the empty board;
    an outline that was drawn to print is fitted once more, and taken if its figures are
    ``believed``.
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
    figures, covariances = _weighed(whole, poses, table)
    ways = None if printed is None else _ways_to_print(printed, packed, table, poses, whole)
    if ways is not None and ways.any():
        who = np.flatnonzero(ways.any(axis=1))
        again = _empty(len(who))
        others = poses.copy()
        # From further in: where it ends now every strip agrees with those that are print.
        others[who, :2] -= BACK_MM * ways[who]
        for each in BESIDE_PRINT:
            _read(image, packed, reader, table, others, who, alone, each.widths_mm, again, printed)
            others[who] += again.moves
        both = _weighed(again, others[who], table, who)
        moved = np.hypot(*(others[who] - poses[who])[:, :2].T)
        good = believed(both[0]) & (moved >= LEAST_MOVED_MM)
        who, some = who[good], again.only(good)
        whole.put(who, some)
        poses[who], figures[who], covariances[who] = others[who], both[0][good], both[1][good]
    return FrameFit(table, poses, figures, covariances, whole.contrasts, whole.seen, whole.says)


def _weighed(
    found: _PassReadings, poses: F64, table: GuessTable, who: I64 | None = None
) -> tuple[F64, F64]:
    """The figures and covariances of these poses, ``who`` of the table."""
    starts, rings = table.poses, table.rings
    if who is not None:
        starts, rings = starts[who], rings[who]
    figures, covariances = np.empty((len(poses), FIGURES)), np.empty((len(poses), 3, 3))
    weigh_fits(
        levels_of(found.likelihoods),
        found.says,
        found.hessians,
        found.moves,
        poses - starts,
        found.contrasts,
        rings,
        poses,
        found.extras,
        found.seen,
        figures,
        covariances,
    )
    return figures, covariances


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
    printed: PrintedEdges | None = None,
) -> None:
    """One reading of some bases from ``poses``; beside print only if it is ``printed``."""
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
        out.strips,
        out.colours,
        out.extras,
        out.seen,
        clues,
        out.contrasts,
    )
    out.likelihoods[:] = reader.likelihoods(clues)
    rings = table.rings if len(who) == len(poses) else table.rings[who]
    if printed is not None:
        plate, where = (printed.picture, printed.known), (packed, poses[who], rings)
        heights = table.heights_mm[who]
        heed_print(*plate, *where, heights, out.strips, out.colours, out.seen, out.likelihoods)
    fit_poses(
        out.likelihoods, out.seen, rings, poses[who], widths_mm, out.moves, out.hessians, out.says
    )


def _ways_to_print(
    printed: PrintedEdges, packed: F64, table: GuessTable, poses: F64, found: _PassReadings
) -> F64:
    """(bases, 2): which way outlines were drawn to print, zero for all others."""
    ways = np.empty((len(poses), 2))
    drawn_to_print(
        printed.picture,
        printed.known,
        printed.near,
        printed.shrink,
        packed,
        # Where the strips were read: what moved since is less than a sample.
        poses - found.moves,
        table.rings,
        table.heights_mm,
        found.strips,
        found.seen,
        ways,
    )
    return ways


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
    strips: F32,
    colours: F32,
    extras: F32,
    seen: U8,
    clues: F32,
    contrasts: F32,
) -> None:
    """From the picture to the edge reader's clues, for some bases, in one compiled step."""
    read_strips(image, packed, poses[who], rings[who], heights_mm[who], strips, extras, seen)
    if not alone:
        read_neighbours(who, poses, rings, reaches_mm, edges, firsts, radii_mm, extras)
    read_clues(strips, extras, seen, clues, colours, contrasts)
