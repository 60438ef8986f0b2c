"""`referee calibrate sheet`: the PDF to print for the lens."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def sheet(
    paper: Annotated[str, typer.Option("--paper", help="a4, letter or a3.")] = "a4",
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The PDF to write.", show_default="lens-sheet-PAPER.pdf"),
    ] = None,
) -> None:
    """Write the lens sheet as a PDF in exact millimetres.

    Print it at 100 %, glue it flat on stiff card, then run `referee calibrate lens`.

    Example: [bold]referee calibrate sheet --paper letter[/bold]
    """
    from referee.camera.charuco.lens_sheet import sheet_of  # noqa: PLC0415
    from referee.camera.charuco.sheet_pdf import write_sheet  # noqa: PLC0415 - the help must not wait

    kind = sheet_of(paper)
    target = out or Path(f"lens-sheet-{kind.paper}.pdf")
    write_sheet(target, kind)
    size = f"{kind.square_mm:g} mm squares, {kind.width_mm:g} x {kind.height_mm:g} mm"
    typer.echo(f"written to {target} ({size}). Print it at 100 % and glue it flat on card.")
