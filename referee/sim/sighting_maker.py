"""Sightings made from the truth instead of from pictures, with the faults a detector has.

Faults last: a base that is missed, or turned round, mostly stays so for some frames. How long is
told in seconds, so 15 and 30 frames a second see the same world.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.sim.board_state import BoardState, HandState, PieceState
from referee.vision.roster.roster_frame import HandArea
from referee.vision.sighting import Corners, FrameSightings, Sighting

CROWDED_MM = 34.0
FREE_PART, CROWDED_PART = 0.6, 1.6
PX_PER_MM = 2.0
FINGERS_MM, ARM_MM = 40.0, 35.0
LIFTED_SEEN = 0.15


@dataclass(frozen=True, slots=True)
class DetectorFaults:
    """Shares are of frames; ``_s`` is how long a fault lasts on average."""

    sigma_mm: float = 0.2
    outliers: float = 0.02
    outlier_mm: float = 1.5
    heading_deg: float = 1.0
    size_mm: float = 0.3
    flipped: tuple[float, float] = (0.05, 0.30)  # of a figure; each has a share of its own
    flipped_s: float = 0.5
    missed: float = 0.05
    missed_s: float = 0.12
    hidden_by_hand: float = 0.9
    hidden_s: float = 0.15
    false_per_frame: float = 0.4
    clutter: int = 3
    wrong_team: float = 0.0005  # where the colours are clear
    unclear: float = 0.2  # colours that say less than 9 to 1, and are wrong more often
    unclear_s: float = 0.5
    wrong_unclear: float = 0.05


@dataclass(frozen=True, slots=True)
class MadeSightings:
    """One frame; ``owners`` says for each sighting whose it truly is, None for a false one."""

    frame: FrameSightings
    owners: tuple[str | None, ...]
    hands: tuple[HandArea, ...]


class SightingMaker:
    """Looks at one board state after the other."""

    def __init__(
        self, field: FieldProfile, roster: Roster, faults: DetectorFaults, rng: np.random.Generator
    ) -> None:
        self._field, self._roster, self._faults, self._rng = field, roster, faults, rng
        self._missed = np.zeros(len(roster), bool)
        self._flipped = np.zeros(len(roster), bool)
        self._unclear = np.zeros(len(roster), bool)
        self._mistaken = np.zeros(len(roster), bool)
        self._misread = rng.uniform(*faults.flipped, len(roster))
        self._last_ns: int | None = None
        low, high = (0.0, 0.0), (field.x_mm(100.0), field.width_mm)
        self._clutter = [
            Pose(float(x), float(y), float(rng.uniform(0.0, 360.0)))
            for x, y in rng.uniform(low, high, (faults.clutter, 2))
        ]

    def look(self, state: BoardState) -> MadeSightings:
        """The sightings of a state, in random order."""
        faults, rng = self._faults, self._rng
        passed_s = 1e9 if self._last_ns is None else (state.t_ns - self._last_ns) / S_NS
        self._last_ns = state.t_ns
        pieces = {piece.player_id: piece for piece in state.pieces}
        crowded = _crowded(state)
        found: list[tuple[Sighting, str | None]] = []
        for row, player in enumerate(self._roster):
            piece = pieces.get(player.id)
            if piece is None:
                continue
            missed, lasts_s = self._chance_missed(piece, crowded, state.hands)
            self._missed[row] = self._next(self._missed[row], missed, lasts_s, passed_s)
            self._flipped[row] = self._next(
                self._flipped[row], self._misread[row], faults.flipped_s, passed_s
            )
            self._unclear[row] = self._next(
                self._unclear[row], faults.unclear, faults.unclear_s, passed_s
            )
            self._mistaken[row] = self._next(
                self._mistaken[row], faults.wrong_unclear, faults.unclear_s, passed_s
            )
            if not self._missed[row]:
                sighting = self._measure(state.t_ns, row, player, piece)
                found.append((sighting, player.id))
        found += [(sighting, None) for sighting in self._false_ones(state.t_ns)]
        found = [found[k] for k in rng.permutation(len(found))]
        frame = FrameSightings(state.t_ns, tuple(sighting for sighting, _ in found))
        hands = tuple(self._area(hand) for hand in state.hands if rng.random() < 0.97)
        return MadeSightings(frame, tuple(owner for _, owner in found), hands)

    def _next(self, now: bool, share: float, lasts_s: float, passed_s: float) -> bool:
        """A fault that comes and goes and is there for ``share`` of the time."""
        kept = math.exp(-passed_s / lasts_s)
        return bool(self._rng.random() < share + (float(now) - share) * kept)

    def _chance_missed(
        self, piece: PieceState, crowded: frozenset[str], hands: tuple[HandState, ...]
    ) -> tuple[float, float]:
        faults = self._faults
        if piece.lift_mm > 0.0:
            return 1.0 - LIFTED_SEEN, faults.hidden_s
        x, y = piece.pose.x_mm, piece.pose.y_mm
        if any(_hides(hand, x, y) for hand in hands):
            return faults.hidden_by_hand, faults.hidden_s
        near = piece.player_id in crowded
        part = CROWDED_PART if near or piece.fallen else FREE_PART
        return min(0.95, part * faults.missed), faults.missed_s

    def _measure(self, t_ns: int, row: int, player: Player, piece: PieceState) -> Sighting:
        faults, rng, turned = self._faults, self._rng, self._flipped[row]
        rough = piece.lift_mm > 0.0 or piece.fallen
        sigma = 2.0 if rough else faults.sigma_mm
        off_x, off_y = rng.normal(0.0, sigma), rng.normal(0.0, sigma)
        swing = rng.normal(0.0, 5.0 if rough else faults.heading_deg)
        if rng.random() < faults.outliers:
            off_x += rng.normal(0.0, faults.outlier_mm)
            off_y += rng.normal(0.0, faults.outlier_mm)
            swing *= 4.0
        at = piece.pose
        heading = at.heading_deg + swing + (180.0 if turned else 0.0)
        pose = Pose(at.x_mm + off_x, at.y_mm + off_y, heading)
        team = self._team(row, player)
        front = float(rng.uniform(0.55, 0.95) if turned else rng.uniform(0.8, 0.99))
        long_mm = rng.normal(player.base.length_mm, faults.size_mm)
        wide_mm = rng.normal(player.base.width_mm, faults.size_mm)
        return _sighting(
            t_ns,
            pose,
            (sigma, math.radians(5.0 if rough else faults.heading_deg)),
            (long_mm, wide_mm),
            team,
            fallen=0.95 if piece.fallen else 0.02,
            front=front,
            score=float(rng.uniform(0.6, 0.99)),
        )

    def _team(self, row: int, player: Player) -> tuple[Team, float]:
        """What the colours say, and how surely."""
        if self._unclear[row]:
            team = player.team.other if self._mistaken[row] else player.team
            return team, float(self._rng.uniform(0.55, 0.9))
        wrong = self._rng.random() < self._faults.wrong_team
        return player.team.other if wrong else player.team, float(self._rng.uniform(0.97, 0.999))

    def _false_ones(self, t_ns: int) -> list[Sighting]:
        """Some come and go anywhere; clutter comes again and again at its place."""
        rng, field = self._rng, self._field
        share = self._faults.false_per_frame / 2.0
        places = [pose for pose in self._clutter if rng.random() < share / len(self._clutter)]
        for _ in range(int(rng.poisson(share))):
            x, y = rng.uniform((0.0, 0.0), (field.x_mm(100.0), field.width_mm))
            places.append(Pose(float(x), float(y), float(rng.uniform(0.0, 360.0))))
        return [
            _sighting(
                t_ns,
                pose,
                (0.5, 0.05),
                (float(rng.normal(27.0, 2.0)), float(rng.normal(20.0, 2.0))),
                (Team.HOME if rng.random() < 0.5 else Team.AWAY, float(rng.uniform(0.5, 0.95))),
                fallen=0.1,
                front=float(rng.uniform(0.5, 0.9)),
                score=float(rng.uniform(0.3, 0.8)),
            )
            for pose in places
        ]

    def _area(self, hand: HandState) -> HandArea:
        """The box around fingers and arm, up to the edge of the picture on the near side."""
        end_y = self._field.metal_near_y_mm - 60.0
        slope = math.tan(math.radians(hand.arm_heading_deg))
        end_x = hand.x_mm + (end_y - hand.y_mm) / slope if slope else hand.x_mm
        rough = self._rng.normal(0.0, 3.0, 4)
        left = min(hand.x_mm - FINGERS_MM, end_x - ARM_MM) + rough[0]
        right = max(hand.x_mm + FINGERS_MM, end_x + ARM_MM) + rough[1]
        far = hand.y_mm + FINGERS_MM + rough[2]
        tips = ((left + FINGERS_MM, far - FINGERS_MM), (right - FINGERS_MM, far - FINGERS_MM))
        return HandArea(left, end_y + rough[3], right, far, tips)


def _crowded(state: BoardState) -> frozenset[str]:
    """Players whose nearest neighbour is close."""
    places = np.array([(p.pose.x_mm, p.pose.y_mm) for p in state.pieces]).reshape(-1, 2)
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    near = np.count_nonzero(apart < CROWDED_MM, axis=1) > 1
    return frozenset(p.player_id for p, is_near in zip(state.pieces, near, strict=True) if is_near)


def _corners_px(pose: Pose, ahead: float, aside: float) -> Corners:
    """The corners of a rectangle that reaches so far ahead and aside, front left first."""
    turn = math.radians(pose.heading_deg)
    c, s = math.cos(turn) * PX_PER_MM, math.sin(turn) * PX_PER_MM
    x, y = pose.x_mm * PX_PER_MM, pose.y_mm * PX_PER_MM
    ax, ay, bx, by = ahead * c, ahead * s, -aside * s, aside * c
    return (
        (x + ax + bx, y + ay + by),
        (x + ax - bx, y + ay - by),
        (x - ax - bx, y - ay - by),
        (x - ax + bx, y - ay + by),
    )


def _hides(hand: HandState, x: float, y: float) -> bool:
    """Under the fingers, or under the arm that leads away from them."""
    dx, dy = x - hand.x_mm, y - hand.y_mm
    if math.hypot(dx, dy) < FINGERS_MM:
        return True
    a = math.radians(hand.arm_heading_deg)
    along = dx * math.cos(a) + dy * math.sin(a)
    return along > 0.0 and abs(dy * math.cos(a) - dx * math.sin(a)) < ARM_MM


def _sighting(
    t_ns: int,
    pose: Pose,
    sigmas: tuple[float, float],
    size_mm: tuple[float, float],
    team: tuple[Team, float],
    *,
    fallen: float,
    front: float,
    score: float,
) -> Sighting:
    place, swing = sigmas[0] ** 2, sigmas[1] ** 2
    a, b = size_mm[0] / 2, size_mm[1] / 2
    pixels = _corners_px(pose, a, b)
    return Sighting(
        t_ns=t_ns,
        pose=pose,
        covariance=((place, 0.0, 0.0), (0.0, place, 0.0), (0.0, 0.0, swing)),
        length_mm=size_mm[0],
        width_mm=size_mm[1],
        team=team[0],
        team_probability=team[1],
        fallen=fallen,
        front=front,
        score=score,
        corners_px=pixels,
    )
