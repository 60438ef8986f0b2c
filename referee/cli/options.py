"""The options that several commands share, and the simulator's setup made from them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.core.errors import BadValue

if TYPE_CHECKING:
    from referee.sim.live.setup import SimSetup

SeedOption = Annotated[int, typer.Option("--seed", help="Same seed, same game.")]
FieldOption = Annotated[
    str, typer.Option("--field", help="A field by name, or a .toml file of your own.")
]
FpsOption = Annotated[float, typer.Option("--fps", help="Pictures per second.")]
SizeOption = Annotated[str, typer.Option("--size", help="Width and height of the picture.")]
QualityOption = Annotated[str, typer.Option("--quality", help="live (quick) or rich (slow).")]
OffenceOption = Annotated[
    str | None, typer.Option("--offence", help="A formation, see `referee sim formations`.")
]
DefenceOption = Annotated[str | None, typer.Option("--defence", help="A formation to defend in.")]
TiltOption = Annotated[
    str,
    typer.Option(
        "--camera-tilt", help="Degrees off the vertical, and toward which heading: 8 or 8@270."
    ),
]
PhysicsOption = Annotated[
    str | None,
    typer.Option("--physics", help="A .toml file that sets the board and the bases."),
]
CalibrationOption = Annotated[
    Path, typer.Option("--calibration", help="Where the camera hangs, a .calib.json file.")
]
TeamsOption = Annotated[
    Path | None,
    typer.Option("--roster", help="The teams, as `referee enroll` writes them (.teams.toml)."),
]
BoardOption = Annotated[
    str | None, typer.Option("--field", help="The board, if the calibration does not say it.")
]
DetectorOption = Annotated[
    str | None, typer.Option("--model", help="Another detector: its name or folder.")
]
TrustOption = Annotated[
    bool, typer.Option("--trust-calibration", help="Do not ask the picture whether it fits.")
]
PortOption = Annotated[int, typer.Option("--port", help="Where the page is; 0 takes a free one.")]

_SIZE = re.compile(r"(\d{2,5})[x×](\d{2,5})")
_TILT = re.compile(r"(\d{1,3}(?:\.\d+)?)(?:@(\d{1,3}(?:\.\d+)?))?")
NEAR_SIDE_DEG = 270.0


def setup_of(
    *,
    field: str,
    seed: int,
    size: str,
    fps: float = 30.0,
    quality: str = "live",
    offence: str | None = None,
    defence: str | None = None,
    camera_tilt: str = "0",
    physics: str | None = None,
    coach_switches: bool = True,
    jpeg: bool = False,
) -> SimSetup:
    """The setup, checked as far as can be without building anything."""
    from referee.sim.live.setup import SimSetup  # noqa: PLC0415 - the help must not wait for numba

    width_px, height_px = parse_size(size)
    tilt_deg, toward_deg = parse_tilt(camera_tilt)
    setup = SimSetup(
        field=field,
        seed=seed,
        width_px=width_px,
        height_px=height_px,
        fps=fps,
        quality=quality,
        offence=offence,
        defence=defence,
        tilt_deg=tilt_deg,
        tilt_toward_deg=toward_deg,
        physics=physics,
        coach_switches=coach_switches,
        jpeg=jpeg,
    )
    setup.check_names()
    return setup


def parse_size(text: str) -> tuple[int, int]:
    """Pixels from "1920x1080".

    >>> parse_size("1280x720")
    (1280, 720)
    """
    if (match := _SIZE.fullmatch(text.strip().lower())) is None:
        raise BadValue("size", text, "width x height in pixels, such as 1920x1080")
    return int(match[1]), int(match[2])


def parse_tilt(text: str) -> tuple[float, float]:
    """Degrees off the vertical and the heading the camera is moved toward.

    >>> parse_tilt("8@90")
    (8.0, 90.0)
    """
    if (match := _TILT.fullmatch(text.strip())) is None:
        raise BadValue("camera tilt", text, "degrees such as 8, or with a heading such as 8@270")
    return float(match[1]), float(match[2]) if match[2] else NEAR_SIDE_DEG
