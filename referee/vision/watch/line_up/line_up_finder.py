"""The beginning: which bases stand on the board before anything is known about them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.core.geometry.pose import Pose, apart_mm
from referee.core.probability import log_odds, p_from_log_odds
from referee.vision.frame.finder import BaseCandidate
from referee.vision.roster.assignment import nearest_pairs
from referee.vision.watch.board_look import BoardLook, NewBase

# A second in which nobody comes or goes; or many start at once, which only power does.
QUIET_NS = 1_000_000_000
QUIET_SHARE = 0.8
# Bases that the detector sees now and then seem to come and go for ever. Hands away for so long:
# nobody has come.
HANDS_AWAY_NS = 4_000_000_000
LINK_MM = 14.0  # from look to look
LEAST_LOOKS = 3  # that saw a base
LEAST_SHARE = 0.5  # of the looks that could have seen it
LOST_NS = 350_000_000  # unseen for so long a base is gone
LEAST_BASES = 2  # of a line-up
# Answers of the detector for one resting base differ by less than this.
SAME_PLACE_MM = 4.0
MOVED_MM = 1.2  # from one look to the next
MOVED_SHARE = 0.35  # of the bases start at once when the power comes on
LEAST_MOVED = 4  # bases
MOST_FRONT = 4.0  # log-odds


@dataclass(frozen=True, slots=True)
class LineUpBase:
    """A base of the line-up: where it stood, and the probability that its front is known."""

    pose: Pose
    front: float
    candidate: BaseCandidate

    @property
    def size_mm(self) -> tuple[float, float]:
        """The middle one of all the detector's sizes."""
        return self.candidate.length_mm, self.candidate.width_mm


@dataclass(frozen=True, slots=True)
class FoundLineUp:
    """From ``t_ns`` on everybody stands there; ``look`` is the look at that instant."""

    t_ns: int
    standing: tuple[LineUpBase, ...]
    look: BoardLook


@dataclass
class _BaseChain:
    """One base from look to look."""

    seen: list[tuple[int, NewBase]]
    looks: int = 1  # that could have seen it
    moves: list[bool] = field(default_factory=list)

    @property
    def last_ns(self) -> int:
        return self.seen[-1][0]

    @property
    def pose(self) -> Pose:
        return self.seen[-1][1].pose

    def at(self, t_ns: int) -> NewBase:
        """As it was seen last until then, or first after it; best of those at that place."""
        before = [fresh for t, fresh in self.seen if t <= t_ns]
        last = before[-1] if before else self.seen[0][1]
        same = [each for each in before if apart_mm(each.pose, last.pose) <= SAME_PLACE_MM]
        return max(reversed(same), key=lambda each: each.right, default=last)

    def steady(self, now_ns: int) -> bool:
        """Seen often enough, and lately."""
        often = len(self.seen) >= max(LEAST_LOOKS, LEAST_SHARE * self.looks)
        return often and now_ns - self.last_ns <= LOST_NS


