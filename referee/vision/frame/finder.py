"""From the detector's pixels to candidates on the board: what stands on the metal, once each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose, apart_mm
from referee.vision.frame.ball_place import placed_balls
from referee.vision.frame.base_overlap import shared_of_smaller
from referee.vision.frame.board_scale import board_scale_px_per_mm, detected_base_of
from referee.vision.frame.hand_finder import HandFinder, each_hand_once
from referee.vision.frame.marker_paint import confirmed_markers
from referee.vision.frame.plate_check import CORNERS, PlateCheck
from referee.vision.network.default_models import DetectorErrors
from referee.vision.network.object_detector import ObjectDetector
from referee.vision.plate.plate_difference import PlateDifference
from referee.vision.plate.plate_keeper import PlateKeeper, hidden_px
from referee.vision.plate.unclaimed_patches import unclaimed_patches
from referee.vision.sighting import (
    Covariance,
    Detection,
    HandSighting,
    MarkerSighting,
    Thing,
)

SIZE_RANGE_MM = (10.0, 60.0)  # of a base's sides; anything else is no base
SLIMMEST = 0.35  # width to length or length to width
BESIDE_MM = 3.0  # a base's centre may be seen this far beyond the metal: the answer is not exact
FALLEN_HEIGHT_MM = 8.0  # of the middle of a figure that lies
FALLEN_SIGMA_MM = 12.0  # of its middle
FALLEN_SIGMA_DEG = 90.0  # of its heading: nobody knows it
SAME = 0.4  # of the smaller base's area, shared by two answers for one base
SAME_FALLEN = 0.35  # of the base's box, shared with the box of a figure that lies
# Heights of the middles of markers, and how far off a box's middle is.
MARKER_HEIGHT_MM = {
    Thing.BALL_MAGNET: 1.5,
    Thing.FELT_BALL: 0.8,
    Thing.RED_MAGNET: 4.0,
    Thing.YELLOW_MAGNET: 4.0,
    Thing.GREEN_MAGNET: 4.0,
    Thing.ORANGE_PYLON: 10.0,
}
# Of its middle. Looks at balls and magnets on six simulated tables were off by 0.88 and 0.66 mm in
# x and y (153 looks, seeds of development).
MARKER_SIGMA_MM = 0.9
MARKER_APART_MM = 5.0  # two answers nearer than this are one marker
MARKER_HIDES_MM = 8.0  # from its middle, each way


@dataclass(frozen=True, slots=True)
class BaseCandidate:
    """A base that the detector claims, on the board.

    ``front`` is the probability that the heading is not turned by 180 degrees, ``fallen`` that the
    figure lies; the covariance is the detector's, of x, y and the heading in radians.
    """

    pose: Pose
    length_mm: float
    width_mm: float
    score: float
    front: float
    fallen: float
    covariance: Covariance
    least_score: float = 0.25  # from which on the detector alone would be believed
    in_hand: bool = False
    beyond_mm: float = 0.0  # how far outside the playing lines


@dataclass(frozen=True, slots=True)
class BoardDetections:
    """Everything the detector says of one frame that can be on the board.

    ``beside`` counts what looks like a base and is not on the metal. ``patches`` are places, in mm,
    that the clean plate does not explain and nothing here claims.
    """

    candidates: tuple[BaseCandidate, ...]
    markers: tuple[MarkerSighting, ...]
    hands: tuple[HandSighting, ...]
    beside: int = 0
    patches: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Finder:
    """A detector at a calibrated camera over a board; ``board`` None is one of unknown size.

    The detector itself may answer more generously than ``least_base`` and ``least_fallen``, its
    lowest scores to be trusted without a second opinion. ``hands`` is one
    about hands, and markers whose lowest scores are in ``least_markers`` are looked at once more.
    What the clean ``plate`` explains is print.
    """

    detector: ObjectDetector
    camera: CameraModel
    board: FieldProfile | None
    top_mm: float = 3.0
    errors: DetectorErrors = field(default_factory=DetectorErrors)
    least_base: float = 0.0
    least_fallen: float = 0.0
    hands: HandFinder | None = None
    least_markers: Mapping[Thing, float] = field(default_factory=dict)
    plate: PlateKeeper | None = None

    def find(self, image: Image, share: float = 1.0) -> BoardDetections:
        """Candidates of a BGR frame, best first, from so large a share of the lowest scores on."""
        px_per_mm = board_scale_px_per_mm(self.camera)
        least = {Thing.BASE: self.least_base * share, Thing.FALLEN: self.least_fallen * share}
        answers = self.detector.find(image, px_per_mm)
        seen = [d for d in answers if d.score >= least.get(d.thing, 0.0)]
        bases = [d for d in seen if d.thing is Thing.BASE]
        upright = [c for d in bases if (c := self._base(d)) is not None]
        lying = [c for d in seen if d.thing is Thing.FALLEN and (c := self._fallen(d)) is not None]
        print_ = PlateCheck(self.camera, None if self.plate is None else self.plate.compare(image))
        standing = [c for c in upright if not self._printed(print_, c)]
        lying = [c for c in lying if not self._printed(print_, c)]
        hands = self._hands(image, seen, [*standing, *lying], print_)
        found = BoardDetections(
            tuple(self._touched(each, hands) for each in _once(standing, lying)),
            self._markers(image, seen, print_),
            hands,
            beside=len(bases) - len(upright),
        )
        if share >= 1.0 or hands or print_.difference is None:
            return found
        return replace(found, patches=self._patches(print_.difference, found, px_per_mm))

    def _patches(
        self, difference: PlateDifference, found: BoardDetections, px_per_mm: float
    ) -> tuple[tuple[float, float], ...]:
        """Where somebody may stand on the metal whom nothing claims."""
        claimed = [
            hidden_px(self.camera, c.pose, CORNERS / 2.0 * np.array([c.length_mm, c.width_mm]))
            for c in found.candidates
        ]
        claimed += [
            self.camera.project_flat(np.array([m.x_mm, m.y_mm]) + MARKER_HIDES_MM * CORNERS)
            for m in found.markers
        ]
        patches = unclaimed_patches(difference, self.camera, claimed, px_per_mm)
        return tuple((x, y) for x, y in patches if self.on_metal(x, y))

    def _printed(self, print_: PlateCheck, claim: BaseCandidate) -> bool:
        height_mm = FALLEN_HEIGHT_MM if claim.fallen else self.top_mm
        return print_.explains_base(claim.pose, claim.length_mm, claim.width_mm, height_mm)

    def _hands(
        self,
        image: Image,
        seen: Sequence[Detection],
        bases: Sequence[BaseCandidate],
        print_: PlateCheck,
    ) -> tuple[HandSighting, ...]:
        boxes = [d for d in seen if d.thing is Thing.HAND and not print_.explains_box(d.box_px)]
        said = tuple(HandSighting(d.box_px, d.score) for d in boxes)
        if self.hands is None:
            return said
        middles = [(each.pose.x_mm, each.pose.y_mm) for each in bases]
        return each_hand_once(said, self.hands.find(image, middles, print_.explains_strip))

    def _markers(
        self, image: Image, seen: Sequence[Detection], print_: PlateCheck
    ) -> tuple[MarkerSighting, ...]:
        claims = _markers_once([m for d in seen if (m := self._marker(d)) is not None])
        claims = tuple(claim for claim in claims if not print_.explains_marker(claim))
        if not self.least_markers:
            return claims
        least = [self.least_markers[claim.kind] for claim in claims]
        kept = confirmed_markers(image, self.camera, claims, least, self.board)
        return placed_balls(image, self.camera, kept)

    def on_metal(self, x_mm: float, y_mm: float, beyond_mm: float = 0.0) -> bool:
        """Whether a point lies on the board's metal, or not far beyond its edge."""
        board = self.board
        return board is None or (
            board.metal_left_x_mm - beyond_mm <= x_mm <= board.metal_right_x_mm + beyond_mm
            and board.metal_near_y_mm - beyond_mm <= y_mm <= board.metal_far_y_mm + beyond_mm
        )

    def _beyond_mm(self, pose: Pose) -> float:
        """How far outside the end lines and sidelines; 0 on the field."""
        if self.board is None:
            return 0.0
        x_mm = max(
            self.board.left_end_line_x_mm - pose.x_mm, pose.x_mm - self.board.right_end_line_x_mm
        )
        return max(x_mm, -pose.y_mm, pose.y_mm - self.board.width_mm, 0.0)

    def _base(self, detection: Detection) -> BaseCandidate | None:
        standing = detected_base_of(detection, self.camera, self.top_mm)
        pose, sides = standing.pose, (standing.length_mm, standing.width_mm)
        low, high = SIZE_RANGE_MM
        if not low <= min(sides) <= max(sides) <= high or min(sides) < SLIMMEST * max(sides):
            return None
        if not self.on_metal(pose.x_mm, pose.y_mm, BESIDE_MM):
            return None
        errors = self.errors
        covariance = diagonal_covariance(errors.position_mm, math.radians(errors.heading_deg))
        return BaseCandidate(
            pose,
            *sides,
            detection.score,
            errors.front,
            0.0,
            covariance,
            least_score=self.least_base,
            beyond_mm=self._beyond_mm(pose),
        )

    def _fallen(self, detection: Detection) -> BaseCandidate | None:
        left, top, right, bottom = detection.box_px
        box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        corners = self.camera.to_plane(box, FALLEN_HEIGHT_MM)
        middle = corners.mean(axis=0)
        x_mm, y_mm = (float(v) for v in middle)
        if not self.on_metal(x_mm, y_mm):
            return None
        sides = np.abs(corners - middle).max(axis=0) * 2.0
        covariance = diagonal_covariance(FALLEN_SIGMA_MM, math.radians(FALLEN_SIGMA_DEG))
        turn = 90.0 if sides[1] > sides[0] else 0.0
        return BaseCandidate(
            Pose(x_mm, y_mm, turn),
            float(sides.max()),
            float(sides.min()),
            detection.score,
            0.5,
            1.0,
            covariance,
            least_score=self.least_fallen,
            beyond_mm=self._beyond_mm(Pose(x_mm, y_mm, turn)),
        )

    def _marker(self, detection: Detection) -> MarkerSighting | None:
        height_mm = MARKER_HEIGHT_MM.get(detection.thing)
        if height_mm is None:
            return None
        left, top, right, bottom = detection.box_px
        middle = np.array([(left + right) / 2, (top + bottom) / 2])
        x_mm, y_mm = (float(v) for v in self.camera.to_plane(middle, height_mm))
        if not self.on_metal(x_mm, y_mm):
            return None
        return MarkerSighting(detection.thing, x_mm, y_mm, MARKER_SIGMA_MM, detection.score)

    def _touched(self, candidate: BaseCandidate, hands: Sequence[HandSighting]) -> BaseCandidate:
        """Marks what lies inside the box of a hand: it may be on its way through the air."""
        pose = candidate.pose
        (x, y) = self.camera.project([pose.x_mm, pose.y_mm, self.top_mm])
        inside = any(
            h.box_px[0] <= x <= h.box_px[2] and h.box_px[1] <= y <= h.box_px[3] for h in hands
        )
        return replace(candidate, in_hand=True) if inside else candidate


