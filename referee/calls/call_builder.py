"""Builds a call from what was found, so that a detector names only what it knows."""

from __future__ import annotations

from collections.abc import Iterable

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.doubts import Doubt
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame
from referee.core.geometry.measured_instant import MeasuredInstant


def build_call(
    kind: CallKind,
    rule: str,
    episode: Episode,
    at: MeasuredInstant | tuple[int, int] | int,
    *,
    action: CallAction = CallAction.CUT,
    certainty: float = 1.0,
    players: Iterable[str] = (),
    gap: tuple[float | None, float | None] = (None, None),
    spot: BallSpot | None = None,
    flag: Iterable[Doubt] = (),
    frames: Iterable[int] | None = None,
    dead: bool = False,
) -> Call:
    """A call. ``at`` is a measured instant, a stamp with its sigma, or that of a frame, in ns.

    ``gap`` is a length in mm with its sigma. Without ``frames`` it rests on the frame at ``at``.
    """
    if isinstance(at, MeasuredInstant):
        at = at.t_ns, at.sigma_ns
    instant = (at, 0) if isinstance(at, int) else at
    return Call(
        *instant,
        kind=kind,
        rule=rule,
        certainty=min(certainty, 1.0),
        action=action,
        players=tuple(players),
        gap_mm=gap[0],
        sigma_mm=gap[1],
        spot=spot,
        flag=tuple(flag),
        frames=instant[:1] if frames is None else tuple(frames),
        episode=episode,
        dead=dead,
    )


def unknown_ball_call(
    frame: BoardFrame, kind: CallKind, reason: Doubt, play: int, players: tuple[str, ...] = ()
) -> Call:
    """The call that who has the ball, or where it lies, is not known: power off."""
    t_ns = frame.t_ns
    unknown = kind is CallKind.CARRIER_UNKNOWN
    topic = EpisodeTopic.CARRIER_UNKNOWN if unknown else EpisodeTopic.NOT_SEEN
    episode = Episode(topic, play, since_ns=t_ns)
    return build_call(kind, "", episode, t_ns, players=players, flag=(reason,))
