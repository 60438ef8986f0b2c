"""The real eyes on rendered pictures, in step: every look at its own frame, nothing beside."""

from __future__ import annotations

from dataclasses import replace

from referee.camera.calibration import Calibration
from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.night.eyes.live_eyes import LiveEyes
from referee.night.eyes.namer import Namer, TeamAppearances
from referee.sim.coach.table.team_names import darker_team
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.look import SceneLook
from referee.vision.frame.locator import Locator
from referee.vision.frame.locator_setup import open_locator
from referee.vision.watch.background_jobs import InlineJobs
from referee.vision.watch.line_up.watch_start import first_looker

LONG_S = 1.0


class PictureCamera:
    """A `FrameSource` on a board in step: the next frame, drawn."""

    name = "simulated camera in step"

    def __init__(self, board: LockstepBoard) -> None:
        self._board = board
        self.fps = board.fps

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._board.camera.width_px, self._board.camera.height_px

    def newest(self, _timeout_s: float) -> Frame:
        """Moves on to the next frame's instant; never waits."""
        return self._board.newest_frame(LONG_S)

    def close(self) -> None:
        """Nothing to let go of."""


def picture_eyes(profile: FieldProfile, roster: Roster, look: SceneLook) -> LiveEyes:
    """Eyes that know the teams as enrolled ones are known, and look while time stands still."""
    top_mm = max(player.base.height_mm for player in roster)
    calibration = Calibration(look.camera, top_mm, profile, "simulated camera")

    def opens(camera: CameraModel) -> Locator:
        return open_locator(replace(calibration, camera=camera), threads=1, roster=roster)

    locator = opens(look.camera)
    teams = TeamAppearances(roster, darker=darker_team(look))
    namer = Namer(opens, locator, teams, live=False)
    return LiveEyes(roster, first_looker(locator).look, namer, InlineJobs)
