"""`referee field`: the boards the program knows, and one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.boards import field_tables
from referee.cli.options import JsonOption
from referee.cli.set_up.base import DrawOption, NameArgument

field_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@field_app.callback()
def field() -> None:
    """Boards: what is printed where, in millimetres and yards.

    Example: [bold]referee field show 620[/bold]
    """


@field_app.command("list")
def list_fields(as_json: JsonOption = False) -> None:
    """Name the fields that come with the program.

    Example: [bold]referee field list[/bold]
    """
    field_tables.print_fields(as_json=as_json)


@field_app.command("show")
def show_field(name: NameArgument, as_json: JsonOption = False, draw: DrawOption = None) -> None:
    """Show every measure of a field in mm, inches and yards.

    Example: [bold]referee field show 620 --draw 620.png[/bold]
    """
    field_tables.print_field(name, draw, as_json=as_json)


@field_app.command("check")
def check_field(
    file: Annotated[Path, typer.Argument(help="A field file of your own.")],
    as_json: JsonOption = False,
) -> None:
    """Say what is missing in a field file, cannot be right, or is worth measuring again.

    Example: [bold]referee field check my-board.toml[/bold]
    """
    field_tables.check_field_file(file, as_json=as_json)


@field_app.command("new")
def new_field(
    name: Annotated[str, typer.Argument(help="The board's name, one word.")],
    to: Annotated[
        Path | None,
        typer.Option("--out", "--to", help="The file to write.", show_default="NAME.toml"),
    ] = None,
) -> None:
    """Write a commented file to fill in with the measures of your own board.

    Example: [bold]referee field new my-board[/bold]
    """
    field_tables.write_new_field(name, to)
