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
    from referee.apps.calibrate.sheet import write_lens_sheet  # noqa: PLC0415 - the help must not wait

    write_lens_sheet(paper, out)
