"""The eyes on a moving board: every frame measured, the detector beside it, players recognised."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

import numpy as np

from referee.camera.model import CameraModel
from referee.camera.source import Frame
from referee.core.base_shape import BaseShape, FloatArray
from referee.core.pose import Pose
from referee.vision.refine.refiner import Refiner
from referee.vision.roster.outcome import Expected, HandArea, RosterFrame
from referee.vision.roster.tracker import RosterTracker
from referee.vision.sighting import (
    Corners,
    Covariance,
    FrameSightings,
    HandSighting,
    MarkerSighting,
    Sighting,
)
from referee.vision.watch.arms import Arms
from referee.vision.watch.background import Aside
from referee.vision.watch.follow import Followed, Gap, Wanted, follow
from referee.vision.watch.look import SAME_BASE_MM, Asked, Evidence, Fresh, Known, Look
from referee.vision.watch.motion import Motion
from referee.vision.watch.present import present_pose

NS_PER_S = 1e9
# With the board on, a player unseen for longer is looked for by the detector alone.
ALONE_S = 0.25
COAST_S = 0.4
# So many looks in a row that see no base where one is followed: it is something else.
ASTRAY_LOOKS, LOOSE_LOOKS = 3, 2
SURELY_NOT = 0.05
LOOSE_S = 0.25
MOST_LOOSE = 12
OLD_EVIDENCE_S = 0.6
MOST_READ = 8  # players whom one look reads closely, in turn
LOOSE_SIGMA_MM = 2.0
LIES = 0.5
# Where somebody was lost, a base that was just found goes before him.
LOST_RANK = 10.0


@dataclass
class _Loose:
    """A base that is followed and is nobody yet."""

    number: int
    fresh: Fresh
    pose: Pose
    seen_ns: int
    met: bool = False
    vx_mm_s: float = 0.0
    vy_mm_s: float = 0.0
    denied: int = 0


@dataclass(frozen=True, slots=True)
class Watched:
    """One frame: what was measured in it, whose it is, and what the last look at the board found.

    Markers and hands are those of the frame of ``looked_ns``. ``complaint`` says why nothing was
    measured: pictures like the last one looked at cannot be used.
    """

    t_ns: int
    powered: bool
    roster: RosterFrame
    gaps: tuple[Gap, ...]
    markers: tuple[MarkerSighting, ...]
    hands: tuple[HandSighting, ...]
    areas: tuple[HandArea, ...]
    looked_ns: int | None
    complaint: str | None = None


class Watcher:
    """Feed it every frame in order. ``aside`` looks at some of them, ``look_each_s`` apart."""

    def __init__(
        self,
        camera: CameraModel,
        refiner: Refiner,
        tracker: RosterTracker,
        aside: Aside[Asked, Look],
        look_each_s: float = 0.0,
    ) -> None:
        self._camera, self._refiner, self._tracker = camera, refiner, tracker
        self._aside, self.look_each_s = aside, look_each_s
        self._shapes = {p.id: p.base for p in tracker.roster}
        self._arms, self._motion = Arms(camera), Motion()
        self._evidence: dict[str, Evidence] = {}
        self._denied: dict[str, int] = {}
        self._missed: dict[str, int] = {}
        self._last: dict[str, Pose] = {}
        self._read_ns: dict[str, int] = {}
        self._seen_ns: dict[str, int] = {}
        self._claimed_ns: dict[str, int] = {}
        self._loose: list[_Loose] = []
        self._count = 0
        self._last_look: Look | None = None
        self._asked_ns: int | None = None
        self._before_ns = -1
        self._powered, self._power_off_ns = False, -(10**18)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def begin(
        self,
        t_ns: int,
        places: Mapping[str, Pose],
        fronts: Mapping[str, float] | None = None,
        clutter: Sequence[Pose] = (),
    ) -> None:
        """Who stands where before the first frame."""
        self._tracker.begin(t_ns, places, fronts, clutter)
        self._seen_ns = dict.fromkeys(places, t_ns)
        self._before_ns = t_ns

    def close(self) -> None:
        """Stop looking; nothing runs on afterwards."""
        self._aside.close()

    def see(self, frame: Frame, powered: bool | None = None) -> Watched:
        """One frame. ``powered`` None: it is told from the motion of the bases."""
        self._note_power(frame.t_ns, self._motion.powered if powered is None else powered)
        look = self._aside.take()
        if look is not None:
            self._learn(look, frame)
        complaint = self._last_look.complaint if self._last_look else None
        if complaint is not None:
            roster = self._update(FrameSightings(frame.t_ns, ()))
            self._ask(frame, roster)
            return self._outcome(frame, roster, (), complaint)
        wanted = self._wanted(frame.t_ns)
        followed = follow(self._refiner, frame.image, wanted)
        sources = self._sightings(frame, followed, look)
        roster = self._update(FrameSightings(frame.t_ns, tuple(s for s, _ in sources)))
        names = self._settle(frame.t_ns, roster, sources, followed)
        gaps = tuple(
            replace(g, first=names.get(g.first, g.first), second=names.get(g.second, g.second))
            for g in followed.gaps
        )
        poses = {s.player: s.pose for s in roster.seen if s is not None}
        self._motion.update(frame.t_ns, poses)
        self._ask(frame, roster)
        self._before_ns = frame.t_ns
        return self._outcome(frame, roster, gaps, None)

    def _update(self, sightings: FrameSightings) -> RosterFrame:
        areas = self._arms.at(sightings.t_ns)
        return self._tracker.update(sightings, powered=self._powered, hands=areas)

    def _outcome(
        self, frame: Frame, roster: RosterFrame, gaps: tuple[Gap, ...], complaint: str | None
    ) -> Watched:
        look = self._last_look
        return Watched(
            frame.t_ns,
            self._powered,
            roster,
            gaps,
            look.markers if look else (),
            look.hands if look else (),
            self._arms.at(frame.t_ns),
            look.frame.t_ns if look else None,
            complaint,
        )

    def _note_power(self, t_ns: int, powered: bool) -> None:
        if self._powered and not powered:
            self._power_off_ns = t_ns
        self._powered = powered

    # --- what is looked for in this frame -------------------------------------------------------

    def _wanted(self, t_ns: int) -> list[Wanted]:
        """Players where the roster expects them, and bases that are nobody yet."""
        moving = self._powered or t_ns - self._power_off_ns < COAST_S * NS_PER_S
        out = []
        for player in self._tracker.expected(t_ns):
            who = player.player
            unseen_s = (t_ns - self._seen_ns.get(who, 0)) / NS_PER_S
            if self._denied.get(who, 0) >= ASTRAY_LOOKS or (moving and unseen_s > ALONE_S):
                continue
            shape = self._shapes[who]
            sigma = player.sigma_mm if moving else 1.0
            rank = 0.0 if self._seen_ns.get(who) == self._before_ns else LOST_RANK + unseen_s
            out.append(Wanted(who, shape, self._where(player), sigma, rank))
        for loose in self._loose:
            ahead_s = (t_ns - loose.seen_ns) / NS_PER_S
            x = loose.pose.x_mm + ahead_s * loose.vx_mm_s
            y = loose.pose.y_mm + ahead_s * loose.vy_mm_s
            pose = Pose(x, y, loose.pose.heading_deg)
            if loose.fresh.evidence.fallen < LIES:
                shape = loose.fresh.shape
                out.append(Wanted(loose.number, shape, pose, LOOSE_SIGMA_MM, ahead_s))
        return out

    def _where(self, player: Expected) -> Pose:
        """Who was lost may have gone on or have been stopped: both are tried in turn."""
        who = player.player
        self._missed[who] = self._missed.get(who, -1) + 1
        return self._last.get(who, player.pose) if self._missed[who] % 2 else player.pose

    # --- what the slow look said ----------------------------------------------------------------

    def _learn(self, look: Look, frame: Frame) -> None:
        """Evidence to whom it concerns; what nobody follows yet is brought to the present."""
        self._last_look = look
        self._arms.look(look.frame.t_ns, look.hands)
        for known, said in zip(look.known, look.evidence, strict=True):
            if isinstance(known.who, str):
                self._learn_of_player(known.who, said, look.frame.t_ns)
        told = {k.who: e for k, e in zip(look.known, look.evidence, strict=True)}
        for loose in self._loose:
            said_of = told.get(loose.number)
            if said_of is not None:
                loose.denied = 0 if said_of.believed else loose.denied + 1
                loose.fresh = replace(loose.fresh, evidence=_with_size(said_of, loose.fresh))
        self._loose = [x for x in self._loose if x.denied < LOOSE_LOOKS and x.met]
        for fresh in look.fresh:
            self._meet(fresh, look, frame)

    def _learn_of_player(self, who: str, said: Evidence, t_ns: int) -> None:
        if self._claimed_ns.get(who, -1) > t_ns:
            return  # it spoke of what was taken for him then
        known = self._evidence.get(who)
        if not said.read and known is not None and t_ns - known.t_ns <= OLD_EVIDENCE_S * NS_PER_S:
            return  # what the reader said last still holds
        self._evidence[who] = said
        step = ASTRAY_LOOKS if said.base < SURELY_NOT else 1
        self._denied[who] = 0 if said.believed else self._denied.get(who, 0) + step

    def _meet(self, fresh: Fresh, look: Look, frame: Frame) -> None:
        if len(self._loose) >= MOST_LOOSE:
            return
        pose: Pose | None = fresh.pose
        passed_s = (frame.t_ns - look.frame.t_ns) / NS_PER_S
        if passed_s > 0.0:
            pose = present_pose(
                look.frame.image,
                frame.image,
                passed_s,
                self._camera,
                fresh.pose,
                fresh.shape.height_mm,
            )
        if pose is None or any(_apart(pose, loose.pose) <= SAME_BASE_MM for loose in self._loose):
            return
        self._count += 1
        self._loose.append(_Loose(self._count, fresh, pose, frame.t_ns))

    # --- what was measured ----------------------------------------------------------------------

    def _sightings(
        self, frame: Frame, followed: Followed, look: Look | None
    ) -> list[tuple[Sighting, str | int]]:
        """A sighting for each base that was measured, and for figures that were just seen lying."""
        loose = {x.number: x for x in self._loose}
        corners = self._corners([(m.wanted.shape, m.measured.pose) for m in followed.met])
        out: list[tuple[Sighting, str | int]] = []
        for met, px in zip(followed.met, corners, strict=True):
            who, shape, base = met.wanted.who, met.wanted.shape, met.measured
            if isinstance(who, str):
                said, size = self._evidence.get(who), (shape.length_mm, shape.width_mm)
            else:
                said = loose[who].fresh.evidence
                size = said.size_mm or (shape.length_mm, shape.width_mm)
            out.append(
                (_sighting(frame.t_ns, base.pose, base.covariance, size, said, base.right, px), who)
            )
        if look is not None:
            out += self._lying(frame)
        return out

    def _lying(self, frame: Frame) -> list[tuple[Sighting, str | int]]:
        """Figures that lie have no outline to be measured: there is only what the detector says."""
        out: list[tuple[Sighting, str | int]] = []
        for loose in self._loose:
            fresh = loose.fresh
            if fresh.evidence.fallen < LIES or loose.met:
                continue
            shape = fresh.shape
            (px,) = self._corners([(shape, loose.pose)])
            sighting = _sighting(
                frame.t_ns,
                loose.pose,
                fresh.candidate.covariance,
                (shape.length_mm, shape.width_mm),
                fresh.evidence,
                fresh.candidate.score,
                px,
            )
            out.append((sighting, loose.number))
        return out

    def _corners(self, bases: Sequence[tuple[BaseShape, Pose]]) -> list[Corners]:
        """The corners of the rectangles around bases' tops in the picture."""
        if not bases:
            return []
        points = np.empty((len(bases), 4, 3))
        for row, (shape, pose) in zip(points, bases, strict=True):
            row[:, :2] = pose.to_board(shape.corners_mm)
            row[:, 2] = shape.height_mm
        return [_four(px) for px in self._camera.project(points)]

    def _settle(
        self,
        t_ns: int,
        roster: RosterFrame,
        sources: Sequence[tuple[Sighting, str | int]],
        followed: Followed,
    ) -> dict[str | int, str]:
        """What was known of a base goes to the player it turned out to be."""
        source_of = {id(sighting): who for sighting, who in sources}
        loose = {x.number: x for x in self._loose}
        evidence = dict(self._evidence)
        names: dict[str | int, str] = {}
        taken: set[int] = set()
        for seen in roster.seen:
            if seen is None:
                continue
            who, player = source_of[id(seen.sighting)], seen.player
            self._seen_ns[player] = t_ns
            self._missed[player] = -1
            self._last[player] = seen.pose
            names[who] = player
            if who == player:
                continue
            self._claimed_ns[player] = t_ns
            self._denied[player] = 0
            if isinstance(who, int):
                taken.add(who)
                evidence[player] = loose[who].fresh.evidence
            elif who in self._evidence:
                evidence[player] = self._evidence[who]
        self._evidence = evidence
        for met in followed.met:
            if isinstance(met.wanted.who, int) and met.wanted.who not in taken:
                _move(loose[met.wanted.who], met.measured.pose, t_ns)
        self._loose = [
            x
            for x in self._loose
            if x.number not in taken and t_ns - x.seen_ns <= LOOSE_S * NS_PER_S
        ]
        return names

    def _ask(self, frame: Frame, roster: RosterFrame) -> None:
        """Have this frame looked at, if it is time."""
        due = self._asked_ns is None or frame.t_ns - self._asked_ns >= self.look_each_s * NS_PER_S
        if not due:
            return
        self._asked_ns = frame.t_ns
        here = [seen for seen in roster.seen if seen is not None]
        waiting = sorted(seen.player for seen in here)
        waiting.sort(key=lambda who: self._read_ns.get(who, -1))
        turn = set(waiting[:MOST_READ])
        self._read_ns |= dict.fromkeys(turn, frame.t_ns)
        known = [
            Known(seen.player, self._shapes[seen.player], seen.pose, seen.player in turn)
            for seen in here
        ]
        known += [
            Known(x.number, x.fresh.shape, x.pose)
            for x in self._loose
            if x.met and x.seen_ns == frame.t_ns
        ]
        self._aside.offer(Asked(frame, tuple(known)))


