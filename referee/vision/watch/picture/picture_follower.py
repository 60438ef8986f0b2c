"""Bases whose outline cannot be measured for a moment: their picture is sought again.

White on white, in a heap or over a line an outline is lost, and yet the figure is plainly there.
Such a base goes on being followed by what it looked like when it was measured last, and is judged
with the larger error that this has. The same tells of outlines that were drawn upon something else:
print, or a base of the same colour beside it, lets an outline stick while the figure goes on.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.turns import turn_deg
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.refine.refinement import MeasuredBase
from referee.vision.sighting import Covariance
from referee.vision.watch.picture.present_pose import PictureMatch, picture_match

# A picture has to be found again so well: a correlation. In the grain of a dim room a moving figure
# is hardly more like itself; another figure of the same team is farther off than one searches.
ALIKE = 0.6
# Half the side of the piece that is sought: a base hides the print below it, and no more than what
# lies within a base goes along with it.
PIECE_MM = 9.0
# An outline is not believed where the picture is found elsewhere, so alike and so much more alike
# than where the outline is: correlations.
SURELY_ALIKE = 0.85
MORE_ALIKE = 0.25
# A smaller turn than this does not show in a picture.
LEAST_TURN_DEG = 1.0
# It is about where its last step leads: a sigma in mm, and in mm a second since it was found.
DUE_MM, DUE_MM_S = 1.5, 60.0
# A base is followed by its picture for so long after its outline was measured, or after a look of
# the detector showed a base there.
LONGEST_NS = 800_000_000
# The picture that is sought is no older than about this: figures turn.
RENEWED_NS = 300_000_000
# A base at rest is where it was, to so many mm; farther off it is another figure, or in a hand.
AT_REST_MM = 2.0
# A doubtful outline this near to where the picture is found is the base's own; how probably.
# By simulated games in a dim room: within 1 mm in 85 % of frames, the others are off by 2 to 5 mm.
SAME_PLACE_MM = 1.5
SAME_TURN_DEG = 15.0
LEAST_RIGHT = 0.1  # by the refiner alone
CONFIRMED = 0.85
# All errors here are those at so many pixels a millimetre; with fewer they grow, and what is not
# confirmed with their square, to no more than this.
PX_PER_MM = 1.7
LEAST_CONFIRMED = 0.5
# The error of a place found so, as a sigma in mm and in mm for each second since the outline was
# measured; and that of the heading, which is only kept: in degrees and degrees a second.
SIGMA_MM, SIGMA_MM_S = 1.5, 1.5
# The first of a base that the detector showed and whose outline was never measured.
DETECTED_MM, DETECTED_DEG = 2.5, 8.0
TURN_DEG, TURN_DEG_S = 3.0, 30.0


@dataclass(frozen=True, slots=True)
class PicturedBase:
    """A base as its picture shows it now; ``covariance`` is of x, y in mm and the heading.

    ``outlined``: its outline is at the same place, and gave the pose.
    """

    pose: Pose
    shape: BaseShape
    covariance: Covariance
    outlined: bool = False


@dataclass(frozen=True, slots=True)
class _KnownPicture:
    """What a base looked like in ``frame`` at ``pose``, and where that was found since.

    Its outline was measured last at ``since_ns``, and a base was seen there last at ``there_ns``;
    ``detected``: its outline was never measured, it is as the detector had it then.
    """

    frame: Frame
    pose: Pose
    shape: BaseShape
    since_ns: int
    there_ns: int
    found: Pose
    found_ns: int
    detected: bool = False

    def covariance(self, t_ns: int, coarser: float) -> Covariance:
        """Of the place and the heading where it is found then, in pixels so much coarser."""
        passed_s = (t_ns - self.since_ns) / S_NS
        first_mm, first_deg = (DETECTED_MM, DETECTED_DEG) if self.detected else (SIGMA_MM, TURN_DEG)
        place = (coarser * (first_mm + SIGMA_MM_S * passed_s)) ** 2
        turn = math.radians(first_deg + TURN_DEG_S * passed_s) ** 2
        return ((place, 0.0, 0.0), (0.0, place, 0.0), (0.0, 0.0, turn))

    def at(self, found: Pose, frame: Frame) -> _KnownPicture:
        """Found again; a picture that has grown old is taken anew."""
        known = replace(self, found=found, found_ns=frame.t_ns)
        if frame.t_ns - self.frame.t_ns <= RENEWED_NS:
            return known
        return replace(known, frame=frame, pose=found)


def _is_its_own(outline: MeasuredBase, at: Pose) -> bool:
    """Whether a doubtful outline is that of the base whose picture is found there."""
    turned_deg = abs(turn_deg(at.heading_deg, outline.pose.heading_deg))
    return (
        outline.right >= LEAST_RIGHT
        and apart_mm(outline.pose, at) <= SAME_PLACE_MM
        and min(turned_deg, 180.0 - turned_deg) <= SAME_TURN_DEG
    )


class PictureFollower:
    """All bases that were measured or detected lately, as what they are followed."""

    def __init__(self, camera: CameraModel) -> None:
        self._camera = camera
        self._coarser = max(1.0, PX_PER_MM / board_scale_px_per_mm(camera))
        self._confirmed = max(1.0 - (1.0 - CONFIRMED) * self._coarser**2, LEAST_CONFIRMED)
        self._known: dict[str | int, _KnownPicture] = {}

    def measured(self, who: str | int, pose: Pose, shape: BaseShape, frame: Frame) -> None:
        """The outline of a base was measured in this frame, and nothing speaks against it."""
        t_ns = frame.t_ns
        self._known[who] = _KnownPicture(frame, pose, shape, t_ns, t_ns, pose, t_ns)

    def detected(self, who: int, pose: Pose, shape: BaseShape, frame: Frame) -> None:
        """The detector has shown a base in this frame that nobody follows yet."""
        self.measured(who, pose, shape, frame)
        self._known[who] = replace(self._known[who], detected=True)

    def keep(self, who: Collection[str | int]) -> None:
        """Forget bases that are none of these."""
        self._known = {each: known for each, known in self._known.items() if each in who}

    def checked_ns(self, who: str | int) -> int | None:
        """When a player's outline and picture were found to agree last, None: never."""
        known = self._known.get(who)
        return None if known is None else known.since_ns

    def believed(self, who: str, t_ns: int) -> None:
        """A look of the detector has shown a base where this player is followed."""
        known = self._known.get(who)
        if known is not None:
            self._known[who] = replace(known, there_ns=max(known.there_ns, t_ns))

    def forget(self, who: str | int) -> None:
        """What was followed as this player was something else."""
        self._known.pop(who, None)

    def follow(
        self,
        who: str | int,
        frame: Frame,
        *,
        moving: bool,
        due: Pose | None = None,
        outline: MeasuredBase | None = None,
    ) -> PicturedBase | None:
        """Where a base is in this frame by its picture, or None.

        ``due`` is where its last step leads, None: where it was found last. ``outline`` is a
        doubtful one that was found about there: it is believed where the picture is at the same
        place, for it is far more exact.
        """
        known = self._known.get(who)
        if known is None or frame.t_ns - known.there_ns > LONGEST_NS:
            return None
        due = due if due is not None and moving else known.found
        found = self._best_match(known, frame, due, moving=moving)
        if found is None or found.alike < ALIKE:
            return None
        if not moving:
            if apart_mm(found.pose, known.found) > AT_REST_MM:
                return None
            # What stands still is known as well as it was.
            known = replace(known, since_ns=known.since_ns + frame.t_ns - known.found_ns)
        if outline is not None and _is_its_own(outline, found.pose):
            self.measured(who, outline.pose, known.shape, frame)
            confirmed = outline.confirmed(self._confirmed).covariance
            return PicturedBase(outline.pose, known.shape, confirmed, outlined=True)
        self._known[who] = known.at(found.pose, frame)
        return PicturedBase(found.pose, known.shape, known.covariance(frame.t_ns, self._coarser))

    def denies(self, who: str, pose: Pose, frame: Frame) -> bool:
        """Whether the picture of a player that moves is plainly elsewhere than its outline."""
        known = self._known.get(who)
        if known is None:
            return False
        found = self._match(known, frame, known.found, pose, moving=True)
        if found is None or found.alike < SURELY_ALIKE:
            return False
        return found.alike - found.alike_there >= MORE_ALIKE

    def _best_match(
        self, known: _KnownPicture, frame: Frame, due: Pose, *, moving: bool
    ) -> PictureMatch | None:
        """The better match of two: turned as it was found last, and as its last step leads on."""
        if not moving:
            return self._match(known, frame, due, due, moving=False)
        kept_deg = turn_deg(known.pose.heading_deg, known.found.heading_deg)
        kept = self._match(known, frame, due, due, moving=True, turned_deg=kept_deg)
        on_deg = turn_deg(known.pose.heading_deg, due.heading_deg)
        if abs(on_deg - kept_deg) < LEAST_TURN_DEG:
            return kept
        on = self._match(known, frame, due, due, moving=True, turned_deg=on_deg)
        if kept is None or on is None:
            return kept or on
        return on if on.worth > kept.worth else kept

    def _match(
        self,
        known: _KnownPicture,
        frame: Frame,
        due: Pose,
        there: Pose,
        *,
        moving: bool,
        turned_deg: float = 0.0,
    ) -> PictureMatch | None:
        passed_s = (frame.t_ns - known.found_ns) / S_NS if moving else 0.0
        return picture_match(
            known.frame.image,
            frame.image,
            passed_s,
            self._camera,
            known.pose,
            known.shape.height_mm,
            near=due,
            there=there,
            piece_mm=PIECE_MM,
            due_mm=DUE_MM + DUE_MM_S * passed_s,
            turned_deg=turned_deg,
        )

    def rename(self, was: Mapping[str, str | int]) -> None:
        """Bases have other names now: by the new one, what each was followed as."""
        self._known |= {new: self._known[old] for new, old in was.items() if old in self._known}
