"""`referee keys`: what the keys and a pedal ask for, and what a pedal sends."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.terminal.print_json import print_json
from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.toml import read_toml
from referee.night.input.key_table import ACTION_MEANINGS, ESCAPE, KeyAction, KeyTable, key_table_of
from referee.night.input.keyboard import KeyReader, open_terminal
from referee.night.input.pedal import open_pedal
from referee.system_clock import clock_s

keys_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

KeysOption = Annotated[
    Path | None, typer.Option("--keys", help="A .toml file with keys of your own.")
]
KeysAsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
LOOK_S = 0.05


def read_keys(path: Path | None) -> KeyTable:
    """The usual keys, or those of a file."""
    return KeyTable() if path is None else key_table_of(read_toml(path))


@keys_app.command("list")
def list_keys(keys: KeysOption = None, as_json: KeysAsJson = False) -> None:
    """List which key asks for what; checks a file of your own.

    Example: [bold]referee keys list --keys keys.toml[/bold]
    """
    table = read_keys(keys)
    acts = {ESCAPE: KeyAction.OFF, **table.acts}
    if as_json:
        pedal = {"port": table.pedal_port, "line": table.pedal_line}
        content = {"keys": {key: act.value for key, act in acts.items()}, "pedal": pedal}
        print_json(content)
        return
    rows = Table("key", "asks for", "that is", title="Keys")
    for key, act in acts.items():
        rows.add_row(key, act.value, ACTION_MEANINGS[act])
    Console().print(rows)


@keys_app.command("test")
def try_keys(
    keys: KeysOption = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, max=600.0, help="How long to listen.")
    ] = 30.0,
) -> None:
    """Show the name of every key that is pressed, to learn what a pedal sends. Nothing is switched.

    Example: [bold]referee keys test --seconds 20[/bold]
    """
    table = read_keys(keys)
    terminal = open_terminal()
    if terminal is None:
        raise BadValue("the terminal", PlainWord("missing"), "a terminal to press keys in")

    def show(key: str) -> None:
        typer.echo(f"{key}: {table.act(key).value}")

    typer.echo(f"Press keys; this ends after {seconds:g} s or with Ctrl-C.")
    with KeyReader(terminal, show):
        if table.pedal_port:
            with KeyReader(open_pedal(table.pedal_port, table.pedal_line, typer.echo), show):
                _wait(seconds)
        else:
            _wait(seconds)


def _wait(seconds: float) -> None:
    until_s = clock_s() + seconds
    while clock_s() < until_s:
        time.sleep(LOOK_S)
