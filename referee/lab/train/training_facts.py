"""What a model's card says about how it was trained."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from referee.core.errors import BadValue, PlainWord
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_loop import TrainingProgress

RECIPE_FILE = "recipe.json"
LIBRARIES = ("torch", "ultralytics", "ultralytics-opencv-headless")


def facts_of(
    data: Sequence[Path], schedule: TrainingSchedule, last: TrainingProgress
) -> dict[str, Any]:
    """Data, settings, time and libraries, as plain values."""
    recipes = [_recipe_text(folder) for folder in data]
    return {
        "training": {
            "recipes": [json.loads(recipe) for recipe in recipes],
            "recipes_sha256": [hashlib.sha256(recipe.encode()).hexdigest() for recipe in recipes],
            "settings": asdict(schedule),
            "seconds": round(last.seconds, 1),
            "steps": last.step,
            "pictures_seen": last.pictures,
            "tiles": last.tiles,
            "last_loss": round(last.loss, 4),
            "libraries": _versions(),
        }
    }


def scale_of(data: Path) -> float:
    """Pixels per mm in the middle of the range that the data was made at."""
    try:
        low, high = json.loads(_recipe_text(data))["px_per_mm"]
        return round(math.sqrt(float(low) * float(high)), 4)
    except (ValueError, KeyError, TypeError):
        path = str(data / RECIPE_FILE)
        raise BadValue(
            "the recipe", PlainWord("not readable"), "that of the data set", path
        ) from None


def _recipe_text(data: Path) -> str:
    path = data / RECIPE_FILE
    if not path.is_file():
        allowed = "a folder made by `referee dataset make`"
        raise BadValue("data", PlainWord(f"{data}, which has no {RECIPE_FILE}"), allowed)
    return path.read_text(encoding="utf-8")


def _versions() -> dict[str, str]:
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
