"""What `referee game backup` and `restore` do: one zip of everything, and back."""

from __future__ import annotations

from pathlib import Path

import typer

from referee.apps.games.export import check_free
from referee.core.errors import BadValue, PlainWord
from referee.record.backup.backup_file import write_backup
from referee.record.backup.restored_backup import restore_backup


def run_backup(out: Path, games: Path, *, video: bool, force: bool) -> None:
    """Write the zip and say what is in it."""
    if out.suffix.casefold() != ".zip":
        raise BadValue("the backup", str(out), "a file whose name ends in .zip")
    check_free(out, force=force)
    if not games.is_dir():
        raise BadValue("the games", PlainWord(f"{games}, which is not there"), "a folder of games")
    made = write_backup(out, games, video=video)
    typer.echo(f"{made.games} games and {made.files} other files written to {out}")
    if made.played:
        typer.echo(f"Not in it, because it is being played: {', '.join(made.played)}")


def run_restore(backup: Path, games: Path) -> None:
    """Put back what is missing and say what was there."""
    if not backup.is_file():
        raise BadValue("the backup", PlainWord(f"{backup}, which is not there"), "a zip")
    done = restore_backup(backup, games)
    typer.echo(f"Restored to {games}: {', '.join(done.restored) or 'nothing'}")
    if done.there:
        typer.echo(f"There already, left as it is: {', '.join(done.there)}")
