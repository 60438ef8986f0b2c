"""`referee base`: the bases the program knows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.boards import base_tables
from referee.cli.options import JsonOption

base_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

NameArgument = Annotated[
    str, typer.Argument(help="A name from the list, or the path of a .toml file.")
]
DrawOption = Annotated[
    Path | None,
    typer.Option("--draw", help="Also save a true-scale drawing: a .png or .svg name."),
]


@base_app.callback()
def base() -> None:
    """Bases: outline, size, front and sides.

    Example: [bold]referee base show standard[/bold]
    """


@base_app.command("list")
def list_bases(as_json: JsonOption = False) -> None:
    """Name the bases that come with the program.

    Example: [bold]referee base list[/bold]
    """
    base_tables.print_bases(as_json=as_json)


@base_app.command("show")
def show_base(name: NameArgument, as_json: JsonOption = False, draw: DrawOption = None) -> None:
    """Show the sizes and the outline of a base.

    Example: [bold]referee base show round-front --draw round-front.png[/bold]
    """
    base_tables.print_base(name, draw, as_json=as_json)
