"""The roster over time: a fixed list of players, and which sighting of each frame is whose.

Nobody is ever added. Every frame each player gets his own raw sighting or none; what fits nobody is
a stranger. While the board shakes players are followed from frame to frame; at a stop names are
settled for all together, and where two cannot be told apart a doubt is opened for the coach.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.vision.roster import front_evidence, matching_costs, roster_fronts
from referee.vision.roster.assignment import NOBODY, IntArray
from referee.vision.roster.hand_tracks import HandTracks
from referee.vision.roster.moving_roster import MovingRoster
from referee.vision.roster.player_rows import (
    LOST,
    PLACED,
    SEEN_S,
    SET_BY_HAND,
    VX,
    VY,
    H,
    X,
    Y,
    cue_rows,
    in_order,
    log_odds,
    sighting_rows,
)
from referee.vision.roster.roster_frame import (
    ExpectedPose,
    HandArea,
    IdentityDoubt,
    RosterFrame,
    SeenPlayer,
)
from referee.vision.roster.roster_memory import RosterMemory
from referee.vision.roster.roster_tuning import DEFAULT, RosterTuning
from referee.vision.roster.stops.resting_roster import RestingRoster
from referee.vision.sighting import FrameSightings, Sighting

MOST_BEGUN = 4.0


class RosterTracker:
    """Feed it every frame in order; ``begin`` says who stands where at the start.

    ``doubts`` are the numbers of its doubts.
    """

    def __init__(
        self, roster: Roster, tuning: RosterTuning = DEFAULT, doubts: Iterator[int] | None = None
    ) -> None:
        self.roster = roster
        self._known = RosterMemory(roster, tuning, doubts)
        self._play = MovingRoster(self._known)
        self._rest: RestingRoster | None = None
        self._hands = HandTracks(tuning.finger_sigma_mm)
        self._start_ns: int | None = None
        self._last: RosterFrame | None = None
        self._powered = False
        self._power_off_s = -math.inf

    def begin(
        self,
        t_ns: int,
        places: Mapping[str, Pose],
        fronts: Mapping[str, float] | None = None,
        clutter: Sequence[Pose] = (),
        lost: Sequence[str] = (),
    ) -> None:
        """Who stands where when the first frame comes, and the probability that his front is known.

        ``lost`` are on the board, nobody knows where; other players without a place wait beside it.
        ``clutter`` looks like a base but is none.
        """
        known = self._known
        self._start_ns = t_ns
        for player_id, pose in places.items():
            slot = known.slots[self.roster.index(player_id)]
            slot[X], slot[Y], slot[H] = pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)
            slot[PLACED] = slot[SET_BY_HAND] = 1.0
            slot[SEEN_S] = 0.0
            sure = log_odds((fronts or {}).get(player_id, 0.5), MOST_BEGUN)
            front_evidence.view_anew(slot, sure, 1.0)
        for player_id in lost:
            slot = known.slots[self.roster.index(player_id)]
            slot[PLACED] = slot[LOST] = 1.0
            slot[SEEN_S] = 0.0
        known.begin()
        for pose in clutter:
            row = np.array([pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)])
            known.strangers.know(row, 0.0)

    def update(
        self, frame: FrameSightings, *, powered: bool, hands: Sequence[HandArea] = ()
    ) -> RosterFrame:
        """One frame. The same instant again changes nothing; time may not run backwards."""
        if self._last is not None and frame.t_ns == self._last.t_ns:
            return self._last
        passed_s = self._let_time_pass(frame.t_ns)
        sightings = in_order(frame.sightings)
        rows, cues = sighting_rows(sightings), cue_rows(sightings, self._known.rows)
        self._note_power(powered)
        self._hands.update(hands, self._known.now_s)
        if self._rest is None:
            found = self._play.frame(rows, cues, powered=powered)
        else:
            found = self._rest.frame(rows, cues, passed_s)
        self._last = self._outcome(frame.t_ns, sightings, found)
        return self._last

    def expected(self, t_ns: int) -> tuple[ExpectedPose, ...]:
        """Where each player on the board should be looked for at an instant."""
        out = []
        tuning = self._known.tuning
        for player, slot in zip(self.roster, self._known.slots, strict=True):
            if not slot[PLACED] or slot[LOST]:
                continue
            ahead_s = max(0.0, (t_ns - (self._start_ns or 0)) / S_NS - slot[SEEN_S])
            drift_s = min(ahead_s, matching_costs.COAST_AHEAD_S) if self._powered else 0.0
            x, y = slot[X] + drift_s * slot[VX], slot[Y] + drift_s * slot[VY]
            sigma = tuning.moving_sigma_mm + tuning.moving_sigma_mm_s * ahead_s
            pose = Pose(float(x), float(y), math.degrees(slot[H]))
            out.append(ExpectedPose(player.id, pose, min(sigma, tuning.widest_sigma_mm)))
        return tuple(out)

    @property
    def doubts(self) -> tuple[IdentityDoubt, ...]:
        """What is open, oldest first."""
        return self._known.doubts.open

    def answer(self, number: int, standing: Sequence[str]) -> None:
        """Who stands at the places of a doubt, in their order; everything since goes along."""
        known = self._known
        for a, b in known.doubts.answer(number, standing):
            self._exchange(a, b)
        if self._rest is not None:
            self._rest.settle([known.rows[player] for player in standing])

    def swap(self, first: str, second: str) -> None:
        """Two players are the other way round, as the coach sees; everything since goes along."""
        for player in (first, second):
            slot = self._known.slots[self.roster.index(player)]
            if not slot[PLACED] or slot[LOST]:
                raise BadValue("player", player, "one who is seen on the board")
        if first == second:
            raise BadValue("player", second, "somebody else than the first one")
        self._exchange(first, second)
        self._known.doubts.relabel(first, second)

    def substitute(self, leaves: str, comes: str) -> None:
        """A player goes to the bench and another is about to be set down, at a stop."""
        if self._powered:
            raise BadValue("the board", PlainWord("on"), "off while a player is exchanged")
        known = self._known
        out, new = self.roster.index(leaves), self.roster.index(comes)
        for player_id, row, wanted in ((leaves, out, 1.0), (comes, new, 0.0)):
            if known.slots[row, PLACED] != wanted:
                place = "on the board" if wanted else "on the bench"
                raise BadValue("player", player_id, f"one who is {place}")
        if self.roster.players[out].team is not self.roster.players[new].team:
            raise BadValue("player", comes, f"one of the team of {leaves}")
        if self._rest is None:
            self._rest = RestingRoster(known, self._hands)
        self._rest.announce(out, new)
        known.slots[out, PLACED] = 0.0
        known.slots[new, [PLACED, LOST]] = 1.0
        known.slots[new, SEEN_S] = known.now_s

    def _exchange(self, a: str, b: str) -> None:
        i, k = self._known.exchange(a, b)
        if self._rest is not None:
            self._rest.exchange(i, k)

    def _let_time_pass(self, t_ns: int) -> float:
        if self._start_ns is None:
            raise BadValue(
                "the roster", PlainWord("without a start"), "begin() before the first frame"
            )
        earliest = self._last.t_ns if self._last is not None else self._start_ns
        if t_ns < earliest:
            raise BadValue("t_ns", t_ns, f"{earliest} or later; time does not run backwards")
        before_s = self._known.now_s
        self._known.now_s = (t_ns - self._start_ns) / S_NS
        self._known.now_ns = t_ns
        return self._known.now_s - before_s

    def _note_power(self, powered: bool) -> None:
        known = self._known
        if powered and self._rest is not None:
            self._rest.end()
            self._rest = None
        if powered and not self._powered:
            known.line_up()
        if self._powered and not powered:
            self._power_off_s = known.now_s
        self._powered = powered
        rests = not powered and known.now_s - self._power_off_s >= known.tuning.coast_s
        if rests and self._rest is None:
            self._rest = RestingRoster(known, self._hands)

    def _outcome(self, t_ns: int, sightings: Sequence[Sighting], found: IntArray) -> RosterFrame:
        known = self._known
        doubtful = known.doubts.concerned()
        sure = 1.0 / (1.0 + np.exp(-roster_fronts.evidence_of(known.slots, known.front)))
        seen: list[SeenPlayer | None] = []
        for i, j in enumerate(found.tolist()):
            if j == NOBODY:
                seen.append(None)
                continue
            raw, player = sightings[j], self.roster.players[i].id
            turned = math.cos(math.radians(raw.pose.heading_deg) - known.slots[i, H]) < 0.0
            pose = raw.pose
            if turned:
                pose = Pose(pose.x_mm, pose.y_mm, pose.heading_deg + 180.0)
            seen.append(SeenPlayer(player, raw, pose, turned, float(sure[i]), player in doubtful))
        taken = set(found.tolist())
        strangers = tuple(s for j, s in enumerate(sightings) if j not in taken)
        return RosterFrame(t_ns, tuple(seen), strangers, known.doubts.open)
