"""What was followed in a frame, as a line of a tracks file."""

from __future__ import annotations

from dataclasses import replace

from referee.cli.locations import base_seen
from referee.core.roster import Roster
from referee.record.observation import GapSeen, HandSeen, MarkerSeen, Observation
from referee.vision.watch.watcher import Watched

LOOK_HOLDS_NS = 500_000_000


def observation_of_watched(watched: Watched, roster: Roster, frame: int) -> Observation:
    """Every player who was measured; who was not is left out."""
    fresh = watched.looked_ns is not None and watched.t_ns - watched.looked_ns <= LOOK_HOLDS_NS
    bases = tuple(
        replace(
            base_seen(seen.sighting),
            id=seen.player,
            heading_deg=seen.pose.heading_deg,
            corners_px=seen.corners_px,
            team=player.team,
            front=seen.front,
            doubtful=seen.doubtful,
            team_probability=None,
            length_mm=None,
            width_mm=None,
        )
        for player, seen in zip(roster, watched.roster.seen, strict=True)
        if seen is not None
    )
    markers = tuple(
        MarkerSeen(m.kind.value, m.x_mm, m.y_mm, 0.0, m.score, m.sigma_mm) for m in watched.markers
    )
    hands = tuple(HandSeen(h.box_px, h.score) for h in watched.hands)
    gaps = tuple(
        GapSeen(g.first, g.second, g.gap_mm, g.sigma_mm)
        for g in watched.gaps
        if isinstance(g.first, str) and isinstance(g.second, str)
    )
    return Observation(
        frame,
        bases,
        markers if fresh else (),
        watched.t_ns,
        watched.powered,
        hands if fresh else (),
        gaps=gaps,
    )


def nothing_seen(frame: int, t_ns: int, powered: bool) -> Observation:
    """A frame before the line-up stood."""
    return Observation(frame, (), (), t_ns, powered)
