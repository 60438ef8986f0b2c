"""What a night is played with: a camera, a switch, two teams; simulated or real."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from referee.camera.calibration import Calibration
from referee.camera.frame_source import FrameSource, Image
from referee.core.roster import Team
from referee.loaders.teams_file import TeamsFile
from referee.night.eyes.namer import TeamAppearances
from referee.night.start.night_time import NightTime, SystemTime
from referee.night.start.picture_rate import PictureRate
from referee.power.switch import PowerSwitch
from referee.vision.plate.plate_keeper import PlateKeeper

ProgressReporter = Callable[[str, float], None]


def nothing_to_close() -> None:
    """For what needs no end."""


def ready_at_once(_say: ProgressReporter) -> None:
    """For what needs not be waited for."""


@dataclass(frozen=True)
class Equipment:
    """Everything open, and ready once ``wait_ready`` has returned: eyes load meanwhile.

    ``reference`` is the picture that the camera was calibrated with, None: the first one that shows
    the board is taken. ``plate`` is the clean plate of the board, None: it builds itself up from
    nothing. ``sheets`` are the teams as files tell them, ``lacks`` sentences about what
    this switch cannot do, ``about`` is what the record should say besides. ``time`` is the time
    that camera and switch go by. ``rate`` chooses how many pictures a second are looked at, None:
    as the plan says. ``close`` lets go of it all, after the night has said off.
    """

    camera: FrameSource
    power: PowerSwitch
    calibration: Calibration
    teams: TeamAppearances
    sheets: TeamsFile
    colours: Mapping[Team, str]
    simulated: bool
    reference: Image | None = None
    plate: PlateKeeper | None = None
    lacks: tuple[str, ...] = ()
    about: Mapping[str, object] = field(default_factory=dict)
    time: NightTime = field(default_factory=SystemTime)
    rate: PictureRate | None = None
    close: Callable[[], None] = field(default=nothing_to_close)
    wait_ready: Callable[[ProgressReporter], None] = field(default=ready_at_once)

    @property
    def names(self) -> Mapping[Team, str]:
        """What the teams are called."""
        return {team: self.sheets.teams[team].name for team in Team}


EquipmentOpener = Callable[[ProgressReporter], Equipment]
