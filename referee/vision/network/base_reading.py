"""What the reader says of one base."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BaseReading:
    """Three probabilities from one frame.

    ``front``: the heading is right and not turned by 180 degrees. ``fallen``: the figure lies.
    ``base``: there is a piece here at all, upright or fallen; where there is none, the other two
    mean nothing.
    """

    front: float
    fallen: float
    base: float
