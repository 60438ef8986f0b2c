"""What the eyes found in a frame, as an `Observation` for the record and the calls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from referee.core.roster import Roster, Team
from referee.record.json_lines import MM_DIGITS
from referee.record.observation import (
    Observation,
    ObservedBase,
    ObservedGap,
    ObservedHand,
    ObservedMarker,
)
from referee.vision.roster.roster_frame import SeenPlayer
from referee.vision.sighting import FrameSightings, MarkerSighting, Sighting
from referee.vision.watch.watcher import WatchedFrame

LIES = 0.5
LOOK_HOLDS_NS = 500_000_000


def observation_of(seen: FrameSightings, frame: int, image: str | None = None) -> Observation:
    """The sightings without time and identity, best first."""
    bases = sorted(seen.sightings, key=lambda s: -s.score)
    markers = markers_of(seen.markers)
    hands = tuple(ObservedHand(h.box_px, h.score) for h in seen.hands)
    return Observation(
        frame, tuple(observed_base(s) for s in bases), markers, hands=hands, image=image
    )


def markers_of(sighted: Sequence[MarkerSighting]) -> tuple[ObservedMarker, ...]:
    """The markers that lie on the board."""
    return tuple(
        ObservedMarker(m.kind.value, m.x_mm, m.y_mm, 0.0, m.score, m.sigma_mm) for m in sighted
    )


def observed_base(s: Sighting) -> ObservedBase:
    """One base without identity."""
    return ObservedBase(
        x_mm=s.pose.x_mm,
        y_mm=s.pose.y_mm,
        heading_deg=s.pose.heading_deg,
        sigma=_sigmas(s),
        corners_px=s.corners_px,
        team=s.team,
        fallen=s.fallen >= LIES,
        score=s.score,
        front=s.front,
        team_probability=s.team_probability,
        length_mm=s.length_mm,
        width_mm=s.width_mm,
    )


def _player_seen(seen: SeenPlayer, team: Team) -> ObservedBase:
    """The base of a player; heading, front and identity are those of the roster tracker."""
    s = seen.sighting
    return ObservedBase(
        s.pose.x_mm,
        s.pose.y_mm,
        seen.pose.heading_deg,
        _sigmas(s),
        seen.corners_px,
        team,
        s.fallen >= LIES,
        s.score,
        id=seen.player,
        front=seen.front,
        doubtful=seen.doubtful,
    )


def _sigmas(s: Sighting) -> tuple[float, float, float]:
    """The error of the heading is written in degrees."""
    sigma_x, sigma_y, sigma_turn = (math.sqrt(s.covariance[i][i]) for i in range(3))
    return sigma_x, sigma_y, min(math.degrees(sigma_turn), 180.0)


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


def as_recorded(seen: Observation) -> Observation:
    """The frame as a record keeps it: what is judged live is what is judged again later."""
    # Each field by name: for 22 bases in every frame `replace` takes three times as long.
    bases = tuple(
        ObservedBase(
            x_mm=_kept(b.x_mm),
            y_mm=_kept(b.y_mm),
            heading_deg=_kept(b.heading_deg) % 360.0,
            sigma=(_kept(b.sigma[0]), _kept(b.sigma[1]), _kept(b.sigma[2])),
            corners_px=b.corners_px,
            team=b.team,
            fallen=b.fallen,
            score=b.score,
            id=b.id,
            front=None if b.front is None else _kept(b.front),
            team_probability=b.team_probability,
            length_mm=b.length_mm,
            width_mm=b.width_mm,
            doubtful=b.doubtful,
        )
        for b in seen.bases
    )
    markers = tuple(
        replace(
            m,
            x_mm=_kept(m.x_mm),
            y_mm=_kept(m.y_mm),
            sigma_mm=None if m.sigma_mm is None else _kept(m.sigma_mm),
        )
        for m in seen.markers
    )
    gaps = seen.gaps and tuple(
        replace(g, gap_mm=_kept(g.gap_mm), sigma_mm=_kept(g.sigma_mm)) for g in seen.gaps
    )
    return replace(seen, bases=bases, markers=markers, gaps=gaps)


def _kept(value: float) -> float:
    return round(value, MM_DIGITS)


def empty_observation(frame: int, t_ns: int, powered: bool) -> Observation:
    """A frame before the line-up stood."""
    return Observation(frame, (), (), t_ns, powered)