def diagonal_covariance(position_mm: float, heading_rad: float) -> Covariance:
    """The covariance of errors that know nothing of each other."""
    along, turn = position_mm**2, heading_rad**2
    return (along, 0.0, 0.0), (0.0, along, 0.0), (0.0, 0.0, turn)


def _once(upright: Sequence[BaseCandidate], lying: Sequence[BaseCandidate]) -> list[BaseCandidate]:
    """Each base once, best first; what may lie or stand is what the detector is surer of."""
    kept: list[BaseCandidate] = []
    for each in sorted([*upright, *lying], key=lambda c: -c.score):
        again = [
            k
            for k, other in enumerate(kept)
            if shared_of_smaller(_box(each), _box(other)) > _limit(each, other)
        ]
        if not again:
            kept.append(each)
            continue
        best = kept[again[0]]
        if best.fallen != each.fallen:
            # One thing that may stand or lie: the share of the claims that say it lies.
            fallen = (best if best.fallen else each).score / (best.score + each.score)
            kept[again[0]] = replace(best, fallen=fallen)
    return kept


def _limit(a: BaseCandidate, b: BaseCandidate) -> float:
    return SAME if (a.fallen > 0.0) == (b.fallen > 0.0) else SAME_FALLEN


def _box(c: BaseCandidate) -> tuple[Pose, float, float]:
    return c.pose, c.length_mm, c.width_mm


def _markers_once(markers: Sequence[MarkerSighting]) -> tuple[MarkerSighting, ...]:
    """Two answers for one marker are one, whatever kinds they claim."""
    kept: list[MarkerSighting] = []
    for each in sorted(markers, key=lambda m: -m.score):
        apart = [apart_mm(each, k) for k in kept]
        if min(apart, default=math.inf) > MARKER_APART_MM:
            kept.append(each)
    return tuple(kept)
