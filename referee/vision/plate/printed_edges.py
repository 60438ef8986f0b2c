"""The empty board as outlines are compared with it: its picture, and where print has edges."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.frame_source import Image
from referee.core.arrays import U8

# Neighbouring pixels of the small picture that differ by so many grey values are an edge of print.
EDGE_GREY = 24
# Outlines are asked that pass within so many pixels of the small picture, either way, of one.
REACH_PX = 1


@dataclass(frozen=True, eq=False, slots=True)
class PrintedEdges:
    """``picture`` (BGR) is the empty board, 1 in ``known`` where it is known.

    ``near`` is a picture ``shrink`` times smaller: 1 within reach of an edge of the print.
    """

    picture: Image
    known: U8
    near: U8
    shrink: int


def printed_edges(picture: Image, known: U8, spread: U8, shrink: int) -> PrintedEdges:
    """``spread`` says how far the neighbours of each pixel of the small picture lie apart."""
    kernel = np.ones((2 * REACH_PX + 1, 2 * REACH_PX + 1), dtype=np.uint8)
    near = cv2.dilate((spread >= EDGE_GREY).astype(np.uint8), kernel)
    return PrintedEdges(picture, known, np.asarray(near, dtype=np.uint8), shrink)
