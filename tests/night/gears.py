"""Gear for tests: a camera and a switch that do nothing, two small teams."""

from __future__ import annotations

from referee.camera.calibration import Calibration
from referee.camera.camera_model import overhead_camera
from referee.camera.frame_source import Frame, NoFrame
from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base
from referee.loaders.fields import load_field
from referee.night.eyes.namer import TeamAppearances
from referee.night.start.equipment import Equipment
from tests.teams_files import teams_file_of

BASE = load_base("standard")
ROSTER = Roster(tuple(Player(f"{t.name[0]}{n}", t, n, BASE) for t in Team for n in (1, 2, 3)))
NAMES = {Team.HOME: "Reds", Team.AWAY: "Blues"}
COLOURS = {Team.HOME: "#b01020", Team.AWAY: "#1020b0"}
FIELD = load_field("620")
CAMERA = overhead_camera(
    width_px=1920, height_px=1080, target_mm=(300.0, 150.0), height_mm=1200.0, focal_px=1500.0
)


class Still:
    """A camera that never gives a picture."""

    name, size, fps = "still", (1920, 1080), 30.0

    def newest(self, _timeout_s: float) -> Frame:
        """None comes."""
        raise NoFrame("still gave no picture in time")

    def close(self) -> None:
        """Nothing to let go of."""


def gear(**changes) -> Equipment:
    values = {
        "camera": Still(),
        "power": None,
        "calibration": Calibration(CAMERA, 3.0, FIELD, "test"),
        "teams": TeamAppearances(ROSTER),
        "sheets": teams_file_of(ROSTER, NAMES, COLOURS),
        "colours": COLOURS,
        "simulated": False,
    }
    return Equipment(**(values | changes))
