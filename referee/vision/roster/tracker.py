"""The roster over time: a fixed list of players, and which sighting of each frame is whose.

Nobody is ever added. Every frame each player gets his own raw sighting or none; what fits nobody is
a stranger. While the board shakes players are followed from frame to frame; at a stop names are
settled for all together, and where two cannot be told apart a doubt is opened for the coach.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.errors import BadValue, Word
from referee.core.pose import Pose
from referee.core.roster import Roster
from referee.vision.roster import front, matching
from referee.vision.roster.assignment import NOBODY, IntArray, margins, pair
from referee.vision.roster.doubts import Doubts
from referee.vision.roster.hands import Hands
from referee.vision.roster.outcome import Doubt, Expected, HandArea, RosterFrame, Seen
from referee.vision.roster.reidentify import lost_costs
from referee.vision.roster.stays import COUNT, K_FRONT, K_HOME, LAST, UNSEEN_S
from referee.vision.roster.stop import Stop
from referee.vision.roster.strangers import Strangers
from referee.vision.roster.tables import (
    LENGTH,
    LOST,
    PLACED,
    SEEN_S,
    SET_BY_HAND,
    SIDE,
    VX,
    VY,
    WIDTH,
    H,
    X,
    Y,
    cue_rows,
    in_order,
    log_odds,
    seen_rows,
    slot_rows,
)
from referee.vision.roster.tuning import DEFAULT, Tuning
from referee.vision.sighting import FrameSightings, Sighting

NS_PER_S = 1e9
# Unseen for longer than this in a heap, two of a team may have changed places.
LONG_UNSEEN_S = 0.3
LOST_S = 1.0
LOOK_EACH_S = 0.1
# Two bases never stand nearer to each other than this.
NEAR_SOMEBODY_MM = 12.0
SAME_PLACE_MM = 15.0
GONE_S, IN_SIGHT_S = 0.6, 0.35
MOST_BEGUN = 4.0
FIXED = (LENGTH, WIDTH, SIDE)


class RosterTracker:
    """Feed it every frame in order; ``begin`` says who stands where at the start."""

    def __init__(self, roster: Roster, tuning: Tuning = DEFAULT) -> None:
        self.roster = roster
        self._tuning = tuning
        self._rows = {player.id: i for i, player in enumerate(roster)}
        self._slots = slot_rows(roster)
        self._match = matching.constants(tuning)
        self._front = front.constants(tuning)
        self._strangers = Strangers(tuning)
        self._doubts = Doubts(roster)
        self._hands = Hands(tuning.finger_sigma_mm)
        self._start_ns: int | None = None
        self._last: RosterFrame | None = None
        self._now_ns = 0
        self._now_s = 0.0
        self._powered = False
        self._power_off_s = -math.inf
        self._looked_s = -math.inf
        self._home_faces = 0.0
        # At a stop: the names, where each player's stay was when the stop began, and its row now.
        self._stop: Stop | None = None
        self._before = self._slots
        self._at = np.full(len(self._slots), NOBODY)

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
            slot[SEEN_S] = 0.0
            sure = log_odds((fronts or {}).get(player_id, 0.5), MOST_BEGUN)
            front.view_anew(slot, sure, 1.0)
        self._home_faces = front.line_up(self._slots, self._front)
        for pose in clutter:
            row = np.array([pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)])
            self._strangers.know(row, 0.0)

    def update(
        self, frame: FrameSightings, *, powered: bool, hands: Sequence[HandArea] = ()
    ) -> RosterFrame:
        """One frame. The same instant again changes nothing; time may not run backwards."""
        if self._last is not None and frame.t_ns == self._last.t_ns:
            return self._last
        passed_s = self._let_time_pass(frame.t_ns)
        sightings = in_order(frame.sightings)
        rows, cues = seen_rows(sightings), cue_rows(sightings, self._rows)
        self._note_power(powered)
        self._hands.update(hands, self._now_s)
        if self._stop is None:
            found = self._play(rows, cues)
        else:
            found = self._rest(self._stop, rows, cues, passed_s)
        self._last = self._outcome(frame.t_ns, sightings, found)
        return self._last

    def expected(self, t_ns: int) -> tuple[Expected, ...]:
        """Where each player on the board should be looked for at an instant."""
        out = []
        for player, slot in zip(self.roster, self._slots, strict=True):
            if not slot[PLACED] or slot[LOST]:
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
            i, k = self._rows[a], self._rows[b]
            fixed = self._slots[np.ix_([i, k], FIXED)]
            self._slots[[i, k]] = self._slots[[k, i]]
            self._slots[np.ix_([i, k], FIXED)] = fixed
            if self._stop is not None:
                self._stop.exchange(i, k)
                self._at[[i, k]] = self._at[[k, i]]
        if self._stop is not None:
            self._stop.settle([self._rows[player] for player in standing])

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
        if self._stop is None:
            self._begin_stop()
        if self._stop is not None:
            self._stop.announce(out, new, self._slots[new])
        self._slots[out, PLACED] = 0.0
        self._slots[new, [PLACED, LOST]] = 1.0
        self._slots[new, SEEN_S] = self._now_s
        self._at[[out, new]] = NOBODY

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
        if powered and self._stop is not None:
            self._end_stop(self._stop)
        if powered and not self._powered:
            self._home_faces = front.line_up(self._slots, self._front) or self._home_faces
        if self._powered and not powered:
            self._power_off_s = self._now_s
        self._powered = powered
        rests = not powered and self._now_s - self._power_off_s >= self._tuning.coast_s
        if rests and self._stop is None:
            self._begin_stop()

    # --- the board shakes -----------------------------------------------------------------------

    def _play(self, rows: FloatArray, cues: FloatArray) -> IntArray:
        haunted = self._strangers.haunted(rows)
        cost = matching.costs(self._slots, rows, cues, haunted, self._now_s, self._match)
        found = pair(cost)
        unsure = self._long_unseen(cost, found)
        front.take(self._slots, rows, found, self._now_s, True, self._powered, self._front)
        for group in unsure:
            self._doubt(group)
        self._look_again(rows, found)
        return found

    def _long_unseen(self, cost: FloatArray, found: IntArray) -> list[set[int]]:
        """Who comes out of a heap so late that he may be another one of his team."""
        unseen_s = self._now_s - self._slots[:, SEEN_S]
        late = np.flatnonzero((found != NOBODY) & (unseen_s > LONG_UNSEEN_S))
        if not len(late):
            return []
        more, others = margins(cost, found)
        groups = []
        for i in late[more[late] < self._tuning.certain]:
            changed = (found != others[i]) & ((found != NOBODY) | (others[i] != NOBODY))
            if changed.sum() > 1:
                groups.append({int(k) for k in np.flatnonzero(changed)})
        return groups

    def _look_again(self, rows: FloatArray, found: IntArray) -> None:
        """Lost players among the strangers; who is recognised gets his sighting in ``found``."""
        slots, taken = self._slots, found[found != NOBODY]
        spare = [j for j in range(len(rows)) if j not in taken]
        spare = [j for j in spare if not _near(rows[j], rows[taken])]
        self._strangers.update([rows[j] for j in spare], self._now_s)
        ripe = [s for s in self._strangers.here if s.ripe(self._now_s, self._tuning)]
        unseen = self._now_s - slots[:, SEEN_S] > np.where(slots[:, LOST] > 0.0, 0.0, LOST_S)
        lost = [int(i) for i in np.flatnonzero((slots[:, PLACED] > 0.0) & unseen)]
        if not ripe or not lost or self._now_s - self._looked_s < LOOK_EACH_S:
            return
        self._looked_s = self._now_s
        cost = lost_costs(slots, lost, ripe, self._tuning)
        pairs = pair(cost)
        more, others = margins(cost, pairs)
        for a, b in enumerate(pairs.tolist()):
            if b == NOBODY:
                continue
            changed = np.flatnonzero(pairs != others[a])
            stranger, slot = ripe[b], slots[lost[a]]
            self._set_down(slot, stranger.row, stranger.front, float(stranger.count))
            self._strangers.drop(stranger)
            found[lost[a]] = next(j for j in spare if (rows[j, :Y] == stranger.row[:Y]).all())
            if more[a] < self._tuning.certain and len(changed) > 1:
                self._doubt({lost[int(k)] for k in changed})

    def _set_down(self, slot: FloatArray, at: FloatArray, says: float, frames: float) -> None:
        near = math.hypot(at[X] - slot[X], at[Y] - slot[Y]) < SAME_PLACE_MM
        x, y, h = float(at[X]), float(at[Y]), float(at[H])
        front.set_down(slot, x, y, h, says, frames, near, self._home_faces, self._front)
        slot[SEEN_S] = self._now_s
        slot[[VX, VY, LOST]] = 0.0
        slot[[PLACED, SET_BY_HAND]] = 1.0

    # --- the board rests ------------------------------------------------------------------------

    def _begin_stop(self) -> None:
        self._hands.begin()
        self._strangers.rest(self._now_s)
        self._stop = Stop(self._slots, self._strangers, self._now_s, self._tuning)
        self._before = self._slots.copy()
        self._at = self._stop.at.copy()

    def _rest(self, stop: Stop, rows: FloatArray, cues: FloatArray, passed_s: float) -> IntArray:
        found = stop.see(rows, cues, self._hands, self._now_s, passed_s)
        if stop.due(self._hands, self._now_s):
            stop.solve(self._hands, self._now_s, final=False)
            found = stop.found()
            self._move_to_stays(stop)
            if self._now_s - self._hands.last_s >= self._tuning.settle_s:
                self._ask(stop)
        doubtful = [self._rows[player] for player in self._doubts.concerned()]
        early = self._now_s - self._hands.last_s < self._tuning.settle_s
        unsure = stop.sure < (self._tuning.certain_early if early else self._tuning.certain)
        unsure[doubtful] = False
        found[unsure] = NOBODY
        front.take(self._slots, rows, found, self._now_s, False, False, self._front)
        return found

    def _end_stop(self, stop: Stop) -> None:
        stop.solve(self._hands, self._now_s, final=True)
        self._move_to_stays(stop)
        for i in np.flatnonzero(self._slots[:, PLACED] > 0.0):
            slot, stay = self._slots[i], stop.stay_of(int(i))
            slot[LOST] = float(stay is None or stay[UNSEEN_S] > GONE_S)
            slot[SEEN_S] = self._now_s
        self._ask(stop)
        self._fill_up(stop)
        stop.leave()
        self._stop = None

    def _fill_up(self, stop: Stop) -> None:
        """Who is missing must be one of those who stand there unnamed; it is asked which."""
        slots = self._slots
        bases = stop.unnamed(self._now_s - IN_SIGHT_S)
        missing = np.flatnonzero((slots[:, PLACED] > 0.0) & (slots[:, LOST] > 0.0))
        team = np.sign(slots[missing, SIDE])[:, None] * bases[:, K_HOME][None]
        for a, b in enumerate(pair(-team).tolist()):
            if b != NOBODY:
                stay, i = bases[b], int(missing[a])
                self._set_down(slots[i], stay, float(stay[K_FRONT]), float(stay[COUNT]))
                mates = np.flatnonzero(stop.moved() & (slots[:, SIDE] == slots[i, SIDE]))
                near = np.hypot(slots[mates, X] - stay[X], slots[mates, Y] - stay[Y])
                self._doubt({i, *(int(k) for k in mates[np.argsort(near)[:2]])})

    def _move_to_stays(self, stop: Stop) -> None:
        """Who is at another stay than before has been set there by a hand."""
        for i in np.flatnonzero(stop.at != self._at):
            stay, slot = stop.stay_of(int(i)), self._slots[i]
            if stay is None:
                continue
            slot[:] = self._before[i]
            self._set_down(slot, stay, float(stay[K_FRONT]), float(stay[COUNT]))
        self._at = stop.at.copy()

    def _ask(self, stop: Stop) -> None:
        """Open a doubt for each group of players that might be each other."""
        known = [{self._rows[p] for p in doubt.players} for doubt in self._doubts.open]
        for group in stop.rivals():
            if not any(group <= asked for asked in known):
                stays = {i: stop.stay_of(i) for i in group}
                late_s = self._now_s - IN_SIGHT_S
                gone = {i for i, stay in stays.items() if stay is None or stay[LAST] < late_s}
                self._doubt(group, gone)

    def _doubt(self, group: set[int], gone: Collection[int] = ()) -> None:
        """Ask who of a group stands where those are taken to stand who are not ``gone``."""
        there = (self._slots[:, PLACED] > 0.0) & (self._slots[:, LOST] == 0.0)
        here = [i for i in sorted(group) if there[i] and i not in gone]
        ids = [self.roster.players[i].id for i in sorted(group)]
        places = [(float(self._slots[i, X]), float(self._slots[i, Y])) for i in here]
        assumed = [self.roster.players[i].id for i in here]
        if places and len(ids) > 1:
            self._doubts.add(self._now_ns, ids, places, assumed)

    def _outcome(self, t_ns: int, sightings: Sequence[Sighting], found: IntArray) -> RosterFrame:
        doubtful = self._doubts.concerned()
        sure = 1.0 / (1.0 + np.exp(-front.evidence_of(self._slots, self._front)))
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
