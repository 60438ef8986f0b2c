"""The slow, thorough look at one frame: what the detector finds, and what the reader reads."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from referee.camera.frame_source import Frame, Image
from referee.core.arrays import F32
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.probability import p_from_log_odds
from referee.core.roster import Team
from referee.vision.frame.figure_views import ViewReader
from referee.vision.frame.finder import BaseCandidate, BoardDetections, diagonal_covariance
from referee.vision.frame.frame_check import BadFrame
from referee.vision.frame.measured_frame import (
    LIES_IF_UNSEEN,
    CropReader,
    measured_near,
    pooled_probability,
    score_odds,
    spare_odds,
)
from referee.vision.network.base_reader import BaseReading
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.refine.crossed_fits import crossed_fit, crosses, crossing_poses
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refinement import MeasurementQuality
from referee.vision.refine.refiner import Refiner
from referee.vision.roster.assignment import nearest_pairs
from referee.vision.sighting import HandSighting, MarkerSighting
from referee.vision.watch.picture.outline_search import (
    TURNED_BY_HAND,
    LostOutline,
    sought_outlines,
)

# Two bases never stand nearer to each other than this; nearer is the same one.
SAME_BASE_MM = 11.0
# The middles of the narrowest bases side by side.
SIDE_BY_SIDE_MM = 17.0
# A base the detector did not find is believed if the reader says so.
BELIEVED = 0.5
NOBODY_SAID = 0.5
# Of patches that nobody claims so many are looked at in one look: it takes 18 ms each.
PATCHES_EACH = 2
# The detector's sizes of a base are this good.
SIZE_MM = 3.0
# An outline that only a search has shown: its score as a claim, and how well it is placed.
ONLY_OUTLINE = 0.5
# Log-odds that the detector has the axis right where what is followed lies across it: of 248 claims
# in six pictures of one simulated game, each searched twice, none lay crosswise.
AXIS_SEEN = 3.0
OUTLINE_MM, OUTLINE_RAD = 0.3, 0.02

TeamChance = tuple[Team | None, float]
TeamReader = Callable[[Image, Sequence[Pose], Sequence[BaseShape]], Sequence[TeamChance]]


@dataclass(frozen=True, slots=True)
class KnownBase:
    """A base that is being followed, and where it was measured in the frame to look at.

    ``read``: the reader should look at it; there is not time enough for all in every look.
    """

    who: str | int
    shape: BaseShape
    pose: Pose
    read: bool = True


@dataclass(frozen=True, slots=True)
class LookRequest:
    """A frame to look at, with everything followed in it.

    ``names``: a thorough look at rest, also at who figures are; under power nobody changes places.
    ``missed`` stood there until lately and may have been turned on the spot.
    """

    frame: Frame
    known: tuple[KnownBase, ...]
    names: bool = False
    missed: tuple[KnownBase, ...] = ()


@dataclass(frozen=True, slots=True)
class LookEvidence:
    """What one look says of a base besides its pose; ``front`` speaks of ``heading_deg``.

    ``base`` is the probability that a base is there at all; sizes are the detector's, where it
    found the base. ``read`` tells whether the reader was asked. ``views`` is what the figure looks
    like, with this heading and turned by 180 degrees; None: nobody has looked.
    """

    t_ns: int
    heading_deg: float
    front: float
    fallen: float
    base: float
    team: Team | None
    team_probability: float
    size_mm: tuple[float, float] | None
    read: bool = True
    views: F32 | None = field(default=None, compare=False, repr=False)

    @property
    def believed(self) -> bool:
        """Whether a base is there."""
        return self.base >= BELIEVED

    def front_of(self, heading_deg: float) -> float:
        """The probability that the front lies in this direction."""
        return self.front if self._ahead(heading_deg) else 1.0 - self.front

    def views_of(self, heading_deg: float) -> F32 | None:
        """What the figure looks like, if it looks in this direction first."""
        if self.views is None or self._ahead(heading_deg):
            return self.views
        return self.views[::-1]

    def _ahead(self, heading_deg: float) -> bool:
        return math.cos(math.radians(heading_deg - self.heading_deg)) >= 0.0


@dataclass(frozen=True, slots=True)
class NewBase:
    """A base in the frame that nobody follows yet; ``right`` that its outline was measured."""

    pose: Pose
    shape: BaseShape
    candidate: BaseCandidate
    evidence: LookEvidence
    right: float = 0.0


@dataclass(frozen=True, slots=True)
class BoardLook:
    """Everything one look says; ``evidence`` follows the order of ``known``.

    With a ``complaint`` the frame could not be used, and nothing else is said.
    """

    frame: Frame
    known: tuple[KnownBase, ...]
    evidence: tuple[LookEvidence, ...]
    fresh: tuple[NewBase, ...]
    markers: tuple[MarkerSighting, ...]
    hands: tuple[HandSighting, ...]
    complaint: str | None = None


@dataclass(frozen=True, slots=True)
class _ShapeFit:
    """A candidate measured as one shape; ``right`` is 0 where it could not be."""

    shape: BaseShape
    pose: Pose
    right: float


class Looker:
    """Detector, reader, colours and looks on one frame. All but the detector may be missing.

    ``find_all`` also claims what the detector is less sure of, for the reader to decide: it takes
    longer, and is asked at rest. The clean ``plate`` learns from what it looks at.
    """

    def __init__(
        self,
        find: Callable[[Image], BoardDetections],
        refiner: Refiner,
        shapes: Sequence[BaseShape],
        reader: CropReader | None = None,
        teams: TeamReader | None = None,
        check: Callable[[Frame], None] | None = None,
        views: ViewReader | None = None,
        find_all: Callable[[Image], BoardDetections] | None = None,
        plate: PlateKeeper | None = None,
    ) -> None:
        self._plate, self._turn = plate, 0
        self._find_all = find_all or find
        self._find, self._refiner, self._reader, self._teams = find, refiner, reader, teams
        self._views = views
        self._shapes, self._check = tuple(dict.fromkeys(shapes)), check

    def look(self, asked: LookRequest) -> BoardLook:
        """Look at the whole frame."""
        try:
            if self._check is not None:
                self._check(asked.frame)
        except BadFrame as error:
            return BoardLook(asked.frame, (), (), (), (), (), str(error))
        image = asked.frame.image
        found = self._find_all(image) if asked.names else self._find(image)
        mine, rest = _shared_out(asked.known, found.candidates)
        crossed = self._crossed(image, asked.known, mine) if asked.names else {}
        rest += crossed.values()
        count = len(asked.known)
        measured = self._measured(image, rest)
        taken = [k.pose for k in asked.known] + [outline.pose for outline in measured]
        missed = [*asked.missed, *self._patched(found, taken)]
        turned = self._turned(image, missed, taken)
        measured += turned
        rest += [_claim(outline) for outline in turned]
        shapes = [k.shape for k in asked.known] + [outline.shape for outline in measured]
        poses = [k.pose for k in asked.known] + [outline.pose for outline in measured]
        asked_for = [k.read for k in asked.known] + [True] * len(rest)
        readings = self._readings(image, poses, shapes, asked_for)
        teams = self._teams(image, poses, shapes) if self._teams and poses else None
        views = self._seen_views(image, poses, shapes, asked_for) if asked.names else {}
        evidence = [
            _evidence(
                asked.frame.t_ns,
                poses[i],
                candidate,
                readings.get(i),
                self._reader is None or asked_for[i],
                teams[i] if teams else (None, 0.5),
                i < count,
                views.get(i),
            )
            for i, candidate in enumerate([*mine, *rest])
        ]
        for k in crossed:
            evidence[k] = replace(evidence[k], base=0.0)
        fresh = tuple(
            NewBase(outline.pose, outline.shape, candidate, said, outline.right)
            for outline, candidate, said in zip(measured, rest, evidence[count:], strict=True)
            if said.believed
        )
        if self._plate is not None:
            there = [
                (pose, shape)
                for pose, shape, said in zip(poses, shapes, evidence, strict=True)
                if said.believed
            ]
            hands = bool(found.hands)
            self._plate.looked(image, there, at_rest=asked.names, hands=hands)
        return BoardLook(
            asked.frame,
            asked.known,
            tuple(evidence[:count]),
            fresh,
            found.markers,
            found.hands,
        )

    def _readings(
        self,
        image: Image,
        poses: Sequence[Pose],
        shapes: Sequence[BaseShape],
        asked_for: Sequence[bool],
    ) -> dict[int, BaseReading]:
        """What the reader says of those it was asked for, by their places in the list."""
        chosen = [i for i, wanted in enumerate(asked_for) if wanted]
        if self._reader is None or not chosen:
            return {}
        read = self._reader.read(image, [poses[i] for i in chosen], [shapes[i] for i in chosen])
        return dict(zip(chosen, read, strict=True))

    def _seen_views(
        self,
        image: Image,
        poses: Sequence[Pose],
        shapes: Sequence[BaseShape],
        asked_for: Sequence[bool],
    ) -> dict[int, F32]:
        """What the figures look like that are read in this look, by their places in the list."""
        chosen = [i for i, wanted in enumerate(asked_for) if wanted]
        if self._views is None or not chosen:
            return {}
        seen = self._views(image, [poses[i] for i in chosen], [shapes[i] for i in chosen])
        return dict(zip(chosen, seen, strict=True))

    def _patched(self, found: BoardDetections, taken: Sequence[Pose]) -> list[KnownBase]:
        """Some patches that the plate does not explain, in turn: as if somebody was missed there.

        Nobody knows what would stand there, so the shapes have their turns as well.
        """
        places = [Pose(x_mm, y_mm, 0.0) for x_mm, y_mm in found.patches]
        open_ = [at for at in places if all(apart_mm(at, each) > SIDE_BY_SIDE_MM for each in taken)]
        self._turn += 1
        shape = self._shapes[self._turn % len(self._shapes)]
        first = self._turn % max(len(open_), 1)
        chosen = [*open_[first:], *open_[:first]][:PATCHES_EACH]
        return [KnownBase(-1 - k, shape, pose) for k, pose in enumerate(chosen)]

    def _turned(
        self, image: Image, missed: Sequence[KnownBase], taken: Sequence[Pose]
    ) -> list[_ShapeFit]:
        """Outlines where somebody stood whom neither detector nor follower sees any more."""
        lost = [LostOutline(each.who, each.shape, each.pose) for each in missed]
        shapes = {each.who: each.shape for each in missed}
        found = sought_outlines(self._refiner, image, lost, TURNED_BY_HAND)
        out: list[_ShapeFit] = []
        for who, outline in found.items():
            own = PoseGuess(shapes[who], outline.pose)
            across = crossing_poses(own.shape, own.pose)
            rival = crossed_fit(self._refiner, image, own, across)
            base = rival.base if rival is not None and rival.log_odds > 0.0 else outline
            others = [*taken, *(fit.pose for fit in out)]
            if all(apart_mm(base.pose, other) > SIDE_BY_SIDE_MM for other in others):
                out.append(_ShapeFit(own.shape, base.pose, base.right))
        return out

    def _crossed(
        self, image: Image, known: Sequence[KnownBase], mine: Sequence[BaseCandidate | None]
    ) -> dict[int, BaseCandidate]:
        """Those that are followed at right angles to what the detector sees there."""
        out: dict[int, BaseCandidate] = {}
        for k, (base, candidate) in enumerate(zip(known, mine, strict=True)):
            if candidate is None or candidate.fallen or not crosses(base.pose, candidate.pose):
                continue
            seen = candidate.pose
            either = seen, replace(seen, heading_deg=seen.heading_deg + 180.0)
            rival = crossed_fit(self._refiner, image, PoseGuess(base.shape, base.pose), either)
            if rival is not None and rival.log_odds > -AXIS_SEEN:
                out[k] = candidate
        return out

    def _measured(self, image: Image, rest: Sequence[BaseCandidate]) -> list[_ShapeFit]:
        """Candidates by their own outlines where these can be seen.

        Bases of one size differ in their corners and fronts: each is measured as every shape of
        about its size, and the best is kept. As another one it would be lost again at once.
        """
        best = self._as_shapes(image, rest, [self._nearest_shape(c) for c in rest])
        for shape in self._shapes:
            open_ = [
                i
                for i, c in enumerate(rest)
                if best[i].shape != shape and not c.fallen and _size_off_mm(c, shape) <= SIZE_MM
            ]
            others = self._as_shapes(image, [rest[i] for i in open_], [shape] * len(open_))
            for i, other in zip(open_, others, strict=True):
                best[i] = max(best[i], other, key=lambda outline: outline.right)
        return best

    def _as_shapes(
        self, image: Image, rest: Sequence[BaseCandidate], shapes: Sequence[BaseShape]
    ) -> list[_ShapeFit]:
        bases = measured_near(image, self._refiner, [c.pose for c in rest], shapes).bases
        return [
            _ShapeFit(shape, base.pose, base.right)
            if base.quality is MeasurementQuality.MEASURED and not c.fallen
            else _ShapeFit(shape, c.pose, 0.0)
            for shape, base, c in zip(shapes, bases, rest, strict=True)
        ]

    def _nearest_shape(self, candidate: BaseCandidate) -> BaseShape:
        return min(self._shapes, key=lambda shape: _size_off_mm(candidate, shape))


def _claim(outline: _ShapeFit) -> BaseCandidate:
    """An outline as if the detector had claimed it, and no more than that: the reader decides."""
    sides = outline.shape.length_mm, outline.shape.width_mm
    covariance = diagonal_covariance(OUTLINE_MM, OUTLINE_RAD)
    return BaseCandidate(
        outline.pose, *sides, ONLY_OUTLINE, NOBODY_SAID, 0.0, covariance, least_score=ONLY_OUTLINE
    )


def _size_off_mm(candidate: BaseCandidate, shape: BaseShape) -> float:
    off = (shape.length_mm - candidate.length_mm, shape.width_mm - candidate.width_mm)
    return math.hypot(*off)


def _shared_out(
    known: Sequence[KnownBase], candidates: Sequence[BaseCandidate]
) -> tuple[list[BaseCandidate | None], list[BaseCandidate]]:
    """Each followed base gets the candidate nearest to it; and what is left, far from all."""
    pairs = [
        (far, k, j)
        for k, base in enumerate(known)
        for j, candidate in enumerate(candidates)
        if (far := apart_mm(base.pose, candidate.pose)) <= SAME_BASE_MM
    ]
    found = nearest_pairs(pairs)
    mine = [candidates[found[k]] if k in found else None for k in range(len(known))]
    near = {j for _, _, j in pairs}
    return mine, [c for j, c in enumerate(candidates) if j not in near]


def _evidence(
    t_ns: int,
    pose: Pose,
    candidate: BaseCandidate | None,
    reading: BaseReading | None,
    read: bool,
    whose: TeamChance,
    followed: bool,
    views: F32 | None,
) -> LookEvidence:
    """What detector and reader say together; what was followed until now needs no second proof."""
    front, fallen, there, size = NOBODY_SAID, 0.0, NOBODY_SAID, None
    if candidate is not None:
        ahead = math.cos(math.radians(candidate.pose.heading_deg - pose.heading_deg)) >= 0.0
        front = candidate.front if ahead else 1.0 - candidate.front
        fallen = candidate.fallen
        there = p_from_log_odds(score_odds(candidate))
        size = None if candidate.fallen else (candidate.length_mm, candidate.width_mm)
    if reading is not None:
        front = pooled_probability(reading.front, front)
        fallen = pooled_probability(
            reading.fallen, min(max(fallen, LIES_IF_UNSEEN), 1.0 - LIES_IF_UNSEEN)
        )
        if candidate is None:
            there = reading.base
        elif followed:
            there = pooled_probability(reading.base, there)
        else:
            there = p_from_log_odds(spare_odds(candidate, reading))
    elif followed:
        there = max(there, NOBODY_SAID)
    return LookEvidence(t_ns, pose.heading_deg, front, fallen, there, *whose, size, read, views)
