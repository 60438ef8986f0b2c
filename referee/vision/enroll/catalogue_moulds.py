"""Which base of the catalogue each figure of a team stands on, by how well outlines explain edges.

Three bases of the catalogue are of one size and differ by a cut or a round front: whether an
outline is right at all, which is what the refiner says, is nearly the same of all three. How well
each explains the edges that the picture shows is not. Most of a team come out of one mould: so who
is seen badly, as in dim light, stands on what those stand on who are seen well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.camera.frame_source import Image
from referee.core.arrays import F64, I64
from referee.core.geometry.pose import Pose
from referee.loaders.bases import base_names, find_base
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.measured_shape import edge_levels
from referee.vision.refine.refiner import Refiner

# By 172 figures of eight simulated tables (seeds 816000, 3, 4, 7, 9, 10, 11 and 13): what a lead of
# 1 in the level of an outline is worth in log-odds, where the right outline explains the edges as
# well as it usually does; and by how much less well it may explain them until a lead is worth half.
EACH_LEVEL, USUAL_LEVEL, HALF_WORTH = 150.0, -1.17, 0.03
# So many figures of each mould are taken to be in a team before it is looked at.
BEFOREHAND = 0.3
_ROUNDS = 30
_TURNS_DEG = (0.0, 180.0)


def catalogue_moulds(image: Image, refiner: Refiner, guesses: Sequence[PoseGuess]) -> list[str]:
    """The base of the catalogue that each of these team mates most likely stands on."""
    names = base_names()
    if not guesses:
        return []
    levels = np.array([_levels(image, refiner, guesses, name) for name in names])
    return [names[int(k)] for k in likeliest_moulds(levels)]


def likeliest_moulds(levels: F64) -> I64:
    """For each figure (column) the row of its mould, by how well each mould explains its edges."""
    best = levels.max(axis=0)
    worse = np.maximum(USUAL_LEVEL - best, 0.0) / HALF_WORTH
    fits = np.exp(EACH_LEVEL / (1.0 + worse * worse) * (levels - best))
    shares = np.full(len(levels), 1.0 / len(levels))
    chances = fits
    for _ in range(_ROUNDS):
        chances = shares[:, None] * fits
        chances /= chances.sum(axis=0)
        shares = BEFOREHAND + chances.sum(axis=1)
        shares /= shares.sum()
    return np.asarray(chances.argmax(axis=0), dtype=np.int64)


def _levels(image: Image, refiner: Refiner, guesses: Sequence[PoseGuess], name: str) -> F64:
    """How well one base explains the edges of each figure, the way round that it does better."""
    shape = find_base(name).shape
    found = []
    for turn in _TURNS_DEG:
        turned = [PoseGuess(shape, _turned(guess.pose, turn)) for guess in guesses]
        found.append(edge_levels(refiner.fit(image, turned).says))
    return np.asarray(np.max(found, axis=0))


def _turned(pose: Pose, by_deg: float) -> Pose:
    return replace(pose, heading_deg=pose.heading_deg + by_deg)
