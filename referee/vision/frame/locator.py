"""One frame of a calibrated camera in, every base on the board out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame, Image
from referee.core.geometry.base_shape import BaseShape
from referee.core.roster import Team
from referee.vision.appearance.figure_colours import describe_figures
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.appearance.two_teams import teams_by_colour
from referee.vision.frame.candidate_outlines import CandidateOutline, RosterOutlines, SharedOutlines
from referee.vision.frame.finder import BoardDetections, Finder
from referee.vision.frame.measured_frame import (
    CropReader,
    ExaminedBase,
    examine_candidates,
    sighting_of,
)
from referee.vision.network.figure_looks import FigureLooks
from referee.vision.refine.refiner import Refiner
from referee.vision.sighting import FrameSightings

GENEROUS = 0.2  # of the detector's lowest scores, if there is a reader
NAMED_BY_CHANCE = 0.5  # two teams are told apart, but which of them is home nobody said


@dataclass(frozen=True)
class Locator:
    """Finds and measures bases, markers and hands; keeps nothing from frame to frame.

    ``shapes`` and ``colours`` are those of enrolled teams; without them outlines are measured in
    each frame, and two teams are only told apart. ``figures`` tells players by how they look.
    """

    finder: Finder
    refiner: Refiner
    reader: CropReader | None = None
    shapes: tuple[BaseShape, ...] = ()
    colours: TeamColours | None = None
    figures: FigureLooks | None = None

    @property
    def camera(self) -> CameraModel:
        """The camera whose frames it can read."""
        return self.finder.camera

    def locate(self, frame: Frame) -> FrameSightings:
        """What one frame says."""
        return self.measure(frame, self.find(frame.image))

    def find(self, image: Image) -> BoardDetections:
        """What the detector claims; more generously where a reader gives a second opinion."""
        return self.finder.find(image, 1.0 if self.reader is None else GENEROUS)

    def measure(self, frame: Frame, found: BoardDetections) -> FrameSightings:
        """The same, of a frame in which the detector has found something already."""
        image, candidates = frame.image, found.candidates
        seen = examine_candidates(
            image, self.refiner, self.reader, candidates, self._outlines(frame, found)
        )
        teams = self._teams(image, seen.bases)
        return FrameSightings(
            frame.t_ns,
            tuple(
                sighting_of(each, frame.t_ns, self.camera, *team)
                for each, team in zip(seen.bases, teams, strict=True)
            ),
            found.markers,
            found.hands,
            tuple(seen.pairs),
        )

    def _outlines(self, frame: Frame, found: BoardDetections) -> list[CandidateOutline]:
        """From the roster, or measured in this very frame."""
        if self.shapes:
            return RosterOutlines(self.refiner, self.shapes).outlines(frame.image, found.candidates)
        moulds = SharedOutlines(self.camera, self.refiner, self.finder.top_mm)
        return moulds.outlines(frame.image, found.candidates)

    def _teams(
        self, image: Image, looked: Sequence[ExaminedBase]
    ) -> list[tuple[Team | None, float]]:
        """The team of each base or None, and its probability."""
        poses, shapes = [e.pose for e in looked], [e.shape for e in looked]
        described = describe_figures(image, self.camera, poses, shapes, self.finder.board)
        if self.colours is not None:
            return self.colours.judge(described)
        teams = teams_by_colour(described)
        told = teams.teams_shown if teams is not None else (None,) * len(described)
        return [(team, NAMED_BY_CHANCE) for team in told]
