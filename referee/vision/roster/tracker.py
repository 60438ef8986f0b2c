"""The roster over time: a fixed list of players, and which sighting of each frame is whose.

Nobody is ever added. Every frame each player gets his own raw sighting or none; what fits nobody is
a stranger. Players who were lost under a hand or in a heap are looked for among the strangers, and
where two cannot be told apart a doubt is opened, for the coach to answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.errors import BadValue, Word
from referee.core.pose import Pose
from referee.core.roster import Roster
from referee.vision.roster import front, matching
from referee.vision.roster.assignment import NOBODY, IntArray, pair
from referee.vision.roster.doubts import Doubts
from referee.vision.roster.hands import Hands
from referee.vision.roster.outcome import Doubt, Expected, HandArea, RosterFrame, Seen
from referee.vision.roster.reidentify import Verdict, lost_costs, verdicts
from referee.vision.roster.strangers import Stranger, Strangers
from referee.vision.roster.tables import (
    ANCHORED,
    COVERED,
    CREEP,
    HANDLED,
    LENGTH,
    LINE_UP,
    NOWHERE_MM,
    PICTURE,
    PICTURE_S,
    PLACED,
    SEEN_S,
    SET_BY_HAND,
    SIDE,
    TOUCH_S,
    VACANT_S,
    VX,
    VY,
    WIDTH,
    H,
    X,
    Y,
    in_order,
    seen_rows,
    slot_rows,
)
from referee.vision.roster.tuning import DEFAULT, Tuning
from referee.vision.sighting import FrameSightings, Sighting

NS_PER_S = 1e9
# A frame in which hardly anybody is seen says nothing of who has left his place.
GOOD_FRAME = 0.3
# Unseen for longer than this in a heap, two of a team may have changed places.
LONG_UNSEEN_S = 0.3
LOST_S = 0.1
LOOK_EACH_S = 0.09
# Two bases never stand nearer to each other than this.
NEAR_SOMEBODY_MM = 12.0
SAME_PLACE_MM = 15.0


class RosterTracker:
    """Feed it every frame in order; ``begin`` says who stands where at the start."""

    def __init__(self, roster: Roster, tuning: Tuning = DEFAULT) -> None:
        self.roster = roster
        self._tuning = tuning
        self._slots = slot_rows(roster)
        self._match = matching.constants(tuning)
        self._front = front.constants(tuning)
        self._strangers = Strangers(tuning)
        self._doubts = Doubts(roster)
        self._start_ns: int | None = None
        self._last: RosterFrame | None = None
        self._now_ns = 0
        self._now_s = 0.0
        self._powered = False
        self._power_off_s = -math.inf
        self._hands = Hands(tuning)
        self._looked_s = -math.inf
        self._home_faces = 0.0

    def begin(
        self,
        t_ns: int,
        places: Mapping[str, Pose],
        fronts: Mapping[str, float] | None = None,
        clutter: Sequence[Pose] = (),
    ) -> None:
        """Who stands where when the first frame comes, and the probability that his front is known.

        Players without a place wait beside the board; ``clutter`` looks like a base but is none.
        """
        self._start_ns = t_ns
        for player_id, pose in places.items():
            slot = self._slots[self.roster.index(player_id)]
            slot[X], slot[Y], slot[H] = pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)
            slot[PLACED] = slot[SET_BY_HAND] = 1.0
            slot[SEEN_S] = slot[PICTURE_S] = 0.0
            sure = min(max((fronts or {}).get(player_id, 0.5), 0.02), 0.98)
            slot[PICTURE] = math.log(sure / (1.0 - sure))
        self._home_faces = front.line_up(self._slots, self._front)
        for pose in clutter:
            axis = math.radians(pose.heading_deg) % math.pi
            self._strangers.know(pose.x_mm, pose.y_mm, axis, 0.0)

    def update(
        self, frame: FrameSightings, *, powered: bool, hands: Sequence[HandArea] = ()
    ) -> RosterFrame:
        """One frame. The same instant again changes nothing; time may not run backwards."""
        if self._last is not None and frame.t_ns == self._last.t_ns:
            return self._last
        passed_s = self._let_time_pass(frame.t_ns)
        self._note_power(powered)
        self._hands.update(hands, self._slots, self._now_s)
        sightings = in_order(frame.sightings)
        rows = seen_rows(sightings)
        moving = powered or self._now_s - self._power_off_s < self._tuning.coast_s
        cost = matching.costs(self._slots, rows, self._now_s, moving, self._match)
        found = pair(cost)
        unsure = self._long_unseen(cost, found) if moving else []
        front.take(self._slots, rows, found, self._now_s, moving, powered, self._front)
        for verdict in unsure:
            self._doubt([verdict], range(len(self._slots)))
        self._note_vacant(found, passed_s, moving=moving)
        self._look_again(rows, found, moving=moving)
        self._last = self._outcome(frame.t_ns, sightings, found)
        return self._last

    def expected(self, t_ns: int) -> tuple[Expected, ...]:
        """Where each player on the board should be looked for at an instant."""
        out = []
        for player, slot in zip(self.roster, self._slots, strict=True):
            if not slot[PLACED] or slot[X] == NOWHERE_MM:
                continue
            ahead_s = max(0.0, (t_ns - (self._start_ns or 0)) / NS_PER_S - slot[SEEN_S])
            drift_s = min(ahead_s, matching.COAST_AHEAD_S) if self._powered else 0.0
            x, y = slot[X] + drift_s * slot[VX], slot[Y] + drift_s * slot[VY]
            sigma = self._tuning.moving_sigma_mm + self._tuning.moving_sigma_mm_s * ahead_s
            pose = Pose(float(x), float(y), math.degrees(slot[H]))
            out.append(Expected(player.id, pose, min(sigma, self._tuning.widest_sigma_mm)))
        return tuple(out)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is open, oldest first."""
        return self._doubts.open

    def answer(self, number: int, standing: Sequence[str]) -> None:
        """Who stands at the places of a doubt, in their order; everything since goes along."""
        for a, b in self._doubts.answer(number, standing):
            i, k = self.roster.index(a), self.roster.index(b)
            fixed = self._slots[np.ix_([i, k], [LENGTH, WIDTH, SIDE])]
            self._slots[[i, k]] = self._slots[[k, i]]
            self._slots[np.ix_([i, k], [LENGTH, WIDTH, SIDE])] = fixed

    def substitute(self, leaves: str, comes: str) -> None:
        """A player goes to the bench and another is about to be set down, at a stop."""
        if self._powered:
            raise BadValue("the board", Word("on"), "off while a player is exchanged")
        out, new = self.roster.index(leaves), self.roster.index(comes)
        for player_id, row, wanted in ((leaves, out, 1.0), (comes, new, 0.0)):
            if self._slots[row, PLACED] != wanted:
                place = "on the board" if wanted else "on the bench"
                raise BadValue("player", player_id, f"one who is {place}")
        if self.roster.players[out].team is not self.roster.players[new].team:
            raise BadValue("player", comes, f"one of the team of {leaves}")
        x, y, h = (float(v) for v in self._slots[out, [X, Y, H]])
        self._strangers.know(x, y, h % math.pi, self._now_s)
        self._slots[out, PLACED] = 0.0
        self._slots[new, [X, Y]] = NOWHERE_MM
        self._slots[new, [PLACED, HANDLED]] = 1.0
        self._slots[new, SEEN_S] = self._now_s

    def _let_time_pass(self, t_ns: int) -> float:
        if self._start_ns is None:
            raise BadValue("the roster", Word("without a start"), "begin() before the first frame")
        earliest = self._last.t_ns if self._last is not None else self._start_ns
        if t_ns < earliest:
            raise BadValue("t_ns", t_ns, f"{earliest} or later; time does not run backwards")
        before_s, self._now_s = self._now_s, (t_ns - self._start_ns) / NS_PER_S
        self._now_ns = t_ns
        return self._now_s - before_s

    def _note_power(self, powered: bool) -> None:
        if powered and not self._powered:
            self._home_faces = front.line_up(self._slots, self._front) or self._home_faces
        if self._powered and not powered:
            self._power_off_s = self._now_s
        self._powered = powered

    def _note_vacant(self, found: IntArray, passed_s: float, *, moving: bool) -> None:
        slots = self._slots
        here = slots[:, PLACED] > 0.0
        gone = here & (found == NOBODY) & (slots[:, COVERED] == 0.0)
        if not moving and (found[here] != NOBODY).mean() > GOOD_FRAME:
            slots[gone, VACANT_S] += passed_s

    def _long_unseen(self, cost: FloatArray, found: IntArray) -> list[Verdict]:
        """Who comes out of a heap so late that he may be another one of his team."""
        unseen_s = self._now_s - self._slots[:, SEEN_S]
        late = np.flatnonzero((found != NOBODY) & (unseen_s > LONG_UNSEEN_S))
        if not len(late):
            return []
        found_out = verdicts(cost, [int(i) for i in late], self._tuning.certain)
        return [v for v in found_out if len(v.rivals) > 1]

    def _look_again(self, rows: FloatArray, found: IntArray, *, moving: bool) -> None:
        """Lost players among the strangers; who is recognised gets his sighting in ``found``."""
        slots, taken = self._slots, found[found != NOBODY]
        spare = [j for j in range(len(rows)) if j not in taken]
        spare = [j for j in spare if not _near(rows[j], rows[taken])]
        self._strangers.update([rows[j] for j in spare], self._now_s, moving=moving)
        ripe = [s for s in self._strangers.here if s.ripe(self._now_s, self._tuning)]
        unseen = (found == NOBODY) & (self._now_s - slots[:, SEEN_S] > LOST_S)
        lost = [int(i) for i in np.flatnonzero(unseen)]
        overdue = self._powered or self._now_s - self._hands.last_s >= self._tuning.settle_s
        if not ripe or not lost or self._now_s - self._looked_s < LOOK_EACH_S:
            return
        self._looked_s = self._now_s
        cost = lost_costs(
            slots,
            lost,
            ripe,
            self._hands,
            moving=moving,
            hands_about=not overdue,
            tuning=self._tuning,
        )
        unsure = []
        for verdict in verdicts(cost, range(len(lost)), self._tuning.certain):
            if verdict.margin < self._tuning.certain:
                if not overdue:
                    continue
                if len(verdict.rivals) > 1:
                    unsure.append(verdict)
            stranger = ripe[verdict.column]
            self._claim(slots[lost[verdict.row]], stranger)
            found[lost[verdict.row]] = _index_of(rows, stranger, spare)
        self._doubt(unsure, lost)

    def _claim(self, slot: FloatArray, stranger: Stranger) -> None:
        row = stranger.row
        near = math.hypot(row[X] - slot[X], row[Y] - slot[Y]) < SAME_PLACE_MM
        front.set_down(slot, float(row[H]), stranger.front, near, self._home_faces, self._front)
        slot[X], slot[Y] = row[X], row[Y]
        slot[SEEN_S] = slot[PICTURE_S] = self._now_s
        slot[[VX, VY, VACANT_S, ANCHORED]] = 0.0
        slot[[PLACED, SET_BY_HAND]] = 1.0
        slot[HANDLED] = float(slot[TOUCH_S] == self._now_s)
        self._strangers.drop(stranger)

    def _doubt(self, unsure: Sequence[Verdict], rows: Sequence[int]) -> None:
        """Open a doubt for each group of players that might be each other."""
        groups: list[set[int]] = []
        for verdict in unsure:
            members = {rows[k] for k in verdict.rivals} | {rows[verdict.row]}
            apart = [g for g in groups if not g & members]
            joined = members.union(*(g for g in groups if g & members))
            groups = [*apart, joined]
        for group in groups:
            here = [i for i in sorted(group) if self._slots[i, SEEN_S] == self._now_s]
            ids = [self.roster.players[i].id for i in sorted(group)]
            places = [(float(self._slots[i, X]), float(self._slots[i, Y])) for i in here]
            assumed = [self.roster.players[i].id for i in here]
            self._doubts.add(self._now_ns, ids, places, assumed)

    def _outcome(self, t_ns: int, sightings: Sequence[Sighting], found: IntArray) -> RosterFrame:
        doubtful = self._doubts.concerned()
        sure = 1.0 / (1.0 + np.exp(-self._slots[:, [PICTURE, LINE_UP, CREEP]].sum(axis=1)))
        seen: list[Seen | None] = []
        for i, j in enumerate(found.tolist()):
            if j == NOBODY:
                seen.append(None)
                continue
            raw, player = sightings[j], self.roster.players[i].id
            turned = math.cos(math.radians(raw.pose.heading_deg) - self._slots[i, H]) < 0.0
            pose = raw.pose
            if turned:
                pose = Pose(pose.x_mm, pose.y_mm, pose.heading_deg + 180.0)
            seen.append(Seen(player, raw, pose, turned, float(sure[i]), player in doubtful))
        taken = set(found.tolist())
        strangers = tuple(s for j, s in enumerate(sightings) if j not in taken)
        return RosterFrame(t_ns, tuple(seen), strangers, self._doubts.open)


def _near(row: FloatArray, others: FloatArray) -> bool:
    """Whether somebody who is seen already stands there."""
    return bool((np.hypot(others[:, X] - row[X], others[:, Y] - row[Y]) < NEAR_SOMEBODY_MM).any())


def _index_of(rows: FloatArray, stranger: Stranger, spare: Sequence[int]) -> int:
    return next(j for j in spare if rows[j, X] == stranger.row[X] and rows[j, Y] == stranger.row[Y])
