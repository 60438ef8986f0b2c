"""The locator for pictures of a calibrated camera: each is checked before and after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from referee.camera.calibration import Calibration
from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame, Image
from referee.core.roster import Roster
from referee.loaders.teams_file import read_teams
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.enroll.enrolled_teams import colours_path, read_enrolled_teams
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.frame.frame_check import FrameCheck, check_calibration, same_proportions
from referee.vision.frame.locator import Locator
from referee.vision.frame.locator_setup import open_locator
from referee.vision.plate.clean_plate import CleanPlate
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.sighting import FrameSightings


class PictureLocator:
    """The locator for the calibrated camera; with --scale, others for pictures of other sizes.

    ``reference`` is the picture that was calibrated from, ``plate`` the empty board, if they are
    there.
    """

    def __init__(
        self,
        calibration: Calibration,
        roster: Path | None,
        model: str,
        scale: bool,
        trust: bool,
        reference: Image | None = None,
        plate: CleanPlate | None = None,
    ) -> None:
        self._calibration = calibration
        self._model, self._scale, self._trust = model, scale, trust
        self._reference, self._plate = reference, plate
        self._teams = roster and teams_of(roster)
        self._locators: dict[tuple[int, int], Locator] = {}
        self._locator_for(calibration.camera)

    def locate(self, frame: Frame) -> tuple[FrameSightings, CameraModel]:
        """What a picture says, checked before and after, and the camera that took it."""
        camera = self._calibration.camera
        height, width = frame.image.shape[:2]
        if self._scale and same_proportions(width, height, camera):
            camera = camera.scaled(width, height)
        FrameCheck(camera, board_scale_px_per_mm(camera)).check(frame)
        locator = self._locator_for(camera)
        found = locator.find(frame.image)
        if not self._trust:
            board, error_mm = self._calibration.field, self._calibration.error_mm
            check_calibration(frame.image, camera, board, found, error_mm, self._reference)
        return locator.measure(frame, found), camera

    def _locator_for(self, camera: CameraModel) -> Locator:
        size = camera.width_px, camera.height_px
        if size not in self._locators:
            calibration = replace(self._calibration, camera=camera)
            roster, colours = self._teams or (None, None)
            self._locators[size] = open_locator(
                calibration,
                self._model,
                roster=roster,
                colours=colours,
                plate=PlateKeeper(camera, self._plate),
            )
        return self._locators[size]


def teams_of(path: Path) -> tuple[Roster, TeamColours | None]:
    """The players of a team file, and what the teams look like if that was learned."""
    if colours_path(path).exists():
        enrolled = read_enrolled_teams(path)
        return enrolled.roster, enrolled.colours
    return read_teams(path).roster, None
