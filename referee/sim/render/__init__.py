"""The fast renderer: webcam pictures of a simulated board on one core, with their truth."""

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
