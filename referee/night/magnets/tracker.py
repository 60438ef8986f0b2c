"""Magnets that lie on the board: which one is which from look to look, and which one rests.

A look misses some, sees some that are none, and now and then takes one colour for another. So a
magnet counts once it has lain still over many looks without a hand above the board, as what most
of them took it for; what lay there from the beginning lies in its usual place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.core.clock import MS_NS
from referee.record.observation import ObservedMarker
from referee.vision.sighting import Thing

# What lies there when the referee begins to look lies in its usual place.
BEGINNING_NS = 2_500 * MS_NS
RESTS_NS = 1_500 * MS_NS
LOOKS = 4
SEEN_SHARE = 0.5
# Not seen in so many looks in a row, and for so long, with nothing above the board: taken up.
GONE_LOOKS = 4
GONE_NS = 1_500 * MS_NS
# At rest, two sightings within this distance from look to look are one magnet.
STRAYS_MM = 12.0
# The same while the board shakes and moves magnets along.
SHAKES_MM = 40.0
# A magnet that lies farther off than this was moved by a hand.
MOVED_MM = 4.0
# A score below this tells nothing.
WORTH = 0.25
# The error of a place where the eyes give none.
SIGMA_MM = 0.7


@dataclass
class TrackedMagnet:
    """One magnet. ``votes`` are the scores of the looks by what they took it for."""

    number: int
    x_mm: float
    y_mm: float
    first_ns: int
    last_ns: int
    usual: bool
    sigma_mm: float = SIGMA_MM
    looks: int = 0
    seen: int = 0
    missed: int = 0
    told: bool = False
    votes: dict[Thing, float] = field(default_factory=dict)

    def far_mm(self, x_mm: float, y_mm: float) -> float:
        """How far a place is from it."""
        return math.hypot(self.x_mm - x_mm, self.y_mm - y_mm)

    def rests(self, now_ns: int) -> bool:
        """Whether it has lain there long enough, and was seen often enough."""
        enough = self.seen >= LOOKS and self.seen >= SEEN_SHARE * self.looks
        return enough and now_ns - self.first_ns >= RESTS_NS and self.missed == 0

    @property
    def taken_for(self) -> Thing:
        """What most looks took it for."""
        return max(self.votes, key=lambda kind: self.votes[kind])

    def chances(self, believed: Mapping[Thing, float]) -> dict[Thing, float]:
        """How likely each kind is; ``believed`` is how likely it is to lie at that place at all."""
        weights = {
            kind: believed.get(kind, 1.0)
            * sum(score * _TAKEN_FOR[kind].get(seen, 0.0) for seen, score in self.votes.items())
            for kind in _TAKEN_FOR
        }
        whole = sum(weights.values())
        return {kind: weight / whole for kind, weight in weights.items() if weight > 0.0}


BALLS = frozenset({Thing.BALL_MAGNET, Thing.FELT_BALL})
# How often a magnet (rows) is taken for what: lamps make red orange, and a dark felt ball red.
_TAKEN_FOR: Mapping[Thing, Mapping[Thing, float]] = {
    Thing.RED_MAGNET: {Thing.RED_MAGNET: 0.9, Thing.ORANGE_PYLON: 0.08, Thing.FELT_BALL: 0.02},
    Thing.ORANGE_PYLON: {
        Thing.ORANGE_PYLON: 0.88,
        Thing.RED_MAGNET: 0.05,
        Thing.YELLOW_MAGNET: 0.05,
        Thing.FELT_BALL: 0.02,
    },
    Thing.YELLOW_MAGNET: {Thing.YELLOW_MAGNET: 0.92, Thing.ORANGE_PYLON: 0.08},
    Thing.GREEN_MAGNET: {Thing.GREEN_MAGNET: 1.0},
    Thing.BALL_MAGNET: {Thing.BALL_MAGNET: 0.88, Thing.FELT_BALL: 0.12},
    Thing.FELT_BALL: {Thing.FELT_BALL: 0.85, Thing.BALL_MAGNET: 0.12, Thing.RED_MAGNET: 0.03},
}


class MagnetTracker:
    """Every magnet on the board; fed with each look, in order."""

    def __init__(self) -> None:
        self.lying: list[TrackedMagnet] = []
        self._begun_ns: int | None = None
        self._hand_ns = 0
        self._count = 0

    def update(
        self, look_ns: int, markers: Sequence[ObservedMarker], *, steady: bool, power: bool
    ) -> tuple[TrackedMagnet, ...]:
        """Take in a look; what was taken up with it. ``steady``: no hand is above the board."""
        if not steady:
            self._hand_ns = look_ns
            return ()
        if self._begun_ns is None:
            self._begun_ns = look_ns
        found = sorted((m for m in markers if m.score >= WORTH), key=lambda m: -m.score)
        here = list(self.lying)
        for marker in found:
            self._take(look_ns, marker, here, power=power)
        if power:
            return ()
        for magnet in here:
            magnet.looks += 1
            magnet.missed += 1
        return tuple(self._gone(look_ns))

    def _take(
        self, look_ns: int, marker: ObservedMarker, here: list[TrackedMagnet], *, power: bool
    ) -> None:
        reach_mm = SHAKES_MM if power else STRAYS_MM
        near = min(here, key=lambda each: each.far_mm(marker.x_mm, marker.y_mm), default=None)
        if near is None or near.far_mm(marker.x_mm, marker.y_mm) > reach_mm:
            self._add(look_ns, marker)
            return
        here.remove(near)
        far_mm = near.far_mm(marker.x_mm, marker.y_mm)
        if power:
            near.x_mm, near.y_mm = marker.x_mm, marker.y_mm
        elif far_mm > MOVED_MM:
            self.lying.remove(near)
            self._add(look_ns, marker, like=near)
            return
        _saw(near, look_ns, marker)

    def _add(self, look_ns: int, marker: ObservedMarker, like: TrackedMagnet | None = None) -> None:
        """A new one; one that was pushed a little is still the same, but a ball is laid anew."""
        self._count += 1
        begun_ns = look_ns if self._begun_ns is None else self._begun_ns
        usual = look_ns - begun_ns < BEGINNING_NS if like is None else like.usual
        new = TrackedMagnet(self._count, marker.x_mm, marker.y_mm, look_ns, look_ns, usual)
        if like is not None:
            by_hand = self._hand_ns > like.last_ns
            new.number, new.votes = like.number, dict(like.votes)
            new.told = like.told and not (by_hand and BALLS & like.votes.keys())
        _saw(new, look_ns, marker)
        self.lying.append(new)

    def _gone(self, look_ns: int) -> Iterator[TrackedMagnet]:
        for magnet in list(self.lying):
            # What was hardly ever seen was none.
            rare = not magnet.told and magnet.looks >= LOOKS and magnet.seen * 4 < magnet.looks
            long = magnet.missed >= GONE_LOOKS and look_ns - magnet.last_ns >= GONE_NS
            if rare or long:
                self.lying.remove(magnet)
                yield magnet


def _saw(magnet: TrackedMagnet, look_ns: int, marker: ObservedMarker) -> None:
    magnet.looks += 1
    magnet.seen += 1
    magnet.missed, magnet.last_ns = 0, look_ns
    share = 1.0 / min(magnet.seen, LOOKS)
    magnet.x_mm += share * (marker.x_mm - magnet.x_mm)
    magnet.y_mm += share * (marker.y_mm - magnet.y_mm)
    magnet.sigma_mm = SIGMA_MM if marker.sigma_mm is None else marker.sigma_mm
    kind = Thing(marker.kind)
    magnet.votes[kind] = magnet.votes.get(kind, 0.0) + marker.score
