"""`referee setup`: a night is put together on a page before anything is opened."""

from __future__ import annotations

import typer

from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import LanOption, NoBrowserOption, PagePortOption

setup_app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@setup_app.command()
def setup(
    port: PagePortOption = 8620, lan: LanOption = False, no_browser: NoBrowserOption = False
) -> None:
    """Put a game night together on a page: camera, calibration, teams, rules, switch, record.

    What is saved there is a plan; the page says the command that plays it. Nothing has to be
    plugged in: the simulated table needs nothing.

    Example: [bold]referee setup[/bold]
    """
    from referee.apps.play.setup import run_setup  # noqa: PLC0415 - the help must not wait

    run_setup(PageOptions(port, not no_browser, lan))