class LineUpFinder:
    """Feed it looks in order, made with nothing known, until ``start`` is there."""

    def __init__(self) -> None:
        self._chains: list[_BaseChain] = []
        self._looks: list[BoardLook] = []
        self._hands_ns: int | None = None  # when a hand was seen last, or the first look was
        self.start: FoundLineUp | None = None

    def look(self, look: BoardLook) -> FoundLineUp | None:
        """One more look; the start, once it has been seen."""
        if self.start is not None:
            return self.start
        self._looks.append(look)
        now_ns = look.frame.t_ns
        if look.hands or self._hands_ns is None:
            self._hands_ns = now_ns
        self._link([f for f in look.fresh if not f.candidate.in_hand], now_ns)
        self._looks = [each for each in self._looks if now_ns - each.frame.t_ns <= 2 * QUIET_NS]
        steady = [chain for chain in self._chains if chain.steady(now_ns)]
        if len(steady) >= LEAST_BASES:
            self.start = self._moved_off(steady) or self._quiet(steady, now_ns)
        return self.start

    def best(self) -> FoundLineUp | None:
        """What can be said when no more looks will come."""
        if self.start is None and self._looks:
            last = self._looks[-1]
            steady = [c for c in self._chains if c.steady(last.frame.t_ns)]
            if len(steady) >= LEAST_BASES:
                self.start = self._start(steady, last)
        return self.start

    def _link(self, fresh: Sequence[NewBase], now_ns: int) -> None:
        linked = nearest_pairs(
            (far, k, j)
            for k, chain in enumerate(self._chains)
            for j, each in enumerate(fresh)
            if (far := apart_mm(chain.pose, each.pose)) <= LINK_MM
        )
        for k, chain in enumerate(self._chains):
            chain.looks += 1
            if k not in linked:
                chain.moves.append(False)
                continue
            again = fresh[linked[k]]
            chain.moves.append(apart_mm(chain.pose, again.pose) > MOVED_MM)
            chain.seen.append((now_ns, again))
        used = set(linked.values())
        self._chains = [c for c in self._chains if now_ns - c.last_ns <= QUIET_NS]
        self._chains += [_BaseChain([(now_ns, f)]) for j, f in enumerate(fresh) if j not in used]

    def _moved_off(self, steady: Sequence[_BaseChain]) -> FoundLineUp | None:
        """Many moved since the look before: the line-up is what stood there then."""
        moved = sum(chain.moves[-1] for chain in steady if chain.moves)
        before = sum(chain.moves[-2] for chain in steady if len(chain.moves) > 1)
        enough = max(LEAST_MOVED, MOVED_SHARE * len(steady))
        if moved < enough or before >= enough or len(self._looks) < 2:
            return None
        return self._start(steady, self._looks[-2])

    def _quiet(self, steady: Sequence[_BaseChain], now_ns: int) -> FoundLineUp | None:
        """Nobody came, nobody went, and no hand was seen for a second."""
        looks = [each for each in self._looks if now_ns - each.frame.t_ns <= QUIET_NS]
        if now_ns - self._looks[0].frame.t_ns < QUIET_NS:
            return None
        if sum(not each.hands for each in looks) < QUIET_SHARE * len(looks):
            return None
        since_ns = looks[0].frame.t_ns
        hands_ns = since_ns if self._hands_ns is None else self._hands_ns
        flickers = now_ns - hands_ns >= HANDS_AWAY_NS
        if not flickers and any(since_ns + LOST_NS < chain.seen[0][0] for chain in steady):
            return None
        return self._start(steady, looks[0])

    def _start(self, steady: Sequence[_BaseChain], look: BoardLook) -> FoundLineUp:
        t_ns = look.frame.t_ns
        standing = [_standing(chain, t_ns) for chain in steady]
        standing.sort(key=lambda s: (s.pose.x_mm, s.pose.y_mm))
        return FoundLineUp(t_ns, tuple(standing), look)


def _standing(chain: _BaseChain, t_ns: int) -> LineUpBase:
    """All looks together say which end is the front."""
    pose = chain.at(t_ns).pose
    odds = 0.0
    for _, fresh in chain.seen:
        front = min(max(fresh.evidence.front_of(pose.heading_deg), 0.02), 0.98)
        odds += log_odds(front)
    # Looks that mislead do so again and again: many count as a few.
    odds = max(-MOST_FRONT, min(MOST_FRONT, odds / math.sqrt(len(chain.seen))))
    if odds < 0.0:
        pose, odds = Pose(pose.x_mm, pose.y_mm, pose.heading_deg + 180.0), -odds
    sizes = [f.evidence.size_mm for _, f in chain.seen if f.evidence.size_mm is not None]
    last = chain.seen[-1][1].candidate
    size = (last.length_mm, last.width_mm)
    if sizes:
        size = (_middle([s[0] for s in sizes]), _middle([s[1] for s in sizes]))
    score = _middle([fresh.candidate.score for _, fresh in chain.seen])
    claim = replace(last, pose=pose, length_mm=size[0], width_mm=size[1], score=score)
    return LineUpBase(pose, p_from_log_odds(odds), claim)


def _middle(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]
