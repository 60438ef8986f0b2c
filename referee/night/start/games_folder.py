"""Where games are kept when nobody says otherwise."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from referee.core.errors import BadValue
from referee.night.start.plan_file import PLAN_ENDING

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
    """A plan that is named alone, with or without its ending, here or where set-up keeps it.

    A `BadValue` if there is none in either place.
    """
    if len(plan.parts) != 1 or plan.is_file():
        return plan
    names = [plan, plan.with_name(plan.name + PLAN_ENDING)]
    places = [folder / name for name in names for folder in (Path(), games_folder())]
    for place in places:
        if place.is_file():
            return place
    nowhere = f"There is no plan called {plan.name}, neither here nor in {games_folder()}"
    words = f"{nowhere}. Put one together: referee setup"
    raise BadValue("plan", str(plan), "a plan", sentence=words)
