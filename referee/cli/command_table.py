"""Commands as a table: listing them imports none of them, so that help need not wait."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """Where a command lives (``module:attribute``, a Typer app or a function), and its help.

    ``group`` is the heading under which the help lists it; None: there is only one.
    """

    at: str
    help: str
    group: str | None = None


CommandTable = Mapping[str, CommandEntry]


class TableGroup(TyperGroup):
    """A group whose commands stand in for those of its table until one is asked for."""

    table: ClassVar[CommandTable] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, entry in self.table.items():
            self.add_command(TyperCommand(name, help=entry.help, rich_help_panel=entry.group))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is really behind the name."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and self.real(str(name)), rest

    def real(self, name: str) -> Any:
        """The command behind a name of the table."""
        return load_command(self.table, name)


def load_command(table: CommandTable, name: str) -> Any:
    """Import a command of a table."""
    module, _, attribute = table[name].at.partition(":")
    found = getattr(importlib.import_module(module), attribute)
    if not isinstance(found, typer.Typer):
        app = typer.Typer(add_completion=False, rich_markup_mode="rich")
        app.command(name, no_args_is_help=True)(found)
        found = app
    command = typer.main.get_command(found)
    command.name = name
    return command
