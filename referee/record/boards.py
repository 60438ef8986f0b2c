"""What a picture says as the calls take it: a frame of tracks becomes a board.

Missing data stays missing: who was not measured is not on the board, a gap is there only where
somebody measured it.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.board import Board, PairGap, Seen
from referee.core.errors import BadValue
from referee.core.marker_touch import Marker
from referee.core.measured import MeasuredPose
from referee.core.pose import Pose
from referee.record.observation import BaseSeen, MarkerSeen, Observation

# The markers that are balls, and how large they are.
BALL_RADIUS_MM: Mapping[str, float] = {"ball magnet": 4.5, "felt ball": 4.0}
# Where nobody measured how well a marker's place is known.
_MARKER_SIGMA_MM = 0.5


def board_of(seen: Observation) -> Board:
    """The board of a frame that knows time and power."""
    if seen.t_ns is None or seen.power is None:
        raise BadValue("t_ns", None, "a frame of tracks, which knows its time and the power")
    return Board(
        seen.t_ns,
        seen.power,
        tuple(_seen(base) for base in seen.bases if base.id is not None),
        tuple(_marker(m) for m in seen.markers if m.kind in BALL_RADIUS_MM),
        tuple(PairGap(g.first, g.second, g.gap_mm, g.sigma_mm) for g in seen.gaps or ()),
    )


def _seen(base: BaseSeen) -> Seen:
    pose = Pose(base.x_mm, base.y_mm, base.heading_deg)
    return Seen(
        player=base.id or "",
        measured=MeasuredPose.with_sigmas(pose, *base.sigma),
        fallen=1.0 if base.fallen else 0.0,
        front=1.0 if base.front is None else base.front,
        doubtful=base.doubtful,
    )


def _marker(marker: MarkerSeen) -> Marker:
    sigma = _MARKER_SIGMA_MM if marker.sigma_mm is None else marker.sigma_mm
    return Marker(marker.x_mm, marker.y_mm, BALL_RADIUS_MM[marker.kind], sigma)
