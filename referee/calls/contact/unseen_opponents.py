"""Opponents who may have touched a player, or the ball, while nobody saw them: how likely each has.

Who was out of sight for longer than a hole, or was only followed roughly, is asked about, and
everybody while the player was; who was seen plainly all the time is not. It is asked again once
they are seen again, for then it is better known where they have been.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from referee.calls.contact.evidence.pose_trails import PoseTrails, TrailStep
from referee.calls.contact.evidence.unevenness import FLOOR, Unevenness
from referee.calls.contact.evidence.unseen_touch import (
    SightHole,
    holes_of,
    p_goes_unseen,
    p_unseen_touch,
    unseen_sigmas,
    unseen_way_mm,
)
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape


class UnseenOpponents:
    """The opponents of one player, or all who may touch a ball, on the trails of a game.

    ``lying_count``: whether the touch of a figure that lies is asked about. It stays down until the
    play is over, so whoever lay when it was seen last lies.
    """

    def __init__(
        self,
        player: str,
        opponents: Mapping[str, BaseShape],
        shape: BaseShape,
        trails: PoseTrails,
        thresholds: Thresholds,
        *,
        lying_count: bool = True,
    ) -> None:
        self._player, self._shape = player, shape
        self._lying_count = lying_count
        self._opponents = dict(sorted(opponents.items()))
        self._trails, self._thresholds = trails, thresholds

    def likely(self, since_ns: int, until_ns: int, uneven: Unevenness = FLOOR) -> dict[str, float]:
        """Who may have touched in that span unseen, with how likely that is.

        Left out is who is so unlikely to have that two who came near each other would count as
        past each other. Who was never seen may have been anywhere.
        """
        shares = {n: self.share_of(n, since_ns, until_ns, uneven) for n in self._opponents}
        return {n: share for n, share in shares.items() if share > self._thresholds.untouched}

    def share_of(
        self, name: str, since_ns: int, until_ns: int, uneven: Unevenness = FLOOR
    ) -> float:
        """How likely one of them touched in that span without being plainly seen to."""
        if until_ns <= since_ns:
            return 0.0
        own, steps = self._trails.of(self._player), self._trails.of(name)
        shapes = self._shape, self._opponents[name]
        # Where it was before what is kept of it was asked about then.
        began = since_ns, self._trails.board_s_at(since_ns, self._player)
        known = [self._trails.forgotten_until(who) for who in (self._player, name)]
        since = max([began, *(each for each in known if each is not None)])
        until_s = self._trails.board_s_at(until_ns, self._player)
        if steps and steps[-1].t_ns < self._trails.rested_before(since_ns):
            return self._share_not_seen_since(own, steps, shapes, until_s)
        return self._share(own, steps, shapes, (since[1], until_s), uneven)

    def _share_not_seen_since(
        self,
        own: tuple[TrailStep, ...],
        steps: tuple[TrailStep, ...],
        shapes: tuple[BaseShape, BaseShape],
        until_s: float,
    ) -> float:
        """Of who was not seen since the board rested before that span.

        It may stand elsewhere since then, but somebody would have seen it there.
        """
        if not own:
            return 1.0
        if steps[-1].lies and not self._lying_count:
            return 0.0
        since_rest = SightHole(steps[-1].board_s, math.inf)
        return p_goes_unseen(unseen_way_mm(shapes, own, steps, since_rest, until_s))

    def _share(
        self,
        own: tuple[TrailStep, ...],
        steps: tuple[TrailStep, ...],
        shapes: tuple[BaseShape, BaseShape],
        span_s: tuple[float, float],
        uneven: Unevenness,
    ) -> float:
        if not own or not steps:
            return 1.0
        since_s, until_s = span_s
        hole_s = self._thresholds.hole_ns / S_NS
        shares = [0.0]
        for hole in holes_of(steps, since_s, until_s, hole_s):
            if self._lying_count or not _lay_before(steps, hole):
                way_mm = unseen_way_mm(shapes, own, steps, hole, until_s, since_s=since_s)
                share = _share_of(shapes, own, steps, hole, span_s, uneven)
                shares.append(share * p_goes_unseen(way_mm))
        shares += [
            _share_of(shapes, own, steps, hole, span_s, uneven)
            for hole in holes_of(own, since_s, until_s, hole_s)
        ]
        return max(shares)


def _share_of(
    shapes: tuple[BaseShape, BaseShape],
    own: tuple[TrailStep, ...],
    steps: tuple[TrailStep, ...],
    hole: SightHole,
    span_s: tuple[float, float],
    uneven: Unevenness,
) -> float:
    """How likely they touched in a hole, in that span, by their motion."""
    since_s, until_s = span_s
    sigmas = unseen_sigmas(shapes, own, steps, hole, until_s, uneven, since_s=since_s)
    if sigmas is None:
        return 1.0
    return p_unseen_touch(sigmas, seen_again=math.isfinite(hole.until_s))


def _lay_before(steps: tuple[TrailStep, ...], hole: SightHole) -> bool:
    """Whether a figure lay when it was seen last before a hole."""
    before = [step.lies for step in steps if step.board_s <= hole.from_s]
    return bool(before) and before[-1]
