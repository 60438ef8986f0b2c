"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
PagePortOption = Annotated[
    int, typer.Option("--port", help="Where the page is; 0 takes a free one.")
]
CameraOption = Annotated[
    str | None,
    typer.Option(
        "--camera", help="Its number, a part of its name, or `simulated`; the only one if left out."
    ),
]
CameraSizeOption = Annotated[str, typer.Option("--size", help="Width and height to ask for.")]
CameraFpsOption = Annotated[float, typer.Option("--fps", help="Pictures per second to ask for.")]
ExposureOption = Annotated[
    float | None, typer.Option("--exposure", help="Fixed exposure in ms; left alone if left out.")
]
FocusOption = Annotated[
    float | None, typer.Option("--focus", help="Fixed focus, in the units of the camera's driver.")
]
