"""What the eyes found in a frame, as an `Observation` for the record and the calls."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.calls.frame import SeenBase
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster, Team
from referee.record.board_frames import BALL_RADIUS_MM
from referee.record.observation import (
    Observation,
    ObservedGap,
    ObservedHand,
    ObservedMarker,
)
from referee.vision.roster.roster_frame import SeenPlayer
from referee.vision.sighting import FrameSightings, MarkerSighting, Sighting, Thing
from referee.vision.watch.watcher import WatchedFrame

# A heading of which nothing is known is off by no more.
_MOST_TURN_DEG = 180.0
LOOK_HOLDS_NS = 500_000_000


def observation_of(seen: FrameSightings, frame: int, image: str | None = None) -> Observation:
    """The sightings without time and identity, best first."""
    bases = sorted(seen.sightings, key=lambda s: -s.score)
    markers = markers_of(seen.markers)
    hands = tuple(ObservedHand(h.box_px, h.score) for h in seen.hands)
    return Observation(frame, tuple(seen_base(s) for s in bases), markers, hands=hands, image=image)


def markers_of(sighted: Sequence[MarkerSighting]) -> tuple[ObservedMarker, ...]:
    """The markers that lie on the board."""
    return tuple(
        ObservedMarker(
            m.kind.value,
            m.x_mm,
            m.y_mm,
            0.0 if m.heading_deg is None else m.heading_deg % 360.0,
            m.score,
            m.sigma_mm,
            None if m.heading_deg is None else m.heading_sigma_deg,
        )
        for m in sighted
    )


def sighting_of(marker: Marker) -> MarkerSighting:
    """A marker that a person has pointed at, as the eyes have markers."""
    kind = min(BALL_RADIUS_MM, key=lambda each: abs(BALL_RADIUS_MM[each] - marker.radius_mm))
    return MarkerSighting(
        Thing(kind),
        marker.x_mm,
        marker.y_mm,
        marker.sigma_mm,
        1.0,
        marker.heading_deg,
        marker.heading_sigma_deg,
    )


def seen_base(s: Sighting) -> SeenBase:
    """One base without a player's name."""
    return SeenBase(
        player="",
        measured=_measured(s, s.pose),
        fallen=s.fallen,
        front=s.front,
        corners_px=s.corners_px,
        team=s.team,
        score=s.score,
        team_probability=s.team_probability,
        length_mm=s.length_mm,
        width_mm=s.width_mm,
    )


def _player_seen(seen: SeenPlayer, team: Team) -> SeenBase:
    """The base of a player; heading, front and identity are those of the roster tracker."""
    s = seen.sighting
    return SeenBase(
        player=seen.player,
        measured=_measured(s, Pose(s.pose.x_mm, s.pose.y_mm, seen.pose.heading_deg)),
        fallen=s.fallen,
        front=seen.front,
        doubtful=seen.doubtful,
        corners_px=seen.corners_px,
        team=team,
        score=s.score,
        name_probability=seen.name,
        other_name=seen.other,
    )


def _measured(s: Sighting, pose: Pose) -> MeasuredPose:
    """The pose with an error for each of its three values: files keep no more."""
    x_mm, y_mm, turn = (math.sqrt(s.covariance[i][i]) for i in range(3))
    turn_deg = min(math.degrees(turn), _MOST_TURN_DEG)
    return MeasuredPose.with_sigmas(pose, x_mm, y_mm, turn_deg)


def observation_of_watched(watched: WatchedFrame, roster: Roster, frame: int) -> Observation:
    """A frame with every player that was measured; markers and hands only from a recent look."""
    fresh = watched.looked_ns is not None and watched.t_ns - watched.looked_ns <= LOOK_HOLDS_NS
    bases = tuple(
        _player_seen(seen, player.team)
        for player, seen in zip(roster, watched.roster.seen, strict=True)
        if seen is not None
    )
    markers = markers_of(watched.markers)
    hands = tuple(ObservedHand(h.box_px, h.score) for h in watched.hands)
    gaps = tuple(ObservedGap(g.first, g.second, g.gap_mm, g.sigma_mm) for g in watched.gaps)
    return Observation(
        frame,
        bases,
        markers if fresh else (),
        watched.t_ns,
        watched.powered,
        hands if fresh else (),
        gaps=gaps,
    )


def empty_observation(frame: int, t_ns: int, powered: bool) -> Observation:
    """A frame before the line-up stood."""
    return Observation(frame, (), (), t_ns, powered)
