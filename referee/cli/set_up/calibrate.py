"""`referee calibrate`: where the camera hangs, from pictures, a video or the camera itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.apps.sim.setup_options import USUAL_SIZE
from referee.cli.command_table import CommandEntry, CommandTable, TableGroup
from referee.cli.options import (
    CameraFpsOption,
    CameraOption,
    CameraSizeOption,
    ExposureOption,
    FocusOption,
    JsonOption,
    LensOption,
)

PICTURES = "pictures"


PARTS: CommandTable = {
    PICTURES: CommandEntry(
        "referee.cli.set_up.calibrate:pictures",
        "From pictures, a video or a camera; the usual way.",
    ),
    "clicks": CommandEntry(
        "referee.cli.set_up.calibrate_clicks:clicks", "With four clicks on the corners."
    ),
    "field": CommandEntry(
        "referee.cli.set_up.calibrate_field:field", "Measure a field that is not in the list."
    ),
    "sheet": CommandEntry(
        "referee.cli.set_up.calibrate_sheet:sheet", "Print a sheet to measure a lens with."
    ),
    "lens": CommandEntry(
        "referee.cli.set_up.calibrate_lens:lens", "Measure a lens with the printed sheet."
    ),
    "watch": CommandEntry(
        "referee.cli.set_up.calibrate_watch:watch", "Is the camera still where it was?"
    ),
}


class _CalibrateGroup(TableGroup):
    """The table as commands; what begins with none of their names is the usual way."""

    table = PARTS
    usual = PICTURES

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        asks_for_help = len(args) == 1 and args[0] in {"--help", "-h"}
        if args and args[0] not in PARTS and not asks_for_help:
            args = [self.usual, *args]
        return super().parse_args(ctx, args)


calibrate_app = typer.Typer(
    cls=_CalibrateGroup, add_completion=False, no_args_is_help=True, rich_markup_mode="rich"
)


@calibrate_app.callback()
def calibrate() -> None:
    """Find the board in a picture and say where the camera is, and how exactly, in mm.

    Without one of the commands below it is [bold]pictures[/bold]: its options are those of
    [bold]referee calibrate pictures --help[/bold].

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
    lens: LensOption = None,
    top: Annotated[
        float, typer.Option("--top", help="Height of base tops above the board, in mm.")
    ] = 3.0,
    camera: CameraOption = None,
    size: CameraSizeOption = USUAL_SIZE,
    fps: CameraFpsOption = 30.0,
    exposure: ExposureOption = None,
    focus: FocusOption = None,
    as_json: JsonOption = False,
    empty: Annotated[
        bool,
        typer.Option("--empty", help="Nothing is on the board: keep what it looks like."),
    ] = False,
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
            empty,
        )
    )
