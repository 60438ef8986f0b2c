"""The roster over time: a fixed list of players, and which sighting of each frame is whose.

No player is ever added. In every frame each player gets its own raw sighting or none; what fits
no player is a stranger. While the board shakes, players are followed from frame to frame; at a stop
all are named together, and where two cannot be told apart the coach is asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import numpy as np

from referee.core.arrays import I64
from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.vision.appearance.figure_gallery import FigureGallery
from referee.vision.roster import front_evidence, matching_costs, roster_fronts
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.habits.team_habits import TeamHabits
from referee.vision.roster.hand_tracks import HandTracks
from referee.vision.roster.moving_roster import MovingRoster
from referee.vision.roster.player_rows import (
    LOST,
    SIGHTING,
    Row,
    in_order,
    log_odds,
    sighting_rows,
    sighting_views,
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
# A base whose name was given to another one has the name that is left: that is a guess, and shown
# as one.
TURNED_OUT = 0.5


class RosterTracker:
    """Takes every frame in order; ``begin`` says where each player stands at the start.

    ``doubts`` are the numbers of its doubts, ``habits`` what is known of line-ups already,
    ``gallery`` what the players' figures look like.
    """

    def __init__(
        self,
        roster: Roster,
        tuning: RosterTuning = DEFAULT,
        doubts: Iterator[int] | None = None,
        habits: TeamHabits | None = None,
        gallery: FigureGallery | None = None,
    ) -> None:
        self.roster = roster
        self._known = RosterMemory(roster, tuning, doubts, habits, gallery)
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
        names: Mapping[str, float] | None = None,
    ) -> None:
        """Where players stand at the first frame, and the probability that each front is right.

        ``lost`` are on the board, nobody knows where; other players without a place wait beside it.
        ``clutter`` looks like a base but is none. ``names`` are the probabilities that the players
        stand there; None: a person has said so.
        """
        known = self._known
        self._start_ns = t_ns
        for player_id, pose in places.items():
            slot = known.slots[self.roster.index(player_id)]
            slot["x_mm"], slot["y_mm"], slot["heading_rad"] = (
                pose.x_mm,
                pose.y_mm,
                math.radians(pose.heading_deg),
            )
            slot["placed"] = slot["set_by_hand"] = True
            slot["seen_s"] = 0.0
            sure = log_odds((fronts or {}).get(player_id, 0.5), MOST_BEGUN)
            front_evidence.view_anew(slot, sure, 1.0)
        for player_id, probability in (names or {}).items():
            known.name_probability[known.rows[player_id]] = probability
        for player_id in lost:
            slot = known.slots[self.roster.index(player_id)]
            slot["placed"], slot["lost"] = True, LOST
            slot["seen_s"] = 0.0
        known.begin()
        for pose in clutter:
            spot: Row = np.zeros(1, SIGHTING)[0]
            spot["x_mm"], spot["y_mm"] = pose.x_mm, pose.y_mm
            spot["heading_rad"] = math.radians(pose.heading_deg)
            known.strangers.know(spot, 0.0)

    def update(
        self, frame: FrameSightings, *, powered: bool, hands: Sequence[HandArea] = ()
    ) -> RosterFrame:
        """One frame. The same instant again changes nothing; time may not run backwards."""
        if self._last is not None and frame.t_ns == self._last.t_ns:
            return self._last
        passed_s = self._let_time_pass(frame.t_ns)
        sightings = in_order(frame.sightings)
        rows = sighting_rows(sightings)
        self._note_power(powered)
        self._hands.update(hands, self._known.now_s)
        if self._rest is None:
            found = self._play.frame(rows, powered=powered)
        else:
            found = self._rest.frame(rows, sighting_views(sightings), passed_s)
        self._last = self._outcome(frame.t_ns, sightings, found)
        return self._last

    def expected(self, t_ns: int) -> tuple[ExpectedPose, ...]:
        """Where each player on the board should be looked for at an instant."""
        out = []
        tuning = self._known.tuning
        for player, slot in zip(self.roster, self._known.slots, strict=True):
            if not slot["placed"] or slot["lost"]:
                continue
            ahead_s = max(0.0, (t_ns - (self._start_ns or 0)) / S_NS - slot["seen_s"])
            drift_s = min(ahead_s, matching_costs.COAST_AHEAD_S) if self._powered else 0.0
            x, y = (
                slot["x_mm"] + drift_s * slot["vx_mm_s"],
                slot["y_mm"] + drift_s * slot["vy_mm_s"],
            )
            sigma = tuning.moving_sigma_mm + tuning.moving_sigma_mm_s * ahead_s
            pose = Pose(float(x), float(y), math.degrees(slot["heading_rad"]))
            out.append(ExpectedPose(player.id, pose, min(sigma, tuning.widest_sigma_mm)))
        return tuple(out)

    @property
    def doubts(self) -> tuple[IdentityDoubt, ...]:
        """What is open, oldest first."""
        return self._known.doubts.open

    @property
    def new_line_up(self) -> bool:
        """Whether figures have been set up anew since the last power run."""
        return self._rest is not None and self._rest.new_line_up

    def answer(self, number: int, standing: Sequence[str]) -> None:
        """Who stands at the places of a doubt, in their order; everything since goes along."""
        known = self._known
        for a, b in known.doubts.answer(number, standing):
            self._exchange(a, b)
        known.know_names(standing)
        if self._rest is not None:
            self._rest.settle([known.rows[player] for player in standing])

    def swap(self, first: str, second: str) -> None:
        """Two players are the other way round, as the coach sees; everything since goes along."""
        slots = self._known.slots
        there = [slots[self.roster.index(player)] for player in (first, second)]
        if not any(slot["placed"] and not slot["lost"] for slot in there):
            raise BadValue("player", first, "one who is seen on the board, or the other one is")
        if first == second:
            raise BadValue("player", second, "somebody else than the first one")
        self._exchange(first, second)
        self._settle({first, second})

    def mislay(self, player: str) -> None:
        """What was followed as this player is none: nobody knows where the player is."""
        slot = self._known.slots[self.roster.index(player)]
        if self._rest is None and slot["placed"]:
            slot["lost"] = LOST

    def correct(self, said: Mapping[str, str]) -> None:
        """Bases are somebody: for each by its present name who it is; everything since goes along.

        Whoever was called that until now takes the name that is left, and nothing more is known
        of it than before: at a line-up it is named anew by the evidence.
        """
        wanted = set(said.values())
        called = {name: name for name in sorted({*said, *wanted})}
        for now, who in said.items():
            holder = called[now]
            if holder != who:
                self._exchange(holder, who)
                swapped = {holder: who, who: holder}
                called = {base: swapped.get(name, name) for base, name in called.items()}
        moved = {name for base, name in called.items() if name != base}
        self._settle(wanted, moved - wanted)

    def _settle(self, players: set[str], turned_out: AbstractSet[str] = frozenset()) -> None:
        """These names are known: nobody is asked about them, and they stay on their bases."""
        known = self._known
        known.doubts.settle(players)
        rows = [known.rows[player] for player in sorted(players)]
        others = [known.rows[player] for player in sorted(turned_out)]
        known.know_names(players)
        known.name_probability[others] = np.minimum(known.name_probability[others], TURNED_OUT)
        if self._rest is not None:
            self._rest.settle(rows, others)

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

    def _outcome(self, t_ns: int, sightings: Sequence[Sighting], found: I64) -> RosterFrame:
        known = self._known
        doubtful = known.doubts.concerned()
        sure = 1.0 / (1.0 + np.exp(-roster_fronts.evidence_of(known.slots, known.numbers)))
        headings = known.slots["heading_rad"]
        seen: list[SeenPlayer | None] = []
        for i, j in enumerate(found.tolist()):
            if j == NOBODY:
                seen.append(None)
                continue
            raw, player = sightings[j], self.roster.players[i].id
            turned = math.cos(math.radians(raw.pose.heading_deg) - headings[i]) < 0.0
            pose = raw.pose
            if turned:
                pose = Pose(pose.x_mm, pose.y_mm, pose.heading_deg + 180.0)
            name, k = float(known.name_probability[i]), int(known.other_name[i])
            other = "" if k == NOBODY else self.roster.players[k].id
            front, doubted = float(sure[i]), player in doubtful
            seen.append(SeenPlayer(player, raw, pose, turned, front, doubted, name, other))
        taken = set(found.tolist())
        strangers = tuple(s for j, s in enumerate(sightings) if j not in taken)
        return RosterFrame(t_ns, tuple(seen), strangers, known.doubts.open)
