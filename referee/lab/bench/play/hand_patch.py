"""A hand as the simulator draws it, to be laid over any picture of the same camera.

A simulated hand waits until the board rests; this one does not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.frame_source import Image
from referee.sim.board_state import BoardState, HandState
from referee.sim.live.setup import SimSetup, build_scene
from referee.sim.render import Renderer

# Grey values by which a pixel of the hand differs from the same board without it.
DIFFERS = 20
# Fingers reach the figures.
HEIGHT_MM = 35.0
# A forearm from the near side, so many degrees to either side of straight across.
ARM_DEG, TURNED_DEG = 270.0, 25.0


@dataclass(frozen=True)
class HandPatch:
    """The pixels of a hand in the box that begins at ``left`` and ``top``."""

    left: int
    top: int
    pixels: Image
    mask: npt.NDArray[np.bool_]

    def over(self, image: Image) -> Image:
        """The picture with the hand in it."""
        out = image.copy()
        high, wide = self.mask.shape
        out[self.top : self.top + high, self.left : self.left + wide][self.mask] = self.pixels[
            self.mask
        ]
        return out


def hand_patches(setup: SimSetup, count: int, rng: np.random.Generator) -> list[HandPatch]:
    """Hands over places in the middle of the field, drawn in the look of a setup."""
    profile, _roster, look = build_scene(setup)
    renderer = Renderer(profile, look)
    bare = renderer.render(BoardState(0, 0.0, ())).image
    patches: list[HandPatch] = []
    for _ in range(count):
        hand = HandState(
            float(rng.uniform(0.25, 0.75)) * profile.goal_to_goal_mm,
            float(rng.uniform(0.35, 0.65)) * profile.width_mm,
            HEIGHT_MM,
            ARM_DEG + float(rng.uniform(-TURNED_DEG, TURNED_DEG)),
        )
        shown = renderer.render(BoardState(0, 0.0, (), hands=(hand,))).image
        patches.append(_patch(bare, shown))
    return patches


def _patch(bare: Image, shown: Image) -> HandPatch:
    """What differs, without the specks."""
    differs = cv2.absdiff(bare, shown).max(axis=2) > DIFFERS
    kernel = np.ones((5, 5), np.uint8)
    opened = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, kernel)
    mask: npt.NDArray[np.bool_] = np.asarray(closed > 0, dtype=np.bool_)
    down, across = np.nonzero(mask)
    top, left = int(down.min()), int(across.min())
    box = np.s_[top : int(down.max()) + 1, left : int(across.max()) + 1]
    return HandPatch(left, top, shown[box].copy(), mask[box])
