"""The referee's firmware onto an Arduino Uno or Nano, with avrdude."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.console import Console

from referee.core.errors import BadValue, PlainWord
from referee.power.flash import avrdude_words, firmware, flash
from referee.power.ports import check_port


def flash_board(
    port: str | None, hex_file: Path | None, *, old_bootloader: bool, dry_run: bool
) -> None:
    """Write the firmware, or with ``dry_run`` only say what would be run."""
    if port is None:
        raise BadValue("--port", PlainWord("missing"), "the serial port of the Uno or Nano")
    check_port(port)
    if hex_file is not None and not hex_file.is_file():
        raise BadValue("--hex", str(hex_file), "an Intel hex file")
    source = hex_file or firmware()
    if dry_run:
        typer.echo(" ".join(avrdude_words(port, source, old_bootloader)))
        return
    with Console(stderr=True).status(f"Writing {source.name} to {port} ..."):
        flash(port, source, old_bootloader)
    typer.echo(f"{source.name} is on the board. Now: referee power choose --model referee")
