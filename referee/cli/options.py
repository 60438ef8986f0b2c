"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.sim.setup_options import USUAL_SIZE
from referee.voice.settings import SPEED_RANGE, VOLUME_RANGE

# What a command prints and writes.
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
JsonLinesOption = Annotated[bool, typer.Option("--json", help="Print a line of JSON for each.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace what is there.")]
DrawingOption = Annotated[
    Path | None, typer.Option("--out", "-o", help="A .svg or .png picture to write.")
]
FreshFolderOption = Annotated[
    Path, typer.Option("--out", help="A new or empty folder for the recording.")
]

# Pages.
PagePortOption = Annotated[
    int, typer.Option("--port", help="Where the page is; 0 takes a free one.")
]
NoBrowserOption = Annotated[
    bool, typer.Option("--no-browser", help="Print the page's address and open nothing.")
]
LanOption = Annotated[
    bool, typer.Option("--lan", help="Let tablets and phones of your home see the page.")
]

# The camera, and what is known of it.
CameraOption = Annotated[
    str | None,
    typer.Option(
        "--camera", help="Number, part of a name, or `simulated`; left out: the only one."
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
LensOption = Annotated[
    Path | None, typer.Option("--lens", help="A lens from `referee calibrate lens`.")
]
BoardPicturesArgument = Annotated[
    list[Path], typer.Argument(help="Pictures of the board, all from one place.")
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
PlateOption = Annotated[
    Path | None,
    typer.Option(
        "--plate",
        help="A picture of the empty board from the same place, if none lies beside the"
        " calibration.",
    ),
]
TrustOption = Annotated[
    bool, typer.Option("--trust-calibration", help="Do not ask the picture whether it fits.")
]

# The simulated board.
SeedOption = Annotated[int, typer.Option("--seed", help="Same seed, same game.")]
FieldOption = Annotated[
    str, typer.Option("--field", help="A field by name, or a .toml file of your own.")
]
FpsOption = Annotated[float, typer.Option("--fps", help="Pictures per second.")]
SizeOption = Annotated[str, typer.Option("--size", help="Width and height of the picture.")]
SimulatedSizeOption = Annotated[
    str | None,
    typer.Option("--size", help="The simulated picture's size.", show_default=USUAL_SIZE),
]
RealTimeOption = Annotated[
    bool,
    typer.Option(
        "--real-time",
        help="The simulated board keeps up with the clock, and a busy computer misses pictures; "
        "else its own time passes more slowly then, and the game is the same.",
    ),
]
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

# A night: its rules, its keys, its voice.
PlayRulesOption = Annotated[
    str | None,
    typer.Option("--rules", help="A league, or a house rulebook (.toml).", show_default="efhl"),
]
KeysOption = Annotated[
    Path | None, typer.Option("--keys", help="A .toml file with keys of your own.")
]
VolumeOption = Annotated[
    int,
    typer.Option(
        "--volume", help=f"How loud, {VOLUME_RANGE[0]} to {VOLUME_RANGE[1]}; 0 is silence."
    ),
]
VoiceOption = Annotated[str, typer.Option("--voice", help="A voice from `referee voice list`.")]
SpeedOption = Annotated[
    int, typer.Option("--speed", help=f"Words a minute, {SPEED_RANGE[0]} to {SPEED_RANGE[1]}.")
]
EngineOption = Annotated[str, typer.Option("--engine", help="A speech program, auto or silent.")]
