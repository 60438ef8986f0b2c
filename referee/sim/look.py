"""What does not move: the print, the colours, the lamps, the camera's eye. Pure description.

Both renderers (the fast one and the path tracer) draw from the same ``SceneLook``.
Colours are sRGB, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as attribute
from enum import StrEnum

from referee.camera.camera_model import CameraModel
from referee.core.roster import Roster, Team
from referee.sim.photograph import Photograph

Colour = tuple[float, float, float]


class FrontMark(StrEnum):
    """How a base shows which end is its front, if it does."""

    NONE = "none"
    EDGE = "painted front edge"
    ARROW = "painted arrow"
    NOTCH = "moulded notch"
    DOT = "painted dot"
    BAR = "painted bar"


class Stance(StrEnum):
    """How a figure is moulded."""

    THREE_POINT = "three-point stance"
    BLOCKING = "blocking"
    RUNNING = "running with the ball"
    UPRIGHT = "upright"
    TACKLING = "arms wide"
    REACHING = "reaching up"


class FigureBuild(StrEnum):
    """How heavy a figure is."""

    SLIM = "slim"
    REGULAR = "regular"
    HEAVY = "heavy"


class FieldBorder(StrEnum):
    """What is printed where sidelines and end lines count."""

    LINE = "a line, and a border beyond a gap"
    BORDER = "a border, from where the field ends"
    BAND = "a broad band around the field, in the lines' colour"
    INSIDE = "a broad band that ends where the field ends"
    BROAD_LINE = "a broad line whose middle counts"


@dataclass(frozen=True, slots=True)
class FieldLook:
    """The printed board: turf, lines, end zones, numerals, logos, wear, gloss, rim.

    ``frame_width_mm`` is that of a border, band or broad line; ``border`` is also the colour of
    what lies beyond a band. ``grain`` is a photograph whose light and dark the print has.
    """

    turf: Colour = (0.16, 0.42, 0.18)
    turf_stripe: Colour | None = (0.18, 0.46, 0.20)
    line: Colour = (0.93, 0.94, 0.90)
    line_width_mm: float = 1.1
    left_end_zone: Colour = (0.10, 0.18, 0.45)
    right_end_zone: Colour = (0.55, 0.12, 0.12)
    left_text: str = "HOME"
    right_text: str = "VISITORS"
    border: Colour = (0.88, 0.88, 0.86)
    numeral_font: int = 0
    centre_logo: int = 1
    wear: float = 0.25
    gloss: float = 0.25
    rim: Colour = (0.55, 0.57, 0.60)
    rim_width_mm: float = 9.0
    rim_height_mm: float = 12.0
    stadium: int = 1
    frame: FieldBorder = FieldBorder.LINE
    frame_width_mm: float = 0.0
    grain: Photograph | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class TeamLook:
    """A team's colours and the kind of base it stands on."""

    jersey: Colour
    pants: Colour
    helmet: Colour
    numerals: Colour
    skin: Colour = (0.55, 0.38, 0.28)
    base: Colour = (0.15, 0.45, 0.18)
    base_alpha: float = 1.0
    base_gloss: float = 0.3
    front_mark: FrontMark = FrontMark.NONE
    mark: Colour = (0.95, 0.95, 0.95)
    dial: bool = True
    dial_colour: Colour = (0.85, 0.80, 0.25)


@dataclass(frozen=True, slots=True)
class FigureLook:
    """One figure: how it is moulded and how straight it stands on its base."""

    stance: Stance = Stance.BLOCKING
    build: FigureBuild = FigureBuild.REGULAR
    scale: float = 1.0
    yaw_deg: float = 0.0
    lean_deg: float = 0.0
    lean_toward_deg: float = 0.0
    mirror: bool = False


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light: a lamp near the board or a window far away. Its size makes the penumbra."""

    position_mm: tuple[float, float, float]
    size_mm: float
    strength: float
    colour: Colour = (1.0, 0.96, 0.90)
    gobo: int = 0  # 0 none, 1 window bars, 2 blinds


class ClutterKind(StrEnum):
    """Things that lie around on a game table or on the rim."""

    CUP = "cup"
    DIE = "die"
    PHONE = "phone"
    CARD = "card"
    STICK = "passing stick"
    FIGURE_BOX = "figure box"
    PEN = "pen"
    SPARE_BASE = "spare base"


@dataclass(frozen=True, slots=True)
class Clutter:
    """One thing that is not part of the game."""

    kind: ClutterKind
    x_mm: float
    y_mm: float
    heading_deg: float
    colour: Colour
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class SensorLook:
    """What the camera does to light: exposure, colour, vignetting, shutter, noise, compression."""

    exposure_ms: float = 8.0
    readout_ms: float = 12.0
    gain: float = 1.0
    white_balance: Colour = (1.0, 1.0, 1.0)
    vignetting: float = 0.25
    blur_px: float = 0.5
    sharpen: float = 0.3
    read_noise: float = 0.006
    shot_noise: float = 0.012
    jpeg_quality: int = 88


@dataclass(frozen=True, slots=True)
class SceneLook:
    """Everything a renderer must know besides where things are.

    ``table_photo`` is what the table shows instead of plain paint, wood or cloth.
    """

    roster: Roster
    camera: CameraModel
    field: FieldLook
    teams: Mapping[Team, TeamLook]
    figures: Mapping[str, FigureLook]
    lamps: tuple[Lamp, ...]
    ambient: float = 0.35
    table: Colour = (0.42, 0.30, 0.20)
    table_texture: int = 1
    table_photo: Photograph | None = None
    clutter: tuple[Clutter, ...] = ()
    sensor: SensorLook = attribute(default_factory=SensorLook)
    sleeve: Colour = (0.20, 0.22, 0.30)
    hand_skin: Colour = (0.78, 0.58, 0.46)
    seed: int = 0
