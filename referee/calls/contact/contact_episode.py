"""One episode of touching: the likeliest of each kind so far, and what the motion tells of it.

It is over once the frames show the two apart. What the motion tells is known some frames later; an
episode is open until then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.calls.contact.evidence.close_approach import CloseApproach
from referee.calls.contact.touch import Touch
from referee.calls.contact.weighed_touch import WeighedTouch


@dataclass(slots=True)
class ContactEpisode:
    """``now`` is what the newest frame makes of it, ``best`` the likeliest so far, by kinds.

    ``approach`` is what the motion tells of it, where that is asked. ``called`` is what has been
    called of it.
    """

    number: int
    approach: CloseApproach | None = None
    now: dict[str, WeighedTouch] = field(default_factory=dict)
    best: dict[str, WeighedTouch] = field(default_factory=dict)
    called: set[str] = field(default_factory=set)
    heard: bool = False

    def likeliest(self, kind: str, now_ns: int) -> WeighedTouch | None:
        """What is known of one kind, with the motion: of the newest frame, or else of the best.

        Without the motion an episode says nothing between its frames.
        """
        found = self.now.get(kind)
        if self.approach is None:
            return found
        found = self.best.get(kind) if found is None else found
        return None if found is None else self._with_motion(found, now_ns)

    def perhaps(self, kind: str, now_ns: int) -> WeighedTouch | None:
        """The likeliest of one kind in any frame so far, with what the motion tells."""
        found = self.best.get(kind)
        return None if found is None else self._with_motion(found, now_ns)

    def waits(self, now_ns: int) -> bool:
        """Whether frames that will show more of the motion are still to come."""
        return self.approach is not None and not self.approach.settled(now_ns)

    def left_over(self, now_ns: int) -> dict[str, WeighedTouch]:
        """What was likeliest and has not been called, with what the motion tells.

        Before the frames that it waits for have been seen, the motion tells nothing for good.
        """
        left = {kind: found for kind, found in self.best.items() if kind not in self.called}
        if self.waits(now_ns):
            return left
        return {kind: self._with_motion(found, now_ns) for kind, found in left.items()}

    def keep(self, found: Mapping[str, WeighedTouch]) -> None:
        """Take what a frame makes of it."""
        self.now = dict(found)
        for kind, each in found.items():
            if kind not in self.best or each.probability > self.best[kind].probability:
                self.best[kind] = each

    def recall(self, weights: Mapping[str, float], touch: Touch) -> None:
        """Keep what a touch was that is over already."""
        for kind, weight in weights.items():
            found = WeighedTouch(touch.probability * weight, weights, touch, ())
            if kind not in self.best or found.probability > self.best[kind].probability:
                self.best[kind] = found

    def _with_motion(self, found: WeighedTouch, now_ns: int) -> WeighedTouch:
        if self.approach is None:
            return found
        return replace(found, touched=self.approach.p_touched(now_ns))
