"""`referee calibrate`: where the camera hangs, from pictures, a video or the camera itself."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from referee.apps.terminal.camera_choice import USUAL_SIZE
from referee.cli.options import (
    CameraFpsOption,
    CameraOption,
    CameraSizeOption,
    ExposureOption,
    FocusOption,
)

PICTURES = "pictures"


@dataclass(frozen=True, slots=True)
class CalibrateCommand:
    """A command below this one: where it lives (``module:function``), and its line in the help."""

    at: str
    help: str


PARTS: Mapping[str, CalibrateCommand] = {
    PICTURES: CalibrateCommand(
        "referee.cli.set_up.calibrate:pictures",
        "From pictures, a video or a camera; the usual way.",
    ),
    "clicks": CalibrateCommand(
        "referee.cli.set_up.calibrate_clicks:clicks", "With four clicks on the corners."
    ),
    "field": CalibrateCommand(
        "referee.cli.set_up.calibrate_field:field", "Measure a field that is not in the list."
    ),
    "sheet": CalibrateCommand(
        "referee.cli.set_up.calibrate_sheet:sheet", "Print a sheet to measure a lens with."
    ),
    "lens": CalibrateCommand(
        "referee.cli.set_up.calibrate_lens:lens", "Measure a lens with the printed sheet."
    ),
    "watch": CalibrateCommand(
        "referee.cli.set_up.calibrate_watch:watch", "Is the camera still where it was?"
    ),
}


class _CalibrateGroup(TyperGroup):
    """The table as commands; what begins with none of their names is the usual way."""

    usual = PICTURES

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, part in PARTS.items():
            self.add_command(TyperCommand(name, help=part.help))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        asks_for_help = len(args) == 1 and args[0] in {"--help", "-h"}
        if args and args[0] not in PARTS and not asks_for_help:
            args = [self.usual, *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and self.real(str(name)), rest

    def real(self, name: str) -> Any:
        """The command for which the one in the table only stands in, so that help need not wait."""
        return command_of(name)


def command_of(name: str) -> Any:
    """The command behind a name of the table."""
    module, _, function = PARTS[name].at.partition(":")
    app = typer.Typer(add_completion=False, rich_markup_mode="rich")
    app.command(name, no_args_is_help=True)(getattr(importlib.import_module(module), function))
    command = typer.main.get_command(app)
    command.name = name
    return command


calibrate_app = typer.Typer(
    cls=_CalibrateGroup, add_completion=False, no_args_is_help=True, rich_markup_mode="rich"
)


@calibrate_app.callback()
def calibrate() -> None:
    """Find the board in a picture and say where the camera is, and how exactly, in mm.

    Example: [bold]referee calibrate board.png --field 620 --out board.calib.json[/bold]
    """


def pictures(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Pictures from one place, or a video; none with --camera."),
    ] = None,
    field: Annotated[
        str, typer.Option("--field", help="The board: a name, or a .toml file of your own.")
    ] = "620",
    out: Annotated[
        Path | None, typer.Option("--out", help="The file to write, NAME.calib.json.")
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(
            "--corners",
            help="The field's outer corners in pixels, 'x,y x,y x,y x,y': left near, right near, "
            "right far, left far.",
        ),
    ] = None,
    lens: Annotated[
        Path | None, typer.Option("--lens", help="A lens from `referee calibrate lens`.")
    ] = None,
    top: Annotated[
        float, typer.Option("--top", help="Height of base tops above the board, in mm.")
    ] = 3.0,
    camera: CameraOption = None,
    size: CameraSizeOption = USUAL_SIZE,
    fps: CameraFpsOption = 30.0,
    exposure: ExposureOption = None,
    focus: FocusOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the certificate as JSON.")] = False,
) -> None:
    """Calibrate from pictures, a video, or the camera, and write calibration and certificate.

    Figures may stand on the field; several pictures of a board at rest are better than one.
    The near sideline is the one that is lower in the picture; corners say otherwise.

    Example: [bold]referee calibrate a.png b.png --field 620 --out board.calib.json[/bold]
    """
    from referee.apps.calibrate.pictures import CalibrateOptions, run_calibrate  # noqa: PLC0415 - help must not wait
    from referee.apps.terminal.camera_choice import request_of  # noqa: PLC0415 - as above

    run_calibrate(
        CalibrateOptions(
            tuple(files or ()),
            field,
            out,
            corners,
            lens,
            top,
            camera,
            request_of(size, fps, exposure, focus),
            as_json,
        )
    )