def _move(loose: _Loose, pose: Pose, t_ns: int) -> None:
    passed_s = (t_ns - loose.seen_ns) / NS_PER_S
    if loose.met and passed_s > 0.0:
        loose.vx_mm_s = (pose.x_mm - loose.pose.x_mm) / passed_s
        loose.vy_mm_s = (pose.y_mm - loose.pose.y_mm) / passed_s
    loose.pose, loose.seen_ns, loose.met = pose, t_ns, True


def _with_size(said: Evidence, fresh: Fresh) -> Evidence:
    return said if said.size_mm else replace(said, size_mm=fresh.evidence.size_mm)


def _sighting(
    t_ns: int,
    pose: Pose,
    covariance: Covariance,
    size_mm: tuple[float, float],
    said: Evidence | None,
    right: float,
    corners_px: Corners,
) -> Sighting:
    """Old evidence of the front is no evidence; what team it is does not grow old."""
    fresh = said is not None and t_ns - said.t_ns <= OLD_EVIDENCE_S * NS_PER_S
    return Sighting(
        t_ns=t_ns,
        pose=pose,
        covariance=covariance,
        length_mm=size_mm[0],
        width_mm=size_mm[1],
        team=said.team if said else None,
        team_probability=said.team_probability if said else 0.5,
        fallen=said.fallen if said and fresh else 0.0,
        front=said.front_of(pose.heading_deg) if said and fresh else 0.5,
        score=right,
        corners_px=corners_px,
    )


def _four(px: FloatArray) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in px)
    return a, b, c, d


def _apart(a: Pose, b: Pose) -> float:
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
