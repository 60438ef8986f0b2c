"""A drawing that was asked for beside what a command prints."""

from __future__ import annotations

from pathlib import Path

import typer

from referee.loaders.formats.vector_picture import VectorPicture, check_picture_name


def check_drawing(path: Path | None) -> None:
    """Complain about a name that is no picture's, before anything is printed."""
    if path is not None:
        check_picture_name(path)


def save_drawing(path: Path | None, picture: VectorPicture, says: str, *, as_json: bool) -> None:
    """Save the picture if it was asked for; beside JSON that is said on stderr."""
    if path is not None:
        picture.save(path)
        typer.echo(f"{says}{path}", err=as_json)
