"""The fast renderer: webcam pictures of a simulated board on one core, with their truth.

In: a field, a look and states of the board. Out: pictures (blue first) with a `FrameTruth` each.
Begin with `renderer`. The empty scene is drawn once; a frame draws what moves and what that
changes. Adding a quality: a `RenderQuality` in `quality`.
"""

from referee.sim.render.quality import LIVE, LIVE_MJPEG, RICH, RenderQuality
from referee.sim.render.renderer import RenderedFrame, Renderer
from referee.sim.render.truth.frame_truth import (
    FrameTruth,
    GapTruth,
    HandTruth,
    MarkerTruth,
    PieceTruth,
)

__all__ = [
    "LIVE",
    "LIVE_MJPEG",
    "RICH",
    "FrameTruth",
    "GapTruth",
    "HandTruth",
    "MarkerTruth",
    "PieceTruth",
    "RenderQuality",
    "RenderedFrame",
    "Renderer",
]
