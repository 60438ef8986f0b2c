"""Everything `referee review` does once its options are read."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.shown_page import ShownPage
from referee.core.errors import BadValue
from referee.record.game.database import game_in_use
from referee.review.review import Review
from referee.review.source.recorded_game import RecordedGame
from referee.web.review.review_json import flag_list_json
from referee.web.review.review_page import review_app

BEING_PLAYED = (
    "this game is being played now. Review it on its own page: Review, at the address that"
    " the game's program printed"
)
COLUMNS = ("flag", "at", "quarter", "down", "call", "players", "why", "ruling")


def list_flags(folder: Path, *, as_json: bool) -> None:
    """Print every flag of a game."""
    review = Review(RecordedGame(folder))
    sitting = review.sit()
    told = flag_list_json(review, sitting.journal, sitting.items)
    told["running"] = game_in_use(folder)
    if as_json:
        typer.echo(json.dumps({"format": "referee.flags", "version": 1, **told}, indent=2))
        return
    if not sitting.items:
        typer.echo(f"{folder}: no call is flagged.")
        return
    table = Table(title=escape(told["title"]), title_justify="left", box=None, pad_edge=False)
    for name in COLUMNS:
        table.add_column(name)
    for flag in told["flags"]:
        cells = (
            str(flag["number"]),
            flag["at"],
            str(flag["quarter"]),
            flag["down"],
            flag["what"],
            " and ".join(flag["names"]),
            "; ".join(flag["reasons"]),
            flag["why"] or "open",
        )
        table.add_row(*(escape(cell) for cell in cells))
    Console().print(table)


def run_review(folder: Path, options: PageOptions) -> None:
    """Serve the page until Ctrl-C."""
    game = RecordedGame(folder)
    if game_in_use(folder):
        raise BadValue("game", folder, "a game that is over", str(folder), BEING_PLAYED)
    page = ShownPage.claim(options)
    page.show(review_app(game, page.access), game.setting.title)
