"""Bases whose outline is lost or doubtful, where their picture shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from referee.camera.frame_source import Frame
from referee.core.geometry.pose import Pose, apart_mm
from referee.vision.refine.refiner import Refiner
from referee.vision.watch.base_follower import FollowedFrame
from referee.vision.watch.board_look import SAME_BASE_MM
from referee.vision.watch.detector_only import LIES, DetectorOnlyBases
from referee.vision.watch.picture.outline_search import LostOutline, sought_outlines
from referee.vision.watch.picture.picture_follower import PicturedBase, PictureFollower
from referee.vision.watch.player_evidence import PlayerEvidence
from referee.vision.watch.unclaimed_bases import UnclaimedBases

# Of so many that only their picture shows the outline is sought in one frame: it takes 7 ms each.
MOST_SOUGHT = 1


@dataclass(frozen=True, slots=True)
class MissedPlayer:
    """A player whose outline was not found, and where the last step leads; None: nobody knows."""

    who: str
    due: Pose | None


@dataclass
class LostBases:
    """What every frame asks for them; the parts are those of the watcher."""

    pictures: PictureFollower
    refiner: Refiner
    knowledge: PlayerEvidence
    loose: UnclaimedBases
    shown: DetectorOnlyBases
    # Whose outline was sought when.
    _sought_ns: dict[str | int, int] = field(default_factory=dict)

    def find(
        self,
        frame: Frame,
        missed: Iterable[MissedPlayer],
        followed: FollowedFrame,
        measured: Sequence[Pose],
        *,
        moving: bool,
    ) -> dict[str | int, PicturedBase]:
        """First players; then, while bases move, those that the detector showed and are nobody yet.

        None of them is where another base was ``measured``.
        """
        taken = list(measured)
        found = self._players(frame, missed, followed, taken, moving=moving)
        if moving:
            found |= self._nobodys(frame, followed, taken)
            found |= self._sought(frame, found, measured)
        return found

    def _players(
        self,
        frame: Frame,
        missed: Iterable[MissedPlayer],
        followed: FollowedFrame,
        taken: list[Pose],
        *,
        moving: bool,
    ) -> dict[str | int, PicturedBase]:
        outlines = {each.wanted.who: each.measured for each in followed.doubtful}
        found: dict[str | int, PicturedBase] = {}
        for player in missed:
            who = player.who
            said = self.knowledge.of(who)
            if self.knowledge.astray(who) or (said is not None and said.fallen >= LIES):
                self.pictures.forget(who)  # it looks otherwise now, or was something else
                continue
            outline = outlines.get(who)
            base = self.pictures.follow(who, frame, moving=moving, due=player.due, outline=outline)
            if base is None or not _open(base.pose, taken):
                continue
            if self.shown.lies_near(base.pose, who):
                self.pictures.forget(who)
                continue
            found[who] = base
            taken.append(base.pose)
        return found

    def _nobodys(
        self, frame: Frame, followed: FollowedFrame, taken: list[Pose]
    ) -> dict[str | int, PicturedBase]:
        met = {each.wanted.who for each in followed.met}
        outlines = {each.wanted.who: each.measured for each in followed.doubtful}
        found: dict[str | int, PicturedBase] = {}
        for loose in self.loose:
            number = loose.number
            if number in met or loose.lies:
                continue
            outline = outlines.get(number)
            base = self.pictures.follow(number, frame, moving=True, outline=outline)
            if base is None or not _open(base.pose, taken):
                continue
            found[number] = base
            taken.append(base.pose)
            self.loose.pictured(number, base.pose, frame.t_ns)
        return found

    def _sought(
        self,
        frame: Frame,
        found: Mapping[str | int, PicturedBase],
        measured: Sequence[Pose],
    ) -> dict[str | int, PicturedBase]:
        """The outlines of some that only their picture shows; the others have their turn later.

        One that is drawn to a ``measured`` base, or to another's picture, is not theirs.
        """
        waiting = sorted(
            (who for who, base in found.items() if not base.outlined),
            key=lambda who: self._sought_ns.get(who, -1),
        )
        lost = [
            LostOutline(who, found[who].shape, found[who].pose) for who in waiting[:MOST_SOUGHT]
        ]
        self._sought_ns = {who: self._sought_ns.get(who, -1) for who in waiting}
        self._sought_ns |= {each.who: frame.t_ns for each in lost}
        out: dict[str | int, PicturedBase] = {}
        for who, outline in sought_outlines(self.refiner, frame.image, lost).items():
            shape = found[who].shape
            others = [*measured, *(base.pose for k, base in found.items() if k != who)]
            if _open(outline.pose, others):
                self.pictures.measured(who, outline.pose, shape, frame)
                out[who] = PicturedBase(outline.pose, shape, outline.covariance, outlined=True)
        return out


def _open(pose: Pose, taken: Sequence[Pose]) -> bool:
    return all(apart_mm(pose, other) > SAME_BASE_MM for other in taken)
