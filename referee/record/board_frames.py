"""An observation in the form of the calls: a frame of tracks becomes a `BoardFrame`.

Missing data stays missing: a player who was not measured is not in the frame, and a gap is in it
only where it was measured for itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.calls.frame import BoardFrame, PairGap
from referee.core.errors import BadValue
from referee.core.geometry.marker import BALL_SIZES_MM, Marker
from referee.record.observation import Observation, ObservedMarker

# Where nobody knows which way a ball lies, a circle stands for it, and its outline is off by the
# second number.
BALL_RADIUS_MM: Mapping[str, float] = {k: (a + b) / 4 for k, (a, b) in BALL_SIZES_MM.items()}
BALL_UNEVEN_MM: Mapping[str, float] = {k: (a - b) / 4 for k, (a, b) in BALL_SIZES_MM.items()}
# The sigma of a marker whose place has no measured one, in mm.
_MARKER_SIGMA_MM = 0.5


def board_frame_of(seen: Observation) -> BoardFrame:
    """The frame for the calls; without time or power it is a `BadValue`."""
    if seen.t_ns is None or seen.power is None:
        raise BadValue("t_ns", None, "a frame of tracks, which knows its time and the power")
    return BoardFrame(
        seen.t_ns,
        seen.power,
        tuple(base for base in seen.bases if base.player),
        tuple(observed_ball(m) for m in seen.markers if m.kind in BALL_RADIUS_MM),
        tuple(PairGap(g.first, g.second, g.gap_mm, g.sigma_mm) for g in seen.gaps or ()),
    )


def observed_ball(marker: ObservedMarker) -> Marker:
    """A ball as it was seen; one of its kinds has to be known."""
    sigma = _MARKER_SIGMA_MM if marker.sigma_mm is None else marker.sigma_mm
    ball = ball_marker(marker.kind, marker.x_mm, marker.y_mm, sigma)
    if marker.heading_sigma_deg is None:
        return ball
    return replace(ball, heading_deg=marker.heading_deg, heading_sigma_deg=marker.heading_sigma_deg)


def ball_marker(kind: str, x_mm: float, y_mm: float, sigma_mm: float) -> Marker:
    """A ball of this kind at a place, as the calls measure gaps to it; it may lie any way."""
    return Marker(x_mm, y_mm, BALL_RADIUS_MM[kind], sigma_mm, BALL_UNEVEN_MM[kind])
