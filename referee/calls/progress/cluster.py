"""A carrier hemmed in by opponents who touch it on two sides: it is down if it does not get free.

The ball then goes where the carrier comes to rest, so the call, made when the time is over, gets
its spot later.
"""

from __future__ import annotations

import math

from referee.calls.contact.contact_tracker import CLEARLY_APART, ContactTracker, OpponentContact
from referee.calls.contact.touch import Touch
from referee.calls.progress.carrier_trail import CarrierTrail
from referee.calls.progress.no_gain import ProgressEnd
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS, ns_from_s
from referee.core.geometry.base_shape import BasePart
from referee.core.geometry.measured_instant import MeasuredInstant

_SIDES = {
    BasePart.FRONT: "front",
    BasePart.FRONT_LEFT: "front",
    BasePart.FRONT_RIGHT: "front",
    BasePart.LEFT: "left",
    BasePart.RIGHT: "right",
    BasePart.BACK: "back",
    BasePart.BACK_LEFT: "back",
    BasePart.BACK_RIGHT: "back",
}
_REST_S, _REST_SIGMAS = 0.12, 4.0


class Cluster:
    """One power run. ``seconds`` 0: the rulebook has no such rule."""

    def __init__(self, seconds: float, thresholds: Thresholds) -> None:
        self._seconds, self._thresholds = seconds, thresholds
        self._since: MeasuredInstant | None = None
        self._frames: list[int] = []
        self.rolling = False

    def update(self, t_ns: int, contacts: ContactTracker) -> ProgressEnd | None:
        """The end of progress, once the carrier has not got free in time."""
        if self._seconds == 0.0:
            return None
        held = self._sides(contacts)
        if len(held) < 2:
            self._since, self._frames = None, []
            return None
        if self._since is None:
            # The second side to be touched began it.
            began = sorted(
                (touch.instant(self._thresholds.prior) for _, touch in held.values()),
                key=lambda instant: instant.t_s,
            )
            self._since = began[1]
        self._frames.append(t_ns)
        due_s = self._since.t_s + self._seconds
        probability = math.prod(share for share, _ in held.values())
        if t_ns / S_NS < due_s or probability < self._thresholds.sure:
            return None
        self.rolling = True
        since_ns = ns_from_s(self._since.t_s)
        frames = tuple(self._frames)
        return ProgressEnd(
            MeasuredInstant(due_s, self._since.sigma_s), probability, 0.0, 0.0, since_ns, frames
        )

    def at_rest(self, trail: CarrierTrail) -> bool:
        """Whether the carrier has come to rest; then nothing more is looked for."""
        steps = trail.window(_REST_S, 0)
        if len(steps) < 3:
            return False
        gone = math.hypot(
            steps[-1].along_mm - steps[0].along_mm, steps[-1].across_mm - steps[0].across_mm
        )
        self.rolling = gone > _REST_SIGMAS * math.hypot(steps[0].sigma_mm, steps[-1].sigma_mm)
        return not self.rolling

    def _sides(self, contacts: ContactTracker) -> dict[str, tuple[float, Touch]]:
        """The two likeliest sides of the carrier that an opponent touches, each with its touch."""
        found: dict[str, tuple[float, Touch]] = {}
        near = [(hit, _side(hit)) for hit in contacts.opponents if hit.now]
        if len({side for _, side in near}) < 2:
            return found
        pairs = [(side, hit.player, *_likeliest(hit)) for hit, side in near if side is not None]
        for side, _, share, touch in sorted(pairs, key=lambda pair: (-pair[2], pair[1])):
            if share >= self._thresholds.doubt and side not in found:
                found[side] = (share, touch)
        best = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))[:2]
        return dict(best)


def _likeliest(hit: OpponentContact) -> tuple[float, Touch]:
    touch = max((found.touch for found in hit.now.values()), key=lambda each: each.probability)
    return max(touch.probability, CLEARLY_APART), touch


def _side(hit: OpponentContact) -> str | None:
    """The side of the carrier that an opponent touches; None while they are apart."""
    contact = hit.watch.looks[-1].contact
    if contact is None:
        return None
    shares: dict[str, float] = {}
    for part, side in _SIDES.items():
        shares[side] = shares.get(side, 0.0) + contact.of_a(part)
    return max(sorted(shares), key=lambda side: shares[side])
