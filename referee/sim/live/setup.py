"""What a simulated game is made from: a handful of settings, checked before anything is built."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.loaders.fields import load_field
from referee.sim.art.looks.camera_framing import frame_camera
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.art.looks.table_light import TableLight, in_light
from referee.sim.live.script.formation_calls import FormationWishes
from referee.sim.live.teams import MOST_BESIDE, usual_roster
from referee.sim.look import SceneLook
from referee.sim.physics import Dynamics, PhysicsSettings, load_physics
from referee.sim.render import LIVE, RICH, RenderQuality
from referee.sim.render.quality import JpegCompression

MAX_SEED = 2**32 - 1
QUALITIES = {"live": LIVE, "rich": RICH}
MIN_PX, MAX_PX = 160, 4096
MAX_TILT_DEG = 25.0
MIN_FPS, MAX_FPS = 1.0, 240.0
FILL = 0.96
GROW = 1.01


@dataclass(frozen=True, slots=True)
class SimSetup:
    """Seed, field, camera and picture of one simulated game.

    ``tilt_toward_deg`` is a heading; ``physics`` is a settings file, see docs/sim-board.md.
    ``guided``: somebody outside guides the hands; else a script plays, and ``coach_switches`` says
    whether it also uses the power switch. ``substitutes`` of each team wait beside the board.
    """

    field: str = "620"
    seed: int = 1
    width_px: int = 1920
    height_px: int = 1080
    fps: float = 30.0
    quality: str = "live"
    offence: str | None = None
    defence: str | None = None
    tilt_deg: float = 0.0
    tilt_toward_deg: float = 270.0
    physics: str | None = None
    coach_switches: bool = True
    jpeg: bool = False
    guided: bool = False
    light: TableLight = TableLight.LAMP
    substitutes: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MAX_SEED:
            raise BadValue("seed", self.seed, f"a whole number from 0 to {MAX_SEED}")
        for key in ("width_px", "height_px"):
            value = getattr(self, key)
            if not MIN_PX <= value <= MAX_PX or value % 2:
                raise BadValue(key, value, f"an even number from {MIN_PX} to {MAX_PX} pixels")
        if not MIN_FPS <= self.fps <= MAX_FPS:
            raise BadValue("fps", self.fps, f"{MIN_FPS:g} to {MAX_FPS:g} frames per second")
        if self.quality not in QUALITIES:
            raise BadValue("quality", self.quality, f"one of {', '.join(QUALITIES)}")
        if not 0.0 <= self.tilt_deg <= MAX_TILT_DEG:
            raise BadValue("camera tilt", self.tilt_deg, f"0 to {MAX_TILT_DEG:g} degrees")
        if not 0 <= self.substitutes <= MOST_BESIDE:
            raise BadValue("substitutes of each team", self.substitutes, f"0 to {MOST_BESIDE}")

    def check_names(self) -> None:
        """Field, formations and settings can be read; cheap, and before any window or file."""
        load_field(self.field)
        self.board_settings(usual_roster(self.seed, self.substitutes))
        FormationWishes(self.offence, self.defence)

    def board_settings(self, roster: Roster) -> tuple[PhysicsSettings, dict[str, Dynamics]]:
        """How the board shakes and the bases creep: the file's, or the usual."""
        return load_physics(Path(self.physics), roster) if self.physics else (PhysicsSettings(), {})

    @property
    def rendering(self) -> RenderQuality:
        """The renderer's setting; with ``jpeg`` every picture brings the camera's bytes."""
        quality = QUALITIES[self.quality]
        if self.jpeg and quality.compression is JpegCompression.NONE:
            return replace(quality, compression=JpegCompression.ENCODE)
        return quality


def build_scene(setup: SimSetup) -> tuple[FieldProfile, Roster, SceneLook]:
    """The board, the teams and how everything looks, the same for the same setup."""
    profile = load_field(setup.field)
    roster = usual_roster(setup.seed, setup.substitutes)
    look = in_light(standard_look(profile, roster, setup.seed), profile, setup.light)
    return profile, roster, replace(look, camera=_camera(profile, setup))


def _camera(profile: FieldProfile, setup: SimSetup) -> CameraModel:
    straight = frame_camera(profile, None, setup.width_px, setup.height_px)
    if setup.tilt_deg == 0.0:
        return straight
    height_mm = float(straight.position_mm[2])
    while True:
        camera = overhead_camera(
            width_px=setup.width_px,
            height_px=setup.height_px,
            target_mm=(profile.goal_to_goal_mm / 2, profile.width_mm / 2),
            height_mm=height_mm,
            focal_px=straight.fx_px,
            tilt_deg=setup.tilt_deg,
            tilt_toward_deg=setup.tilt_toward_deg,
            distortion=straight.distortion,
        )
        if _fits(camera, profile):
            return camera
        height_mm *= GROW


def _fits(camera: CameraModel, profile: FieldProfile) -> bool:
    """Whether the whole metal is in the picture, with a small margin."""
    xs = (profile.metal_left_x_mm, profile.metal_right_x_mm)
    ys = (profile.metal_near_y_mm, profile.metal_far_y_mm)
    px = camera.project([(x, y, 0.0) for x in xs for y in ys])
    centre = (camera.cx_px, camera.cy_px)
    room = (FILL * camera.width_px / 2, FILL * camera.height_px / 2)
    return bool((abs(px - centre) <= room).all())
