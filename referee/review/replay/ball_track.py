"""The marker of a pass as one more body in the frames, as the calls take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.calls.frame import BoardFrame
from referee.calls.passing.marker_tracker import MarkerTracker
from referee.calls.thresholds import Thresholds
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.marker import Marker
from referee.core.geometry.pose import apart_mm
from referee.core.roster import Player


@dataclass(frozen=True, slots=True)
class BallTrack:
    """Frames in which the marker is one of the bodies, and its outline."""

    boards: tuple[BoardFrame, ...]
    shape: BaseShape
    uneven_mm: float = 0.0


def ball_track_of(
    t_ns: int, boards: Sequence[BoardFrame], players: Sequence[Player], levels: Thresholds
) -> BallTrack | None:
    """The frames with the marker nearest to the players at an instant; None: there was none."""
    laid = _nearest(t_ns, boards, players)
    if laid is None:
        return None
    ball = MarkerTracker(laid, levels)
    bases = {player.id: player.base for player in players}
    frames = tuple(ball.among(board, ball.update(board), bases) for board in boards)
    return BallTrack(frames, laid.shape, laid.unknown_mm)


def _nearest(t_ns: int, boards: Sequence[BoardFrame], players: Sequence[Player]) -> Marker | None:
    """In the frame nearest to the instant that shows both a marker and one of the players."""
    ids = {player.id for player in players}

    def pairs(board: BoardFrame) -> list[tuple[float, Marker]]:
        places = [seen.measured.pose for seen in board.seen if seen.player in ids]
        return [(apart_mm(marker, pose), marker) for marker in board.markers for pose in places]

    for board in sorted(boards, key=lambda board: abs(board.t_ns - t_ns)):
        if found := pairs(board):
            return min(found, key=lambda pair: pair[0])[1]
    return None
