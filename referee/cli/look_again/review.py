"""`referee review`: look at flagged calls again, and decide."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import JsonOption, NoBrowserOption, PagePortOption

review_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@review_app.command(no_args_is_help=True)
def review(
    folder: Annotated[Path, typer.Argument(help="The folder of a game.")],
    only_list: Annotated[
        bool, typer.Option("--list", help="List the flags, open no page.")
    ] = False,
    as_json: JsonOption = False,
    port: PagePortOption = 8622,
    no_browser: NoBrowserOption = False,
) -> None:
    """Look at flagged calls again: the clip, the measured contact, the rule; then decide.

    A ruling goes into the game's journal, and everything later follows. While the game is being
    played it is reviewed on its own page instead.

    Example: [bold]referee review games/friday[/bold]
    """
    from referee.apps.games.review import list_flags, run_review  # noqa: PLC0415 - the help must not wait

    if only_list or as_json:
        list_flags(folder, as_json=as_json)
    else:
        run_review(folder, PageOptions(port, not no_browser))
