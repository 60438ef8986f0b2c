"""What the players' figures look like, kept beside the team file: `my.teams.figures.json`.

The numbers mean something to the network alone that made them: those of another one are not read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from referee.core.arrays import F32
from referee.core.roster import Roster
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.json_table import read_json
from referee.loaders.teams_file import ENDING, check_teams_name
from referee.vision.appearance.figure_gallery import FigureGallery
from referee.vision.network.default_models import FIGURES
from referee.vision.network.figure_card import LOOKS, FigureCard
from referee.vision.network.model_card import CARD, find_model

FORMAT = "referee.team-figures"
VERSION = 1
FIGURES_ENDING = ".teams.figures.json"
DIGITS = 4
MAX_BYTES = 1_000_000
WRITTEN = "the file that `referee enroll` wrote; enrol again, or delete it"
ENROL_AGAIN = (
    "What the figures look like was learned with another network: enrol again, and they are named"
    " by their looks again."
)


def figures_path(teams_path: Path) -> Path:
    """Where the looks of a team file's figures lie."""
    check_teams_name(teams_path)
    return teams_path.with_name(teams_path.name.removesuffix(ENDING) + FIGURES_ENDING)


def used_card() -> FigureCard | None:
    """The card of the network that is used, if there is one."""
    return None if FIGURES is None else FigureCard.read(find_model(FIGURES) / CARD)


def write_views(teams_path: Path, views: Mapping[str, F32]) -> None:
    """Write what each player's figure looks like beside the team file, where a network can tell."""
    card = used_card()
    if card is None or not views:
        return
    values = {
        "format": FORMAT,
        "version": VERSION,
        "network": card.sha256,
        "players": {
            name: np.round(view.astype(float), DIGITS).tolist() for name, view in views.items()
        },
    }
    write_text(figures_path(teams_path), json.dumps(values, separators=(",", ":")) + "\n")


def read_gallery(teams_path: Path, roster: Roster) -> tuple[FigureGallery | None, str]:
    """The gallery of a roster, empty where nobody enrolled it; and a note about it, or none.

    None where no network tells figures apart.
    """
    card = used_card()
    if card is None:
        return None, ""
    gallery = FigureGallery(len(roster), card.scale)
    path = figures_path(teams_path)
    if not path.exists():
        return gallery, ""
    table = read_json(path, "the looks of the figures", WRITTEN, MAX_BYTES)
    table.choice("format", [FORMAT])
    table.whole("version", VERSION, VERSION)
    network = table.text("network", 64)
    rows = table.table("players")
    views = {name: rows.numbers(name, LOOKS, -1.0, 1.0) for name in rows.keys}
    table.done()
    if network != card.sha256:
        return gallery, ENROL_AGAIN
    for row, player in enumerate(roster):
        if player.id in views:
            gallery.learn(row, np.array(views[player.id], np.float32))
    return gallery, ""
