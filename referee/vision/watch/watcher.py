"""The eyes on a moving board: every frame measured, the detector beside it, players recognised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.closing import Closing
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.vision.refine.refiner import Refiner
from referee.vision.roster.roster_frame import ExpectedPose, HandArea, RosterFrame, SeenPlayer
from referee.vision.roster.roster_tracker import RosterTracker
from referee.vision.sighting import FrameSightings, HandSighting, MarkerSighting, NearPair
from referee.vision.watch.background_jobs import JobRunner
from referee.vision.watch.base_follower import FollowedFrame, WantedBase, follow_bases
from referee.vision.watch.base_trail import BaseTrail
from referee.vision.watch.board_look import (
    BoardLook,
    KnownBase,
    LookEvidence,
    LookRequest,
)
from referee.vision.watch.board_shake import BoardShake
from referee.vision.watch.detector_only import DetectorOnlyBases
from referee.vision.watch.hands.coach_arms import CoachArms
from referee.vision.watch.hands.reaching_hand import ReachingHand
from referee.vision.watch.laid_marker import LaidMarker
from referee.vision.watch.picture.lost_bases import LostBases, MissedPlayer
from referee.vision.watch.picture.outline_check import undenied_outlines
from referee.vision.watch.picture.picture_follower import PictureFollower
from referee.vision.watch.player_evidence import PlayerEvidence
from referee.vision.watch.to_sightings import (
    SightingSources,
    detector_only_sightings,
    pictured_sightings,
    sightings_of,
)
from referee.vision.watch.unclaimed_bases import UnclaimedBases

# With the board on, a player unseen for longer is looked for by the detector alone.
ALONE_S = 0.25
COAST_S = 0.4
UNSEEN_S = 1.0
RESTING_SIGMA_MM = 1.0
# While the board runs on a slow computer, looks rest so long: the time is for every frame.
# Hands that were not looked for in a second cut the power, so it is never long.
RESTS = 1.6
MOST_REST_NS = 400_000_000
# On a computer that is too busy looks are so many times as far apart as they are else.
SPARE_LOOKS = 2.0
# Where a player was lost, a base that was just found goes first.
LOST_RANK = 10.0
# At rest so many of those who are missed are looked for in one look: it takes 18 ms each.
MISSED_EACH = 2


@dataclass(frozen=True, slots=True)
class WatchedFrame:
    """One frame: what was measured in it, whose it is, and what the last look at the board found.

    Markers and hands are those of the frame of ``looked_ns``. ``complaint`` says why nothing was
    measured: pictures like the last one looked at cannot be used. ``line_up_awaited`` is a sentence
    about the line-up that has to stand before anybody is followed, empty once it does.
    ``reaching``: this very frame shows a hand that came over a board that runs, or an earlier one
    did and no look has said since that none is there.
    """

    t_ns: int
    powered: bool
    roster: RosterFrame
    gaps: tuple[NearPair[str], ...]
    markers: tuple[MarkerSighting, ...]
    hands: tuple[HandSighting, ...]
    areas: tuple[HandArea, ...]
    looked_ns: int | None
    complaint: str | None = None
    line_up_awaited: str = ""
    reaching: bool = False


class Watcher(Closing):
    """Feed it every frame in order. ``aside`` looks at some of them, ``look_each_s`` apart.

    ``board`` None is one of unknown size.
    """

    def __init__(
        self,
        camera: CameraModel,
        refiner: Refiner,
        tracker: RosterTracker,
        aside: JobRunner[LookRequest, BoardLook],
        look_each_s: float = 0.0,
        board: FieldProfile | None = None,
    ) -> None:
        self._camera, self._refiner, self._tracker = camera, refiner, tracker
        self._aside, self.look_each_s = aside, look_each_s
        # The computer is too busy: looks are fewer, and under power figures are not read.
        self.spare = False
        self._shapes = {p.id: p.base for p in tracker.roster}
        self._arms, self._motion = CoachArms(camera), BoardShake()
        self._reaching, self._reaches = ReachingHand(camera, board), False
        numbers = count(1)
        self._knowledge, self._loose = PlayerEvidence(), UnclaimedBases(camera, numbers)
        self._shown = DetectorOnlyBases(camera, numbers)
        self._pictures = PictureFollower(camera)
        self._lost = LostBases(self._pictures, refiner, self._knowledge, self._loose, self._shown)
        self._laid = LaidMarker()
        # The players that only looks show, and those of them that lie, in the newest frame.
        self._by_looks = self._down = frozenset[str]()
        self._trails: dict[str, BaseTrail] = {}
        self._look: BoardLook | None = None
        self._asked_ns: int | None = None
        self._took_ns = self._turn = 0
        # The newest frame, and the one before it.
        self._now_ns = self._before_ns = 0
        self._powered, self._power_off_ns = False, -(10**18)

    def begin(
        self,
        t_ns: int,
        places: Mapping[str, Pose],
        fronts: Mapping[str, float] | None = None,
        clutter: Sequence[Pose] = (),
        lost: Sequence[str] = (),
        names: Mapping[str, float] | None = None,
    ) -> None:
        """Where players stand before the first frame; ``lost`` ones are somewhere on the board.

        ``names`` are the probabilities of these names; None: a person has said so.
        """
        self._tracker.begin(t_ns, places, fronts, clutter, lost, names)
        self._trails = {player: BaseTrail(pose, t_ns) for player, pose in places.items()}

    def answer(self, number: int, standing: Sequence[str]) -> dict[str, str]:
        """Who stands at the places of a doubt, in their order."""
        before = {pose: name for name, pose in self.places.items()}
        self._tracker.answer(number, standing)
        return self._follow_names(before)

    def swap(self, first: str, second: str) -> dict[str, str]:
        """Two players are the other way round."""
        before = {pose: name for name, pose in self.places.items()}
        self._tracker.swap(first, second)
        return self._follow_names(before)

    def correct(self, said: Mapping[str, str]) -> dict[str, str]:
        """A person has said of bases, by their present names, who they are."""
        before = {pose: name for name, pose in self.places.items()}
        self._tracker.correct(said)
        return self._follow_names(before)

    def lay(self, marker: MarkerSighting | None) -> None:
        """Somebody has said where the marker of the play lies; None: it counts no more."""
        self._laid.lay(marker, self._now_ns)

    def close(self) -> None:
        """Stop looking; nothing runs on afterwards."""
        self._aside.close()

    def update(self, frame: Frame, powered: bool | None = None) -> WatchedFrame:
        """One frame. ``powered`` None: it is told from the motion of the bases."""
        self._before_ns, self._now_ns = self._now_ns, frame.t_ns
        self._note_power(frame.t_ns, self._motion.powered if powered is None else powered)
        look = self._aside.take(self._powered)
        if look is not None:
            self._took_ns = frame.t_ns - look.frame.t_ns
            self._learn(look, frame)
        self._reaches = self._reaching.update(frame, powered=self._powered)
        if self._look is not None and self._look.complaint is not None:
            roster = self._update(frame, [])
            self._ask(frame, roster)
            return self._outcome(frame, roster, ())
        trails = dict(self._trails)
        followed = follow_bases(self._refiner, frame.image, list(self._wanted(frame.t_ns)))
        if self._moving(frame.t_ns):
            passed_ns = frame.t_ns - self._before_ns
            followed = undenied_outlines(self._pictures, frame, passed_ns, followed, trails)
        sources = sightings_of(frame.t_ns, self._camera, followed.met, self._knowledge, self._loose)
        sources += self._by_picture(frame, followed, sources)
        measured = [sighting.pose for sighting, _ in sources]
        by_looks = self._shown.at(moving=self._moving(frame.t_ns), measured=measured)
        sources += detector_only_sightings(frame.t_ns, self._camera, by_looks)
        roster = self._update(frame, sources)
        names = self._settle(frame.t_ns, roster, sources, followed)
        self._note_pictures(frame, followed, names)
        standing = {s.player: s.pose for s in roster.seen if s and s.player not in self._down}
        self._motion.update(frame.t_ns, standing)
        self._ask(frame, roster)
        return self._outcome(frame, roster, _named(followed.gaps, names))

    def _by_picture(
        self, frame: Frame, followed: FollowedFrame, sources: SightingSources
    ) -> SightingSources:
        """Bases whose outline is lost or doubtful, where their picture shows them."""
        hidden = {each.wanted.who for each in followed.met} | self._down | self._by_looks
        missed = [
            MissedPlayer(who, None if trail is None else trail.ahead(frame.t_ns))
            for player in self._tracker.expected(frame.t_ns)
            if (who := player.player) not in hidden
            for trail in [self._trails.get(who)]
        ]
        measured = [sighting.pose for sighting, _ in sources]
        moving = self._moving(frame.t_ns)
        found = self._lost.find(frame, missed, followed, measured, moving=moving)
        return pictured_sightings(frame.t_ns, self._camera, found, self._knowledge, self._loose)

    @property
    def laid(self) -> MarkerSighting | None:
        """The marker that somebody has pointed at, where it was seen last; None: there is none."""
        return self._laid.at

    @property
    def places(self) -> dict[str, Pose]:
        """Where everybody on the board is taken to be."""
        return {each.player: each.pose for each in self._tracker.expected(self._now_ns)}

    def unseen(self, players: Iterable[str]) -> set[str]:
        """Those of the players that have not been measured for a while, or never."""
        trails = {player: self._trails.get(player) for player in players}
        return {
            player
            for player, trail in trails.items()
            if trail is None or self._now_ns - trail.seen_ns > UNSEEN_S * S_NS
        }

    @property
    def new_line_up(self) -> bool:
        """Whether figures have been set up anew since the last power run."""
        return self._tracker.new_line_up

    def _follow_names(self, before: Mapping[Pose, str]) -> dict[str, str]:
        """What was known of a base goes to the player that it is now called.

        Returns for each name that has moved who stands where it was.
        """
        was = {name: before[pose] for name, pose in self.places.items() if pose in before}
        moved = {name: old for name, old in was.items() if name != old}
        claims = {name: self._knowledge.of(old) for name, old in moved.items()}
        trails = dict(self._trails)
        self._trails |= {name: trails[old] for name, old in moved.items() if old in trails}
        self._knowledge.claim(claims, self._now_ns)
        self._pictures.rename(moved)
        return {old: name for name, old in moved.items()}

    def _update(self, frame: Frame, sources: SightingSources) -> RosterFrame:
        sightings = FrameSightings(frame.t_ns, tuple(sighting for sighting, _ in sources))
        hands = self._arms.at(frame.t_ns)
        return self._tracker.update(sightings, powered=self._powered, hands=hands)

    def _outcome(
        self, frame: Frame, roster: RosterFrame, gaps: tuple[NearPair[str], ...]
    ) -> WatchedFrame:
        look = self._look
        return WatchedFrame(
            frame.t_ns,
            self._powered,
            roster,
            gaps,
            self._laid.among(look.markers if look else ()),
            look.hands if look else (),
            self._arms.at(frame.t_ns),
            look.frame.t_ns if look else None,
            look.complaint if look else None,
            reaching=self._reaches,
        )

    def _note_power(self, t_ns: int, powered: bool) -> None:
        if self._powered and not powered:
            self._power_off_ns = t_ns
        self._powered = powered

    def _moving(self, t_ns: int) -> bool:
        """Whether bases may move by themselves."""
        return self._powered or t_ns - self._power_off_ns < COAST_S * S_NS

    def _learn(self, look: BoardLook, frame: Frame) -> None:
        """Pass on what the slow look said."""
        self._look = look
        self._arms.look(look.frame.t_ns, look.hands)
        if look.complaint is None:
            self._reaching.looked(look.frame.t_ns, hands=bool(look.hands))
        self._laid.look(look.markers, look.frame.t_ns)
        for known, said in zip(look.known, look.evidence, strict=True):
            if isinstance(known.who, str):
                self._knowledge.learn(known.who, said)
                if said.believed:
                    self._pictures.believed(known.who, look.frame.t_ns)
                if self._knowledge.astray(known.who):
                    self._tracker.mislay(known.who)
        for loose in self._loose.learn(look, frame):
            fresh = loose.fresh
            if fresh.right > 0.0:
                self._pictures.measured(loose.number, fresh.pose, fresh.shape, look.frame)
            else:
                self._pictures.detected(loose.number, fresh.pose, fresh.shape, look.frame)
        self._shown.learn(look, frame, moving=self._moving(look.frame.t_ns))

    def _wanted(self, t_ns: int) -> Iterator[WantedBase]:
        """Players where the roster expects them, and bases that are nobody yet."""
        moving = self._moving(t_ns)
        for player in self._tracker.expected(t_ns):
            who = player.player
            if who in self._down:
                continue
            trail = self._trails.get(who) or BaseTrail(player.pose, t_ns, 1)
            unseen_s = (t_ns - trail.seen_ns) / S_NS
            if self._knowledge.astray(who) or (moving and unseen_s > ALONE_S):
                continue
            sigma_mm = player.sigma_mm if moving else RESTING_SIGMA_MM
            rank = LOST_RANK + unseen_s if trail.missed else 0.0
            pose = _where(player, trail, t_ns, moving=moving)
            others = trail.others(t_ns, pose) if moving else ()
            yield WantedBase(who, self._shapes[who], pose, sigma_mm, rank, others)
            self._trails[who] = trail.miss()
        yield from self._loose.wanted(t_ns)

    def _settle(
        self, t_ns: int, roster: RosterFrame, sources: SightingSources, followed: FollowedFrame
    ) -> dict[str | int, str]:
        """What was known of a base goes to the player it turned out to be. Returns their names."""
        source_of = {id(sighting): who for sighting, who in sources}
        names: dict[str | int, str] = {}
        claims: dict[str, LookEvidence | None] = {}
        for seen in roster.seen:
            if seen is None:
                continue
            who, player = source_of[id(seen.sighting)], seen.player
            names[who] = player
            trail = self._trails.get(player) or BaseTrail(seen.pose, t_ns)
            self._trails[player] = trail.measured(seen.pose, t_ns)
            if isinstance(who, int):
                found = self._shown.get(who) or self._loose[who]
                claims[player] = found.evidence
            elif who != player:
                claims[player] = self._knowledge.of(who)
        self._knowledge.claim(claims, t_ns)
        claimed = {who: player for who, player in names.items() if isinstance(who, int)}
        self._pictures.rename({player: number for number, player in claimed.items()})
        self._loose.settle(followed.met, set(claimed), t_ns)
        self._pictures.keep({*self._shapes, *(each.number for each in self._loose)})
        self._shown.settle(claimed)
        ours = {who: each for who in claimed if (each := self._shown.get(who)) is not None}
        self._by_looks = frozenset(names[who] for who in ours)
        self._down = frozenset(names[who] for who, each in ours.items() if each.lies)
        return names

    def _note_pictures(
        self, frame: Frame, followed: FollowedFrame, names: Mapping[str | int, str]
    ) -> None:
        """What every player looks like whose outline was measured in this frame."""
        for each in followed.met:
            name, who = names.get(each.wanted.who), each.wanted.who
            known = name is not None and self._pictures.checked_ns(name) is not None
            if name is not None and (who != name or not known or not self._moving(frame.t_ns)):
                self._pictures.measured(name, each.measured.pose, each.wanted.shape, frame)

    def _ask(self, frame: Frame, roster: RosterFrame) -> None:
        """Have this frame looked at, if it is time."""
        since_ns = None if self._asked_ns is None else frame.t_ns - self._asked_ns
        rest_ns = self.look_each_s * S_NS * (SPARE_LOOKS if self.spare else 1.0)
        if self._powered:
            rest_ns = max(rest_ns, min(RESTS * self._took_ns, MOST_REST_NS))
        if since_ns is not None and since_ns < rest_ns:
            return
        self._asked_ns = frame.t_ns
        here = [s for s in roster.seen if s is not None and s.player not in self._by_looks]
        reads = not (self.spare and self._powered)
        turn = self._knowledge.next_to_read(seen.player for seen in here) if reads else set()
        known = tuple(
            KnownBase(s.player, self._shapes[s.player], s.pose, s.player in turn) for s in here
        )
        known += self._loose.known(frame.t_ns)
        # Nobody changes places while the board runs: who a figure is can wait.
        names = not (self._powered or self.spare)
        self._aside.offer(LookRequest(frame, known, names, self._missed(frame.t_ns, here)))

    def _missed(self, t_ns: int, here: Sequence[SeenPlayer]) -> tuple[KnownBase, ...]:
        """Some who are not seen where they stood, in turn: a hand may have turned them there."""
        if self._moving(t_ns) or self.spare:
            return ()
        seen = {each.player for each in here} | self._by_looks
        missed = [
            KnownBase(each.player, self._shapes[each.player], each.pose)
            for each in self._tracker.expected(t_ns)
            if each.player not in seen
        ]
        first = self._turn % max(len(missed), 1)
        self._turn += MISSED_EACH
        return tuple([*missed[first:], *missed[:first]][:MISSED_EACH])


def _where(player: ExpectedPose, trail: BaseTrail, t_ns: int, *, moving: bool) -> Pose:
    """A lost base may have gone on or have been stopped: both are tried in turn."""
    if trail.missed % 2:
        return trail.pose
    return trail.ahead(t_ns) if moving and not trail.missed else player.pose


def _named(
    gaps: Sequence[NearPair[str | int]], names: Mapping[str | int, str]
) -> tuple[NearPair[str], ...]:
    """The gaps, named by the players that the bases turned out to be.

    A base that is no player has no name: what it was followed as may by now be another base.
    """
    return tuple(
        NearPair(names[g.first], names[g.second], g.gap_mm, g.sigma_mm)
        for g in gaps
        if g.first in names and g.second in names
    )
