"""The real eyes on rendered pictures, in step: looks come as late as they do on a live table."""

from __future__ import annotations

from dataclasses import replace

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.night.eyes.live_eyes import LiveEyes
from referee.night.eyes.namer import Namer
from referee.sim.coach.table.table_set_up import TableSetUp
from referee.sim.coach.table.table_time import look_frames
from referee.sim.live.lockstep_board import LockstepBoard
from referee.vision.frame.locator import Locator
from referee.vision.frame.locator_setup import open_locator
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.watch.line_up.watch_start import first_looker
from referee.vision.watch.timed_jobs import TimedJobs

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
        return self._board.size_px

    def newest(self, _timeout_s: float) -> Frame:
        """Moves on to the next frame's instant; never waits."""
        return self._board.newest_frame(LONG_S)

    def close(self) -> None:
        """Nothing to let go of."""


def picture_eyes(known: TableSetUp, fps: float) -> LiveEyes:
    """Eyes that know the table as it was set up; a look is answered some frames later."""
    calibration, teams = known.calibration, known.teams
    plate = known.plate or PlateKeeper(calibration.camera)

    def opens(camera: CameraModel) -> Locator:
        through = replace(calibration, camera=camera)
        plate.moved(camera, calibration.field)
        return open_locator(
            through, threads=1, roster=teams.roster, colours=teams.colours, plate=plate
        )

    locator = opens(calibration.camera)
    late = look_frames(fps)
    namer = Namer(opens, locator, teams, beside=lambda work: TimedJobs(work, late, "detector"))
    look = first_looker(locator).look
    return LiveEyes(teams.roster, look, namer, lambda work: TimedJobs(work, late, "eyes"))
