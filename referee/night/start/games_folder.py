"""Where games are kept when nobody says otherwise."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

FOLDER = "Referee games"


def games_folder() -> Path:
    """The usual folder: among the documents of this person where systems have such a place."""
    documents = Path.home() / "Documents"
    named = sys.platform in {"win32", "darwin"} or documents.is_dir()
    return (documents if named else Path.home()) / FOLDER


def night_folder(games: Path | None, now: datetime) -> Path:
    """A new folder by the date; the second of an instant gets a number."""
    parent = games or games_folder()
    name = now.strftime("%Y-%m-%d %H.%M.%S")
    path, number = parent / name, 1
    while path.exists():
        number += 1
        path = parent / f"{name} ({number})"
    return path


def found_plan(plan: Path) -> Path:
    """A plan that is named alone and not here lies among the games, where set-up keeps it."""
    alone = len(plan.parts) == 1 and not plan.exists()
    among = games_folder() / plan
    return among if alone and among.is_file() else plan
