"""`referee calibrate field`: a board that is not in the list, measured from a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def field(
    pictures: Annotated[
        list[Path], typer.Argument(help="Pictures of the empty board, all from one place.")
    ],
    name: Annotated[str, typer.Option("--name", help="The board's name, one word.")],
    goal_to_goal: Annotated[
        str | None,
        typer.Option(
            "--goal-to-goal", help="Left goal line to right goal line: 749.3, or 29.5in; asked for."
        ),
    ] = None,
    width: Annotated[
        str | None,
        typer.Option("--width", help="Sideline to sideline, if you measured that too."),
    ] = None,
    lens: Annotated[
        Path | None, typer.Option("--lens", help="A lens from `referee calibrate lens`.")
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", help="The field file.", show_default="NAME.toml")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Also write the calibration, NAME.calib.json.")
    ] = None,
) -> None:
    """Measure a field from a picture and one length, and write its profile.

    Lay a steel ruler from the middle of one goal line to the middle of the other. The program reads
    everything else from the print and says what it had to guess. Hang the camera straight above:
    a tilted one knows the width less well than your ruler.

    Example: [bold]referee calibrate field board.png --name attic --goal-to-goal 749.3[/bold]
    """
    from referee.cli.field_measuring import FieldWanted, run_field  # noqa: PLC0415 - help must not wait

    run_field(
        FieldWanted(
            tuple(pictures), name, goal_to_goal, width, lens, to or Path(f"{name}.toml"), out
        )
    )
