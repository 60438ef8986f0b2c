"""What `referee calibrate sheet` does: the lens sheet as a PDF."""

from __future__ import annotations

from pathlib import Path

import typer

from referee.camera.charuco.lens_sheet import sheet_of
from referee.camera.charuco.sheet_pdf import write_sheet


def write_lens_sheet(paper: str, out: Path | None) -> None:
    """Write the sheet for a size of paper."""
    kind = sheet_of(paper)
    target = out or Path(f"lens-sheet-{kind.paper}.pdf")
    write_sheet(target, kind)
    size = f"{kind.square_mm:g} mm squares, {kind.width_mm:g} x {kind.height_mm:g} mm"
    typer.echo(f"written to {target} ({size}). Print it at 100 % and glue it flat on card.")
