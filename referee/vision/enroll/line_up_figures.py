"""The figures of a line-up: found in one frame or several, each once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.camera.frame_source import Frame
from referee.core.arrays import F64
from referee.core.errors import BadValue, PlainWord
from referee.core.geometry.base_shape import BaseShape, rounded_rectangle
from referee.core.geometry.pose import Pose, apart_mm
from referee.vision.appearance.figure_colours import describe_figures
from referee.vision.frame.candidate_outlines import USUAL_SIGMA_MM, CandidateOutline
from referee.vision.frame.locator import Locator
from referee.vision.frame.measured_frame import LIES, ExaminedBase, examine_candidates
from referee.vision.sighting import Covariance

# Eleven of each team, and some who begin beside the board: more are no figures.
MOST = 40
SAME_MM = 9.0  # two frames see the same figure when its base is this near
STILL_SHARE = 0.75  # of the figures must stand where they stood, or they are moving
GHOST_SHARE = 0.5  # of the usual score
SIZES_MM = (15.0, 45.0)
RADIUS_MM = 2.0


@dataclass(frozen=True)
class LineUpFigure:
    """One figure of the line-up. ``description`` holds its colours in all frames."""

    pose: Pose
    length_mm: float
    width_mm: float
    front: float
    covariance: Covariance
    measured: bool
    description: F64


def line_up_figures(frames: Sequence[Frame], locator: Locator) -> tuple[LineUpFigure, ...]:
    """Every figure that stands in most of the frames, from the near side to the far side."""
    looks = [_upright(frame, locator) for frame in frames]
    first = max(looks, key=len)
    if not first:
        raise BadValue(
            "the line-up", PlainWord("without any base"), "a picture of both teams standing"
        )
    tracks = [[_nearest(each, rows) for rows in looks] for each in first]
    stood = [track for track in tracks if sum(t is not None for t in track) * 2 > len(looks)]
    if len(stood) < STILL_SHARE * len(first):
        moved = PlainWord(f"moving: only {len(stood)} of {len(first)} figures stay where they were")
        raise BadValue("the line-up", moved, "figures that stand still, with the power off")
    stood = _likely(stood)
    shapes = [_shape(track, locator) for track in stood]
    described: list[list[F64]] = [[] for _ in stood]
    for number, frame in enumerate(frames):
        here = [k for k, track in enumerate(stood) if track[number] is not None]
        poses = [seen.pose for k in here if (seen := stood[k][number]) is not None]
        found = describe_figures(frame.image, locator.camera, poses, [shapes[k] for k in here])
        for k, description in zip(here, found, strict=True):
            described[k].append(description)
    figures = [
        _figure(track, shape, rows)
        for track, shape, rows in zip(stood, shapes, described, strict=True)
    ]
    return tuple(sorted(figures, key=lambda f: (f.pose.y_mm, f.pose.x_mm)))


def check_count(figures: Sequence[LineUpFigure]) -> None:
    """Refuse more figures than two teams with their substitutes have."""
    if len(figures) > MOST:
        advice = f"up to {MOST}; take whatever is no figure of either team off the board"
        raise BadValue("figures", len(figures), advice)


def _likely(tracks: list[list[ExaminedBase | None]]) -> list[list[ExaminedBase | None]]:
    """Without what has no outline and a score far below that of the others."""
    best = [max((t for t in track if t is not None), key=lambda t: t.score) for track in tracks]
    usual = float(np.median([t.score for t in best]))
    return [
        track
        for track, t in zip(tracks, best, strict=True)
        if t.measured or t.score >= GHOST_SHARE * usual
    ]


def _upright(frame: Frame, locator: Locator) -> list[ExaminedBase]:
    """What stands on the board, refined with the size that the detector saw."""
    found = [c for c in locator.find(frame.image).candidates if c.fallen < LIES and not c.in_hand]
    top = locator.finder.top_mm
    outlines = [
        CandidateOutline(plain_shape_of(c.length_mm, c.width_mm, top), USUAL_SIGMA_MM)
        for c in found
    ]
    looked = examine_candidates(frame.image, locator.refiner, locator.reader, found, outlines).bases
    return [each for each in looked if each.fallen < LIES]


def plain_shape_of(length_mm: float, width_mm: float, top_mm: float) -> BaseShape:
    """A plain base of about the size that the detector saw."""
    length, width = (min(max(v, SIZES_MM[0]), SIZES_MM[1]) for v in (length_mm, width_mm))
    return rounded_rectangle("seen", length, width, RADIUS_MM, top_mm)


def _nearest(wanted: ExaminedBase, rows: Sequence[ExaminedBase]) -> ExaminedBase | None:
    def far(each: ExaminedBase) -> float:
        return apart_mm(each.pose, wanted.pose)

    best = min(rows, key=far, default=None)
    return best if best is not None and far(best) <= SAME_MM else None


def _shape(track: Sequence[ExaminedBase | None], locator: Locator) -> BaseShape:
    sizes = [(t.candidate.length_mm, t.candidate.width_mm) for t in track if t is not None]
    length, width = (float(v) for v in np.median(np.array(sizes), axis=0))
    return plain_shape_of(length, width, locator.finder.top_mm)


def _figure(
    track: Sequence[ExaminedBase | None], shape: BaseShape, rows: Sequence[F64]
) -> LineUpFigure:
    """The pose of the surest frame; the front that most frames agree on."""
    seen = [t for t in track if t is not None]
    best = max(seen, key=lambda t: (t.measured, t.score))
    ahead = [math.cos(math.radians(t.pose.heading_deg - best.pose.heading_deg)) for t in seen]
    front = float(
        np.mean([t.front if c > 0.0 else 1.0 - t.front for t, c in zip(seen, ahead, strict=True)])
    )
    colours = np.concatenate(rows)
    size = shape.length_mm, shape.width_mm
    return LineUpFigure(best.pose, *size, front, best.covariance, best.measured, colours)
