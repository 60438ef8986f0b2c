"""What the eyes say of a frame, as a line of a locations file."""

from __future__ import annotations

import math

from referee.record.observation import BaseSeen, HandSeen, MarkerSeen, Observation
from referee.vision.sighting import FrameSightings, Sighting

LIES = 0.5


def observation_of(seen: FrameSightings, frame: int, image: str | None = None) -> Observation:
    """The sightings without time and identity, best first."""
    bases = sorted(seen.sightings, key=lambda s: -s.score)
    markers = tuple(
        MarkerSeen(m.kind.value, m.x_mm, m.y_mm, 0.0, m.score, m.sigma_mm) for m in seen.markers
    )
    hands = tuple(HandSeen(h.box_px, h.score) for h in seen.hands)
    return Observation(frame, tuple(base_seen(s) for s in bases), markers, hands=hands, image=image)


def base_seen(s: Sighting) -> BaseSeen:
    """One base; the error of its heading is written in degrees."""
    sigma_x, sigma_y, sigma_turn = (math.sqrt(s.covariance[i][i]) for i in range(3))
    return BaseSeen(
        x_mm=s.pose.x_mm,
        y_mm=s.pose.y_mm,
        heading_deg=s.pose.heading_deg,
        sigma=(sigma_x, sigma_y, min(math.degrees(sigma_turn), 180.0)),
        corners_px=s.corners_px,
        team=s.team,
        fallen=s.fallen >= LIES,
        score=s.score,
        front=s.front,
        team_probability=s.team_probability,
        length_mm=s.length_mm,
        width_mm=s.width_mm,
    )
